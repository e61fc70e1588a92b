/** The working calendar of an organisation: days that are not as the State Council decrees, and its hours of work. */
import { choice, date, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

export const dayKinds = { work: [1, '上班', 'Working day'], rest: [2, '休息', 'Day off'] } as const

export const workDay = resource('work_day', {
  type: 'workDay',
  title: ['工作日历', 'Working calendar'],
  access: { scope: ownOrganisation },
  fields: {
    day: date('日期', 'Day', { filter: 'range', sort: true, editDisabled: true }),
    kind: choice('类型', 'Kind', dayKinds, { filter: 'select', as: 'radio', inline: true }),
    name: text('说明', 'Name', { max: 50, filter: 'contains' }),
  },
  list: {
    sort: { field: 'day', way: 'DESC' },
    empty: [
      '国家法定节假日和调休已经内置，这里只填公司自己的安排',
      'Public holidays and make-up workdays are built in; only what the company does otherwise goes here',
    ],
  },
  record: { label: 'name' },
  storage: { key: ['day'] },
})

const time = (zh: string, en: string, value: string) => text(zh, en, { min: 5, max: 5, default: value })

/** From a day on; before the first entry: 09:00-13:00 and 14:00-18:00. */
export const workHours = resource('work_hours', {
  type: 'workHours',
  title: ['工作时间', 'Working hours'],
  access: { scope: ownOrganisation },
  fields: {
    fromOn: date('生效日期', 'From', { sort: true, editDisabled: true }),
    startAt: time('上班', 'Start', '09:00'),
    breakAt: time('午休开始', 'Break from', '13:00'),
    resumeAt: time('午休结束', 'Break until', '14:00'),
    endAt: time('下班', 'End', '18:00'),
  },
  list: {
    sort: { field: 'fromOn', way: 'DESC' },
    empty: ['没有填写时按 09:00–13:00、14:00–18:00 计算', 'Without an entry work is from 09:00 to 13:00 and from 14:00 to 18:00'],
  },
  record: { label: 'fromOn' },
  storage: { key: ['fromOn'] },
})

export const calendarTables = { workDay, workHours }

const named = { workDay, workHours }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
