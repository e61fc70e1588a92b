/**
 * Goods of the demo company's consignments: received by the price of their order, sent on through 在途 to the warehouse that the consignment
 * names, where its freight bill falls on them, and invoiced later. The last consignment is still on its way in part, and its supplier has
 * not sent all invoices.
 */
import { sql } from 'kysely'
import { seededRandom } from '#areas/admin/index.ts'
import { addMonths } from '#platform/format/dates.ts'
import { add, divide, multiply, roundTo } from '#platform/format/decimal.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { todayOf } from '#platform/format/zones.ts'
import { lastClosed } from '../../base/closed-months.ts'
import { bringSheet, type SheetRow } from '#areas/admin/index.ts'
import { untilEnded } from '../../base/until-ended.ts'
import { costInvoice, costReceipt, movementKinds, placeKinds, receiptBases, stockMovement, stockPlace } from './tables.ts'

/** days of the month in which a consignment departs, and of the next one */
const [receivedOn, departedOn, invoicedOn, arrivedOn] = ['03', '06', '05', '09']
const inTransit = '海运在途'
/** the warehouse that other shops are shipped from (demo.ts) */
const warehouse = '深圳中心仓'

interface Packed {
  readonly shipmentNo: string
  readonly period: string
  readonly target: string
  readonly sku: string
  readonly quantity: string
  readonly price: string
}

export async function makeConsignedStock({ as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const [packed, home] = [await packedOf(context), await homeOf(context)]
  // where no month could be closed, the stock of the demo company has not begun
  if (packed.length === 0 || home === undefined) return
  const bring = async (r: unknown, rows: readonly SheetRow[]): Promise<void> =>
    untilEnded(context, await bringSheet(context, r as Resource, rows))
  await bring(stockPlace, [
    { name: inTransit, kind: placeKinds.transit[1] },
    ...[...new Set(packed.map(one => one.target))].map(name => ({ name, kind: placeKinds.thirdParty[1] })),
  ])
  const goods = goodsOf(packed, { suppliers: await suppliersOf(context), needs: await needsOf(context, packed), today: todayOf(context) })
  await bring(costReceipt, goods.map(receiptOf))
  await bring(
    stockMovement,
    goods.flatMap(one => [departureOf(one), ...(one.hasArrived ? [arrivalOf(one)] : []), ...supplyOf(one)]),
  )
  await bring(
    costInvoice,
    goods.flatMap(one => (one.invoiced === '0' ? [] : [invoiceOf(one)])),
  )
}

/** A packed line with what became of it. */
interface Goods extends Packed {
  readonly line: number
  readonly supplier: string
  /** units for the places that shops are shipped from; those of the own warehouse stay there */
  readonly needs: readonly Need[]
  /** units bought: for them, and for the consignment */
  readonly bought: string
  readonly hasArrived: boolean
  /** units invoiced, and their price in percent of the order's */
  readonly invoiced: string
  readonly percent: string
}

interface Need {
  readonly sku: string
  readonly month: string
  readonly place: string
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
          needs.filter(need => need.sku === one.sku && need.month >= one.period),
          need => need.place,
        ),
      ].map(([place, all]): Need => {
        const sold = all.reduce((sum, need) => sum + need.units, 0)
        return { sku: one.sku, month: one.period, place, units: spareLeast + Math.ceil((sold * (100 + spare)) / 100) }
      })
      const bought = add(roundTo(one.quantity, 0, 'halfUp'), String(mine.reduce((sum, need) => sum + need.units, 0)))
      const isInvoiced = nextMonth(one, invoicedOn) <= today && !(isLast && at % 2 === 1)
      return {
        ...one,
        line: at + 1,
        supplier: suppliers[at % Math.max(1, suppliers.length)] ?? '',
        needs: mine,
        bought,
        hasArrived: nextMonth(one, arrivedOn) <= today && !(isLast && at % 3 === 2),
        invoiced: isInvoiced ? (isLast ? divide(bought, '2', 0, 'down') : bought) : '0',
        // one invoice in four differs from its order
        percent: random.below(4) === 0 ? String(97 + random.below(7)) : '100',
      }
    }),
  )
}
const nextMonth = ({ period }: Packed, day: string): string => `${addMonths(period, 1)}-${day}`
const numbered = ({ shipmentNo, line }: Goods, kind: string) => ({ no: `${kind}-${shipmentNo.slice(2)}`, line })

function receiptOf(of: Goods): SheetRow {
  const { no, line } = numbered(of, 'CG')
  return {
    documentNo: no,
    lineNo: line,
    productId: of.sku,
    day: `${of.period}-${receivedOn}`,
    placeId: warehouse,
    supplierId: of.supplier,
    quantity: of.bought,
    purchase: roundTo(multiply(of.bought, of.price), 2, 'halfUp'),
    currency: 'CNY',
    basis: receiptBases.order[1],
  }
}

