/**
 * What finance makes of a posting of goods at warehouses whose stock the ledger keeps: cards of what came from outside, the places that
 * goods now lie at, products whose layers are worked out anew. A posting that is taken back on its own day takes its cards with it.
 */
import { sql } from 'kysely'
import { locationKinds, moveReasons } from '#areas/goods/index.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { multiply, roundTo } from '#platform/format/decimal.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create, createEach, removeRecords, setDerived } from '#platform/server/records.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { costs } from '../costs.ts'
import { layersStale, methodOf } from './compute.ts'
import { shippedPlace } from './flows.ts'
import { ends, isKept, leafPlaces } from './goods-moves.ts'
import { leftAt } from './left-at.ts'
import { offlineOf } from './own-sales.ts'
import { costReceipt, placeKinds, receiptBases, stockPlace } from './tables.ts'
import { baseCurrency } from './words.ts'

/** What finance keeps of goods is the organisation's, whoever posts. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

/** a card that is taken back, for as long as it takes to delete it */
export const takenBack = 'reversed'
const leafNames = new Map<number, string>([
  [placeKinds.transit[0], '在途'],
  [placeKinds.working[0], '在制'],
  [placeKinds.subcontractor[0], '委外'],
])
const converted = locationKinds.converted[0]
const [transit, shipped, marketplace] = [locationKinds.transit[0], locationKinds.shipped[0], locationKinds.marketplace[0]]

interface Posted {
  readonly product: string
  readonly day: string
  readonly reason: number
  readonly quantity: string
  readonly fromKind: number
  readonly toKind: number
  readonly fromShop: string | null
  readonly toShop: string | null
  readonly place: string | null
  /** a warehouse at either end that has no place of finance */
  readonly lacks: string | null
  readonly docType: string
  readonly docNo: string
  readonly lineId: string
  /** of a reversal: the day and the line of what it takes back */
  readonly undoneOn: string | null
  readonly undoneType: string
  readonly undoneLine: string
  /** of what was made: the move that brings it, which is a layer by itself */
  readonly moveId: string | null
  /** ids of the moves that it takes back */
  readonly undoes: readonly string[]
}

/** In the server's name: whoever posts goods need not see what they cost. */
export const goodsFollow: Follower = async (caller, tx, changes) => {
  const context = await inServersName(caller, tx, 'what a posting of goods means for the layers')
  const { orgId } = caller.caller
  const postings = changes.map(one => one.id)
  await refuseBefore(tx, postings)
  await refuseHalfKept(tx, postings)
  const { rows } = await sql<Posted>`select m.product_id::text as product, m.booked_on::text as day, m.reason,
      sum(m.quantity)::text as quantity, f.kind as "fromKind", t.kind as "toKind",
      f.shop_id::text as "fromShop", t.shop_id::text as "toShop",
      tp.id::text as place, case when f.kind < ${transit} and fp.id is null then fw.name
        when t.kind < ${transit} and tp.id is null then tw.name end as lacks,
      m.doc_type as "docType", coalesce(m.doc_no, m.doc_type || ' ' || m.doc_id) as "docNo", coalesce(m.line_id, m.doc_id) as "lineId",
      o.booked_on::text as "undoneOn", coalesce(o.doc_type, '') as "undoneType", coalesce(o.line_id, o.doc_id, '') as "undoneLine",
      case when f.kind = ${converted} then m.id::text end as "moveId",
      coalesce(array_agg(o.id::text) filter (where o.id is not null), '{}') as undoes
    from goods_move m ${ends}
    left join stock_place fp on fp.warehouse_id = fw.id left join stock_place tp on tp.warehouse_id = tw.id
    left join goods_move o on o.id = m.reverses_id
    where m.org_id = ${orgId} and m.posting_id = any(${postings}::bigint[])
      and m.from_pool_id is distinct from m.to_pool_id and ${isKept}
    group by m.product_id, m.booked_on, m.reason, 5, 6, 7, 8, 9, 10, m.doc_type, 12, 13, 14, 15, 16, 17
    order by min(m.id)`.execute(behind(tx))
  if (rows.length === 0) return
  const lacking = rows.find(one => one.lacks !== null)?.lacks ?? null
  if (lacking !== null) throw refuse.rule(sentence`仓库“${lacking}”还没有核算地点，请先为它启用库存账`)
  // a part that comes back would need the very cost that it left with, which what was made may have taken elsewhere
  const late = rows.find(one => [one.fromKind, one.toKind].includes(converted) && one.undoneOn !== null && one.undoneOn !== one.day)
  if (late) throw refuse.rule(sentence`${late.undoneOn ?? ''} 的月份已结账，组装、拆分和生产入库不能再冲销，请做相反的单据`)
  await keepPlaces(tx, context, rows)
  const comes = (one: Posted): boolean => isOutside(one.fromKind) && !isOutside(one.toKind)
  const opening = rows.filter(one => one.reason === moveReasons.opening[0] && one.undoneOn === null && comes(one))
  const continued = await leftBefore(tx, orgId, opening)
  const isUndone = (one: Posted): boolean => one.undoneOn === one.day
  await removeCards(tx, context, rows.filter(isUndone))
  await addCards(
    tx,
    context,
    rows.filter(one => !isUndone(one) && comes(one) && !(opening.includes(one) && continued.has(one.product))),
  )
  await layersStale(
    tx,
    context,
    rows.map(one => one.product),
  )
  await soldBy(tx, context, rows)
}

