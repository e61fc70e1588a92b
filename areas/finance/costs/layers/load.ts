/**
 * What the layers of some products are made of, from documents and stored sales: moves and cost rows as the fold takes them.
 * Quantities in millionths of a unit, amounts in ten thousandths of the base currency.
 */
import { sql } from 'kysely'
import { monthOf } from '#platform/format/dates.ts'
import type { Tx } from '#platform/server/area.ts'
import { readConversionCosts } from './conversions.ts'
import { moveOf, readMoved } from './goods-moves.ts'
import { beyondOf, byText, type Move } from './moves.ts'
import { flowKinds } from './derived-tables.ts'
import { movementKinds, shippedKind } from './tables.ts'
import { shareOf, type CostPart, type CostRow } from './values.ts'

/** Whose sale, and which: cost lines are written by shop, day and SKU. */
export interface Sold {
  readonly shopId: string
  readonly sku: string
}
export interface ProductFacts {
  readonly moves: readonly Move[]
  readonly rows: readonly CostRow[]
  /** sales and returns by the id of their move */
  readonly sold: ReadonlyMap<string, Sold>
  /** of goods that were shipped and are not settled */
  readonly shippedPlaces: ReadonlySet<string>
}

/** Sales that no place ships are taken from here: there never is anything. */
const nowhere = ''
const millionths = (column: string) => sql<string>`round(${sql.ref(column)} * 1000000)::bigint::text`

/** `after`: what was moved after this day, and what costs count of it. */
export async function loadFacts(
  tx: Tx,
  orgId: string,
  productIds: readonly string[],
  after = '0001-01-01',
): Promise<Map<string, ProductFacts>> {
  const places = await sql<{ id: string }>`select id::text as id from ${shippedPlaces(orgId)} s`.execute(tx)
  const shipped = new Set(places.rows.map(row => row.id))
  const nothing = () => ({ moves: [] as Move[], rows: [] as CostRow[], sold: new Map<string, Sold>(), shippedPlaces: shipped })
  const facts = new Map(productIds.map(id => [id, nothing()] as const))
  const numbered = await numberedOf(tx, orgId)
  const of = (id: string) => facts.get(id) ?? nothing()
  const receipts = await readReceipts(tx, orgId, productIds, after)
  const cards = new Map(receipts.map(one => [one.id, one]))
  const sums = new Map<string, bigint>()
  const put = (receipt: string, part: CostPart, amount: bigint, countsFrom: string): void => {
    const key = `${receipt} ${part}`
    sums.set(key, (sums.get(key) ?? 0n) + amount)
    const card = cards.get(receipt)
    if (amount === 0n || card === undefined) return
    const made = card.moveId === null ? { layer: layerOf(receipt) } : { layer: `move ${card.moveId}`, ifThere: true as const }
    of(card.product).rows.push({ ...made, part, amount, countsFrom })
  }
  for (const { id, product, day, place, quantity, moveId, ...amounts } of receipts) {
    // what was made comes by its move
    if (moveId === null)
      of(product).moves.push({
        id: layerOf(id),
        day,
        ...numbered(day, id),
        kind: 'receipt',
        from: null,
        to: place,
        quantity: BigInt(quantity),
      })
    for (const part of ['purchase', 'firstLeg', 'duty', 'other'] as const) put(id, part, BigInt(amounts[part]), '')
  }
  const late = [
    ...(await readAdditions(tx, orgId, productIds, after)),
    ...(await readFreight(tx, orgId, productIds, after, of)),
    ...(await readInvoices(tx, orgId, receipts)),
  ]
  // in the order in which they count, so that what an actual amount replaces never depends on what is posted after it
  for (const { receipt, part, isActual, amount, countsFrom } of late.toSorted((a, b) => byText(a.countsFrom, b.countsFrom))) {
    const was = sums.get(`${receipt} ${part}`) ?? 0n
    put(receipt, part, isActual ? BigInt(amount) - was : BigInt(amount), countsFrom)
  }
  await addMovements(tx, orgId, productIds, after, of, numbered)
  await addGoodsMoves(tx, orgId, productIds, after, of)
  for (const { product, ...row } of await readConversionCosts(tx, orgId, productIds, after)) of(product).rows.push(row)
  await addShipments(tx, orgId, productIds, after, of)
  await addSales(tx, orgId, productIds, after, of)
  await addReturns(tx, productIds, after, of)
  return facts
}

