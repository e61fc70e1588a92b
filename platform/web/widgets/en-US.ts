/** English texts of the shared widgets, keyed by the Chinese source. */
export default {
  扫条码: 'Scan',
  扫描书背条码: 'Scan the bar code on the back',
  '打不开相机，请允许使用相机，或直接输入条码下的数字': 'The camera can not be opened: allow it, or type the digits below the bar code',
  '识别条码的程序没有加载成功，请稍后再试，或直接输入条码下的数字':
    'The reader of bar codes could not be loaded: try again later, or type the digits below the bar code',
  扫码: 'Scan a code',
  '扫码或输入条码，按回车': 'Scan or type a code, then Enter',
  相机画面: 'Picture of the camera',
  清除: 'Clear',
  上一页: 'Previous page',
  下一页: 'Next page',
  '{days} 天': '{days} {days:day|days}',
  '{stars} 星': '{stars} {stars:star|stars}',
  '{title}：{stars} 星': '{title}: {stars} {stars:star|stars}',
  '{title}：未评分': '{title}: not rated',
  开始时间: 'Begins',
  未评分: 'Not rated',
  来源: 'Source',
  同步: 'Fetched',
  '下次 {at}': 'next {at}',
} satisfies Readonly<Record<string, string>>
