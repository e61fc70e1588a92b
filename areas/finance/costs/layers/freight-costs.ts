/**
 * First leg and duty in the layers of what a consignment brought: receipts and transfers that name it. The fee of a packed line (its sheet,
 * and its shares of bills that are allocated and not replaced, duty apart) falls on the units that arrived of those that were packed. What
 * was posted in closed months stays; the difference counts from the first open day.
 */
import { sql } from 'kysely'
import { moveReasons } from '#areas/goods/index.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { decimalText } from '#platform/format/decimal.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { layersStale } from './compute.ts'
import { costParts, movementKinds } from './tables.ts'
import { shareOf } from './values.ts'
import { baseCurrency } from './words.ts'

/** Bills and packed lines of consignments that the caller changed, or that his receipts name. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()
const amountScale = 4
const dispatched = sql.lit(moveReasons.dispatched[0])
const [firstLeg, duty] = [costParts.firstLeg[0], costParts.duty[0]]

interface Arrived {
  readonly layer: string
  readonly shipment: string
  readonly product: string
  readonly day: string
  readonly quantity: string
}
interface Packed {
  readonly shipment: string
  readonly product: string
  readonly quantity: string
  readonly fee: string
  readonly duty: string
}
interface Posted {
  readonly layer: string
  readonly part: number
  readonly shipment: string
  readonly product: string
  readonly amount: string
}

/** What came of the consignments, the earliest first. */
async function arrivedOf(db: Tx, orgId: string, ids: readonly string[]): Promise<readonly Arrived[]> {
  const { rows } = await sql<Arrived>`select layer, shipment, product, day::text as day, quantity from (
      select 'receipt ' || id as layer, shipment_id::text as shipment, product_id::text as product, day, 1 as rank, id,
        round(quantity * 1000000)::bigint::text as quantity
      from cost_receipt where org_id = ${orgId} and shipment_id = any(${ids}::bigint[])
      union all
      select 'movement ' || id, shipment_id::text, product_id::text, day, 2, id, round(quantity * 1000000)::bigint::text
      from stock_movement where org_id = ${orgId} and shipment_id = any(${ids}::bigint[]) and kind = ${movementKinds.transfer[0]}
      union all
      -- what a document of the warehouse shipped bears it from its departure on: at sea, where it arrives, where it is lost
      select 'move ' || m.id, s.id::text, m.product_id::text, m.booked_on, 3, m.id, round(m.quantity * 1000000)::bigint::text
      from first_leg_shipment s join goods_move m on m.doc_type = s.doc_type and m.doc_id = s.doc_id and m.reason = ${dispatched}
      where s.org_id = ${orgId} and s.id = any(${ids}::bigint[]) and m.reverses_id is null
        and not exists (select from goods_move r where r.reverses_id = m.id)) a
    order by day, rank, id`.execute(db)
  return rows
}

/** What was packed of the products that arrived, in the base currency. A SKU is the product's own, else the one it is sold by. */
async function packedOf(db: Tx, orgId: string, ids: readonly string[]): Promise<readonly Packed[]> {
  const lines = sql`select f.id, f.shipment_id, f.quantity, f.stated_fee, f.currency, s.period,
      coalesce((select p.id from product p where p.org_id = ${orgId} and p.sku = f.sku),
        (select min(m.product_id) from sku_map m where m.seller_sku = f.sku
          and m.shop_id = any(array(select o.id from shop o where o.org_id = ${orgId})))) as product_id
    from first_leg_fee f join first_leg_shipment s on s.id = f.shipment_id
    where f.org_id = ${orgId} and f.shipment_id = any(${ids}::bigint[]) and f.sku <> ''`
  const { rows } = await sql<Packed & { lacking: string | null }>`with l as materialized (${lines}),
    amounts as (
      select l.id, l.stated_fee as amount, 0 as duty, l.currency, l.period as month from l where l.stated_fee <> 0
      union all
      select l.id, h.share - h.duty, h.duty, h.currency, date_trunc('month', b.business_on)::date
      from l join first_leg_share h on h.fee_id = l.id join first_leg_bill b on b.id = h.bill_id
      where h.in_force = 1 and (h.share <> 0 or h.duty <> 0)
        and not exists (select from first_leg_bill n where n.replaces_id = b.id and n.state = 1)),
    fees as (
      select a.id, sum(a.amount * case when a.currency = ${baseCurrency} then 1 else r.rate end) as fee,
        sum(a.duty * case when a.currency = ${baseCurrency} then 1 else r.rate end) as duty,
        max(case when a.currency <> ${baseCurrency} and r.rate is null then to_char(a.month, 'YYYY-MM') || ' ' || a.currency end) as lacking
      from amounts a left join currency_rate r on r.org_id = ${orgId} and r.currency = a.currency and r.month = a.month group by a.id)
    select l.shipment_id::text as shipment, l.product_id::text as product, round(sum(l.quantity) * 1000000)::bigint::text as quantity,
      round(sum(f.fee) * 10000)::bigint::text as fee, round(sum(f.duty) * 10000)::bigint::text as duty, max(f.lacking) as lacking
    from l join fees f on f.id = l.id where l.product_id is not null group by 1, 2`.execute(db)
  const [month = '', currency = ''] = rows.find(row => row.lacking !== null)?.lacking?.split(' ') ?? []
  if (month !== '') throw refuse.rule(sentence`缺少 ${month} 的 ${currency} 汇率，头程费用不能计入成本批次；请先在“汇率”里登记`)
  return rows
}

