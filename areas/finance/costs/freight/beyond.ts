/** Freight bills that come to more than was estimated: which they are, and the approval that they need before they count. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Follower, type Route, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived } from '#platform/server/records.ts'
import { firstLegBill } from './first-leg-tables.ts'

const behind = (tx: Tx): Tx => tx.withoutPlugins()
/** percent of the estimate that bills may come to above it */
const tolerated = 3

/**
 * Of each bill of these consignments that is not allocated: with what was allocated before it, held against the estimate. One that asks in
 * a currency without an estimate, where there is one in another, can't be held against it and is looked at.
 */
async function judge(context: Context, tx: Tx, shipments: readonly string[]): Promise<void> {
  if (shipments.length === 0) return
  const { rows } = await sql<{ id: string; beyond: boolean; was: boolean }>`select b.id::text as id, b.beyond as was,
      b.meaning = 1 and coalesce(own.amount, 0) > 0 and case when coalesce(e.amount, 0) > 0
        then own.amount + coalesce(a.amount, 0) > e.amount * ${sql.lit(100 + tolerated)} / 100
        else coalesce(e.others, 0) > 0 end as beyond
    from first_leg_bill b
      left join lateral (select sum(i.amount) as amount from first_leg_bill_item i where i.bill_id = b.id) own on true
      left join lateral (select sum(i.amount) filter (where o.currency = b.currency) as amount,
          sum(i.amount) filter (where o.currency <> b.currency) as others
        from first_leg_bill o join first_leg_bill_item i on i.bill_id = o.id
        where o.shipment_id = b.shipment_id and o.meaning = 2 and o.state = 1) e on true
      left join lateral (select sum(i.amount) as amount from first_leg_bill o join first_leg_bill_item i on i.bill_id = o.id
        where o.shipment_id = b.shipment_id and o.currency = b.currency and o.meaning = 1 and o.state = 1 and o.id <> b.id) a on true
    where b.shipment_id = any(${[...new Set(shipments)]}::bigint[]) and b.state = 0`.execute(behind(tx))
  const server = await inServersName(context, tx, 'whether a freight bill is above its estimate')
  await setDerived(
    server,
    firstLegBill,
    rows.flatMap(({ id, beyond, was }) => (beyond === was ? [] : [{ id, beyond }])),
  )
}
async function judgeWith(context: Context, tx: Tx, bills: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct shipment_id::text as id from first_leg_bill
    where org_id = ${context.caller.orgId} and id = any(${[...new Set(bills)]}::bigint[])`.execute(behind(tx))
  await judge(
    context,
    tx,
    rows.map(one => one.id),
  )
}

export const judgeBills: Follower = (context, tx, changes) =>
  judge(
    context,
    tx,
    changes.flatMap(({ before, after }) => [before, after].flatMap(row => (row === null ? [] : [asText(row['shipmentId'])]))),
  )
export const judgeItems: Follower = (context, tx, changes) =>
  judgeWith(
    context,
    tx,
    changes.map(({ before, after }) => asText((after ?? before)?.['billId'])),
  )

/** The consignments of these bills, held in one order whoever asks: two calls never wait for each other in a circle. */
export const holdConsignments = (tx: Tx, orgId: string, ids: readonly string[]) =>
  sql`select 1 from first_leg_shipment where org_id = ${orgId}
    and id in (select shipment_id from first_leg_bill where org_id = ${orgId} and id = any(${ids}::bigint[])) order by id for
      update`.execute(behind(tx))

export const billsNamed = (input: Readonly<Record<string, unknown>>): readonly unknown[] =>
  (input['ids'] as readonly unknown[] | undefined) ?? [input['id']]

/** The same route. Whether somebody has to agree is asked once nobody else allocates to the same consignments. */
export const judgedFirst = (route: Route): Route => ({
  ...route,
  handler: (context, ask) =>
    context.write(async (tx, inside) => {
      const ids = billsNamed(ask.input).flatMap(id => (/^\d{1,18}$/.test(String(id)) ? [String(id)] : []))
      await holdConsignments(tx, inside.caller.orgId, ids)
      await judgeWith(inside, tx, ids)
      return route.handler(inside, ask)
    }),
})

/** Whether bills above their estimate are asked for, one by one. */
export async function isAsked(context: Context): Promise<boolean> {
  const { flows } = context.house.registry
  return context.approved === undefined && flows !== null && (await flows.isPublished(context, firstLegBill))
}
/** One of several, as it stands after those before it. */
export async function refuseBeyond(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ no: string }>`select no from first_leg_bill where id = ${id} and beyond`.execute(behind(tx))
  const [found] = rows
  if (found !== undefined) throw refuse.rule(sentence`账单 ${found.no} 超出预估 ${tolerated}% 以上，请单独分摊，审批后生效`)
}