/** What offline shops shipped is sold on that day: their days are worked out anew. */
async function soldBy(tx: Tx, context: Context, rows: readonly Posted[]): Promise<void> {
  const days = new Map<string, Set<string>>()
  for (const { fromKind, toKind, fromShop, toShop, day } of rows)
    for (const shop of [fromKind === shipped ? fromShop : null, toKind === shipped ? toShop : null])
      if (shop !== null) days.set(shop, (days.get(shop) ?? new Set<string>()).add(day))
  const { house, caller, now } = context
  for (const shop of await offlineOf(behind(tx), [...days.keys()]))
    await daysChanged({ tx, house, orgId: caller.orgId, now: now() }, costs, shop, [...(days.get(shop) ?? [])].sort())
}

const isOutside = (kind: number): boolean => kind >= locationKinds.supplier[0] && kind !== shipped && kind !== marketplace

/** The layers begin with what was counted when the stock began to be kept: a posting before that day would change the cells alone. */
async function refuseBefore(tx: Tx, postings: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; since: string; day: string }>`select w.name, w.kept_since::text as since,
      m.booked_on::text as day
    from goods_move m join warehouse w on w.id in (m.from_warehouse_id, m.to_warehouse_id) and w.kept_since > m.booked_on
    where m.posting_id = any(${postings}::bigint[]) and m.from_pool_id is distinct from m.to_pool_id limit 1`.execute(behind(tx))
  const [one] = rows
  if (one) throw refuse.rule(sentence`仓库“${one.name}”从 ${one.since} 起启用了库存账，不能过账或冲销到之前的 ${one.day}`)
}

/** What is shipped to another warehouse is received there: both are kept on that day, or neither is. */
async function refuseHalfKept(tx: Tx, postings: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    day: string
    kept: string
    other: string
  }>`select x.day, case when x."from" then x."fromName" else x."toName" end
      as kept, case when x."from" then x."toName" else x."fromName" end as other
    from (select m.booked_on::text as day, f.name as "fromName", t.name as "toName",
        coalesce(f.kept_since <= m.booked_on, false) as "from", coalesce(t.kept_since <= m.booked_on, false) as "to"
      from goods_move m join goods_location l on l.id = m.to_id and l.kind = ${transit} and l.doc_type = 'goods_transfer'
        join goods_transfer d on d.id = l.doc_id::bigint
        join warehouse f on f.id = d.from_warehouse_id join warehouse t on t.id = d.to_warehouse_id
      where m.posting_id = any(${postings}::bigint[]) and m.reverses_id is null) x
    where x."from" <> x."to" limit 1`.execute(behind(tx))
  const [one] = rows
  if (one)
    throw refuse.rule(sentence`从 ${one.day} 起，仓库“${one.kept}”启用了库存账、仓库“${one.other}”没有，不能调拨；请先为它启用库存账`)
}

