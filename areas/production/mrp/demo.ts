/** Requirements of the demo company: forecasts of four packed products, lead days and lots of their parts, and a run over all of it. */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { addMonths, monthOf } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { addRecord, change } from '#platform/server/records.ts'
import { productSupply } from '#areas/goods/index.ts'
import { bomKinds } from '../bom-tables.ts'
import { plant } from '../demo.ts'
import { around } from '../read-bills.ts'
import { askRun, runPlan } from './run.ts'
import { demandForecast } from './tables.ts'

/** days to buy, least quantity */
const parts: Readonly<Record<string, readonly [days: number, moq: string]>> = {
  'WL-1001': [7, '1000'],
  'WL-1002': [7, '1000'],
  'WL-1003': [10, '2000'],
  'WL-1004': [7, '1000'],
  'WL-1005': [14, '200'],
  'WL-1006': [10, '3000'],
}
const forecasts = [900, 700, 600, 500]

export async function makeRequirements({ now, as }: DemoPeople): Promise<void> {
  const admin = await as('admin')
  const house = await admin.db.selectFrom('warehouse').select('id').where('code', '=', plant).executeTakeFirst()
  const { rows: bills } = await sql<{ id: string }>`select distinct on (b.product_id) b.product_id::text as id from bom b
    where b.org_id = ${admin.caller.orgId} and b.state = 2 and b.kind = ${bomKinds.made[0]} order by b.product_id`.execute(around(admin.db))
  const made = bills.slice(0, forecasts.length).map(one => one.id)
  if (house === undefined || made.length < forecasts.length) return
  const rows = await admin.db
    .selectFrom('product_supply as s')
    .innerJoin('product as p', 'p.id', 's.product_id')
    .select(['s.id', 'p.id as product', 'p.sku'])
    .where(q => q.or([q('p.sku', 'like', 'WL-%'), q('p.id', 'in', made)]))
    .orderBy('s.id')
    .execute()
  for (const { id, product, sku } of rows) {
    const [days, moq] = ownValue(parts, sku) ?? []
    if (days !== undefined) await change(admin, productSupply, id, { purchaseLeadDays: days, moq })
    else if (sku === 'WL-2001') await change(admin, productSupply, id, { makeLeadDays: 8, lotMultiple: '500' })
    // what is to lie there always lacks today: that comes late
    else await change(admin, productSupply, id, { makeLeadDays: 3, lotMultiple: '50', safetyQty: product === made[0] ? '300' : null })
  }
  const month = addMonths(monthOf(dayInZone(now.getTime(), homeZone)), 1)
  for (const [at, productId] of made.entries())
    await addRecord(admin, demandForecast, { productId, warehouseId: house.id, month, quantity: String(forecasts[at]), note: '旺季备货' })
  const id = await askRun(admin, { horizonDays: 180, freezeDays: 7, pullDays: 30, transferDays: 3 })
  await runPlan(await admin.house.asSystem(admin.caller.orgId, 'requirements of the demo company'), id)
}
