/** Route map of the schedule: everybody's own. */
import { Array as List, Boolean as Flag, Integer, Literal, Null, Object as O, Optional, String as Text, Union } from 'typebox'
import { anyone, signedIn } from '#platform/declare/operations.ts'
import { type RouteMap, call, Day, Id } from '#platform/server/area.ts'
import { addEntry, answerEntry, removeEntry, updateEntry, type EntryInput } from './entries.ts'
import { feedOf, icsOf, newFeed, revokeFeed } from './feed.ts'
import { hoursOn, plannedEnd } from './plan.ts'
import { scheduleOf, specialDays } from './stretch.ts'
import { participantsMax } from './tables.ts'

const orNull = <T extends Parameters<typeof Union>[0][number]>(type: T) => Optional(Union([type, Null()]))
const scope = Optional(Union([Literal(1), Literal(2), Literal(3)], { title: '修改范围' }))
const Instant = (title: string) => Text({ title, maxLength: 40 })
const fields = {
  kind: Optional(Integer({ title: '类型' })),
  allDay: Optional(Flag({ title: '全天' })),
  place: orNull(Text({ title: '地点', maxLength: 100 })),
  remark: orNull(Text({ title: '备注', maxLength: 2_000 })),
  remind: orNull(Integer({ title: '提前提醒（分钟）' })),
  repeat: orNull(Text({ title: '重复', maxLength: 200 })),
  visibility: Optional(Integer({ title: '可见性' })),
  done: Optional(Flag({ title: '已完成' })),
  participants: Optional(List(Id('参与人'), { title: '参与人', maxItems: participantsMax })),
}
const stretch = O({
  startDate: Day('开始日期'),
  endDate: Day('结束日期'),
  employeeIds: Optional(List(Id('员工'), { title: '员工', maxItems: 20 })),
})

export const scheduleRoutes: RouteMap = {
  'POST /MyScheduleData/list': call({ demand: signedIn, summary: '我的日程', input: stretch, write: false }, (context, ask) =>
    scheduleOf(context, ask.input),
  ),
  'POST /MyScheduleData/add': call(
    {
      demand: signedIn,
      summary: '新增日程',
      input: O({ title: Text({ title: '主题', maxLength: 100 }), startAt: Instant('开始时间'), endAt: Instant('结束时间'), ...fields }),
    },
    (context, ask) => addEntry(context, ask.input),
  ),
  'POST /MyScheduleData/update': call(
    {
      demand: signedIn,
      summary: '修改日程',
      input: O({
        id: Id('日程'),
        version: Integer({ title: '版本' }),
        scope,
        occurrenceOn: Optional(Day('日期')),
        title: Optional(Text({ title: '主题', maxLength: 100 })),
        startAt: Optional(Instant('开始时间')),
        endAt: Optional(Instant('结束时间')),
        ...fields,
      }),
    },
    (context, ask) => updateEntry(context, ask.input),
  ),
  'POST /MyScheduleData/delete': call(
    { demand: signedIn, summary: '删除日程', input: O({ id: Id('日程'), scope, occurrenceOn: Optional(Day('日期')) }) },
    (context, ask) => removeEntry(context, ask.input as EntryInput & { readonly id: string }),
  ),
  'POST /MyScheduleData/answer': call(
    {
      demand: signedIn,
      summary: '回复日程邀请',
      input: O({ id: Id('日程'), answer: Union([Literal(2), Literal(3)], { title: '回复' }) }),
    },
    (context, ask) => answerEntry(context, ask.input.id, ask.input['answer'] as 2 | 3),
  ),
  'POST /MyScheduleData/days': call(
    { demand: signedIn, summary: '节假日和调休', input: O({ startDate: Day('开始日期'), endDate: Day('结束日期') }), write: false },
    (context, ask) => specialDays(context, ask.input),
  ),
  'POST /MyScheduleData/hours': call(
    { demand: signedIn, summary: '工作时间', input: O({ day: Day('日期') }), write: false },
    (context, ask) => hoursOn(context, ask.input.day),
  ),
  'POST /MyScheduleData/plan': call(
    {
      demand: signedIn,
      summary: '按工作时间推算结束时间',
      input: O({ startAt: Instant('开始时间'), minutes: Integer({ title: '工作分钟数', minimum: 1, maximum: 120_000 }) }),
      write: false,
    },
    (context, ask) => plannedEnd(context, ask.input.startAt, ask.input.minutes),
  ),
  'POST /MyScheduleData/feed': call({ demand: signedIn, summary: '日历订阅', write: false }, feedOf),
  'POST /MyScheduleData/newFeed': call({ demand: signedIn, summary: '生成日历订阅地址' }, newFeed),
  'POST /MyScheduleData/revokeFeed': call({ demand: signedIn, summary: '停用日历订阅地址' }, revokeFeed),
  'GET /MyScheduleData/ics/{token}': call({ demand: anyone, summary: '日历订阅内容' }, (_none, ask) =>
    icsOf(ask.house, ask.params['token'] ?? ''),
  ),
}
