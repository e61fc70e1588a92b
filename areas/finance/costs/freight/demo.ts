/**
 * Two carriers of the demo company with a year of parcels of its orders and the labels of the year before, and three consignments, all from
 * files as people bring them.
 */
import { seededRandom, type SeededRandom } from '#areas/admin/index.ts'
import { sql } from 'kysely'
import { untilEnded } from '../../base/until-ended.ts'
import { addDays, addMonths, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { decimalText } from '#platform/format/decimal.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { listOf } from '#platform/server/lists.ts'
import { addRecord } from '#platform/server/records.ts'
import { carrier, carrierSources } from './carrier-tables.ts'
import { bases, firstLegBill, firstLegShipment } from './first-leg-tables.ts'
import { generate } from './generate.ts'
import { fedexInvoice, packingList, shipments, type Charge, type Packed } from './made-files.ts'

const months = 12
const parcelsOfMonth = 90
/** numbers of the labels of the year before follow this one */
const labelsBegin = 500_000
const monthsPerFile = 6
const fedexAccount = '604118820'
const seed = 21
/** days after which an invoice comes */
const lateEach = 9
const creditEach = 14
const voidEach = 17

const cents = (of: number): string => decimalText(BigInt(of), 2)
const dollarsFrom = (random: SeededRandom, least: number, most: number): number => least * 100 + random.below((most - least) * 100)

export async function makeFreight({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const random = seededRandom(seed)
  const today = now.toISOString().slice(0, 10)
  await addRecord(context, carrier, {
    name: 'FedEx 美国',
    source: carrierSources.fedex[0],
    number: fedexAccount,
    currency: 'USD',
  })
  await addRecord(context, carrier, {
    name: 'ShipStation 美西仓',
    source: carrierSources.shipstation[0],
    number: 'SS-WEST',
    currency: 'USD',
  })
  const forwarder = await addRecord(context, carrier, {
    name: '深圳速运国际货代',
    source: carrierSources.forwarder[0],
    number: 'SZSY-01',
    currency: 'CNY',
  })
  await makeConsignments(context, String(forwarder.id), monthOf(today), random)
}

/** The import that it orders. */
async function bring(context: Context, table: string, id: string, name: string, text: string): Promise<string> {
  const fileId = await keepUpload(context, { name, contentType: 'text/csv; charset=utf-8', content: [text] })
  return (await startImport(context, { fileIds: [fileId], owner: { table, id } })).importIds[0] ?? ''
}

const american = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** A parcel: what was ordered, labelled on the next day by the shipping software; FedEx sends an invoice for every other one. */
interface Parcel {
  readonly no: number
  readonly order: string
  readonly tracking: string
  readonly day: string
  readonly fee: number
}

interface Ordered {
  readonly no: string
  readonly day: string
}
/** Orders of a year that the company ships itself from America, as many a month as its warehouse packs. */
async function ordersToShip(context: Context, today: string, most: number): Promise<ReadonlyMap<string, Ordered[]>> {
  const first = `${addMonths(monthOf(today), -months)}-01`
  const orders = context.db
    .selectFrom('order_line as f')
    .innerJoin('shop as s', 's.id', 'f.shop_id')
    .where(sql<boolean>`s.marketplace_code in ('ebay.com', 'walmart.com') and not f.is_cancelled and f.status in (3, 4)`)
    .where(sql<boolean>`f.ordered_on >= ${first}::date and f.ordered_on < date_trunc('month', ${today}::date) - interval '1 day'`)
    .select([
      sql<string>`f.order_no`.as('no'),
      sql<string>`min(f.ordered_on)::text`.as('day'),
      sql<number>`row_number() over (partition by to_char(min(f.ordered_on), 'YYYY-MM') order by md5(f.order_no))`.as('at'),
    ])
    .groupBy('f.order_no')
  const rows = await context.db
    .selectFrom(orders.as('o'))
    .select([sql<string>`o.no`.as('no'), sql<string>`o.day`.as('day')])
    .where(sql<boolean>`o.at <= ${most}`)
    .orderBy('o.day')
    .orderBy('o.no')
    .execute()
  return Map.groupBy(rows, row => addDays(row.day, 1).slice(0, 7))
}

/** days after the order on which a parcel leaves, and those of one in so many that is late: Walmart's are due sooner than eBay's */
const [daysToShip, lateParcelEach, daysOfWalmart, daysOfEbay] = [1, 11, 3, 6]
const isWalmart = (order: string): boolean => !order.includes('-')

const parcelOf = (no: number, { no: order, day }: Ordered, today: string, random: SeededRandom): Parcel => ({
  no,
  order,
  // one label in two is of FedEx, whose invoice then tells what it cost
  tracking: no % 2 === 0 ? `7890${String(no).padStart(8, '0')}` : `1Z88${String(no).padStart(8, '0')}`,
  day: american(shippedOn(no, order, day, today)),
  fee: dollarsFrom(random, 6, 24),
})

function shippedOn(no: number, order: string, day: string, today: string): string {
  if (no % lateParcelEach !== 0) return addDays(day, daysToShip)
  const late = addDays(day, isWalmart(order) ? daysOfWalmart : daysOfEbay)
  return late < today ? late : addDays(day, daysToShip)
}

/** FedEx's invoices of a month: some parcels with a late charge, some credited. */
function fedexMonth(month: string, parcels: readonly Parcel[]): string {
  const charges: Charge[] = []
  let total = 0
  for (const { no, tracking, day, fee } of parcels) {
    const of = { tracking, day, invoice: `9-${month.slice(2, 4)}${month.slice(5)}-0000${1 + ((no / 2) % 4)}` }
    const charge = (amount: number, what?: string): void => {
      total += amount
      charges.push({ ...of, amount: cents(amount), ...(what === undefined ? {} : { what }) })
    }
    charge(fee + 65)
    if (no % lateEach === 0) charge(1_700, 'Address correction')
    if (no % creditEach === 0) charge(-fee - 65, 'Service failure credit (GSR)')
  }
  return fedexInvoice(charges, { account: fedexAccount, total: cents(total) })
}

const labelsOf = (parcels: readonly Parcel[]): string =>
  shipments(
    parcels.map(({ no, tracking, order, fee, day }) => ({
      id: `6045${String(no).padStart(6, '0')}`,
      tracking,
      order,
      fee: cents(fee),
      day,
      ...(no % 2 === 1 && no % voidEach === 0 ? { voided: true } : {}),
    })),
  )

/** Labels of the year before, when the company shipped half as much, by half years. Nobody kept the invoices of FedEx. */
async function labelsBefore(context: Context, today: string, carrierId: string): Promise<string[]> {
  const random = seededRandom(seed + 2)
  const end = firstOfMonth(addMonths(monthOf(today), -months))
  const byMonth = [...(await ordersToShip(context, end, parcelsOfMonth / 2))]
  let no = labelsBegin
  const importIds: string[] = []
  for (let from = 0; from < byMonth.length; from += monthsPerFile) {
    const half = byMonth.slice(from, from + monthsPerFile)
    const parcels = half.flatMap(([, orders]) => orders.map(order => parcelOf((no += 1), order, end, random)))
    importIds.push(await bring(context, 'carrier', carrierId, `shipstation-${half[0]?.[0] ?? ''}.csv`, labelsOf(parcels)))
  }
  return importIds
}

/** A year of parcels of orders, once the orders are there. */
async function makeParcels(context: Context, today: string): Promise<void> {
  const random = seededRandom(seed + 1)
  const carriers = await context.db
    .selectFrom('carrier as c')
    .select([sql<string>`c.id::text`.as('id'), sql<number>`c.source`.as('source')])
    .execute()
  const idOf = (source: number): string => carriers.find(one => one.source === source)?.id ?? ''
  const importIds = await labelsBefore(context, today, idOf(carrierSources.shipstation[0]))
  let no = 0
  for (const [month, orders] of await ordersToShip(context, today, parcelsOfMonth)) {
    const parcels = orders.map(order => parcelOf((no += 1), order, today, random))
    const billed = parcels.filter(one => one.no % 2 === 0)
    importIds.push(await bring(context, 'carrier', idOf(carrierSources.shipstation[0]), `shipstation-${month}.csv`, labelsOf(parcels)))
    if (billed.length > 0)
      importIds.push(await bring(context, 'carrier', idOf(carrierSources.fedex[0]), `fedex-${month}.csv`, fedexMonth(month, billed)))
  }
  await untilEnded(context, importIds)
}

/** what each consignment costs, by which basis, and how it goes */
const consignments = [
  {
    mode: 1,
    basis: bases.volume[0],
    items: [
      [1, '18600.00'],
      [2, '4215.60'],
      [3, '850.00'],
    ],
    target: '美西仓',
  },
  {
    mode: 2,
    basis: bases.greater[0],
    items: [
      [1, '9380.00'],
      [4, '1126.50'],
    ],
    target: '美东仓',
  },
  {
    mode: 1,
    basis: bases.gross[0],
    items: [
      [1, '12450.00'],
      [3, '620.00'],
      [5, '-300.00'],
    ],
    target: '德国仓',
  },
] as const
const linesOfConsignment = 14

async function makeConsignments(context: Context, carrierId: string, thisMonth: string, random: SeededRandom): Promise<void> {
  const goods = await context.db
    .selectFrom('product')
    .select(['sku', 'name'])
    .orderBy('sku')
    .limit(consignments.length * linesOfConsignment)
    .execute()
  for (const [at, { mode, basis, items, target }] of consignments.entries()) {
    const period = addMonths(thisMonth, at - consignments.length)
    const shipmentNo = `TC${period.replace('-', '')}${String(at + 1).padStart(3, '0')}`
    const shipment = await addRecord(context, firstLegShipment, { shipmentNo, period, mode, carrierId, departedOn: `${period}-06`, target })
    const shipmentId = String(shipment.id)
    const packed = goods.slice(at * linesOfConsignment, (at + 1) * linesOfConsignment).map((one): Packed => packedOf(one, random))
    await bring(context, 'first_leg_shipment', shipmentId, `${shipmentNo}-装箱单.csv`, packingList(packed))
    const added = items.map(([kind, amount]) => ({ kind, amount }))
    const words = { shipmentId, carrierId, businessOn: `${period}-20`, basis, currency: 'CNY', lines: { added } }
    await addRecord(context, firstLegBill, words)
  }
}

function packedOf({ sku, name }: { readonly sku: string; readonly name: string }, random: SeededRandom): Packed {
  const cartons = 2 + random.below(9)
  const gross = cartons * (800 + random.below(900))
  return {
    sku,
    name,
    quantity: String(cartons * (12 + random.below(5) * 6)),
    cartons: String(cartons),
    volume: decimalText(BigInt(cartons * (35 + random.below(50))), 3),
    gross: cents(gross),
    net: cents(gross - cartons * 90),
    price: cents(600 + random.below(6_000)),
  }
}

/** Parcels of the orders, and the bills of the consignments, once orders and packing lists are read. */
export async function makeFreightFigures({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  await makeParcels(context, now.toISOString().slice(0, 10))
  const bills = (await listOf(context, firstLegBill, { pageNum: 1, pageSize: consignments.length, state: [0] })).list
  await generate(context, { ids: bills.map(bill => bill.id) })
}
