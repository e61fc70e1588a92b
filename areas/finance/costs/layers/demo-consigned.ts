/**
 * Goods of the demo company's consignments: received at the price of their order, shipped to the warehouse that the consignment names, with
 * its freight bill on them from their departure on, and invoiced later. The last consignment is still on its way in part, and its supplier
 * has not sent all invoices.
 */
import { sql } from 'kysely'
import { seededRandom } from '#areas/admin/index.ts'
import { addMonths } from '#platform/format/dates.ts'
import { add, divide, multiply, roundTo } from '#platform/format/decimal.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { todayOf } from '#platform/format/zones.ts'
import { createEach } from '#platform/server/records.ts'
import { lastClosed } from '../../base/closed-months.ts'
import { homeOf, openKept, receive, send, typed, type Card, type SentLine } from './demo-kept.ts'
import { costInvoice, placeKinds } from './tables.ts'

/** days of the month in which a consignment departs, and of the next one */
const [receivedOn, departedOn, invoicedOn, arrivedOn] = ['03', '06', '05', '09']

interface Packed {
  readonly shipmentNo: string
  readonly period: string
  readonly target: string
  readonly productId: string
  readonly quantity: string
  readonly cartons: string
  readonly volume: string
  readonly gross: string
  readonly price: string
}

export async function makeConsignedStock(people: DemoPeople): Promise<void> {
  const context = await people.as('finance')
  const [packed, house] = [await packedOf(context), await homeOf(await people.as('admin'))]
  // where no month could be closed, the stock of the demo company has not begun
  if (packed.length === 0 || house === undefined) return
  const abroad = new Map<string, string>()
  for (const [at, name] of [...new Set(packed.map(one => one.target))].entries()) {
    const values = { code: `HW${at + 1}`, name, kind: 3, countryCode: name.startsWith('德') ? 'DE' : 'US' }
    abroad.set(name, await openKept(people, values, house.kept_since ?? ''))
  }
  const goods = goodsOf(packed, { suppliers: await suppliersOf(context), needs: await needsOf(context, packed), today: todayOf(context) })
  const invoices: Invoice[] = []
  for (const mine of Map.groupBy(goods, one => one.shipmentNo).values()) {
    invoices.push(...(await receiveAll(people, house.id, mine)))
    await sendAll(people, { house: house.id, target: abroad.get(mine[0]?.target ?? '') ?? '', mine })
  }
  await createEach(context, costInvoice, invoices)
}

/** A receipt a supplier, and what other shops are shipped typed beside it; answers what he invoiced of both. */
async function receiveAll(people: DemoPeople, warehouseId: string, goods: readonly Goods[]): Promise<readonly Invoice[]> {
  const invoices: Invoice[] = []
  for (const [supplierId, mine] of Map.groupBy(goods, one => one.supplier)) {
    const [first] = mine
    if (first === undefined) continue
    const came = { day: `${first.period}-${receivedOn}`, supplierId }
    const linesOf = (unitsOf: (one: Goods) => string) =>
      mine.flatMap(one => {
        const quantity = unitsOf(one)
        if (quantity === '0') return []
        const paid = roundTo(multiply(quantity, one.price), 2, 'halfUp')
        return [{ productId: one.productId, quantity, unitCost: divide(paid, quantity, 8, 'halfUp') }]
      })
    const others = linesOf(one => one.others)
    const no = `CG-${first.shipmentNo.slice(2)}-${supplierId}`
    const kept = linesOf(one => one.bought)
    const cards = [
      ...(await receive(people, { warehouseId, ...came, lines: kept })),
      ...(await typed(people, { no, ...came, lines: others })),
    ]
    const unitsOf = (card: Card, one: Goods): string => (card.no === no ? one.others : one.bought)
    for (const card of cards) {
      const one = mine.find(each => each.productId === card.productId)
      if (one !== undefined) invoices.push(...invoiceOf(one, card, unitsOf(card, one)))
    }
  }
  return invoices.map((one, at) => ({ ...one, lineNo: at + 1 }))
}