/** Goods under way, shipped, or at a marketplace lie at a place of finance, which is made when the first of them come. */
async function keepPlaces(tx: Tx, context: Context, rows: readonly Posted[]): Promise<void> {
  const kinds = rows.flatMap(one => [[one.fromKind, one.fromShop] as const, [one.toKind, one.toShop] as const])
  for (const [kind, shop] of new Map(kinds.map(end => [end.join(' '), end])).values())
    if (kind === shipped && shop !== null) await shippedPlace(tx, context, shop)
    else if (leafPlaces.has(kind) && (await isMissing(tx, context, sql`kind = ${leafPlaces.get(kind) ?? 0}`)))
      await create(context, stockPlace, { name: leafNames.get(leafPlaces.get(kind) ?? 0), kind: leafPlaces.get(kind) })
    else if (kind === marketplace && (await isMissing(tx, context, sql`kind = ${placeKinds.fba[0]} and shop_id = ${shop}`)))
      throw refuse.rule(sentence`店铺还没有 FBA 库存地点，请先在“库存地点”登记`)
}
async function isMissing(tx: Tx, { caller }: Context, where: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`select 1 from stock_place where org_id = ${caller.orgId} and ${where} limit 1`.execute(behind(tx))
  return rows.length === 0
}

/** Products that have layers where they are opened: their opening stock goes on with these. */
async function leftBefore(tx: Tx, orgId: string, opening: readonly Posted[]): Promise<ReadonlyMap<string, bigint>> {
  const [one] = opening
  if (one === undefined || one.place === null) return new Map()
  const productIds = opening.map(each => each.product)
  return leftAt(behind(tx), orgId, { placeId: one.place, day: addDays(one.day, -1), method: await methodOf(tx, orgId), productIds })
}

/** Each at the cost that its line names, what comes back at what it left with, else at what a unit of the product is worth now. */
async function addCards(tx: Tx, context: Context, cards: readonly Posted[]): Promise<void> {
  const [first] = cards
  if (first === undefined) return
  const { rows } = await sql<{ last: number }>`select coalesce(max(line_no), 0)::int as last from cost_receipt
    where org_id = ${context.caller.orgId} and document_no = ${first.docNo}`.execute(behind(tx))
  const typed = await typedCosts(tx, cards)
  const left = await leftWith(tx, context, cards)
  const fees = await feesOf(tx, context, cards)
  const unitCosts = await unitCostsOf(tx, context, cards)
  const made = cards.map((one, at) => {
    const line = typed.get(one.lineId)
    const isBought = one.reason === moveReasons.bought[0]
    const isMade = one.moveId !== null
    // the fee of a subcontractor who was ordered from: provisional, as what is bought
    const isFee = isMade && line !== undefined
    const unitCost = line?.unitCost ?? unitCosts.get(`${one.product} ${one.day}`) ?? '0'
    return {
      documentNo: one.docNo,
      lineNo: (rows[0]?.last ?? 0) + at + 1,
      day: one.day,
      productId: one.product,
      placeId: one.place,
      quantity: one.quantity,
      purchase: isMade && !isFee ? '0' : (left.get(one) ?? roundTo(multiply(one.quantity, unitCost), 4, 'halfUp')),
      other: (isMade && !isFee ? fees.get(`${one.docType} ${one.lineId}`) : null) ?? '0',
      moveId: one.moveId,
      currency: baseCurrency,
      basis: isBought || isFee ? receiptBases.order[0] : isMade ? receiptBases.processing[0] : receiptBases.counted[0],
      supplierId: isBought || isFee ? (line?.supplierId ?? null) : null,
      docType: one.docType,
      lineId: one.lineId,
    }
  })
  await createEach(context, costReceipt, made)
}

interface Typed {
  readonly line: string
  readonly unitCost: string | null
  readonly supplierId: string | null
}
/** What the lines of receipts say, by line. */
async function typedCosts(tx: Tx, cards: readonly Posted[]): Promise<ReadonlyMap<string, Typed>> {
  const lines = cards.flatMap(one => (one.docType === 'goods_in' ? [one.lineId] : []))
  if (lines.length === 0) return new Map()
  const { rows } = await sql<Typed>`select l.id::text as line, l.unit_cost::text as "unitCost", d.supplier_id::text as "supplierId"
    from goods_in_line l join goods_in d on d.id = l.in_id where l.id = any(${lines}::bigint[])`.execute(behind(tx))
  return new Map(rows.map(row => [row.line, row]))
}

