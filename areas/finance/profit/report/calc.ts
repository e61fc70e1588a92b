/**
 * Cost lines of goods sold, and which days they make stale: per shop, day and SKU minus units sold (less sellable returns) times the unit
 * cost of the product in that month; from its first receipt on what the units bore in their layers (areas/finance/costs/layers).
 */
import { sql } from 'kysely'
import { columnRef, isOneOf, firstOfMonth, anyTable } from '#platform/server/database.ts'
import type { Context, Tx, Area, Book } from '#platform/server/area.ts'
import { withMap, enqueueRefresh, markStale, figures } from '#platform/server/reports.ts'
import { inLane } from '#platform/server/jobs.ts'
import { amounts } from '../../facts/amounts.ts'
import { closedUntil, lastClosed } from '../../base/closed-months.ts'
import { costs } from '../../costs/costs.ts'
import { costsFollow, costsJob, type CostChange } from '../../base/costs-follow.ts'
import { datedCosts } from '../../costs/dated-costs.ts'
import { profitReports } from './profit.ts'
import { bridgeRollups, clockBridge } from '../clocks/bridge.ts'
import { keepReceivable } from '../clocks/receivable.ts'
import { receivables } from '../clocks/receivable-report.ts'
import { splitCosts } from '../clocks/split-costs.ts'
import { financeItems } from '../../base/finance-items.ts'
import { methodOf } from '../../costs/layers/compute.ts'
import { keepRuns, recorded } from '../calculations/record.ts'
import { keepReturns, returnDays, returnsByMonth } from '../../costs/layers/flows.ts'
import { hasLayers, keepSales, layerItems, writeLayerCosts } from '../../costs/layers/sales.ts'

const productSales = financeItems.productSales.id
const productCost = financeItems.productCost.id

/** Deletes and inserts the cost lines of goods sold on these days; a closed month keeps the costs it was closed with. */
export async function recomputeCosts(tx: Tx, context: Context, shopId: string, all: readonly string[]): Promise<void> {
  await writeCosts(tx, context, shopId, all)
  await splitCosts(tx, shopId, all)
}

async function writeCosts(tx: Tx, context: Context, shopId: string, all: readonly string[]): Promise<void> {
  const db = anyTable(tx)
  const closed = await closedUntil(tx, context.caller.orgId)
  const byLayers = (await methodOf(tx, context.caller.orgId)) !== null
  await keepReturns(tx, context, { shopId, days: all, byLayers })
  const days = all.filter(d => closed === null || d > closed)
  if (days.length === 0) return
  await db
    .deleteFrom('finance_cost_line')
    .where('shop_id', '=', shopId)
    .where(isOneOf(columnRef('finance_cost_line', 'bookedOn'), days))
    .where('item', 'in', layerItems)
    .execute()
  const month = firstOfMonth(columnRef('f', 'day'))
  const day = db
    .selectFrom(`${amounts.base.table} as f`)
    .where(isOneOf(columnRef('f', 'shopId'), [shopId]))
    .where(isOneOf(columnRef('f', 'day'), days))
  if (!amounts.mapped) throw new Error('amounts are not mapped to finance items')
  const sold = withMap(db, day, amounts.mapped, month)
    .where(sql<boolean>`map.value = ${productSales}`)
    .innerJoin('sku_map as s', j => j.on(sql<boolean>`s.shop_id = f.shop_id and s.seller_sku = f.sku`))
  const layered = byLayers ? hasLayers(tx) : null
  await keepSales(tx, context, shopId, days, layered && sold.where(layered))
  const units = (layered ? sold.where(sql<boolean>`not ${layered}`) : sold).innerJoin(datedCosts(tx).as('c'), j =>
    j.on(sql<boolean>`c.product_id = s.product_id and c.since <= ${month} and (c.until is null or c.until > ${month})`),
  )
  const lines = units
    .select([
      sql`f.shop_id`.as('shop_id'),
      sql`f.day`.as('booked_on'),
      sql`f.sku`.as('sku'),
      sql`${sql.lit(productCost)}::smallint`.as('item'),
      sql`c.currency`.as('currency'),
      sql`sum(f.quantity)`.as('quantity'),
      sql`c.unit_cost`.as('unit_cost'),
      sql`round(-sum(f.quantity) * c.unit_cost, 4)`.as('amount'),
    ])
    .groupBy(sql`f.shop_id, f.day, f.sku, c.currency, c.unit_cost`)
    .having(sql<boolean>`sum(f.quantity) <> 0`)
  await db
    .insertInto('finance_cost_line')
    .columns(['shop_id', 'booked_on', 'sku', 'item', 'currency', 'quantity', 'unit_cost', 'amount'])
    .expression(lines)
    .execute()
  await returnsByMonth(tx, shopId, days)
  await writeLayerCosts(tx, shopId, days)
}

