/** When timed work is due next, and what became of each run. Sealed: read and run through the administrators' page (routes.ts). */
import { bigInteger, choice, dateTime, integer, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { serverOnly } from '#platform/declare/scope.ts'

/** 0: the installation itself */
const organisationId = () => bigInteger('组织', 'Organisation')
const name = () => text('名称', 'Name', { max: 100 })

export const timedWork = resource('timed_work', {
  title: ['定时任务', 'Timed work'],
  access: { scope: serverOnly },
  fields: {
    organisationId: organisationId(),
    name: name(),
    nextAt: dateTime('下次执行', 'Next'),
    /** the declaration that `nextAt` was worked out from (whenText) */
    declared: text('计划', 'Schedule'),
  },
  storage: { primary: ['organisationId', 'name'], index: [['nextAt']] },
})

export const runStates = {
  waiting: [0, '等待执行', 'Waiting', 'quiet'],
  running: [1, '执行中', 'Running', 'info'],
  done: [2, '成功', 'Done', 'good'],
  again: [3, '失败，等待重试', 'Failed, to be tried again', 'warn'],
  dead: [4, '失败', 'Failed', 'bad'],
  given: [5, '已放弃', 'Given up', 'quiet'],
  overtaken: [6, '已由后续执行取代', 'Overtaken by a later run', 'quiet'],
} as const

export const timedRun = resource('timed_run', {
  title: ['定时任务执行', 'Run of timed work'],
  access: { scope: serverOnly },
  fields: {
    organisationId: organisationId(),
    name: name(),
    plannedAt: dateTime('计划时间', 'Planned for'),
    state: choice('结果', 'Result', runStates, { default: 0 }),
    tries: integer('次数', 'Tries', { default: 0 }),
    startedAt: dateTime('开始时间', 'Started', { optional: true }),
    endedAt: dateTime('结束时间', 'Ended', { optional: true }),
    nextTryAt: dateTime('下次重试', 'Next try', { optional: true }),
    /** what it said of itself, or why it failed; a Chinese sentence, or the words of whatever failed */
    said: text('说明', 'Said', { optional: true, max: 500 }),
    /** who asked for it, where somebody did */
    orderedBy: text('执行人', 'Ordered by', { optional: true, max: 50 }),
  },
  storage: {
    organisation: false,
    // each planned instant once, whoever notices first
    key: ['organisationId', 'name', 'plannedAt'],
    index: [
      { on: ['organisationId', 'name'], where: 'state in (0, 1, 3)' },
      { on: ['organisationId', '-plannedAt'], where: 'state = 4' },
      ['endedAt'],
    ],
  },
})

export const timedTables = { timedWork, timedRun }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof timedTables> {}
}