/** Layer and part. */
const keyOf = (layer: string, part: number): string => `${part} ${layer}`

/** Units arrive in turn: each bears its share of those that were packed; what never arrived bears on nothing. Pure. */
function freightOf(packed: readonly Packed[], arrived: readonly Arrived[]): Map<string, bigint> {
  const of = new Map(packed.map(one => [`${one.shipment} ${one.product}`, one]))
  const amounts = new Map<string, bigint>()
  for (const [key, all] of Map.groupBy(arrived, one => `${one.shipment} ${one.product}`)) {
    const line = of.get(key)
    if (!line) continue
    const came = all.reduce((sum, one) => sum + BigInt(one.quantity), 0n)
    const whole = BigInt(line.quantity) === 0n ? came : BigInt(line.quantity)
    let at = 0n
    for (const { layer, quantity } of all) {
      const next = at + BigInt(quantity)
      const to = next < whole ? next : whole
      amounts.set(keyOf(layer, firstLeg), shareOf(BigInt(line.fee), whole, at, to))
      amounts.set(keyOf(layer, duty), shareOf(BigInt(line.duty), whole, at, to))
      at = to
    }
  }
  return amounts
}

/** Brings what is posted of these consignments to what their fees are now. */
export async function postFreight(tx: Tx, context: Context, shipmentIds: readonly string[]): Promise<void> {
  const ids = [...new Set(shipmentIds)].sort()
  if (ids.length === 0) return
  const db = behind(tx)
  const { orgId } = context.caller
  const closed = await closedUntil(tx, orgId)
  const open = closed === null ? '0001-01-01' : addDays(closed, 1)
  // one at a time: two people who allocate bills of one consignment post one after the other
  await sql`select 1 from first_leg_shipment where org_id = ${orgId} and id = any(${ids}::bigint[]) order by id for update`.execute(db)
  const arrived = await arrivedOf(db, orgId, ids)
  const amounts = freightOf(await packedOf(db, orgId, ids), arrived)
  const { rows: stayed } = await sql<Posted>`select layer, part, max(shipment_id)::text as shipment, max(product_id)::text as product,
      round(sum(amount) * 10000)::bigint::text as amount
    from stock_freight where org_id = ${orgId} and shipment_id = any(${ids}::bigint[]) and counts_from < ${open}::date
    group by layer, part`.execute(db)
  const posted = new Map(stayed.map(row => [keyOf(row.layer, row.part), BigInt(row.amount)]))
  const rows = arrived.flatMap(({ layer, shipment, product, day }) =>
    [firstLeg, duty].flatMap(part => {
      const amount = (amounts.get(keyOf(layer, part)) ?? 0n) - (posted.get(keyOf(layer, part)) ?? 0n)
      return amount === 0n ? [] : [{ layer, part, shipment, product, day, amount: decimalText(amount, amountScale) }]
    }),
  )
  const { rows: gone } = await sql<{ product: string }>`delete from stock_freight
    where org_id = ${orgId} and shipment_id = any(${ids}::bigint[]) and counts_from >= ${open}::date
    returning product_id::text as product`.execute(db)
  await sql`insert into stock_freight (org_id, shipment_id, product_id, layer, part, counts_from, amount)
    select ${orgId}::bigint, r.shipment, r.product, r.layer, r.part, greatest(${open}::date, r.day), r.amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(layer text, part int, shipment bigint, product bigint, day date,
      amount numeric)`.execute(db)
  await layersStale(tx, context, [...gone.map(row => row.product), ...rows.map(row => row.product)].sort())
}
