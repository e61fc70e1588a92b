/** English texts of the pages of attendance, keyed by the Chinese source. */
export default {
  '您还没有考勤组，请联系人事': 'You are in no attendance group yet: ask HR',
  今天休息: 'A rest day',
  '今天 {spans}': 'Today {spans}',
  今天的打卡: 'Punches of today',
  外勤: 'Outside',
  '以服务器时间为准；位置只在打卡时读取一次': 'By the server’s clock; your place is read once, when you punch',
  打卡: 'Punch',
  说明: 'Note',
  '在哪里、做什么': 'Where, and what for',
  这一天怎么算的: 'How this day was worked out',
  休息: 'Rest',
  '这一天还没有结束，或考勤机数据还没有到': 'The day is not over, or a device has not reported yet',
}