const computed = figures(
  [...profitReports, clockBridge],
  [{ of: costs, after: amounts, make: (tx, context, shopId, days) => recorded(tx, context, shopId, days, recomputeCosts) }],
  bridgeRollups,
)
/**
 * Costs stand on amounts: their same days follow in the same transaction, and so does what marketplaces owe. What a person asks for is kept
 * with what it changed.
 */
export const profitFigures = {
  ...computed,
  books: computed.books.map((book): Book => {
    if (book.rollup !== amounts || book.isBeside === true) return book
    const after: NonNullable<Book['after']> = async (tx, context, shopId, days) => {
      await book.after?.(tx, context, shopId, days)
      await owed(tx, context, shopId, days)
    }
    return { ...book, asked: keepRuns, after }
  }),
}

/** It is rolled forward over all days of the shop: once, with the last of those that wait. */
async function owed(tx: Tx, context: Context, shopId: string, days: readonly string[]): Promise<void> {
  const waits = await tx
    .selectFrom('stale_day')
    .select('day')
    .where('rollup', '=', amounts.name)
    .where('owner_id', '=', shopId)
    .where('day', 'not in', days)
    .limit(1)
    .executeTakeFirst()
  // their roll-up comes later in the same refresh
  if (waits === undefined) await markStale(tx, receivables, shopId, await keepReceivable(tx, shopId), context.now())
}

/**
 * After a changed product cost or SKU mapping: marks the open days from `fromMonth` (YYYY-MM-01) on that have units of these SKUs, sold or
 * come back; null: of any.
 */
export async function costsChanged(
  tx: Tx,
  context: Context,
  shopId: string,
  skus: readonly string[] | null,
  fromMonth: string,
): Promise<void> {
  const closed = await closedUntil(tx, context.caller.orgId)
  let query = anyTable(tx)
    .selectFrom(`${amounts.base.table} as f`)
    .where(isOneOf(columnRef('f', 'shopId'), [shopId]))
    .where(sql<boolean>`f.day >= ${fromMonth}`)
    .where(sql<boolean>`f.quantity <> 0`)
  if (closed !== null) query = query.where(sql<boolean>`f.day > ${closed}`)
  if (skus) query = query.where(isOneOf(columnRef('f', 'sku'), skus))
  const rows = await query
    .select(sql<string>`f.day::text`.as('day'))
    .distinct()
    .execute()
  const back = await returnDays(tx, { shopId, skus, from: fromMonth, closed })
  await markStale(tx, costs, shopId, [...new Set([...rows.map(r => r.day), ...back])], context.now())
}

export const costsHandler = inLane('figures', async (house, payload) => {
  const system = await house.asSystem(String(payload['orgId']), 'costs follow a product cost or a mapping in every shop')
  const { productIds, kindId, fromMonth } = payload as unknown as CostChange
  await system.write(async tx => {
    if (productIds !== undefined) {
      // costs of other products from the same month on that wait are done with these
      const others = await house.jobs.take<CostChange & { readonly orgId: string }>(tx, costsJob, {
        orgId: system.caller.orgId,
        productIds: [],
        fromMonth,
      })
      await productCostsChanged(tx, system, [...new Set([...productIds, ...others.flatMap(one => one.productIds ?? [])])], fromMonth)
    } else if (kindId !== undefined) await kindChanged(tx, system, kindId, fromMonth)
    else for (const shopId of system.caller.shops) await costsChanged(tx, system, shopId, null, fromMonth)
    await enqueueRefresh(tx, system)
  })
})

