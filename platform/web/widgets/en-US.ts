/** English texts of the shared widgets, keyed by the Chinese source. */
export default {
  清除: 'Clear',
  上一页: 'Previous page',
  下一页: 'Next page',
  '{days} 天': '{days} {days:day|days}',
  '{stars} 星': '{stars} {stars:star|stars}',
  '{title}：{stars} 星': '{title}: {stars} {stars:star|stars}',
  '{title}：未评分': '{title}: not rated',
  占用工作日: 'Working days',
  '工作时间为周一至周五 09:00–13:00、14:00–18:00，遇周末和节假日顺延':
    'Working hours are Monday to Friday 09:00–13:00 and 14:00–18:00; weekends and holidays push the end on',
  '工时（小时）': 'Work (hours)',
  开始时间: 'Begins',
  未评分: 'Not rated',
  预计完成: 'Ends',
} satisfies Readonly<Record<string, string>>
