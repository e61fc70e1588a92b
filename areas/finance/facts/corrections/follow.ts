/** What follows from a correction, and what stays: days of its shop are computed again, closed months keep what they have. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Area, Follower } from '#platform/server/area.ts'
import { orderRefresh, markStale } from '#platform/server/reports.ts'
import { closedIn } from '../../base/closed-months.ts'
import { corrections } from './tables.ts'

const daysFollow: Follower = async (context, tx, changes) => {
  const rows = changes.flatMap(({ before, after }) => [before, after].filter(row => row !== null))
  for (const [shopId, own] of [...Map.groupBy(rows, row => String(row['shopId']))].sort(([a], [b]) => (a < b ? -1 : 1)))
    await markStale(tx, corrections, shopId, [...new Set(own.map(row => String(row['day'])))].sort(), context.now())
  await orderRefresh(tx, context.house, context.caller.orgId)
}

const closedStay = closedIn(
  'finance_correction.day',
  month => sentence`${month} 及以前的月份已结账，手工调整不能再登记、修改或删除，请改到之后的日期或先反结账`,
)

export const correctionFollowers: NonNullable<Area['follows']> = { finance_correction: daysFollow }
export const correctionLocks: NonNullable<Area['rowLocks']> = { finance_correction: closedStay }
