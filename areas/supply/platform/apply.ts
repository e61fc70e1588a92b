/** Orders of 1688 against our own: matched by number, else by supplier, goods and amount; what has no order becomes a draft. */
import { sql } from 'kysely'
import type { Context, Tx } from '#platform/server/area.ts'
import { behind } from '#areas/goods/index.ts'
import { within } from '#platform/server/database.ts'
import { changeEachTo, createEach, setDerived } from '#platform/server/records.ts'
import { canonical, compare, sum } from '#platform/format/decimal.ts'
import { addDays } from '#platform/format/dates.ts'
import { orderStates as states, purchaseOrder, purchaseOrderLine } from '../orders/order-tables.ts'
import { changed } from './sheet-kind.ts'
import { platformOrderLine, sheetFindings as findings, sheetStages, sheetStates } from './sheet-tables.ts'
import { makeDeliveries } from './deliveries.ts'
import type { OrderHead, SheetLine } from './sheet-lines.ts'
import { settlePaid } from './settle.ts'

interface Applied {
  readonly drafts: number
  readonly deliveries: number
  readonly unpaired: number
  readonly differing: number
}
/** days that lie at most between an order here and the one at 1688, where no number says that they are one */
const daysApart = 60
/** days until it comes, where the supplier's item says none */
const leadDays = 7
const running: readonly number[] = [states.open[0], states.part[0]]
const inForce: readonly number[] = [...running, states.done[0], states.closed[0], states.settled[0]]

/** Everything that follows from what the sheets tell of these orders. The same again changes nothing. `buyerId` null: no drafts. */
export async function applyOrders(
  context: Context,
  tx: Tx,
  { nos, buyerId }: { readonly nos: readonly string[]; readonly buyerId: string | null },
): Promise<Applied> {
  const server = within(context, tx)
  await pair(server, tx, nos)
  const sheets = await sheetsOf(server, tx, nos)
  const adopted = await adopt(server, tx, sheets)
  const before = await ordersOf(server, tx, nos)
  const given = await voidedOf(server, tx, nos)
  const isGiven = (no: string, lines: readonly SheetLine[]) => given.has(no) || lines.some(one => one.orderId !== null)
  const drafts =
    buyerId === null
      ? []
      : [...sheets].filter(([no, lines]) => isToDraft(lines) && !before.has(no) && !adopted.has(no) && !isGiven(no, lines))
  if (buyerId !== null && drafts.length > 0) await draft(server, tx, drafts, buyerId)
  const orders = drafts.length === 0 ? before : await ordersOf(server, tx, nos)
  const judged = [...sheets].flatMap(([no, lines]) =>
    judge(lines, orders.get(no), { isSeveral: adopted.get(no) === 'several', voidId: given.get(no) ?? null }),
  )
  await setDerived(server, platformOrderLine, judged)
  const deliveries = await makeDeliveries(server, tx, sheets, orders, running)
  await settlePaid(
    server,
    tx,
    [...orders.values()].map(one => one.id),
  )
  return {
    drafts: drafts.length,
    deliveries,
    unpaired: judged.filter(one => one.state === sheetStates.unpaired[0]).length,
    differing: judged.filter(one => one.state === sheetStates.differs[0]).length,
  }
}

/** The supplier by his name, else by what was said of this seller before; goods by offer and spec, as they were paired once. */
async function pair(server: Context, tx: Tx, nos: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; supplierId: string | null; productId: string | null }>`
    with mine as (select * from platform_order_line where org_id = ${server.caller.orgId} and platform_no = any(${[...nos]}::text[])),
      sellers as (select m.seller, coalesce(min(s.id), (select p.supplier_id from platform_order_line p
          where p.org_id = ${server.caller.orgId} and p.seller = m.seller and p.supplier_id is not null order by p.id desc limit 1)) as id
        from (select distinct seller from mine where seller <> '') m
        left join supplier s on s.org_id = ${server.caller.orgId} and s.name = m.seller group by m.seller)
    select m.id::text as id, coalesce(s.id, i.supplier_id)::text as "supplierId", i.product_id::text as "productId"
    from mine m left join sellers s on s.seller = m.seller
    left join lateral (select x.supplier_id, x.product_id from supplier_item x
      where x.org_id = m.org_id and m.offer_id <> '' and x.offer_id = m.offer_id and coalesce(x.spec_id, '') = m.sku_id
        and (s.id is null or x.supplier_id = s.id) order by x.id limit 1) i on true
    where (m.supplier_id, m.product_id) is distinct from (coalesce(s.id, i.supplier_id), i.product_id)`.execute(behind(tx))
  await setDerived(server, platformOrderLine, rows)
}

