/**
 * What a month of a company comes to, by item, shop and currency: amounts of the marketplaces' files, costs, corrections by hand, and
 * what matches of the bank moved. The same stored figures that the profit report adds up.
 */
import { sql, type RawBuilder } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import { addMonths, firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { compare, divide, multiply, negate, subtract, sum } from '#platform/format/decimal.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { anyTable, columnRef, isOneOf } from '#platform/server/database.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { corrections } from '../../facts/corrections/tables.ts'
import { bankItems, expectedSources, sideRoles } from '../../base/match-words.ts'
import { figuresOfShops } from '../../profit/shop-profit/figures.ts'
import type { Fact } from './spread.ts'
import { baseCurrency as yuan, eventOfBankItem, eventOfPurchase, eventOfRole, isInProfit, rateSources, type Topic } from './words.ts'

export interface Shop {
  readonly id: string
  readonly name: string
}

/** Grain by month without SKU. */
export function monthsOf(of: Rollup): string {
  const grain = of.grains.find(({ keys }) => !keys.includes('day') && !keys.includes('sku'))
  if (grain === undefined) throw new Error(`${of.name} has no grain by month`)
  return grain.table
}

interface Summed {
  readonly item: number | null
  readonly shop: string
  readonly currency: string
  readonly amount: string
}

async function summed(context: Context, of: Rollup, first: string, shops: readonly string[]): Promise<readonly Summed[]> {
  const rows = anyTable(context.db)
    .selectFrom(`${monthsOf(of)} as f`)
    .where(isOneOf(columnRef('f', 'shopId'), shops))
    .where(sql<boolean>`f.month = ${first}::date`)
  const item: RawBuilder<number | null> = of.mapped === undefined ? sql`f.item` : sql`m.item`
  const mapped =
    of.mapped === undefined
      ? rows
      : rows.leftJoin('amazon_type_map as m', j =>
          j.on(sql<boolean>`m.kind_id = f.kind_id and m.valid_from <= f.month and (m.valid_to is null or m.valid_to > f.month)`),
        )
  return await mapped
    .select([
      item.as('item'),
      sql<string>`f.shop_id::text`.as('shop'),
      sql<string>`f.currency::text`.as('currency'),
      sql<string>`sum(f.amount)::text`.as('amount'),
    ])
    .groupBy([item, sql`f.shop_id`, sql`f.currency`])
    .having(sql<boolean>`sum(f.amount) <> 0`)
    .execute()
}

/** Facts of shops. Refused: a month that is being computed, a missing rate, amounts whose kind has no finance item yet. */
export async function factsOfShops(context: Context, month: string, shops: readonly Shop[], rates: Rates): Promise<Fact[]> {
  if (shops.length === 0) return []
  const ids = shops.map(shop => shop.id)
  const first = firstOfMonth(month)
  const report = await figuresOfShops(context, month, ids, ['profit'])
  const facts: Fact[] = []
  for (const [topic, of] of [
    ['platform', amounts],
    ['cost', costs],
    ['correction', corrections],
  ] as const satisfies readonly (readonly [Topic, Rollup])[])
    for (const row of await summed(context, of, first, ids)) {
      if (row.item === null) throw refuse.rule(sentence`${month} 还有费用类型没有对应财务科目，请先在“费用类型映射”里登记`)
      facts.push({ event: row.item, topic, shopId: row.shop, bankAccountId: null, currency: row.currency, amount: row.amount })
    }
  refuseLacking(month, facts, rates)
  // several statements have read: what was written between them is found out here
  for (const { id, name } of shops) {
    const own = facts.filter(fact => fact.shopId === id && isInProfit(fact.event))
    const profit = sum(own.map(fact => multiply(fact.amount, rates.get(fact.currency) ?? '0')))
    const difference = subtract(profit, report.get(id)?.['profit'] ?? '0')
    if (compare(difference, tolerance) > 0 || compare(difference, negate(tolerance)) < 0)
      throw refuse.rule(sentence`店铺“${name}”的数字刚有变化，请重新生成`)
  }
  return facts
}
/** what the report leaves out when it rounds to four places */
const tolerance = '0.0001'

export type Rates = ReadonlyMap<string, string>
export const refuseLacking = (month: string, facts: readonly Fact[], rates: Rates): void => {
  const lacking = facts.find(fact => !rates.has(fact.currency))
  if (lacking !== undefined) throw refuse.rule(sentence`${month} 没有 ${lacking.currency} 的汇率，请先在汇率里登记`)
}

/** CNY of one unit in a month. */
export async function ratesIn(context: Context, month: string): Promise<Rates> {
  const rows = await context.db
    .selectFrom('currency_rate')
    .select(['currency', sql<string>`rate::text`.as('rate')])
    .where(sql<boolean>`month = ${firstOfMonth(month)}::date`)
    .execute()
  return new Map([...rows.map(row => [row.currency, row.rate] as const), [yuan, '1']])
}

const rateScale = 10
/** Base currency of one unit, by the rates that the books are kept with. */
export async function baseRatesOf(context: Context, month: string, base: string, source: number): Promise<Rates> {
  const of = source === rateSources.before[0] ? addMonths(month, -1) : month
  const rates = await ratesIn(context, of)
  const own = rates.get(base)
  if (own === undefined) throw refuse.rule(sentence`${of} 没有 ${base} 的汇率，请先在汇率里登记`)
  return base === yuan
    ? rates
    : new Map([...rates].map(([currency, rate]) => [currency, currency === base ? '1' : divide(rate, own, rateScale, 'halfUp')]))
}

const eventsOfSource: Readonly<Record<number, number>> = {
  [expectedSources.amazon[0]]: eventOfRole('bankPayout'),
  [expectedSources.market[0]]: eventOfRole('bankPayout'),
  [expectedSources.carrier[0]]: eventOfRole('bankBill'),
  [expectedSources.freight[0]]: eventOfRole('bankBill'),
  [expectedSources.purchase[0]]: eventOfRole('bankPurchase'),
  [expectedSources.hand[0]]: eventOfRole('bankExpected'),
}
const eventsOfRole: Readonly<Record<number, number>> = {
  [sideRoles.line[0]]: eventOfRole('bankLine'),
  [sideRoles.charge[0]]: eventOfRole('bankCharge'),
  [sideRoles.exchange[0]]: eventOfRole('bankExchange'),
  [sideRoles.conversion[0]]: eventOfRole('bankConversion'),
}

/**
 * What matches of the company's accounts moved in the month. Accounts that their keeper alone sees are left out: vouchers are seen by
 * others. Behind the door, because a voucher is the same whoever makes it.
 */
export async function factsOfBank(context: Context, tx: Tx, companyId: string, month: string): Promise<Fact[]> {
  const seen = 1
  const { rows } = await sql<{
    role: number
    item: number | null
    source: number | null
    shop: string | null
    account: string | null
    currency: string
    amount: string
  }>`select s.role, s.item, e.source, e.shop_id::text as shop,
      case when s.role = ${sideRoles.line[0]} then a.id::text end as account, s.currency::text as currency, sum(s.amount)::text as amount
    from bank_match_side s
    join bank_match m on m.id = s.match_id
    join bank_account h on h.id = m.account_id
    join bank_account a on a.id = coalesce(s.account_id, m.account_id)
    left join bank_expected e on e.id = s.expected_id
    where m.org_id = ${context.caller.orgId} and m.matched_on between ${firstOfMonth(month)}::date and ${lastOfMonth(month)}::date
      and a.company_id = ${companyId} and a.seen_by = ${seen} and h.seen_by = ${seen}
    group by 1, 2, 3, 4, 5, 6 having sum(s.amount) <> 0`.execute(tx.withoutPlugins())
  return rows.map(row => ({
    event: eventsOfRole[row.role] ?? eventsOfSource[row.source ?? 0] ?? eventOfBankItem(row.item ?? bankItems.other[0]),
    topic: 'bank',
    shopId: row.shop,
    bankAccountId: row.account,
    currency: row.currency,
    amount: row.amount,
  }))
}

/**
 * Invoices of suppliers that were posted in the month, less those that were reversed in it: what goods cost, and the tax that is deducted.
 * They are of the legal entity of the warehouse, else of the first one.
 */
export async function factsOfPurchases(context: Context, tx: Tx, companyId: string, month: string): Promise<Fact[]> {
  const deductible = 1
  const { orgId } = context.caller
  const span = sql`between ${firstOfMonth(month)}::date and ${lastOfMonth(month)}::date`
  const { rows } = await sql<{ currency: string; net: string; tax: string }>`
    with moved as (select v.id, v.currency, v.kind, 1 as way from purchase_invoice v where v.org_id = ${orgId} and v.posted_on ${span}
      union all select v.id, v.currency, v.kind, -1 from purchase_invoice v where v.org_id = ${orgId} and v.reversed_on ${span})
    select m.currency::text as currency, sum(m.way * (x.amount - case when m.kind = ${deductible} then x.tax else 0 end))::text as net,
      sum(case when m.kind = ${deductible} then m.way * x.tax else 0 end)::text as tax
    from moved m join purchase_invoice_line x on x.invoice_id = m.id join goods_in_line i on i.id = x.in_line_id
    join goods_in d on d.id = i.in_id join warehouse w on w.id = d.warehouse_id
    where coalesce(w.company_id, (select min(c.id) from company c where c.org_id = ${orgId})) = ${companyId}
    group by m.currency`.execute(tx.withoutPlugins())
  const of = { topic: 'purchase', shopId: null, bankAccountId: null } as const
  return rows.flatMap(({ currency, net, tax }) =>
    [
      { ...of, event: eventOfPurchase('purchaseInvoiced'), currency, amount: net },
      { ...of, event: eventOfPurchase('purchaseTax'), currency, amount: tax },
    ].filter(one => compare(one.amount, '0') !== 0),
  )
}