type Numbered = (day: string, id: string) => { readonly seq?: number }
/** Moves of a day go by their numbers; in months that were closed by the text of their numbers, until they are opened again, by that. */
async function numberedOf(tx: Tx, orgId: string): Promise<Numbered> {
  const { rows } = await sql<{ month: string }>`select to_char(month, 'YYYY-MM') as month from finance_month
    where org_id = ${orgId} and moves_as_text = 1`.execute(tx)
  const asText = new Set(rows.map(row => row.month))
  return (day, id) => (asText.has(monthOf(day)) ? {} : { seq: Number(id) })
}

const layerOf = (receipt: string): string => `receipt ${receipt}`
const inBase = (column: string, alias: string) =>
  sql<string>`round(round(${sql.ref(`${alias}.${column}`)} * case when ${sql.ref(`${alias}.currency`)} = 'CNY' then 1
    else coalesce(${sql.ref(`${alias}.rate`)}, m.rate) end, 4) * 10000)::bigint::text`

interface ReceiptRow extends Readonly<Record<CostPart, string>> {
  readonly id: string
  readonly product: string
  readonly day: string
  readonly place: string
  readonly quantity: string
  /** of what was made: the move that brought it */
  readonly moveId: string | null
}
async function readReceipts(tx: Tx, orgId: string, productIds: readonly string[], after: string): Promise<readonly ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`select r.id::text as id, r.product_id::text as product, r.day::text as day,
      r.place_id::text as place, r.move_id::text as "moveId", ${millionths('r.quantity')} as quantity,
      ${inBase('purchase', 'r')} as purchase,
      ${inBase('first_leg', 'r')} as "firstLeg", ${inBase('duty', 'r')} as duty, ${inBase('other', 'r')} as other
    from cost_receipt r left join currency_rate m on m.org_id = r.org_id and m.currency = r.currency
      and m.month = date_trunc('month', r.day)
    where r.org_id = ${orgId} and r.product_id = any(${productIds}::bigint[]) and r.day > ${after}::date
    order by r.id`.execute(tx)
  return rows
}

interface AdditionRow {
  readonly receipt: string
  readonly part: CostPart
  readonly isActual: boolean
  readonly amount: string
  readonly countsFrom: string
}
async function readAdditions(tx: Tx, orgId: string, productIds: readonly string[], after: string): Promise<readonly AdditionRow[]> {
  const { rows } = await sql<AdditionRow>`select a.receipt_id::text as receipt,
      (array['purchase', 'firstLeg', 'duty', 'other'])[a.part] as part, a.meaning = 1 as "isActual", ${inBase('amount', 'a')} as amount,
      coalesce(a.counts_from::text, '') as "countsFrom"
    from cost_addition a join cost_receipt r on r.id = a.receipt_id left join currency_rate m on m.org_id = a.org_id
      and m.currency = a.currency and m.month = date_trunc('month', a.day)
    where a.org_id = ${orgId} and r.product_id = any(${productIds}::bigint[]) and r.day > ${after}::date
      and a.amount is not null
    order by coalesce(a.counts_from, '-infinity'), a.id`.execute(tx)
  return rows
}

type Of = (id: string) => { readonly moves: Move[]; readonly rows: CostRow[]; readonly sold: Map<string, Sold> }

/** First leg and duty of consignments: of a receipt the first of each replaces the estimate, of a transfer it is added. */
async function readFreight(tx: Tx, orgId: string, productIds: readonly string[], after: string, of: Of): Promise<AdditionRow[]> {
  const { rows } = await sql<{
    product: string
    layer: string
    part: CostPart
    amount: string
    countsFrom: string
  }>`select product_id::text as product, layer, (array['purchase', 'firstLeg', 'duty', 'other'])[part] as part,
      round(amount * 10000)::bigint::text as amount, counts_from::text as "countsFrom"
    from stock_freight where org_id = ${orgId} and product_id = any(${productIds}::bigint[])
      and counts_from > ${after}::date order by counts_from, id`.execute(tx)
  const seen = new Set<string>()
  return rows.flatMap(({ product, layer, part, amount, countsFrom }): AdditionRow[] => {
    if (!layer.startsWith(layerOf(''))) {
      of(product).rows.push({ layer, part, amount: BigInt(amount), countsFrom, ifThere: true })
      return []
    }
    const isActual = !seen.has(`${layer} ${part}`)
    seen.add(`${layer} ${part}`)
    return [{ receipt: layer.slice(layerOf('').length), part, isActual, amount, countsFrom }]
  })
}

