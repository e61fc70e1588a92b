/** English of the refusals of the schedule, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const scheduleEnglish: English = {
  '只有日程的所有人可以修改或删除，参与人可以接受或拒绝':
    'Only the owner of an entry changes or deletes it; participants accept or decline',
  结束时间应晚于开始时间: 'The end must be later than the beginning',
  '一次日程最长一年，请调整结束时间或设为重复': 'An entry lasts a year at most: change its end, or let it repeat',
  '重复规则不正确，请重新选择': 'This rule of repetition is not known: choose again',
  '按这个规则没有任何一次，请调整重复或结束日期': 'By this rule there is not one time: change the rule or its end',
  '您的账号没有对应的员工，不能建立日程': 'Your account belongs to no employee and has no schedule',
  '这个系列在该日期没有日程，请刷新后再试': 'The series has no time on this day: refresh and try again',
  '请选择 {} 年到 {} 年之间的时间': 'Choose a time between the years {} and {}',
  '重复最长 {} 年，请减少次数、提前结束日期或不设结束': 'A series ends within {} years: fewer times, an earlier end, or none',
  自己的日程不需要回复: 'Your own entry needs no answer',
  '参与人最多 {} 人': 'An entry has {} participants at most',
  结束日期应不早于开始日期: 'The last day must not be before the first',
  '一次最多查看一年的日程，请缩短日期范围': 'A year can be seen at once: shorten the period',
  '这段时间的日程超过 {} 次，请缩短日期范围': 'There are more than {} times in this period: shorten it',
  '开始时间格式不正确，请重新选择': 'This is no time to begin at: choose again',
}
