/** One's days: entries, who takes part and what they answered, and addresses by which other calendars read them. */
import { bigInteger, choice, date, dateTime, flag, integer, longText, reference, text, texts, zoneName } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount, sharedWithMe, through } from '#platform/declare/scope.ts'

export const kinds = {
  entry: [1, '日程', 'Entry', 'info'],
  meeting: [2, '会议', 'Meeting', 'good'],
  task: [3, '待办', 'To do', 'warn'],
  outside: [4, '外出', 'Away', 'quiet'],
} as const
export const visibilities = {
  busy: [1, '忙闲', 'Busy times only'],
  open: [2, '公开', 'Public'],
  closed: [3, '私密', 'Private'],
} as const
export const answers = {
  open: [1, '待回复', 'Not answered', 'warn'],
  accepted: [2, '接受', 'Accepted', 'good'],
  refused: [3, '拒绝', 'Declined', 'bad'],
} as const

export const participantsMax = 100

/**
 * Seen by its owner and whoever takes part. Instants; a whole day lies from midnight to midnight in `zone`. A series repeats on the clock
 * of `zone`, so an entry at nine stays at nine when the clocks change.
 */
export const scheduleEntry = resource('schedule_entry', {
  title: ['日程', 'Schedule'],
  access: { scope: sharedWithMe },
  fields: {
    title: text('主题', 'Subject', { max: 100 }),
    kind: choice('类型', 'Kind', kinds, { default: 1 }),
    startAt: dateTime('开始时间', 'Starts'),
    endAt: dateTime('结束时间', 'Ends'),
    allDay: flag('全天', 'All day', { default: false }),
    place: text('地点', 'Place', { max: 100, optional: true }),
    remark: longText('备注', 'Remark', { max: 2_000, optional: true }),
    /** minutes before it begins */
    remind: integer('提前提醒（分钟）', 'Remind (minutes before)', { min: 0, max: 40_320, optional: true }),
    /** RRULE of RFC 5545, as far as repeat.ts reads it */
    repeat: text('重复', 'Repeats', { max: 200, optional: true }),
    visibility: choice('可见性', 'Visibility', visibilities, { default: 1 }),
    done: flag('已完成', 'Done', { default: false }),
    ownerId: reference('所有人', 'Owner', 'employee', { set: { onAdd: 'employee' } }),
    zone: zoneName('时区', 'Time zone', { hidden: true }),
    /** marks of who sees it: see `sharedWithMe` */
    audience: texts('可见范围', 'Audience', { hidden: true }),
    /** days of a series, by its own clock, that were deleted or stand as an entry of their own */
    leftOut: texts('例外日期', 'Days left out', { hidden: true, optional: true }),
    /** the end of the last of a series; empty where it has none */
    lastEndAt: dateTime('最后结束', 'Last end', { hidden: true, optional: true }),
    /** when to remind next; kept with the entry and with each reminder */
    remindAt: dateTime('下次提醒', 'Next reminder', { hidden: true, optional: true }),
    /** the series that this one was taken out of, and its day there */
    seriesId: reference('所属系列', 'Of the series', 'schedule_entry', { hidden: true, optional: true }),
    seriesOn: date('系列日期', 'Day in the series', { hidden: true, optional: true }),
  },
  list: { sort: { field: 'startAt', way: 'ASC' } },
  record: { label: 'title' },
  storage: { index: [['ownerId', 'startAt'], ['seriesId'], { on: ['orgId', 'remindAt'], where: 'remind_at is not null' }] },
})

/** Whoever takes part, the owner among them. */
export const scheduleParticipant = resource('schedule_participant', {
  title: ['日程参与人', 'Participant'],
  access: { scope: through('entryId') },
  fields: {
    entryId: reference('日程', 'Entry', 'schedule_entry'),
    employeeId: reference('参与人', 'Participant', 'employee'),
    answer: choice('回复', 'Answer', answers, { default: 1 }),
    answeredAt: dateTime('回复时间', 'Answered at', { optional: true }),
  },
  storage: { key: ['entryId', 'employeeId'], index: [['employeeId', 'entryId']] },
})

/** A secret address each, of which only the hash is kept: a new one ends the one before. */
export const scheduleFeed = resource('schedule_feed', {
  title: ['日历订阅', 'Calendar feed'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: bigInteger('账号', 'Account'),
    tokenHash: text('地址摘要', 'Hash of the address', { max: 64, hidden: true }),
    madeAt: dateTime('生成时间', 'Made at'),
    readAt: dateTime('最近读取', 'Last read', { optional: true }),
  },
  storage: { key: ['accountId'], index: [['tokenHash']] },
})

export const scheduleTables = { scheduleEntry, scheduleParticipant, scheduleFeed }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof scheduleTables> {}
}
