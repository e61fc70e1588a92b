/** Documents that repeat monthly: that of the running month is made from the one of the month before, once, to be looked at and posted. */
import { sql } from 'kysely'
import { addMonths, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { createEach } from '#platform/server/records.ts'
import { todayOf } from '#platform/format/zones.ts'
import { costAllocation, costAllocationWeight } from './tables.ts'
import { repeats } from './words.ts'

/** documents of one run; the others come with the next */
const documentsMax = 1_000

type Repeated = Readonly<Record<string, string | number | readonly string[] | null>>

/** Answers how many were made. */
export const repeatAllocations = (context: Context): Promise<number> =>
  context.write(async (tx, inside) => {
    const month = monthOf(todayOf(inside))
    const db = tx.withoutPlugins()
    const { rows } = await sql<Repeated>`select a.id::text as "fromId", a.name, a.source,
        case when a.source = 1 then a.amount else 0 end::text as amount, a.currency::text as currency, a.item, a.basis, a.level,
        a.kg_per_cbm::text as "kgPerCbm", coalesce(a.shop_ids::text[], '{}') as "shopIds", a.skus, a.repeats, a.remark,
        (a.since + interval '1 month')::date::text as since, a.shipment_id::text as "shipmentId", a.author_id::text as "authorId"
      from cost_allocation a where a.org_id = ${inside.caller.orgId} and a.repeats = ${repeats.monthly[0]}
        and a.month = ${firstOfMonth(addMonths(month, -1))}::date and not exists (select from cost_allocation n where n.from_id = a.id)
      order by a.id limit ${documentsMax} for update of a`.execute(db)
    const first = firstOfMonth(month)
    const made = await createEach(
      inside,
      costAllocation,
      rows.map(row => ({ ...row, month: first, businessOn: first })),
      { verb: 'repeat' },
    )
    await copySheets(
      db,
      inside,
      rows.map(row => String(row['fromId'])),
    )
    return made
  })

/** The own sheets of the documents they were made from, to be changed where the month is another. */
async function copySheets(db: Tx, context: Context, fromIds: readonly string[]): Promise<void> {
  if (fromIds.length === 0) return
  const { rows } = await sql<Record<string, string>>`select n.id::text as "allocationId", w.shop_id::text as "shopId", w.sku, w.weight::text
    from cost_allocation n join cost_allocation_weight w on w.allocation_id = n.from_id
    where n.from_id = any(${[...fromIds]}::bigint[]) order by n.id, w.line_no`.execute(db)
  await createEach(context, costAllocationWeight, rows, { verb: 'repeat' })
}