function moveOf(of: Goods, kind: string, more: SheetRow): SheetRow {
  const { no, line } = numbered(of, kind)
  return { documentNo: no, lineNo: line, productId: of.sku, kind: movementKinds.transfer[1], quantity: of.quantity, ...more }
}
const departureOf = (of: Goods): SheetRow =>
  moveOf(of, 'FY', { day: `${of.period}-${departedOn}`, fromPlaceId: warehouse, toPlaceId: inTransit, shipmentId: '' })
const arrivalOf = (of: Goods): SheetRow =>
  moveOf(of, 'DH', { day: nextMonth(of, arrivedOn), fromPlaceId: inTransit, toPlaceId: of.target, shipmentId: of.shipmentNo })

/** To FBA, for the shops that are shipped from there. */
const supplyOf = (of: Goods): SheetRow[] =>
  of.needs
    .filter(need => need.place !== warehouse)
    .map((need, at) =>
      moveOf(of, `DB${at + 1}`, {
        day: `${of.period}-${receivedOn}`,
        quantity: String(need.units),
        fromPlaceId: warehouse,
        toPlaceId: need.place,
        shipmentId: '',
      }),
    )

function invoiceOf(of: Goods): SheetRow {
  const { no, line } = numbered(of, 'FP')
  return {
    invoiceNo: no,
    lineNo: line,
    day: nextMonth(of, invoicedOn),
    receiptNo: numbered(of, 'CG').no,
    receiptLine: line,
    quantity: of.invoiced,
    amount: divide(multiply(multiply(of.invoiced, of.price), of.percent), '100', 2, 'halfUp'),
    currency: 'CNY',
  }
}

/** Units sold of the packed goods by month and by the place that they are shipped from. */
async function needsOf(context: Context, packed: readonly Packed[]): Promise<readonly Need[]> {
  const rows = await context.db
    .selectFrom('finance_cost_line as f')
    .innerJoin('sku_map as m', j => j.on(sql<boolean>`m.shop_id = f.shop_id and m.seller_sku = f.sku`))
    .innerJoin('product as p', 'p.id', 'm.product_id')
    .leftJoin('stock_place as s', j => j.on(sql<boolean>`s.shop_id = f.shop_id`))
    .where(sql<boolean>`p.sku = any(${[...new Set(packed.map(one => one.sku))]}::text[]) and f.quantity > 0`)
    .where(sql<boolean>`f.booked_on >= ${`${packed[0]?.period ?? ''}-01`}::date`)
    .select([
      sql<string>`p.sku`.as('sku'),
      sql<string>`to_char(f.booked_on, 'YYYY-MM')`.as('month'),
      sql<string>`coalesce(s.name, ${warehouse})`.as('place'),
      sql<number>`sum(f.quantity)::int`.as('units'),
    ])
    .groupBy(sql`1, 2, 3`)
    .execute()
  return rows as readonly Need[]
}

const homeOf = (context: Context): Promise<unknown> =>
  context.db.selectFrom('stock_place').select('id').where('name', '=', warehouse).executeTakeFirst()

async function suppliersOf(context: Context): Promise<readonly string[]> {
  const rows = await context.db
    .selectFrom('supplier')
    .select(sql<string>`name`.as('name'))
    .orderBy('id')
    .limit(2)
    .execute()
  return rows.map(row => row.name)
}

/** What open months' consignments hold of products that have a unit cost in CNY, at the cost of their month, and no layers of their own. */
async function packedOf(context: Context): Promise<readonly Packed[]> {
  const closed = await lastClosed(context.db)
  const rows = await context.db
    .selectFrom('first_leg_fee as f')
    .innerJoin('first_leg_shipment as s', 's.id', 'f.shipment_id')
    .innerJoin('product as p', 'p.sku', 'f.sku')
    .innerJoin('product_cost as c', 'c.product_id', 'p.id')
    .leftJoin('cost_receipt as r', 'r.product_id', 'p.id')
    .where(sql<boolean>`c.month = s.period and c.currency = 'CNY' and r.id is null`)
    .where(sql<boolean>`s.period > ${closed ?? '0001-01-01'}::date`)
    .select([
      sql<string>`s.shipment_no`.as('shipmentNo'),
      sql<string>`to_char(s.period, 'YYYY-MM')`.as('period'),
      sql<string>`coalesce(s.target, '')`.as('target'),
      sql<string>`p.sku`.as('sku'),
      sql<string>`f.quantity::text`.as('quantity'),
      sql<string>`c.unit_cost::text`.as('price'),
    ])
    .orderBy('s.id')
    .orderBy('f.row_no')
    .execute()
  return rows as readonly Packed[]
}
