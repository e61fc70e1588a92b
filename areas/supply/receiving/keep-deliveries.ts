/** What follows from deliveries and their receipts: the draft that the waybill opens, and differences to what was noticed. */
import { sql, type RawBuilder } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { createDocuments, createEach, removeRecords, setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind, conditions, goodsIn, goodsInLine, inKinds } from '#areas/goods/index.ts'
import { orderLineOf } from '../money/keep-invoices.ts'
import { deliveryStates as states, purchaseDelivery } from './delivery-tables.ts'
import { decisions, differenceKinds as kinds, differenceStates, receiptDiscrepancy } from './discrepancy-tables.ts'

const asServer = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'receipts of deliveries, and their differences')

/** On its way it gets the draft of its receipt; void, that goes, and what it was to send again is decided anew. */
export const keepDeliveries = followerOf(purchaseDelivery, async (caller, tx, changes) => {
  const sent = changes.flatMap(({ id, before, after }) =>
    after?.state === states.open[0] && before?.state === states.draft[0] ? [id] : [],
  )
  if (sent.length > 0) await draftReceipts(await asServer(caller, tx), tx, sent)
  const isSent = new Set(sent)
  const turned = changes.flatMap(({ id, before, after }) =>
    after === null || before?.state === after.state || isSent.has(id) ? [] : [{ id, from: before?.state, after }],
  )
  if (turned.length === 0) return
  const server = await asServer(caller, tx)
  const idsOf = (isOne: (one: (typeof turned)[number]) => boolean): string[] => turned.filter(isOne).map(one => one.id)
  const voided = turned.filter(one => one.after.state === states.voided[0])
  await removeDrafts(
    server,
    tx,
    voided.flatMap(({ after }) => (after.receiptId === null ? [] : [asText(after.receiptId)])),
  )
  await reopenBy(
    server,
    tx,
    'resend_id',
    voided.map(one => one.id),
  )
  const isDone = ({ after }: (typeof turned)[number]): boolean => after.state === states.done[0]
  await settleBy(server, tx, 'resend_id', idsOf(isDone))
  await waitBy(
    server,
    tx,
    'resend_id',
    idsOf(one => !isDone(one) && one.from === states.done[0]),
  )
})

/** One draft for each delivery, in a few statements however many there are. */
async function draftReceipts(server: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<
    Readonly<Record<string, string | null>> & { readonly delivery: string }
  >`select l.id::text as "deliveryLineId", d.id::text as delivery, l.product_id::text as "productId", l.quantity::text,
      l.label_id::text as "labelId", l.order_line_id::text as "orderLineId"
    from purchase_delivery_line l join purchase_delivery d on d.id = l.delivery_id where d.id = any(${[...ids]}::bigint[])
    order by d.id, l.line_no`.execute(behind(tx))
  const linesOf = Map.groupBy(rows, one => one.delivery)
  if (ids.some(id => !linesOf.has(id))) throw refuse.rule(sentence`到货通知还没有明细，请先填写`)
  const { rows: heads } = await sql<{ id: string; supplierId: string; warehouseId: string }>`select id::text as id,
      supplier_id::text as "supplierId", warehouse_id::text as "warehouseId"
    from purchase_delivery where id = any(${[...ids]}::bigint[]) order by id`.execute(behind(tx))
  const businessOn = todayOf(server)
  const receipts = await createDocuments(
    server,
    goodsIn,
    heads.map(({ supplierId, warehouseId }) => ({ businessOn, kind: inKinds.bought[0], supplierId, warehouseId })),
  )
  const made = heads.map(({ id }, at) => ({ id, receiptId: receipts[at] ?? '' }))
  const receiptOf = new Map(made.map(one => [one.id, one.receiptId]))
  await createEach(
    server,
    goodsInLine,
    [...linesOf].flatMap(([id, lines]) =>
      lines.map(({ delivery: _delivery, ...line }, at) => ({ inId: receiptOf.get(id), lineNo: at + 1, ...line })),
    ),
  )
  await setDerived(server, purchaseDelivery, made)
}

async function removeDrafts(server: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`select id::text as id from goods_in where id = any(${[...ids]}::bigint[]) and state = 0
    order by goods_in.id`.execute(behind(tx))
  if (rows.length > 0)
    await removeRecords(
      server,
      goodsIn,
      rows.map(one => one.id),
      { undoable: false },
    )
}

