/** English of what timed work, notices and the working calendar say. */
import type { English } from '../../declare/sentence.ts'

export const timedEnglish: English = {
  '该任务正在执行或等待重试，请稍后再试': 'This is running or waiting to be tried again; please try later',
  '这次执行已不在失败列表中，请刷新': 'This run is not among the failed ones any more; please refresh',
  '磁盘空间已满，请清理磁盘': 'The disk is full; please make room',
  '等待数据库锁超时，可能有其他程序长时间占用数据': 'Waited too long for a lock; another program may hold the data',
  '执行超时，已取消': 'It took too long and was cancelled',
  任务已不存在: 'The work does not exist any more',
  '清除 {} 个月': '{} months removed',
  '清理 {} 条记录': '{} entries removed',
  '提醒 {} 条': '{} reminded of',
  '{}：有 {} 条{}与您有关，但您没有查看权限': '{1} (“{3}”, {2}): this concerns you, but you have no right to see it',
  '时刻应为 HH:mm，例如 09:00': 'A time of day is HH:mm, e.g. 09:00',
  '上班、午休和下班时刻应依次排列': 'Start, break and end of work come in this order',
  '一天里没有工作时间，请填写上班和下班时刻': 'No time of the day is worked: fill in when work begins and ends',
}