async function sheetsOf(server: Context, tx: Tx, nos: readonly string[]): Promise<ReadonlyMap<string, readonly SheetLine[]>> {
  const { rows } = await sql<SheetLine>`select p.id::text as id, p.platform_no as "platformNo", p.supplier_id::text as "supplierId",
      p.order_id::text as "orderId", p.product_id::text as "productId", p.warehouse_id::text as "warehouseId",
      p.quantity::text as quantity, p.price::text as price, p.freight::text as freight, p.change::text as change,
      p.paid::text as paid, p.ordered_on::text as "orderedOn", p.stage, p.carrier,
      p.tracking_no as "trackingNo", coalesce(i.lead_days, ${leadDays}) as "leadDays"
    from platform_order_line p left join supplier_item i on i.supplier_id = p.supplier_id and i.product_id = p.product_id
    where p.org_id = ${server.caller.orgId} and p.platform_no = any(${[...nos]}::text[])
    order by p.ordered_on, p.platform_no, p.id`.execute(behind(tx))
  return Map.groupBy(rows, one => one.platformNo)
}

const orderRows = (where: ReturnType<typeof sql>) => sql<OrderHead>`select o.id::text as id, o.platform_no as no,
    o.supplier_id::text as "supplierId", o.warehouse_id::text as "warehouseId", o.buyer_id::text as "buyerId", o.state,
    (o.total + o.freight - o.discount + case when o.tax_included then 0 else o.tax end)::text as total,
    coalesce((select jsonb_agg(jsonb_build_object('id', l.id::text, 'productId', l.product_id::text, 'quantity', l.quantity::text,
      'price', l.price::text, 'open', (l.quantity - greatest(l.noticed, l.received) - l.closed_qty)::text) order by l.line_no)
      from purchase_order_line l where l.order_id = o.id), '[]') as lines
  from purchase_order o where ${where}`

async function ordersOf(server: Context, tx: Tx, nos: readonly string[]): Promise<ReadonlyMap<string, OrderHead>> {
  const { rows } = await orderRows(sql`o.org_id = ${server.caller.orgId} and o.platform_no = any(${[...nos]}::text[])
    and o.state <> ${states.voided[0]}`).execute(behind(tx))
  return new Map(rows.map(one => [one.no ?? '', one]))
}

/** What was void here is not drafted again; another order may have its number. */
async function voidedOf(server: Context, tx: Tx, nos: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ no: string; id: string }>`select platform_no as no, max(id)::text as id from purchase_order
    where org_id = ${server.caller.orgId} and platform_no = any(${[...nos]}::text[]) and state = ${states.voided[0]}
    group by 1`.execute(behind(tx))
  return new Map(rows.map(one => [one.no, one.id]))
}

/** quantities of each product, in one writing */
const goodsOf = (lines: readonly { readonly productId: string | null; readonly quantity: string }[]): string =>
  lines
    .map(one => `${one.productId ?? '?'} ${canonical(one.quantity)}`)
    .toSorted()
    .join()

/** Orders without a number get that of the one order at 1688 that fits; where several fit, a person says which. */
async function adopt(
  server: Context,
  tx: Tx,
  sheets: ReadonlyMap<string, readonly SheetLine[]>,
): Promise<ReadonlyMap<string, 'one' | 'several'>> {
  const known = await ordersOf(server, tx, [...sheets.keys()])
  const open = [...sheets].flatMap(([no, lines]) => (known.has(no) || !lines.some(one => one.supplierId !== null) ? [] : [{ no, lines }]))
  const alive = open.filter(({ lines }) => lines[0]?.stage !== sheetStages.closed[0])
  if (alive.length === 0) return new Map()
  const suppliers = [...new Set(alive.map(({ lines }) => lines[0]?.supplierId ?? '0'))]
  const paid = [...new Set(alive.map(({ lines }) => lines[0]?.paid ?? '0'))]
  const { rows } = await sql<{ id: string; day: string }>`select o.id::text as id, o.business_on::text as day from purchase_order o
    where o.org_id = ${server.caller.orgId} and o.supplier_id = any(${suppliers}::bigint[]) and o.platform_no is null
      and o.state = any(${[states.draft[0], ...inForce]}::int[]) and o.currency = 'CNY'
      and o.total + o.freight - o.discount + case when o.tax_included then 0 else o.tax end = any(${paid}::numeric[])`.execute(behind(tx))
  const dayOf = new Map(rows.map(one => [one.id, one.day]))
  const { rows: heads } = await orderRows(sql`o.id = any(${[...dayOf.keys()]}::bigint[])`).execute(behind(tx))
  const found = alive.map(({ no, lines }) => {
    const [first] = lines
    const day = first?.orderedOn ?? ''
    const fits = heads.filter(
      one =>
        one.supplierId === first?.supplierId &&
        compare(one.total, first.paid) === 0 &&
        goodsOf(one.lines) === goodsOf(lines) &&
        (dayOf.get(one.id) ?? '') >= addDays(day, -daysApart) &&
        (dayOf.get(one.id) ?? '') <= addDays(day, daysApart),
    )
    return { no, fits }
  })
  const taken = Map.groupBy(
    found.flatMap(({ no, fits }) => (fits.length === 1 ? [{ no, id: fits[0]?.id ?? '' }] : [])),
    one => one.id,
  )
  const sure = [...taken].flatMap(([id, of]) => (of.length === 1 ? [{ id, platformNo: of[0]?.no ?? '' }] : []))
  await changeEachTo(server, purchaseOrder, sure, { verb: 'update' })
  return new Map(
    found.flatMap(({ no, fits }) =>
      fits.length === 0 ? [] : [[no, sure.some(one => one.platformNo === no) ? ('one' as const) : ('several' as const)] as const],
    ),
  )
}