interface Difference {
  readonly kind: number
  readonly lineId: string | null
  readonly inLineId: string | null
  readonly quantity: string
  readonly openId: string | null
  readonly supplierId: string
  readonly warehouseId: string
  readonly productId: string
  readonly buyerId: string
  readonly currency: string
}

/** What was received of deliveries against what was noticed; defective units of each line. Taken back, what nobody has decided goes. */
export const keepDifferences = followerOf(goodsIn, async (caller, tx, changes) => {
  const posted = goodsIn.fields.state.choices.posted[0]
  const ids = changes.flatMap(({ id, before, after }) =>
    before !== null && (before.state === posted) !== (after?.state === posted) ? [id] : [],
  )
  if (ids.length === 0) return
  const gone = changes.flatMap(({ id, after }) => (after?.state === posted ? [] : [id]))
  if (gone.length > 0)
    await refuseDecided(tx, sql`x.in_line_id in (select i.id from goods_in_line i where i.in_id = any(${gone}::bigint[]))`)
  const rows = await differencesOf(tx, ids, posted)
  if (rows.length === 0) return
  const server = await asServer(caller, tx)
  const businessOn = todayOf(server)
  await createEach(
    server,
    receiptDiscrepancy,
    rows.flatMap(({ kind, lineId, openId, ...row }) => (openId === null ? [{ businessOn, kind, deliveryLineId: lineId, ...row }] : [])),
  )
  const known = rows.flatMap(({ openId, quantity, inLineId }) => (openId === null ? [] : [{ id: openId, quantity, inLineId }]))
  const nothing = known.filter(one => one.quantity === '0').map(one => one.id)
  if (nothing.length > 0) await move(server, nothing, 'gone')
  await setDerived(
    server,
    receiptDiscrepancy,
    known.filter(one => one.quantity !== '0'),
  )
})

/** What was decided about a receipt rests on it. */
async function refuseDecided(tx: Tx, of: RawBuilder<unknown>): Promise<void> {
  const { decided, done } = differenceStates
  const { rows } = await sql<{ no: string; state: number }>`select x.no, x.state from receipt_discrepancy x
    where ${of} and (x.state = ${decided[0]} or x.state = ${done[0]} and x.decision = ${decisions.deduct[0]} and x.undone_on is null)
    order by x.state, x.id limit 1`.execute(behind(tx))
  const [one] = rows
  if (one === undefined) return
  if (one.state === done[0]) throw refuse.rule(sentence`到货差异“${one.no}”的扣款已结算，冲销前请先撤回扣款`)
  throw refuse.rule(sentence`到货差异“${one.no}”已决定，冲销前请先作废它的退货或补发，扣款请改为接收`)
}

/** A count at a subcontractor is taken back: what nobody has decided goes. */
export async function undoCounted(server: Context, tx: Tx, countId: string): Promise<void> {
  await refuseDecided(tx, sql`x.count_id = ${countId}`)
  const { rows } = await sql<{ id: string }>`select id::text as id from receipt_discrepancy
    where count_id = ${countId} and state = ${differenceStates.open[0]} order by id`.execute(behind(tx))
  const ids = rows.map(one => one.id)
  if (ids.length > 0) await move(server, ids, 'gone')
}

/** One that a person adds is in the currency of the order, else of the supplier. */
export const keepCurrencies = followerOf(receiptDiscrepancy, async (caller, tx, changes) => {
  const ids = changes.flatMap(({ id, before, after }) => (before === null && after !== null ? [id] : []))
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string; currency: string }>`select x.id::text as id, coalesce(o.currency, s.currency) as currency
    from receipt_discrepancy x join supplier s on s.id = x.supplier_id left join goods_in_line i on i.id = x.in_line_id
    left join purchase_delivery_line d on d.id = x.delivery_line_id
    left join purchase_order_line l on l.id = coalesce(${orderLineOf('i')}, d.order_line_id) left join purchase_order o on o.id = l.order_id
    where x.id = any(${ids}::bigint[]) and x.currency <> coalesce(o.currency, s.currency)`.execute(behind(tx))
  if (rows.length > 0) await setDerived(await asServer(caller, tx), receiptDiscrepancy, rows)
})

