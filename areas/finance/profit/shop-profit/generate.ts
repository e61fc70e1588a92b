/**
 * 生成利润表: the statement of shops in a month from the profit report, their own items and their shares, in CNY. A statement that
 * differs from the last one becomes its next version; the earlier ones stay. Repeating it changes nothing.
 */
import { sql } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, isMonth, monthOf } from '#platform/format/dates.ts'
import { add, canonical, multiply, negate, roundTo, sum } from '#platform/format/decimal.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { createEach, setDerived } from '#platform/server/records.ts'
import { todayOf } from '#platform/format/zones.ts'
import { figuresOfShops, type ShopFigures } from './figures.ts'
import { shopProfit } from './tables.ts'
import { inForce, itemOwners } from './words.ts'

const moneyScale = 4

/** Columns of the statement -> the measures of the profit report that they hold. */
const parts = {
  sales: ['sales'],
  refund: ['refund'],
  platformFees: ['platformFees'],
  fbaFees: ['fbaFees'],
  advertising: ['advertisingFees'],
  otherFees: ['shippingLabel', 'others', 'billedCosts'],
  productCost: ['productCost'],
  otherCost: [
    'firstLeg',
    'storage',
    'finalLeg',
    'subsidy',
    'multichannelFee',
    'dropshipCost',
    'dropshipFreight',
    'costVariance',
    'allocated',
  ],
  corrections: ['corrections'],
} as const
type Part = keyof typeof parts
const measures = Object.values(parts).flat()
const figureNames = [
  ...(Object.keys(parts) as Part[]),
  'platformProfit',
  'ownItems',
  'sharedItems',
  'profit',
  'payItems',
  'netProfit',
] as const
type Statement = Readonly<Record<(typeof figureNames)[number], string>>

export interface GenerateAsk {
  /** YYYY-MM */
  readonly month: string
  readonly shopIds?: readonly string[]
}
export interface Generated {
  /** statements that became a new version */
  readonly made: number
  readonly unchanged: number
  /** items of the month that are not allocated or whose name leads nowhere */
  readonly openItems: number
}

export async function generateSummary(context: Context, ask: GenerateAsk): Promise<Generated> {
  const { caller } = context
  if (!isMonth(ask.month)) throw refuse.invalid([{ field: 'month', message: sentence`月份格式应为 YYYY-MM，例如 2025-10` }])
  if (ask.month > monthOf(todayOf(context))) throw refuse.invalid([{ field: 'month', message: sentence`不能生成将来月份的利润表` }])
  const shops = ask.shopIds && ask.shopIds.length > 0 ? ask.shopIds : caller.shops
  if (shops.some(id => !caller.shops.includes(id))) throw refuse.unknown(['店铺', 'Shop'])
  const first = firstOfMonth(ask.month)
  return context.write(async (tx, inside) => {
    // two who generate the same month one after the other: the second finds what the first has written
    await sql`select pg_advisory_xact_lock(hashtextextended(${`shop profit ${caller.orgId} ${first}`}, 0))`.execute(tx)
    const figures = await figuresOfShops(inside, ask.month, shops, measures)
    const items = await itemsOf(inside, tx, first, shops)
    const before = await currentOf(tx, first, shops)
    const openItems = await openItemsOf(tx, caller.orgId, first)
    const fresh: Record<string, unknown>[] = []
    const replaced: string[] = []
    let unchanged = 0
    for (const shopId of shops) {
      const was = before.get(shopId)
      const statement = statementOf(figures.get(shopId), items.get(shopId))
      if (was === undefined && figureNames.every(name => canonical(statement[name]) === '0')) continue
      if (was && was.open_items === openItems && figureNames.every(name => canonical(statement[name]) === canonical(was[name]))) {
        unchanged += 1
        continue
      }
      if (was) replaced.push(was.id)
      fresh.push({ shopId, month: first, no: (was?.no ?? 0) + 1, state: 1, ...statement, openItems })
    }
    await setDerived(
      inside,
      shopProfit,
      replaced.map(id => ({ id, state: 2 })),
    )
    await createEach(inside, shopProfit, fresh, { verb: 'generate' })
    return { made: fresh.length, unchanged, openItems }
  })
}