interface Leaving {
  readonly house: string
  readonly target: string
  readonly mine: readonly Goods[]
}
/** To FBA for the shops that are shipped from there, and under the number of the forwarder to the warehouse abroad. */
async function sendAll(people: DemoPeople, { house, target, mine }: Leaving): Promise<void> {
  const [first] = mine
  if (first === undefined) return
  const needs = mine.flatMap(one => one.needs.flatMap(({ shopId, units }) => (shopId === null ? [] : [{ ...one, shopId, units }])))
  const received = `${first.period}-${receivedOn}`
  for (const [shopId, all] of Map.groupBy(needs, one => one.shopId)) {
    const lines = all.map(one => lineOf(one, String(one.units), true))
    await send(people, { fromWarehouseId: house, day: received, to: { shopId }, logisticsNo: null, arrivesOn: received, lines })
  }
  await send(people, {
    fromWarehouseId: house,
    day: `${first.period}-${departedOn}`,
    to: { warehouseId: target },
    logisticsNo: first.shipmentNo,
    arrivesOn: nextMonth(first, arrivedOn),
    lines: mine.map(one => lineOf(one, one.quantity, one.hasArrived)),
  })
}

/** In cartons as its packing list has them, of a base of 50 by 40 centimetres. */
function lineOf({ productId, quantity, cartons, volume, gross }: Goods, units: string, arrives: boolean): SentLine {
  const perCarton = Math.ceil(Number(quantity) / Number(cartons))
  return {
    productId,
    quantity: roundTo(units, 0, 'halfUp'),
    cartons: Math.ceil(Number(units) / perCarton),
    weight: divide(gross, cartons, 3, 'halfUp'),
    height: divide(multiply(volume, '500'), cartons, 2, 'halfUp'),
    arrives,
  }
}

/** A packed line with what became of it. */
interface Goods extends Packed {
  readonly supplier: string
  /** units for FBA of shops, and for those that are shipped from the own warehouse */
  readonly needs: readonly Need[]
  /** units bought: for FBA and the consignment, and for shops that are shipped from elsewhere */
  readonly bought: string
  readonly others: string
  readonly hasArrived: boolean
  /** what of the units is invoiced in percent, and their price in percent of the order's */
  readonly invoiced: string
  readonly percent: string
}

interface Need {
  readonly productId: string
  readonly month: string
  /** whose FBA it is stored at; null: the own warehouse */
  readonly shopId: string | null
  readonly units: number
}
interface Known {
  readonly suppliers: readonly string[]
  readonly needs: readonly Need[]
  readonly today: string
}
/** what is bought beyond what was sold so far, in percent, and at least */
const [spare, spareLeast] = [40, 30]

function goodsOf(packed: readonly Packed[], { suppliers, needs, today }: Known): Goods[] {
  const random = seededRandom(77)
  const last = packed.at(-1)?.shipmentNo
  return [...Map.groupBy(packed, one => one.shipmentNo).values()].flatMap(all =>
    all.map((one, at): Goods => {
      const isLast = one.shipmentNo === last
      const mine = [
        ...Map.groupBy(
          needs.filter(need => need.productId === one.productId && need.month >= one.period),
          need => need.shopId,
        ),
      ].map(([shopId, all]): Need => {
        const sold = all.reduce((sum, need) => sum + need.units, 0)
        return { productId: one.productId, month: one.period, shopId, units: spareLeast + Math.ceil((sold * (100 + spare)) / 100) }
      })
      const unitsOf = (isOther: boolean): number =>
        mine.filter(need => (need.shopId === null) === isOther).reduce((sum, need) => sum + need.units, 0)
      const bought = add(roundTo(one.quantity, 0, 'halfUp'), String(unitsOf(false)))
      const isInvoiced = nextMonth(one, invoicedOn) <= today && !(isLast && at % 2 === 1)
      return {
        ...one,
        supplier: suppliers[at % Math.max(1, suppliers.length)] ?? '',
        needs: mine,
        bought,
        others: String(unitsOf(true)),
        hasArrived: nextMonth(one, arrivedOn) <= today && !(isLast && at % 3 === 2),
        invoiced: isInvoiced ? (isLast ? '50' : '100') : '0',
        // one invoice in four differs from its order
        percent: random.below(4) === 0 ? String(97 + random.below(7)) : '100',
      }
    }),
  )
}
type Invoice = Readonly<Record<string, string | number>>
const nextMonth = ({ period }: Packed, day: string): string => `${addMonths(period, 1)}-${day}`

