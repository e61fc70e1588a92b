/** Reads what unit costs are made of: of a SKU of a shop, or of a product in all shops of the caller, over some days. */
import { sql } from 'kysely'
import { needs, operations } from '#platform/declare/operations.ts'
import { firstOfMonth, lastOfMonth, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { decimalText, divide, isZero } from '#platform/format/decimal.ts'
import { satisfies, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { datedCosts } from '../dated-costs.ts'
import { methodOf } from '../layers/compute.ts'
import { loadFacts } from '../layers/load.ts'
import { figuresOf, madeOf, type MadeAsk, type MadePart } from './made-of.ts'
import { unitCostKey } from './key.ts'
import type { CostFigures, CostOfDay, CostOfLayer, CostOfMonth, ProductUnitCost, Span, UnitCostAnswer } from './answers.ts'

interface UnitCostAsk {
  readonly shopId?: string
  readonly sku?: string
  readonly productId?: string
  readonly from: string
  readonly to: string
}
/** products that one SKU stood for on the days */
const productsMax = 5
const monthDemand = needs('finance.productCost', operations.view)

const money = (amount: bigint): string => decimalText(amount, 4)
const units = (quantity: bigint): string => decimalText(quantity, 6)

interface Product {
  readonly id: string
  readonly sku: string
  readonly name: string
}

/** The days around the one that was opened. */
function periodOf(day: string, span: Span): { from: string; to: string } {
  if (span === 'day') return { from: day, to: day }
  if (span === 'month') return { from: firstOfMonth(monthOf(day)), to: lastOfMonth(monthOf(day)) }
  return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` }
}

/** By the key that figures lead to it with. */
export async function unitCostNamed(context: Context, id: string, asked?: Span): Promise<UnitCostAnswer> {
  const key = unitCostKey(id)
  if (key === null) throw refuse.unknown(['单位成本', 'Unit cost'])
  const { day, isMonth, ...which } = key
  const spans: readonly Span[] = which.productId === undefined ? ['day', 'month'] : ['month', 'year']
  const span = spans.find(one => one === asked) ?? (which.productId === undefined && isMonth !== true ? 'day' : 'month')
  return { ...(await unitCostOf(context, { ...which, ...periodOf(day, span) })), spans, span }
}

export async function unitCostOf(context: Context, ask: UnitCostAsk): Promise<Omit<UnitCostAnswer, 'span' | 'spans'>> {
  const { shopId, sku, from, to } = ask
  const shop = shopId === undefined ? null : await shopNamed(context, shopId)
  const products = await productsOf(context, ask)
  if (products.length === 0) throw refuse.unknown(['商品', 'Product'])
  // behind the door: the fold needs the sales of every shop; of what it tells only those of the caller's shops are answered
  const db = context.house.unscoped('layers of one product, of which the sales of shops that the caller was granted are told') as Tx
  const { caller } = context
  const isAsked: MadeAsk['isAsked'] = (of, name) =>
    caller.shops.includes(of) && (shopId === undefined || of === shopId) && (sku === undefined || name === sku)
  const method = await methodOf(db, caller.orgId)
  const facts = await loadFacts(
    db,
    caller.orgId,
    products.map(one => one.id),
  )
  const answered: ProductUnitCost[] = []
  for (const product of products) {
    const of = facts.get(product.id)
    const made = of === undefined || method === null || of.moves.length === 0 ? null : madeOf(method, of, { from, to, isAsked })
    const months = made !== null && made.units.length + made.parts.length > 0 ? [] : await monthsOf(context, product.id, from, to)
    const whole = made?.units.reduce((sum, one) => sum + one.quantity, 0n) ?? 0n
    const sum = figures(made?.parts ?? [])
    answered.push({
      productId: product.id,
      sku: product.sku,
      name: product.name,
      method: made === null || method === null ? 'month' : method,
      units: units(whole),
      unitCost: whole === 0n ? null : divide(sum.total, units(whole), 6, 'halfUp'),
      lacking: units(made?.lacking ?? 0n),
      afterwards: money(made?.afterwards ?? 0n),
      sum,
      layers: made === null ? [] : await layersOf(context, made),
      days: made === null ? [] : daysOf(made),
      months,
    })
  }
  const mayMonths = satisfies(caller, monthDemand)
  const isSilent = !mayMonths && answered.some(one => one.days.length === 0)
  const words = context.language === 'en' ? 'No right to see the unit cost of the month' : '没有查看产品成本的权限，按月的单位成本不显示'
  return { shop, sku: sku ?? null, from, to, products: answered, notFilled: isSilent ? [words] : [] }
}

async function shopNamed(context: Context, shopId: string): Promise<string> {
  const row = await context.db.selectFrom('shop').select('name').where('id', '=', shopId).executeTakeFirst()
  if (row === undefined || !context.caller.shops.includes(shopId)) throw refuse.unknown(['店铺', 'Shop'])
  return row.name
}

/** What the SKU stood for when its sales were stored; where none was, what it stands for now. */
async function productsOf(context: Context, { shopId, sku, productId, from, to }: UnitCostAsk): Promise<readonly Product[]> {
  let ids = productId === undefined ? [] : [productId]
  if (shopId !== undefined && sku !== undefined) {
    const db = context.house.unscoped('which products a SKU of a shop that the caller was granted stood for')
    const { rows } = await sql<{ id: string }>`select distinct product_id::text as id from stock_sale
      where shop_id = ${shopId} and sku = ${sku} and day between ${from}::date and ${to}::date limit ${productsMax}`.execute(db)
    ids = rows.map(row => row.id)
    if (ids.length === 0) {
      const map = await context.db
        .selectFrom('sku_map')
        .select('product_id')
        .where('shop_id', '=', shopId)
        .where('seller_sku', '=', sku)
        .executeTakeFirst()
      if (map !== undefined) ids = [map.product_id]
    }
  }
  if (ids.length === 0) return []
  return context.db.selectFrom('product').select(['id', 'sku', 'name']).where('id', 'in', ids).orderBy('sku').execute()
}

function figures(parts: readonly MadePart[]): CostFigures {
  const of = figuresOf(parts)
  return {
    purchase: money(of.purchase),
    purchaseLater: money(of.purchaseLater),
    firstLeg: money(of.firstLeg),
    firstLegLater: money(of.firstLegLater),
    duty: money(of.duty + of.dutyLater),
    other: money(of.other + of.otherLater),
    total: money(of.total),
  }
}

type MadeOf = ReturnType<typeof madeOf>

async function layersOf(context: Context, { parts, units: all }: MadeOf): Promise<CostOfLayer[]> {
  const ids = [...new Set([...parts, ...all].map(one => one.layer))]
  const numbers = (head: string): string[] => ids.flatMap(id => (id.startsWith(head) ? [id.slice(head.length)] : []))
  // what was made has its card by the move that brought it
  const [receipts, moves] = [numbers('receipt '), numbers('move ')]
  const known =
    receipts.length + moves.length === 0
      ? []
      : await context.db
          .selectFrom('cost_receipt')
          .select([sql<string>`id::text`.as('id'), 'document_no as documentNo', 'basis', sql<string>`day::text`.as('day')])
          .select(sql<string>`coalesce('move ' || move_id, 'receipt ' || id)`.as('layer'))
          .where(sql<boolean>`(id = any(${receipts}::bigint[]) or move_id = any(${moves}::bigint[]))`)
          .execute()
  const receiptOf = new Map(known.map(row => [asText(row['layer']), row]))
  return ids
    .map(layer => {
      const row = receiptOf.get(layer)
      const quantity = all.filter(one => one.layer === layer).reduce((sum, one) => sum + one.quantity, 0n)
      return {
        receiptId: row === undefined ? null : asText(row['id']),
        documentNo: asText(row?.['documentNo'] ?? ''),
        receivedOn: asText(row?.['day'] ?? ''),
        isProvisional: row?.['basis'] === 2,
        units: units(quantity),
        ...figures(parts.filter(one => one.layer === layer)),
      }
    })
    .toSorted((a, b) => (a.receivedOn === b.receivedOn ? 0 : a.receivedOn < b.receivedOn ? -1 : 1))
}

function daysOf({ parts, units: all }: MadeOf): CostOfDay[] {
  const days = [...new Set([...parts, ...all].map(one => one.day))].toSorted()
  return days.flatMap(day => {
    const [own, late] = [false, true].map(isVariance => parts.filter(one => one.day === day && one.isVariance === isVariance))
    const quantity = all.filter(one => one.day === day).reduce((sum, one) => sum + one.quantity, 0n)
    const rows: CostOfDay[] = []
    if (quantity !== 0n || (own ?? []).length > 0)
      rows.push({ id: day, day, units: units(quantity), isVariance: false, ...figures(own ?? []) })
    if ((late ?? []).length > 0) rows.push({ id: `${day} late`, day, units: '0', isVariance: true, ...figures(late ?? []) })
    return rows.filter(row => !isZero(row.units) || !isZero(row.total) || row.isVariance)
  })
}

/** The unit cost in force in each of the months, for whoever may see it. */
async function monthsOf(context: Context, productId: string, from: string, to: string): Promise<readonly CostOfMonth[]> {
  if (!satisfies(context.caller, monthDemand)) return []
  const months = monthsFromTo(monthOf(from), monthOf(to)).map(firstOfMonth)
  const { db } = context
  const rows = await db
    .selectFrom(datedCosts(db).as('c'))
    .innerJoin(sql`unnest(${months}::date[])`.as<'m'>(sql`m(month)`), join =>
      join.on(sql<boolean>`c.since <= m.month and (c.until is null or c.until > m.month)`),
    )
    .select([
      sql<string>`to_char(m.month, 'YYYY-MM')`.as('month'),
      sql<string>`trim_scale(c.unit_cost)::text`.as('unitCost'),
      sql<string>`c.currency`.as('currency'),
      sql<string>`to_char(c.since, 'YYYY-MM')`.as('since'),
    ])
    .where(sql<boolean>`c.product_id = ${productId}`)
    .orderBy(sql`m.month`)
    .execute()
  return rows
}
