/** Months of a period are worked out anew from the ledger's lines; repeating it changes nothing. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { addMonths, firstOfMonth, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { lockShop } from '#platform/server/imports.ts'
import { writeAudit } from '#platform/server/records.ts'
import { enqueueRefresh } from '#platform/server/reports.ts'
import type { SyncAsk } from '../amazon/lines/sync.ts'
import { inventoryMonth } from './inventory-month.ts'
import { recomputeMonths } from './recompute-inventory.ts'

const monthsMax = 120

/** Rows of a shop from a month on: by month and SKU, what they say. */
async function rowsFrom(tx: Tx, shopId: string, from: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; row: string }>`select month || ' ' || sku as key, (to_jsonb(m) - 'id')::text as row
    from fba_inventory_month m where shop_id = ${shopId} and month >= ${from}::date`.execute(tx)
  return new Map(rows.map(({ key, row }) => [key, row]))
}

/** `changed`: rows that say something else than before, later months that are carried on among them. */
export async function syncInventory(
  context: Context,
  { shopIds, startDate, endDate }: SyncAsk,
): Promise<{ months: number; changed: number }> {
  const { caller } = context
  const shops = shopIds && shopIds.length > 0 ? shopIds : caller.shops
  if (shops.some(one => !caller.shops.includes(one))) throw refuse.unknown(['店铺', 'Shop'])
  if (endDate < startDate) throw refuse.invalid([{ field: 'startDate', message: sentence`请选择起止日期` }])
  const last = addMonths(monthOf(startDate), monthsMax - 1)
  if (monthOf(endDate) > last) throw refuse.invalid([{ field: 'startDate', message: sentence`一次最多 ${monthsMax} 个月，请缩短期间` }])
  const all = monthsFromTo(monthOf(startDate), monthOf(endDate)).map(firstOfMonth)
  let changed = 0
  for (const shopId of shops)
    await context.house
      .unscoped('stock by month of shops the caller was granted')
      .transaction()
      .execute(async tx => {
        await sql`select begin_write(${caller.orgId})`.execute(tx)
        await lockShop(tx, shopId)
        const before = await rowsFrom(tx, shopId, all[0] ?? startDate)
        await recomputeMonths(tx, shopId, all)
        const after = await rowsFrom(tx, shopId, all[0] ?? startDate)
        changed += [...new Set([...before.keys(), ...after.keys()])].filter(key => before.get(key) !== after.get(key)).length
        await enqueueRefresh(tx, context)
        await writeAudit(context, tx, {
          subject: inventoryMonth.table,
          recordId: null,
          verb: 'calc',
          before: null,
          after: { shopId, startDate, endDate },
        })
      })
  return { months: all.length, changed }
}
