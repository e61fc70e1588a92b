/**
 * Stock of the demo company from its first open month on: a few products with receipts, goods sent to FBA, a freight bill that came later
 * than its estimate, a write-off.
 */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { divide, multiply } from '#platform/format/decimal.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { costAddition, costReceipt, stockMovement, stockPlace } from './tables.ts'

const productsMax = 4
/** units of the first receipt, of what of it goes to FBA, of the second receipt, of what is written off */
const [first, sent, second, lost] = ['3000', '1800', '1200', '6']
/** days after the first receipt */
const [sentAfter, lostAfter, secondAfter] = [3, 20, 25]

interface Goods {
  readonly id: string
  readonly shop: string
  readonly cost: string
}

export async function makeStock({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const since = await firstOpenDay(context)
  if (since === null || addDays(since, secondAfter) > now.toISOString().slice(0, 10)) return
  const goods = await goodsOf(context)
  if (goods.length === 0) return
  const add = async (r: unknown, values: Readonly<Record<string, unknown>>): Promise<string> =>
    String((await addRecord(context, r as Resource, values)).id)
  const warehouse = await add(stockPlace, { name: '深圳中心仓', kind: 1, shipsRest: 1 })
  const fba = new Map<string, string>()
  for (const [at, shop] of [...new Set(goods.map(one => one.shop))].entries())
    fba.set(shop, await add(stockPlace, { name: `FBA 仓 ${at + 1}`, kind: 3, shopId: shop }))
  for (const [at, { id, shop, cost }] of goods.entries()) {
    const line = { lineNo: at + 1, productId: id }
    const of = (quantity: string, percent: string): string => divide(multiply(multiply(cost, quantity), percent), '100', 2, 'halfUp')
    const receive = (documentNo: string, day: string, quantity: string, price: string): Promise<string> =>
      add(costReceipt, {
        ...line,
        documentNo,
        day,
        placeId: warehouse,
        quantity,
        currency: 'CNY',
        basis: 1,
        purchase: of(quantity, price),
        firstLeg: of(quantity, '12'),
        duty: of(quantity, '4'),
      })
    const receipt = await receive('RK-0001', since, first, '100')
    await add(stockMovement, {
      ...line,
      documentNo: 'DB-0001',
      day: addDays(since, sentAfter),
      kind: 1,
      quantity: sent,
      fromPlaceId: warehouse,
      toPlaceId: fba.get(shop),
    })
    await receive('RK-0002', addDays(since, secondAfter), second, '104')
    if (at > 0) continue
    await add(stockMovement, {
      ...line,
      documentNo: 'BS-0001',
      day: addDays(since, lostAfter),
      kind: 2,
      quantity: lost,
      fromPlaceId: warehouse,
      remark: '受潮',
    })
    const bill = { part: 2, meaning: 1, amount: of(first, '15'), currency: 'CNY', day: addDays(since, secondAfter) }
    await add(costAddition, { ...bill, receiptId: receipt, documentNo: 'HYZD-0001', remark: '货代实际账单' })
  }
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