/** An invoice takes the provisional cost of its units back, in turn, and puts its own amount in place. */
async function readInvoices(tx: Tx, orgId: string, receipts: readonly ReceiptRow[]): Promise<AdditionRow[]> {
  const { rows } = await sql<{
    receipt: string
    quantity: string
    amount: string
    countsFrom: string
  }>`select i.receipt_id::text as receipt,
      ${millionths('i.quantity')} as quantity, ${inBase('amount', 'i')} as amount, coalesce(i.counts_from::text, '') as "countsFrom"
    from cost_invoice i left join currency_rate m on m.org_id = i.org_id and m.currency = i.currency
      and m.month = date_trunc('month', i.day)
    where i.org_id = ${orgId} and i.receipt_id = any(${receipts.map(one => one.id)}::bigint[]) and i.amount is not null
    order by i.counts_from, i.id`.execute(tx)
  const ordered = new Map(receipts.map(one => [one.id, one]))
  const invoiced = new Map<string, bigint>()
  return rows.flatMap(({ receipt, quantity, amount, countsFrom }): AdditionRow[] => {
    const of = ordered.get(receipt)
    if (!of) return []
    const [whole, at] = [BigInt(of.quantity), invoiced.get(receipt) ?? 0n]
    const to = at + BigInt(quantity) < whole ? at + BigInt(quantity) : whole
    invoiced.set(receipt, to)
    const provisional = shareOf(BigInt(of.purchase), whole, at, to)
    return [{ receipt, part: 'purchase', isActual: false, amount: String(BigInt(amount) - provisional), countsFrom }]
  })
}

async function addMovements(
  tx: Tx,
  orgId: string,
  productIds: readonly string[],
  after: string,
  of: Of,
  numbered: Numbered,
): Promise<void> {
  const { rows } = await sql<{
    id: string
    product: string
    day: string
    kind: number
    from: string | null
    to: string | null
    quantity: string
    shop: string | null
    sku: string
  }>`select id::text, product_id::text as product, day::text as day, kind, from_place_id::text as "from", to_place_id::text as "to",
      ${millionths('quantity')} as quantity, shop_id::text as shop, seller_sku as sku
    from stock_movement where org_id = ${orgId} and product_id = any(${productIds}::bigint[]) and day > ${after}::date
    order by id`.execute(tx)
  for (const { id, product, day, kind, from, to, quantity, shop, sku } of rows) {
    const move = { id: `movement ${id}`, day, ...numbered(day, id), quantity: BigInt(quantity) }
    const { moves, sold } = of(product)
    if (kind === movementKinds.transfer[0]) moves.push({ ...move, kind: 'transfer', from, to })
    else if (kind === movementKinds.writeOff[0]) moves.push({ ...move, kind: 'writeOff', from, to: null })
    else {
      moves.push({ ...move, kind: 'return', from: null, to, party: partyOf(shop ?? '', sku) })
      sold.set(move.id, { shopId: shop ?? '', sku })
    }
  }
}

/** What the ledger of goods moved at the warehouses that it keeps. */
async function addGoodsMoves(tx: Tx, orgId: string, productIds: readonly string[], after: string, of: Of): Promise<void> {
  for (const row of await readMoved(tx, orgId, productIds, after)) {
    const move = moveOf(row)
    if (move === null) continue
    const { moves, sold } = of(row.product)
    moves.push(move)
    if (move.kind === 'return') for (const layer of [move.id, beyondOf(move.id)]) sold.set(layer, { shopId: row.shop ?? '', sku: row.sku })
  }
}

const partyOf = (shop: string, sku: string): string => `${shop} ${sku}`