/** 加工费 of what was made, as its document says. */
async function feesOf(tx: Tx, { caller }: Context, cards: readonly Posted[]): Promise<ReadonlyMap<string, string>> {
  const made = cards.filter(one => one.moveId !== null).map(({ docType, lineId }) => ({ docType, lineId }))
  if (made.length === 0) return new Map()
  const { rows } = await sql<{ key: string; fee: string }>`select m.doc_type || ' ' || m.line_id as key, m.fee::text as fee
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as x("docType" text, "lineId" text)
    join stock_made m on m.org_id = ${caller.orgId} and m.doc_type = x."docType" and m.line_id = x."lineId"`.execute(behind(tx))
  return new Map(rows.map(row => [row.key, row.fee]))
}

/** What was taken of layers by what is taken back, whose month is closed: those takes stay. None: the layers did not keep it. */
async function leftWith(tx: Tx, { caller }: Context, cards: readonly Posted[]): Promise<ReadonlyMap<Posted, string>> {
  const undone = cards.filter(one => one.undoes.length > 0)
  if (undone.length === 0) return new Map()
  const asked = undone.flatMap(({ product, undoneOn, undoes }, at) =>
    undoes.map(id => ({ at, product, day: undoneOn, move: `move ${id}` })),
  )
  const { rows } = await sql<{ at: number; amount: string }>`select a.at, sum(t.amount)::text as amount
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(at int, product bigint, day date, move text)
    join stock_take t on t.org_id = ${caller.orgId} and t.product_id = a.product and t.day = a.day and t.into_move = a.move
    group by a.at`.execute(behind(tx))
  return new Map(rows.flatMap(({ at, amount }) => (undone[at] === undefined ? [] : [[undone[at], amount]])))
}

/** By product and day: of what lies in layers, else the cost of the month; left out: nothing. */
export async function unitCostsOf(
  tx: Tx,
  { caller }: Context,
  cards: readonly Pick<Posted, 'product' | 'day'>[],
): Promise<ReadonlyMap<string, string>> {
  const asked = cards.map(({ product, day }) => ({ product, day }))
  const { rows } = await sql<{ product: string; day: string; cost: string | null }>`select a.product::text as product, a.day::text as day,
      coalesce(
        (select sum(l.purchase + l.first_leg + l.duty + l.other) / nullif(sum(l.quantity), 0) from stock_layer l
          where l.org_id = ${caller.orgId} and l.product_id = a.product),
        (select p.unit_cost * case when p.currency = ${baseCurrency} then 1 else k.rate end from product_cost p
          left join currency_rate k on k.org_id = p.org_id and k.currency = p.currency and k.month = date_trunc('month', a.day)
          where p.org_id = ${caller.orgId} and p.product_id = a.product and p.month <= a.day order by p.month desc limit 1))::text as cost
    from (select distinct product, day from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as x(product bigint, day date)) a`.execute(
    behind(tx),
  )
  return new Map(rows.flatMap(({ product, day, cost }) => (cost === null ? [] : [[`${product} ${day}`, cost]])))
}

/** What was entered goes, unless costs have come to it. */
async function removeCards(tx: Tx, context: Context, undone: readonly Posted[]): Promise<void> {
  if (undone.length === 0) return
  const asked = undone.map(({ undoneType, undoneLine, product }) => ({ type: undoneType, line: undoneLine, product }))
  const { rows } = await sql<{ id: string; no: string; costs: boolean }>`select r.id::text as id, r.document_no as no,
      exists (select from cost_addition a where a.receipt_id = r.id)
        or exists (select from cost_invoice i where i.receipt_id = r.id) as costs
    from cost_receipt r where r.org_id = ${context.caller.orgId} and (r.doc_type, r.line_id, r.product_id) in (
      select x.type, x.line, x.product from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as x(type text, line text, product bigint))
    order by r.id`.execute(behind(tx))
  const [held] = rows.filter(row => row.costs)
  if (held) throw refuse.rule(sentence`入库单 ${held.no} 已有发票或追加成本，不能冲销，请先删除它们`)
  if (rows.length === 0) return
  await setDerived(
    context,
    costReceipt,
    rows.map(({ id }) => ({ id, docType: takenBack })),
  )
  await removeRecords(
    context,
    costReceipt,
    rows.map(({ id }) => id),
    { undoable: false },
  )
}