/** Every SKU mapped to the products. */
async function productCostsChanged(tx: Tx, context: Context, productIds: readonly string[], fromMonth: string): Promise<void> {
  const maps = await tx
    .selectFrom('sku_map')
    .select(['shop_id', 'seller_sku'])
    .where(sql<boolean>`product_id = any(${productIds})`)
    .execute()
  for (const shopId of [...new Set(maps.map(m => m.shop_id))].sort())
    await costsChanged(
      tx,
      context,
      shopId,
      maps.filter(m => m.shop_id === shopId).map(m => m.seller_sku),
      fromMonth,
    )
}

/** Days with amounts of the kind: units sold are quantities of kinds that mean product sales. */
async function kindChanged(tx: Tx, context: Context, kindId: string, fromMonth: string): Promise<void> {
  const closed = await closedUntil(tx, context.caller.orgId)
  let query = anyTable(tx)
    .selectFrom(`${amounts.base.table} as f`)
    .where(isOneOf(columnRef('f', 'shopId'), context.caller.shops))
    .where(sql<boolean>`f.kind_id = ${kindId} and f.day >= ${fromMonth}`)
  if (closed !== null) query = query.where(sql<boolean>`f.day > ${closed}`)
  const days = await query
    .select([sql<string>`f.shop_id::text`.as('shop_id'), sql<string>`f.day::text`.as('day')])
    .distinct()
    .execute()
  for (const shopId of [...new Set(days.map(d => d.shop_id))].sort())
    await markStale(
      tx,
      amounts,
      shopId,
      days.filter(d => d.shop_id === shopId).map(d => d.day),
      context.now(),
    )
}

/** Months with money of this kind, which another mapping would alter; closed ones stay as they are. One query, nothing is recomputed. */
export async function monthsAlteredBy(
  context: Context,
  kindId: string,
): Promise<{ month: string; currency: string; amount: string; lines: number; closed: boolean }[]> {
  const [byMonth] = amounts.grains
  if (!byMonth) throw new Error('amounts have no grain by month')
  const closed = await lastClosed(context.db)
  return anyTable(context.db)
    .selectFrom(`${byMonth.table} as f`)
    .where(isOneOf(columnRef('f', 'shopId'), context.caller.shops))
    .where(sql<boolean>`f.kind_id = ${kindId}`)
    .select([
      sql<string>`to_char(f.month, 'YYYY-MM')`.as('month'),
      sql<string>`f.currency`.as('currency'),
      sql<string>`sum(f.amount)::text`.as('amount'),
      sql<number>`sum(f.n)::int`.as('lines'),
      sql<boolean>`coalesce(f.month <= ${closed}::date, false)`.as('closed'),
    ])
    .groupBy(sql`f.month, f.currency`)
    .orderBy('month')
    .orderBy('currency')
    .execute()
}

/** Cost lines follow the unit costs and the SKUs they are found by. */
export const costFollowers: NonNullable<Area['follows']> = {
  async product_cost(context, tx, changes) {
    const rows = changes.flatMap(({ before, after }) => after ?? before ?? [])
    const [firstMonth = ''] = rows.map(row => String(row['month'])).toSorted()
    const productIds = [...new Set(rows.map(row => String(row['productId'])))]
    await costsFollow(tx, context, { productIds, fromMonth: `${firstMonth}-01` })
  },
  async sku_map(context, tx, changes) {
    const rows = changes.flatMap(({ before, after }) => [before, after].filter(row => row !== null))
    for (const [shopId, maps] of [...Map.groupBy(rows, row => String(row['shopId']))].sort(([a], [b]) => a.localeCompare(b)))
      await costsChanged(tx, context, shopId, [...new Set(maps.map(row => String(row['sellerSku'])))], beginning)
    await enqueueRefresh(tx, context)
  },
}
const beginning = '1995-01-01'
