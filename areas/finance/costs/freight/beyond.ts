/** Freight bills that come to more than was estimated: which they are, and the approval that they need before they count. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived } from '#platform/server/records.ts'
import { firstLegBill } from './first-leg-tables.ts'

/** percent of the estimate that bills may come to above it */
const tolerated = 3

/** Of each bill that is not allocated, and of those that ask for more: with what was allocated before it, held against the estimate. */
async function judge(context: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; beyond: boolean; was: boolean }>`select b.id::text as id, b.beyond as was,
      b.meaning = 1 and coalesce(e.amount, 0) > 0
        and coalesce(own.amount, 0) + coalesce(a.amount, 0) > e.amount * ${sql.lit(100 + tolerated)} / 100 as beyond
    from first_leg_bill b
      left join lateral (select sum(i.amount) as amount from first_leg_bill_item i where i.bill_id = b.id) own on true
      left join lateral (select sum(i.amount) as amount from first_leg_bill o join first_leg_bill_item i on i.bill_id = o.id
        where o.shipment_id = b.shipment_id and o.currency = b.currency and o.meaning = 2 and o.state = 1) e on true
      left join lateral (select sum(i.amount) as amount from first_leg_bill o join first_leg_bill_item i on i.bill_id = o.id
        where o.shipment_id = b.shipment_id and o.currency = b.currency and o.meaning = 1 and o.state = 1 and o.id <> b.id) a on true
    where b.id = any(${[...ids]}::bigint[]) and b.state = 0`.execute(tx.withoutPlugins())
  const server = await inServersName(context, tx, 'whether a freight bill is above its estimate')
  await setDerived(
    server,
    firstLegBill,
    rows.flatMap(({ id, beyond, was }) => (beyond === was ? [] : [{ id, beyond }])),
  )
}

export const judgeBills: Follower = (context, tx, changes) =>
  judge(
    context,
    tx,
    changes.flatMap(({ id, after }) => (after === null ? [] : [id])),
  )
export const judgeItems: Follower = (context, tx, changes) =>
  judge(context, tx, [...new Set(changes.map(({ before, after }) => asText((after ?? before)?.['billId'])))])

/** Several at once are asked for one by one where somebody has to agree. */
export async function refuseSeveral(context: Context, ids: readonly unknown[]): Promise<void> {
  const { flows } = context.house.registry
  if (ids.length < 2 || context.approved !== undefined || flows === null || !(await flows.isPublished(context, firstLegBill))) return
  const found = await context.db
    .selectFrom('first_leg_bill')
    .select('no')
    .where('beyond', '=', true)
    .where(sql<boolean>`id = any(${ids.filter(id => /^\d{1,18}$/.test(String(id)))}::bigint[])`)
    .limit(1)
    .executeTakeFirst()
  if (found !== undefined) throw refuse.rule(sentence`账单 ${found.no ?? ''} 超出预估 ${tolerated}% 以上，请单独分摊，审批后生效`)
}
