/**
 * Days whose roll-up is out of date. The writing transaction inserts them, the refresh removes them: an event can be lost, a row can't.
 */
import { bigInteger, date, dateTime, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

export const staleDay = resource('stale_day', {
  title: ['待重算日期', 'Stale days'],
  access: { scope: ownOrganisation },
  fields: {
    rollup: text('汇总', 'Roll-up'),
    orgId: bigInteger('组织', 'Organisation'),
    /** the record that the roll-up's facts belong to: a shop, a warehouse, an account */
    ownerId: bigInteger('所属', 'Owner'),
    day: date('日期', 'Day'),
    since: dateTime('起始时间', 'Since'),
  },
  storage: { primary: ['rollup', 'ownerId', 'day'] },
})

const tables = { staleDay }
export const reportTables = Object.values(tables)
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof tables> {}
}
