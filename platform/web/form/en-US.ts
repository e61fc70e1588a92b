/** English texts of forms, keyed by the Chinese source. */
export default {
  '{time} 填写的内容还没有保存': 'Typed at {time} and not saved yet',
  '请上传{title}': 'Upload {title}',
  '请选择{title}的开始和结束日期': 'Choose both days of {title}',
  '文件还在上传，请稍候再保存': 'Files are still being uploaded, save in a moment',
  '您没有改过的字段采用最新内容。': 'Fields you did not touch take the latest values.',
  '{from} 至 {to}': '{from} to {to}',
  '（图片、视频 {n} 个）': ' ({n} {n:picture or video|pictures or videos})',
  恢复草稿: 'Restore draft',
  不修改: 'Keep as it is',
  修改: 'Change',
  放弃: 'Discard',
  '{name}刚刚修改了这条记录，保存时可以核对差异': '{name} has just changed this record; saving lets you compare',
}
