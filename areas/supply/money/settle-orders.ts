/**
 * What of an order is invoiced, and whether it is settled: all that was kept is invoiced, all that was invoiced is paid, and no deposit
 * is left.
 */
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import type { Context, Follower, Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind } from '#areas/goods/index.ts'
import { inLinesOf } from './keep-invoices.ts'
import { orderStates as states, purchaseOrder } from '../orders/order-tables.ts'

const { done, closed, settled } = states
type Changes = Parameters<Follower>[2]

/** Follows from quantities and payments alone, whatever came first. */
async function keepSettled(server: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string; percent: string; step: string | null }>`
    with of as (select o.id, o.state, exists (select from purchase_order_line l where l.order_id = o.id
          and l.received + l.closed_qty < l.quantity) as ended from purchase_order o where o.id = any(${[...ids]}::bigint[])
        order by o.id for no key update),
      kept as (select l.order_id as id, sum(i.quantity - i.returned) as kept, sum(i.invoiced) as invoiced,
          bool_and(i.invoiced = i.quantity - i.returned) as even
        from purchase_order_line l join goods_in_line i on i.order_line_id = l.id join goods_in d on d.id = i.in_id and d.state = 4
        where l.order_id in (select id from of) group by l.order_id),
      owed as (select distinct l.order_id as id from purchase_order_line l join goods_in_line i on i.order_line_id = l.id
        join purchase_invoice_line x on x.in_line_id = i.id and x.amount > 0
        join purchase_invoice v on v.id = x.invoice_id and v.state in (1, 2)
        where l.order_id in (select id from of) and (v.state = 1 or x.asked < x.amount or exists (select from payment_request_line y
          join payment_request r on r.id = y.request_id and r.state in (1, 2, 3) where y.invoice_line_id = x.id))),
      ahead as (select r.order_id as id from payment_request r where r.order_id in (select id from of) and r.kind = 1
        and r.state in (1, 2, 3)
        union select of.id from of where (select sum(r.paid) from payment_request r where r.order_id = of.id and r.kind = 1
            and r.state in (3, 4)) > coalesce((select sum(z.ahead) from purchase_invoice_line x
          join payment_request_line z on z.invoice_line_id = x.id join payment_request r on r.id = z.request_id and r.state in (1, 2, 3, 4)
          where x.in_line_id in ${inLinesOf('of.id')}), 0)),
      judged as (select of.*, round(least(100, coalesce(100 * k.invoiced / nullif(k.kept, 0), 0)), 4) as percent,
          coalesce(k.even, of.state <> ${done[0]}) and of.id not in (select id from owed) and of.id not in (select id from ahead) as whole
        from of left join kept k on k.id = of.id)
    select id::text as id, percent::text as percent, case
        when whole and state in (${done[0]}, ${closed[0]}) then 'settle'
        when not whole and state = ${settled[0]} then case when ended then 'oweClosed' else 'owe' end end as step
    from judged order by id`.execute(behind(tx))
  await setDerived(
    server,
    purchaseOrder,
    rows.map(({ id, percent }) => ({ id, invoicedPercent: percent })),
  )
  for (const [step, of] of Map.groupBy(rows, one => one.step))
    if (step !== null)
      await takeSteps(server, purchaseOrder, { ids: of.map(({ id }) => ({ id })), pick: { step }, input: {}, byProgram: true })
}

const movedOf = (changes: Changes): readonly string[] =>
  changes.flatMap(({ id, before, after }) => (before !== null && before['state'] !== after?.['state'] ? [id] : []))

const following =
  (reason: string, ordersOf: (ids: readonly string[]) => ReturnType<typeof sql<{ id: string }>>): Follower =>
  async (caller, tx, changes) => {
    const moved = movedOf(changes)
    if (moved.length === 0) return
    const { rows } = await ordersOf(moved).execute(behind(tx))
    const ids = [...new Set(rows.map(one => asText(one.id)))].toSorted((a, b) => Number(a) - Number(b))
    if (ids.length === 0) return
    await keepSettled(await inServersName(caller, tx, reason), tx, ids)
  }
const why = 'whether orders are settled'
const array = (ids: readonly string[]) => sql`any(${[...ids]}::bigint[])`

export const settleOnInvoice = following(
  why,
  ids => sql<{ id: string }>`select distinct l.order_id::text as id from purchase_invoice_line x
    join goods_in_line i on i.id = x.in_line_id join purchase_order_line l on l.id = i.order_line_id where x.invoice_id = ${array(ids)}`,
)
export const settleOnPayment = following(
  why,
  ids => sql<{ id: string }>`select l.order_id::text as id from payment_request_line y
      join purchase_invoice_line x on x.id = y.invoice_line_id join goods_in_line i on i.id = x.in_line_id
      join purchase_order_line l on l.id = i.order_line_id where y.request_id = ${array(ids)}
    union select r.order_id::text from payment_request r where r.id = ${array(ids)} and r.order_id is not null`,
)
export const settleOnReceipt = following(
  why,
  ids => sql<{ id: string }>`select distinct l.order_id::text as id from goods_in_line i
    join purchase_order_line l on l.id = i.order_line_id where i.in_id = ${array(ids)}`,
)
export const settleOnReturn = following(
  why,
  ids => sql<{ id: string }>`select distinct l.order_id::text as id from purchase_return_line r join goods_in_line i on i.id = r.in_line_id
    join purchase_order_line l on l.id = i.order_line_id where r.return_id = ${array(ids)}`,
)
/** All came, or no more is waited for. */
export const settleOnOrder = followerOf(purchaseOrder, async (caller, tx, changes) => {
  const ends: readonly unknown[] = [done[0], closed[0]]
  const ids = changes.flatMap(({ id, before, after }) =>
    before !== null && before.state !== after?.state && ends.includes(after?.state) ? [id] : [],
  )
  if (ids.length > 0) await keepSettled(await inServersName(caller, tx, why), tx, ids)
})
