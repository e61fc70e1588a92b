/**
 * Stock of the demo company from its first open month on: a few products with receipts, goods sent to FBA, a freight bill that came later
 * than its estimate, a write-off.
 */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { divide, multiply } from '#platform/format/decimal.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { home, openKept, receive, scrap, send, typed, type Card } from './demo-kept.ts'
import { costAddition, placeKinds, stockPlace } from './tables.ts'

const productsMax = 4
/** units of the first receipt, of what of it goes to FBA, of the second receipt, of what is written off */
const [first, sent, second, lost] = ['1900', '1800', '1200', '6']
/** units of the first receipt that other shops are shipped */
const others = '1100'
/** days after the first receipt */
const [sentAfter, lostAfter, secondAfter] = [3, 20, 25]
/** what fills a carton on its way to FBA */
const carton = { units: 50, weight: '12', height: '30' }

interface Goods {
  readonly id: string
  readonly shop: string
  readonly cost: string
}

export async function makeStock(people: DemoPeople): Promise<void> {
  const { now, as } = people
  const context = await as('finance')
  const since = await firstOpenDay(context)
  if (since === null || addDays(since, secondAfter) > now.toISOString().slice(0, 10)) return
  const goods = await goodsOf(context)
  const supplierId = (await context.db.selectFrom('supplier').select('id').orderBy('id').limit(1).executeTakeFirst())?.id
  if (goods.length === 0 || supplierId === undefined) return
  const warehouseId = await openKept(people, home, since)
  const shops = [...Map.groupBy(goods, one => one.shop)]
  for (const [at, [shopId]] of shops.entries())
    await addRecord(context, stockPlace, { name: `FBA 仓 ${at + 1}`, kind: placeKinds.fba[0], shopId })
  const came = await receiveOf(people, goods, { warehouseId, supplierId, day: since, quantity: first, percent: '100' })
  const aside = await receiveOf(people, goods, { no: 'RK-0001', supplierId, day: since, quantity: others, percent: '100' })
  for (const [shopId, mine] of shops) {
    const day = addDays(since, sentAfter)
    const cartons = Number(sent) / carton.units
    const lines = mine.map(({ id }) => ({ ...carton, productId: id, quantity: sent, cartons, arrives: true }))
    await send(people, { fromWarehouseId: warehouseId, day, to: { shopId }, logisticsNo: null, arrivesOn: day, lines })
  }
  const [one] = goods
  const lines = [{ productId: one?.id, quantity: lost }]
  await scrap(people, { warehouseId, day: addDays(since, lostAfter), remark: '受潮', lines })
  const day = addDays(since, secondAfter)
  await receiveOf(people, goods, { warehouseId, supplierId, day, quantity: second, percent: '104' })
  for (const [cards, units] of [
    [came, first],
    [aside, others],
  ] as const) {
    const receiptId = cards.find(card => card.productId === one?.id)?.id
    const bill = { part: 2, meaning: 1, amount: partOf(one?.cost ?? '0', units, '15'), currency: 'CNY', day }
    await addRecord(context, costAddition, { ...bill, receiptId, documentNo: 'HYZD-0001', remark: '货代实际账单' })
  }
}

const partOf = (cost: string, quantity: string, percent: string): string =>
  divide(multiply(multiply(cost, quantity), percent), '100', 2, 'halfUp')

interface Coming {
  /** absent: it is typed under `no` */
  readonly warehouseId?: string
  readonly no?: string
  readonly supplierId: string
  readonly day: string
  readonly quantity: string
  /** of the cost of the product */
  readonly percent: string
}
/** At what was paid to the supplier; first leg and duty are estimated beside it. */
async function receiveOf(people: DemoPeople, goods: readonly Goods[], { quantity, percent, ...of }: Coming): Promise<readonly Card[]> {
  const lines = goods.map(({ id, cost }) => ({
    productId: id,
    quantity,
    unitCost: divide(partOf(cost, quantity, percent), quantity, 8, 'halfUp'),
  }))
  const { warehouseId, no: typedNo = '', day, supplierId } = of
  const came = { day, supplierId, lines }
  const cards = warehouseId === undefined ? await typed(people, { no: typedNo, ...came }) : await receive(people, { warehouseId, ...came })
  const finance = await people.as('finance')
  for (const { id, productId, no } of cards)
    for (const [part, share] of [
      [2, '12'],
      [3, '4'],
    ] as const) {
      const amount = partOf(goods.find(one => one.id === productId)?.cost ?? '0', quantity, share)
      const estimate = { part, meaning: 2, amount, currency: 'CNY', day, documentNo: no, remark: '预估' }
      await addRecord(finance, costAddition, { ...estimate, receiptId: id })
    }
  return cards
}

/** The day after the last closed month; null: no month was closed. */
async function firstOpenDay(context: Context): Promise<string | null> {
  const row = await context.db
    .selectFrom('finance_month')
    .select(sql<string | null>`(max(month) + interval '1 month')::date::text`.as('day'))
    .where('state', '=', 1)
    .executeTakeFirst()
  return row?.day ?? null
}

/** Products with a cost in CNY, each with the first shop that sells it. */
async function goodsOf(context: Context): Promise<readonly Goods[]> {
  const rows = await context.db
    .selectFrom('sku_map as s')
    .innerJoin('product_cost as c', 'c.product_id', 's.product_id')
    .select([
      sql<string>`s.product_id::text`.as('id'),
      sql<string>`min(s.shop_id)::text`.as('shop'),
      sql<string>`max(c.unit_cost)::text`.as('cost'),
    ])
    .where(sql<boolean>`c.currency = 'CNY'`)
    .groupBy(sql`s.product_id`)
    .orderBy(sql`min(s.id)`)
    .limit(productsMax)
    .execute()
  return rows
}