async function differencesOf(tx: Tx, ids: readonly string[], posted: number): Promise<readonly Difference[]> {
  const [short, over, broken] = [kinds.short[0], kinds.over[0], kinds.broken[0]].map(code => sql.lit(code))
  const receipts = sql`any(${[...ids]}::bigint[])`
  const { rows } = await sql<Difference>`
    with named as (select distinct delivery_line_id as id from goods_in_line where in_id = ${receipts} and delivery_line_id is not null),
      sums as (select l.id, l.quantity - l.closed_qty as there, coalesce(sum(i.quantity) filter (where h.state = ${posted}), 0) as came
        from purchase_delivery_line l join named n on n.id = l.id left join goods_in_line i on i.delivery_line_id = l.id
        left join goods_in h on h.id = i.in_id group by l.id),
      wrong as (select k.kind, s.id, case when s.came = 0 then 0 else greatest(0, case k.kind when ${short} then s.there - s.came
            else s.came - s.there end - (select coalesce(sum(x.quantity), 0) from receipt_discrepancy x
              where x.delivery_line_id = s.id and x.kind = k.kind and x.state in (2, 3) and x.undone_on is null)) end as quantity
        from sums s cross join (values (${short}), (${over})) k(kind)),
      found as (select kind, id as line, null::bigint as in_line, quantity from wrong
        union all
        select ${broken}, null, i.id, case when h.state = ${posted} then i.quantity else 0 end
          from goods_in_line i join goods_in h on h.id = i.in_id
          where i.in_id = ${receipts} and i.condition = ${conditions.bad[0]} and i.order_line_id is not null)
    select f.kind::int as kind, f.line::text as "lineId", coalesce(f.in_line, g.id)::text as "inLineId",
        trim_scale(f.quantity)::text as quantity, x.id::text as "openId", o.supplier_id::text as "supplierId",
        o.warehouse_id::text as "warehouseId", r.product_id::text as "productId", o.buyer_id::text as "buyerId", o.currency
      from found f left join purchase_delivery_line d on d.id = f.line
      left join lateral (select i.id from goods_in_line i join goods_in h on h.id = i.in_id and h.state = ${posted}
        where i.delivery_line_id = f.line order by i.id desc limit 1) g on true
      left join goods_in_line i on i.id = f.in_line
      join purchase_order_line r on r.id = coalesce(d.order_line_id, i.order_line_id) join purchase_order o on o.id = r.order_id
      left join receipt_discrepancy x on x.state = ${differenceStates.open[0]} and x.kind = f.kind
        and (x.delivery_line_id = f.line or f.line is null and x.in_line_id = f.in_line)
      where f.quantity > 0 or x.id is not null order by f.line, f.in_line, f.kind`.execute(behind(tx))
  return rows
}

export const move = (server: Context, ids: readonly string[], step: string) =>
  takeSteps(server, receiptDiscrepancy, { ids: ids.map(id => ({ id })), pick: { step }, input: {}, byProgram: true })

type By = 'resend_id' | 'return_id'
async function lockedBy(tx: Tx, by: By, of: readonly string[], states: readonly number[]): Promise<readonly string[]> {
  if (of.length === 0) return []
  const { rows } = await sql<{ id: string }>`select id::text as id from receipt_discrepancy
    where ${sql.ref(by)} = any(${[...of]}::bigint[]) and state = any(${[...states]}::int[]) order by id for update`.execute(behind(tx))
  return rows.map(one => one.id)
}

/** What was decided is done: the goods were sent again, went back, or came in exchange. */
export async function settleBy(server: Context, tx: Tx, by: By, of: readonly string[]): Promise<void> {
  const ids = await lockedBy(tx, by, of, [differenceStates.decided[0]])
  if (ids.length > 0) await move(server, ids, 'settle')
}

/** What was received for it is taken back: it waits for that again. */
export async function waitBy(server: Context, tx: Tx, by: By, of: readonly string[]): Promise<void> {
  const ids = await lockedBy(tx, by, of, [differenceStates.done[0]])
  if (ids.length > 0) await move(server, ids, 'wait')
}

/** Its document is void or reversed: somebody decides anew. */
export async function reopenBy(server: Context, tx: Tx, by: By, of: readonly string[]): Promise<void> {
  await reopen(server, await lockedBy(tx, by, of, [differenceStates.decided[0], differenceStates.done[0]]))
}

export async function reopen(server: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const empty = { decision: null, amount: null, resendId: null, returnId: null }
  await setDerived(
    server,
    receiptDiscrepancy,
    ids.map(id => ({ id, ...empty })),
  )
  await move(server, ids, 'reopen')
}
