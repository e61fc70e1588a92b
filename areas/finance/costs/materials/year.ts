/** 物料成本年表: by product what its parts cost, by part what went into the goods that were sold; twelve months in CNY. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import { canonical, isZero, multiply, roundTo } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { anyTable, tablesOf } from '#platform/server/database.ts'
import type { ProductYearRow } from '../../base/answers.ts'
import { financeItems } from '../../base/finance-items.ts'
import { datedCosts } from '../dated-costs.ts'
import { Materials, type BomLine } from './explode.ts'

export interface MaterialYear {
  readonly year: number
  readonly list: readonly ProductYearRow[]
}
const linesMax = 200_000
const moneyScale = 4

export async function materialYear(context: Context, asked: unknown, by: 'product' | 'part'): Promise<MaterialYear> {
  const year = Number(asked)
  if (!Number.isInteger(year) || year < 2000 || year > 2100)
    throw refuse.invalid([{ field: 'year', message: sentence`请选择年份，如 2026` }])
  const months = monthsFromTo(`${year}-01`, `${year}-12`)
  const firsts = months.map(firstOfMonth)
  const [lines, costs, sold] = await Promise.all([linesOf(context, year), costsOf(context, firsts), soldOf(context, firsts)])
  const materials = new Materials({
    lines,
    costOf: (product, month) => costs.get(`${product} ${month}`) ?? null,
    soldOf: (product, month) => sold.get(`${product} ${month}`) ?? '0',
  })
  const used = by === 'part' ? new Map(months.map(month => [month, materials.used(month)])) : null
  const ids = [...new Set(lines.map(line => (by === 'part' ? line.partId : line.productId)))]
  const products = await named(context, ids)
  const list = products.map(({ id, sku, name }): ProductYearRow => ({
    productId: id,
    sku,
    name,
    months: months.map(month => {
      const unitCost = used === null ? materials.unitCost(id, month) : materials.partCost(id, month)
      const quantity = used === null ? (sold.get(`${id} ${month}`) ?? '0') : (used.get(month)?.get(id) ?? '0')
      const isKnown = unitCost !== null
      return {
        month,
        unitCost: isKnown ? canonical(unitCost) : null,
        currency: isKnown ? 'CNY' : null,
        quantity: canonical(quantity),
        amount: isKnown ? roundTo(multiply(unitCost, quantity), moneyScale, 'halfUp') : '0',
      }
    }),
  }))
  return { year, list: list.filter(row => row.months.some(one => one.unitCost !== null || !isZero(one.quantity))) }
}

async function linesOf(context: Context, year: number): Promise<readonly BomLine[]> {
  const rows = await tablesOf<'bom' | 'bom_line'>(context.db)
    .selectFrom('bom as b')
    .innerJoin('bom_line as l', 'l.bom_id', 'b.id')
    .select([
      sql<string>`b.product_id::text`.as('productId'),
      sql<number>`b.kind::int`.as('kind'),
      sql<string>`l.part_id::text`.as('partId'),
      sql<string>`(l.per / b.base)::text`.as('quantity'),
      sql<string>`l.scrap::text`.as('scrap'),
      sql<string>`b.valid_from::text`.as('from'),
      sql<string | null>`b.valid_to::text`.as('to'),
    ])
    // versions that were released
    .where(sql<boolean>`b.state in (2, 5) and b.kind < 4`)
    .where(sql<boolean>`b.valid_from <= ${`${year}-12-31`}::date and (b.valid_to is null or b.valid_to >= ${`${year}-01-01`}::date)`)
    .limit(linesMax + 1)
    .execute()
  if (rows.length > linesMax) throw refuse.rule(sentence`${year} 年有效的物料清单超过 ${linesMax} 行，无法一次列出`)
  return rows
}

/** Unit costs in force in CNY, by product and month; without a rate there is none. */
async function costsOf(context: Context, firsts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { db } = context
  const rows = await db
    .selectFrom(datedCosts(db).as('c'))
    .innerJoin(sql`unnest(${firsts}::date[])`.as<'m'>(sql`m(month)`), join =>
      join.on(sql<boolean>`c.since <= m.month and (c.until is null or c.until > m.month)`),
    )
    .leftJoin('currency_rate as r', join => join.on(sql<boolean>`r.currency = c.currency and r.month = m.month`))
    .where(sql<boolean>`(c.currency = 'CNY' or r.rate is not null)`)
    .select([
      sql<string>`c.product_id::text`.as('product'),
      sql<string>`to_char(m.month, 'YYYY-MM')`.as('month'),
      sql<string>`round(c.unit_cost * case when c.currency = 'CNY' then 1 else r.rate end, 8)::text`.as('cost'),
    ])
    .execute()
  return new Map(rows.map(row => [`${asText(row['product'])} ${asText(row['month'])}`, asText(row['cost'])]))
}

/** Units sold by product and month, over the shops that the caller sees. */
async function soldOf(context: Context, firsts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await anyTable(context.db)
    .selectFrom('finance_amount__shop_month_sku_currency_kind_deferred as f')
    .innerJoin('amazon_type_map as m', join => join.on(sql<boolean>`m.kind_id = f.kind_id`))
    .innerJoin('sku_map as s', join => join.on(sql<boolean>`s.shop_id = f.shop_id and s.seller_sku = f.sku`))
    .where(sql<boolean>`f.shop_id = any(${[...context.caller.shops]}::bigint[]) and f.month = any(${firsts}::date[])`)
    .where(sql<boolean>`m.item = ${financeItems.productSales.id} and m.valid_from <= f.month`)
    .where(sql<boolean>`(m.valid_to is null or m.valid_to > f.month)`)
    .select([
      sql<string>`s.product_id::text`.as('product'),
      sql<string>`to_char(f.month, 'YYYY-MM')`.as('month'),
      sql<string>`sum(f.quantity)::text`.as('quantity'),
    ])
    .groupBy(sql`1, 2`)
    .execute()
  return new Map(rows.map(row => [`${asText(row['product'])} ${asText(row['month'])}`, asText(row['quantity'] ?? '0')]))
}

const named = (context: Context, ids: readonly string[]) =>
  context.db
    .selectFrom('product')
    .select(['id', 'sku', 'name'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('sku')
    .execute()