const isToDraft = (lines: readonly SheetLine[]): boolean =>
  lines[0]?.stage !== sheetStages.closed[0] && lines.every(one => one.supplierId !== null && one.productId !== null)

/** What was ordered at 1688 alone becomes drafts here; a buyer looks at each and orders. */
async function draft(
  server: Context,
  tx: Tx,
  sheets: readonly (readonly [no: string, lines: readonly SheetLine[]])[],
  buyerId: string,
): Promise<void> {
  await createEach(
    server,
    purchaseOrder,
    sheets.flatMap(([platformNo, lines]) => {
      const [first] = lines
      if (first === undefined) return []
      const { supplierId, warehouseId, orderedOn } = first
      const promisedOn = addDays(orderedOn, Math.max(...lines.map(one => one.leadDays)))
      return [{ businessOn: orderedOn, supplierId, warehouseId, promisedOn, platformNo, buyerId, ...changed(first.freight, first.change) }]
    }),
  )
  const made = await ordersOf(
    server,
    tx,
    sheets.map(([no]) => no),
  )
  await createEach(
    server,
    purchaseOrderLine,
    sheets.flatMap(([no, lines]) =>
      lines.map(({ productId, quantity, price }, at) => ({ orderId: made.get(no)?.id, lineNo: at + 1, productId, quantity, price })),
    ),
  )
}

interface Said {
  readonly isSeveral: boolean
  readonly voidId: string | null
}
/** What a line of the sheet is here, and what of it does not agree. */
function judge(lines: readonly SheetLine[], order: OrderHead | undefined, of: Said) {
  const [first] = lines
  // an order that is void here, or a draft that somebody deleted
  const isGiven = order === undefined && (of.voidId !== null || lines.some(one => one.orderId !== null))
  const isClosed = first?.stage === sheetStages.closed[0] || isGiven
  const isOtherSum = order !== undefined && first !== undefined && compare(order.total, first.paid) !== 0
  return lines.map(line => {
    const found = new Set<number>()
    if (line.supplierId === null) found.add(findings.seller[0])
    else if (order !== undefined && order.supplierId !== line.supplierId) found.add(findings.supplier[0])
    if (line.productId === null) found.add(findings.product[0])
    const isUnpaired = found.has(findings.product[0]) || found.has(findings.seller[0])
    const mine = order?.lines.find(one => one.productId === line.productId)
    if (of.isSeveral) found.add(findings.several[0])
    if (order !== undefined && !isUnpaired) {
      if (mine === undefined) found.add(findings.missing[0])
      else {
        const all = lines.filter(one => one.productId === line.productId)
        const isSame = order.lines.filter(one => one.productId === line.productId)
        if (sumOf(all) !== sumOf(isSame)) found.add(findings.quantity[0])
        if (mine.price === null || !isSame.some(one => one.price !== null && compare(one.price, line.price) === 0))
          found.add(findings.price[0])
      }
      if (isOtherSum) found.add(findings.amount[0])
      if (isClosed && inForce.includes(order.state)) found.add(findings.closed[0])
    }
    const state =
      isClosed && order === undefined
        ? sheetStates.closed
        : isUnpaired
          ? sheetStates.unpaired
          : found.size > 0
            ? sheetStates.differs
            : order === undefined || !inForce.includes(order.state)
              ? sheetStates.drafted
              : sheetStates.matched
    return {
      id: line.id,
      state: state[0],
      findings: state === sheetStates.closed || found.size === 0 ? null : [...found],
      orderId: order?.id ?? of.voidId ?? line.orderId,
      orderLineId: mine?.id ?? null,
    }
  })
}

const sumOf = (lines: readonly { readonly quantity: string }[]): string => sum(lines.map(one => one.quantity))