function invoiceOf(of: Goods, { no, line }: Card, units: string): readonly Invoice[] {
  const quantity = divide(multiply(units, of.invoiced), '100', 0, 'down')
  if (quantity === '0') return []
  const amount = divide(multiply(multiply(quantity, of.price), of.percent), '100', 2, 'halfUp')
  const invoiceNo = `FP-${of.shipmentNo.slice(2)}-${of.supplier}`
  return [{ invoiceNo, day: nextMonth(of, invoicedOn), receiptNo: no, receiptLine: line, quantity, amount, currency: 'CNY' }]
}

/** Units sold of the packed goods by month and by the place that they are shipped from. */
async function needsOf(context: Context, packed: readonly Packed[]): Promise<readonly Need[]> {
  const rows = await context.db
    .selectFrom('finance_cost_line as f')
    .innerJoin('sku_map as m', j => j.on(sql<boolean>`m.shop_id = f.shop_id and m.seller_sku = f.sku`))
    .leftJoin('stock_place as s', j => j.on(sql<boolean>`s.shop_id = f.shop_id and s.kind = ${placeKinds.fba[0]}`))
    .where(sql<boolean>`m.product_id = any(${[...new Set(packed.map(one => one.productId))]}::bigint[]) and f.quantity > 0`)
    .where(sql<boolean>`f.booked_on >= ${`${packed[0]?.period ?? ''}-01`}::date`)
    .select([
      sql<string>`m.product_id::text`.as('productId'),
      sql<string>`to_char(f.booked_on, 'YYYY-MM')`.as('month'),
      sql<string | null>`s.shop_id::text`.as('shopId'),
      sql<number>`sum(f.quantity)::int`.as('units'),
    ])
    .groupBy(sql`1, 2, 3`)
    .execute()
  return rows as readonly Need[]
}

async function suppliersOf(context: Context): Promise<readonly string[]> {
  const rows = await context.db.selectFrom('supplier').select('id').orderBy('id').limit(2).execute()
  return rows.map(row => row.id)
}

/**
 * What consignments of open months hold of products that have a unit cost in CNY, at the cost of their month, and no layers of their own.
 * What a document shipped has its document.
 */
async function packedOf(context: Context): Promise<readonly Packed[]> {
  const closed = await lastClosed(context.db)
  const rows = await context.db
    .selectFrom('first_leg_fee as f')
    .innerJoin('first_leg_shipment as s', 's.id', 'f.shipment_id')
    .innerJoin('product as p', 'p.sku', 'f.sku')
    .innerJoin('product_cost as c', 'c.product_id', 'p.id')
    .leftJoin('cost_receipt as r', 'r.product_id', 'p.id')
    .where(sql<boolean>`c.month = s.period and c.currency = 'CNY' and r.id is null and s.doc_type is null`)
    .where(sql<boolean>`s.period > ${closed ?? '0001-01-01'}::date`)
    .select([
      sql<string>`s.shipment_no`.as('shipmentNo'),
      sql<string>`to_char(s.period, 'YYYY-MM')`.as('period'),
      sql<string>`coalesce(s.target, '')`.as('target'),
      sql<string>`p.id::text`.as('productId'),
      sql<string>`f.quantity::text`.as('quantity'),
      sql<string>`f.cartons::text`.as('cartons'),
      sql<string>`f.volume::text`.as('volume'),
      sql<string>`f.gross_weight::text`.as('gross'),
      sql<string>`c.unit_cost::text`.as('price'),
    ])
    .orderBy('s.id')
    .orderBy('f.row_no')
    .execute()
  return rows as readonly Packed[]
}