/** Every formula adds: income is positive, costs and expenses are negative. */
function statementOf(figures: ShopFigures | undefined, items: Items | undefined): Statement {
  const own = Object.fromEntries(
    Object.entries(parts).map(([name, of]) => [name, roundTo(sum(of.map(one => figures?.[one] ?? '0')), moneyScale, 'halfUp')]),
  ) as Record<Part, string>
  const platformProfit = sum(Object.values(own))
  const [ownItems, sharedItems, payItems] = [negate(items?.own ?? '0'), negate(items?.shared ?? '0'), negate(items?.pay ?? '0')]
  const profit = sum([platformProfit, ownItems, sharedItems])
  return { ...own, platformProfit, ownItems, sharedItems, profit, payItems, netProfit: add(profit, payItems) }
}

/** Expenses of a shop in CNY, as positive amounts; `own` and `shared` are without pay. */
interface Items {
  readonly own: string
  readonly shared: string
  readonly pay: string
}

/** Items of the shops and their shares in force, each converted by the rate of the month and rounded to the scale of money. */
async function itemsOf(context: Context, tx: Tx, first: string, shops: readonly string[]): Promise<ReadonlyMap<string, Items>> {
  const rates = await ratesOf(context, tx, first)
  const inCny = (amount: string, currency: string): string => {
    const rate = rates.get(currency)
    if (rate === undefined && canonical(amount) !== '0')
      throw refuse.rule(sentence`${first.slice(0, 7)} 没有 ${currency} 的汇率，请先在汇率里登记`)
    return roundTo(multiply(amount, rate ?? '0'), moneyScale, 'halfUp')
  }
  const amounts = [
    'currency',
    sql<string>`shop_id::text`.as('shop'),
    sql<string>`sum(amount)::text`.as('amount'),
    sql<string>`sum(pay)::text`.as('pay'),
  ] as const
  const own = await tx
    .selectFrom('shop_profit_item')
    .select(amounts)
    .where('owner', '=', itemOwners.shop[0])
    .where(sql<boolean>`month = ${first}::date and shop_id = any(${[...shops]}::bigint[])`)
    .groupBy(['shop_id', 'currency'])
    .execute()
  const shared = await tx
    .selectFrom('shop_profit_share')
    .select(amounts)
    .where('state', '=', inForce.yes[0])
    .where(sql<boolean>`month = ${first}::date and shop_id = any(${[...shops]}::bigint[])`)
    .groupBy(['shop_id', 'currency'])
    .execute()
  const found = new Map<string, Items>()
  const put = (shop: string, more: Partial<Items>): unknown => {
    const was = found.get(shop) ?? { own: '0', shared: '0', pay: '0' }
    return found.set(shop, {
      own: add(was.own, more.own ?? '0'),
      shared: add(was.shared, more.shared ?? '0'),
      pay: add(was.pay, more.pay ?? '0'),
    })
  }
  for (const row of own) put(row.shop, { own: inCny(row.amount, row.currency), pay: inCny(row.pay, row.currency) })
  for (const row of shared) put(row.shop, { shared: inCny(row.amount, row.currency), pay: inCny(row.pay, row.currency) })
  return found
}

/** CNY for one unit, of every currency that has a rate in the month. */
async function ratesOf(context: Context, tx: Tx, first: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('currency_rate')
    .select(['currency', sql<string>`rate::text`.as('rate')])
    .where(sql<boolean>`month = ${first}::date and org_id = ${context.caller.orgId}`)
    .execute()
  return new Map([...rows.map(row => [row.currency, row.rate] as const), ['CNY', '1'] as const])
}

async function currentOf(tx: Tx, first: string, shops: readonly string[]) {
  const rows = await tx
    .selectFrom('shop_profit')
    .select([
      'id',
      'no',
      'open_items',
      sql<string>`shop_id::text`.as('shop'),
      ...figureNames.map(name => sql<string>`${sql.ref(columnOf(name))}::text`.as(name)),
    ])
    .where('state', '=', 1)
    .where(sql<boolean>`month = ${first}::date and shop_id = any(${[...shops]}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [row.shop, row]))
}

/** Behind the door: how many there are is said to everybody, because the statement lacks them. */
async function openItemsOf(tx: Tx, orgId: string, first: string): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from shop_profit_item where org_id = ${orgId} and month = ${first}::date
    and (owner = ${itemOwners.unmatched[0]} or (owner in (${itemOwners.department[0]}, ${itemOwners.company[0]}) and state = 0))`.execute(
    tx.withoutPlugins(),
  )
  return rows[0]?.n ?? 0
}
