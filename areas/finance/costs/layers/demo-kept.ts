/**
 * Stock of the demo company goes by documents of its warehouses, each on its day: what came, what was shipped on, what was scrapped. Their
 * costs follow the postings.
 */
import { goodsBatch, goodsIn, goodsOut, inKinds, locationKinds, outKinds } from '#areas/goods/index.ts'
import { openGranted, warehouse } from '#areas/reference/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { monthOf } from '#platform/format/dates.ts'
import { multiply, roundTo } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { homeZone, instantInZone } from '#platform/format/zones.ts'
import { defined, type Context, type DemoPeople } from '#platform/server/area.ts'
import { addRecord, createEach, oneRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { keepStock } from './keep-stock.ts'
import { costReceipt, placeKinds, receiptBases, stockPlace } from './tables.ts'

/** What of its goods goes to FBA and abroad, and lies there until then. */
export const home = { code: 'NB', name: '宁波备货仓', kind: 1, countryCode: 'CN' } as const

/** Who does it, at noon of that day, or now. */
export const onDay = ({ as, now }: DemoPeople, day: string): Promise<Context> =>
  as('admin', new Date(Math.min(now.getTime(), instantInZone(day, '12:00:00', homeZone))))

/** Its stock is kept from the first day of the month of this day on. */
export async function openKept(people: DemoPeople, values: typeof home | Readonly<Record<string, unknown>>, day: string): Promise<string> {
  const { id } = await openGranted(await people.as('keeper'), warehouse, 'warehouses', values)
  const admin = await people.as('admin')
  const kind = placeKinds[values === home ? 'own' : 'thirdParty'][0]
  const place = await addRecord(admin, stockPlace, { name: values['name'], kind })
  await keepStock(admin, { id, month: monthOf(day), placeId: place.id, sheet: '' })
  return id
}

export const homeOf = ({ db }: Context): Promise<{ id: string; kept_since: string | null } | undefined> =>
  db.selectFrom('warehouse').select(['id', 'kept_since']).where('code', '=', home.code).executeTakeFirst()

export interface Bought {
  readonly productId: string
  readonly quantity: string
  readonly unitCost: string
}
/** The card that a line of a receipt made. */
export interface Card {
  readonly id: string
  readonly productId: string
  readonly no: string
  readonly line: number
}

/** Answers a card for each line. */
export async function receive(
  people: DemoPeople,
  { warehouseId, day, supplierId, lines }: { warehouseId: string; day: string; supplierId: string; lines: readonly Bought[] },
): Promise<readonly Card[]> {
  const context = await onDay(people, day)
  const bin = await context.db
    .selectFrom('goods_location')
    .select('id')
    .where('warehouse_id', '=', warehouseId)
    .where('kind', '=', locationKinds.bin[0])
    .executeTakeFirst()
  const toId = defined(bin, 'a bin of the warehouse').id
  const added: object[] = []
  for (const line of lines) added.push({ ...line, toId, batchId: await batchOf(context, line.productId, day) })
  const values = { businessOn: day, kind: inKinds.bought[0], warehouseId, supplierId, lines: { added } }
  const { id } = await addRecord(context, goodsIn, values)
  await takeAll(context, goodsIn, id, ['receive'])
  const { no } = await oneRecord(context, goodsIn, id)
  return cardsOf(context, asText(no))
}

async function cardsOf({ db }: Context, no: string): Promise<readonly Card[]> {
  const found = db.selectFrom('cost_receipt').select(['id', 'product_id', 'document_no', 'line_no']).where('document_no', '=', no)
  const rows = await found.orderBy('line_no').execute()
  return rows.map(row => ({ id: row.id, productId: row.product_id, no: row.document_no, line: row.line_no }))
}

/** Shops without a place of their own are shipped from here, as their files tell it: no document of a warehouse does, so it is typed. */
export const otherShops = '其他店铺发货仓'
export async function typed(
  people: DemoPeople,
  { no, day, supplierId, lines }: { no: string; day: string; supplierId: string; lines: readonly Bought[] },
): Promise<readonly Card[]> {
  if (lines.length === 0) return []
  const finance = await people.as('finance')
  const place = await finance.db.selectFrom('stock_place').select('id').where('name', '=', otherShops).executeTakeFirst()
  const placeId = place?.id ?? (await addRecord(finance, stockPlace, { name: otherShops, kind: placeKinds.own[0], shipsRest: 1 })).id
  const values = { documentNo: no, day, placeId, supplierId, currency: 'CNY', basis: receiptBases.order[0] }
  await createEach(
    finance,
    costReceipt,
    lines.map(({ productId, quantity, unitCost }, at) => ({
      ...values,
      lineNo: at + 1,
      productId,
      quantity,
      purchase: roundTo(multiply(quantity, unitCost), 2, 'halfUp'),
    })),
  )
  return cardsOf(finance, no)
}

/** What is kept by batch comes in one, made on that day. */
async function batchOf(context: Context, productId: string, day: string): Promise<string | null> {
  const supply = await context.db.selectFrom('product_supply').select('tracking').where('product_id', '=', productId).executeTakeFirst()
  if (supply?.tracking !== 1) return null
  const batchNo = `B${day.slice(2).replaceAll('-', '')}`
  return (await addRecord(context, goodsBatch, { productId, batchNo, madeOn: day })).id
}

const picked = ['submit', 'allocate', 'release', 'pick', 'ship'] as const
export async function scrap(
  people: DemoPeople,
  { warehouseId, day, remark, lines }: { warehouseId: string; day: string; remark: string; lines: readonly object[] },
): Promise<void> {
  const context = await onDay(people, day)
  const values = { businessOn: day, kind: outKinds.scrapped[0], warehouseId, remark, lines: { added: lines } }
  await takeAll(context, goodsOut, (await addRecord(context, goodsOut, values)).id, picked)
}

async function takeAll(context: Context, r: Resource, id: string, steps: readonly string[]): Promise<void> {
  for (const step of steps) await takeSteps(context, r, { ids: [{ id }], pick: { step }, input: {} })
}

export interface Sent {
  readonly fromWarehouseId: string
  readonly day: string
  /** a shop whose marketplace stores it, else a warehouse */
  readonly to: { readonly shopId: string } | { readonly warehouseId: string }
  /** of the forwarder */
  readonly logisticsNo: string | null
  readonly arrivesOn: string
  readonly lines: readonly SentLine[]
}
export interface SentLine {
  readonly productId: string
  readonly quantity: string
  readonly cartons: number
  /** of a carton, in kilograms and centimetres */
  readonly weight: string
  readonly height: string
  readonly arrives: boolean
}
let sending: (people: DemoPeople, sent: Sent) => Promise<void> = async () => undefined
/** Logistics makes the shipping order. */
export const whenSent = (work: typeof sending): void => void (sending = work)
export const send = (people: DemoPeople, sent: Sent): Promise<void> => sending(people, sent)
