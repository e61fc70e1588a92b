/** Rows of sheets and documents are facts of roll-ups: whoever changes them marks their days, in the same transaction. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import type { Area, Follower } from '#platform/server/area.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { closedIn } from '../../base/closed-months.ts'
import { costs } from '../../costs/costs.ts'
import { sheets } from './sheets.ts'
import { templates } from '../../facts/sheets/template-tables.ts'

/** `shops`: fields that name the shops whose figures a row changes; `day`: its day, or its month. */
const marks =
  (rollup: Rollup, shops: readonly string[], day: string): Follower =>
  async ({ house, caller, now }, tx, changes) => {
    const touched = changes
      .flatMap(({ before, after }) => [before, after].filter(row => row !== null))
      .flatMap(row => shops.map(field => ({ shop: asText(row[field] ?? ''), day: dayOf(asText(row[day] ?? '')) })))
      .filter(one => one.shop !== '' && one.day !== '')
    for (const [shop, all] of [...Map.groupBy(touched, one => one.shop)].sort(([a], [b]) => a.localeCompare(b)))
      await daysChanged(
        { tx, house, orgId: caller.orgId, now: now() },
        rollup,
        shop,
        all.map(one => one.day),
      )
  }
/** 2026-03 -> 2026-03-01 */
const dayOf = (text: string): string => (text.length === 7 ? `${text}-01` : text)

const shopsOf = (r: Resource): string[] => ['shopId', 'soldShopId'].filter(field => Object.hasOwn(r.fields, field))

export const sheetFollowers: NonNullable<Area['follows']> = Object.fromEntries([
  ...sheets.map(({ list, rollup }) => [list.table, marks(rollup, ['shopId'], 'month')] as const),
  ...Object.values(templates).map(r => [r.table, marks(costs, shopsOf(r), 'day')] as const),
])

/** What counts in the profit of a closed month stays as it is, and nothing is added to it. */
export const templateLocks: NonNullable<Area['rowLocks']> = Object.fromEntries(
  Object.values(templates).map(r => [
    r.table,
    closedIn(`${r.table}.day`, month => sentence`${month} 及以前的月份已结账，${r.title}不能再录入、修改或删除，请先反结账`),
  ]),
)
