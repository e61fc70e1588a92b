/** English texts of the cropper, keyed by the Chinese source. */
export default {
  '{names} 无法打开，请换一张图片': '{names} cannot be opened, choose another picture',
  '压缩为 {width}×{height} 像素': 'Compress to {width}×{height} pixels',
  '右转 90 度': 'Turn right by 90°',
  图片大小不能超过2M: 'A picture may have at most 2 MB',
  '图片类型要求：jpeg、jpg、png': 'Pictures must be jpeg, jpg or png',
  '左转 90 度': 'Turn left by 90°',
  旋转: 'Rotate',
  缩放: 'Zoom',
  裁剪: 'Crop',
  '裁剪框，用方向键移动图片': 'Crop frame, move the picture with the arrow keys',
  裁剪图片: 'Crop the picture',
}