/** What came back by files of the marketplace. Units of a return beyond what was sold out of layers are worth their cost of the month. */
async function addReturns(tx: Tx, productIds: readonly string[], after: string, of: Of): Promise<void> {
  const { rows } = await sql<{
    product: string
    shop: string
    sku: string
    happened: string
    kind: number
    day: string
    place: string
    quantity: string
    unitCost: string | null
  }>`select product_id::text as product, shop_id::text as shop, sku, happened_on::text as happened, kind, day::text as day,
      place_id::text as place, ${millionths('quantity')} as quantity, round(unit_cost * 100000000)::bigint::text as "unitCost"
    from stock_flow where product_id = any(${productIds}::bigint[]) and place_id is not null and kind <> ${flowKinds.shipped}
      and day > ${after}::date
    order by day, shop_id, happened_on, sku, kind`.execute(tx)
  for (const { product, shop, sku, happened, kind, day, place, quantity, unitCost } of rows) {
    const id = `return ${shop} ${happened} ${day} ${kind} ${sku}`
    const { moves, sold } = of(product)
    moves.push({
      id,
      day,
      kind: 'return',
      from: null,
      to: place,
      quantity: BigInt(quantity),
      party: partyOf(shop, sku),
      ...(unitCost === null ? {} : { unitCost: BigInt(unitCost) }),
    })
    for (const layer of [id, beyondOf(id)]) sold.set(layer, { shopId: shop, sku })
  }
}

/** The place of what a shop shipped and whose sale is not told yet. */
const shippedPlaces = (orgId: string) => sql`(select shop_id, min(id) as id from stock_place
  where org_id = ${orgId} and kind = ${shippedKind} and shop_id is not null group by shop_id)`

/** What left the shelf by files of the marketplace; it is sold when its sale is told. */
async function addShipments(tx: Tx, orgId: string, productIds: readonly string[], after: string, of: Of): Promise<void> {
  const { rows } = await sql<{ product: string; shop: string; sku: string; day: string; from: string; to: string; quantity: string }>`select
      f.product_id::text as product, f.shop_id::text as shop, f.sku, f.day::text as day, f.place_id::text as "from", p.id::text as "to",
      ${millionths('f.quantity')} as quantity
    from stock_flow f join ${shippedPlaces(orgId)} p on p.shop_id = f.shop_id
    where f.product_id = any(${productIds}::bigint[]) and f.place_id is not null and f.kind = ${flowKinds.shipped}
      and f.day > ${after}::date
    order by f.day, f.shop_id, f.sku`.execute(tx)
  for (const { product, shop, sku, day, from, to, quantity } of rows)
    of(product).moves.push({ id: `ship ${shop} ${day} ${sku}`, day, kind: 'ship', from, to, quantity: BigInt(quantity) })
}

/** A day on which more came back than was sold is a return. */
async function addSales(tx: Tx, orgId: string, productIds: readonly string[], after: string, of: Of): Promise<void> {
  const { rows } = await sql<{
    product: string
    shop: string
    sku: string
    day: string
    place: string | null
    shipped: string | null
    quantity: string
  }>`select s.product_id::text as product, s.shop_id::text as shop, s.sku, s.day::text as day, s.place_id::text as place,
      p.id::text as shipped, ${millionths('s.quantity')} as quantity
    from stock_sale s left join ${shippedPlaces(orgId)} p on p.shop_id = s.shop_id
    where s.product_id = any(${productIds}::bigint[]) and s.quantity <> 0 and s.day > ${after}::date
    order by s.day, s.shop_id, s.sku`.execute(tx)
  for (const { product, shop, sku, day, place, shipped, quantity } of rows) {
    const units = BigInt(quantity)
    const at = place ?? nowhere
    const move = { id: `sale ${shop} ${day} ${sku}`, day, party: partyOf(shop, sku) }
    const { moves, sold } = of(product)
    if (units > 0n)
      moves.push({ ...move, kind: 'sale', from: at, to: null, quantity: units, ...(shipped === null ? {} : { settles: shipped }) })
    else if (place !== null) moves.push({ ...move, kind: 'return', from: null, to: place, quantity: -units })
    sold.set(move.id, { shopId: shop, sku })
  }
}
