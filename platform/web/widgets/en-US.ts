/** English texts of the shared widgets, keyed by the Chinese source. */
export default {
  清除: 'Clear',
  上一页: 'Previous page',
  下一页: 'Next page',
  '{days} 天': '{days} {days:day|days}',
  '{stars} 星': '{stars} {stars:star|stars}',
  '{title}：{stars} 星': '{title}: {stars} {stars:star|stars}',
  '{title}：未评分': '{title}: not rated',
  开始时间: 'Begins',
  未评分: 'Not rated',
} satisfies Readonly<Record<string, string>>
