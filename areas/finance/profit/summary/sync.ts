/**
 * Builds the rows of a month from the roll-ups of files, corrections and costs; `calc` renews the costs alone. Audited rows keep their
 * amounts and get what the facts say now beside them. Repeating it changes nothing.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Rollup } from '#platform/declare/rollup.ts'
import { add, canonical, isZero } from '#platform/format/decimal.ts'
import { firstOfMonth, isMonth } from '#platform/format/dates.ts'
import { removeRecords, createEach, setDerived, writeAudit } from '#platform/server/records.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { anyTable, columnRef, isOneOf } from '#platform/server/database.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { corrections } from '../../facts/corrections/tables.ts'
import { financeSummary } from './tables.ts'

export interface SummaryAsk {
  readonly month: string
  readonly shopIds?: readonly string[]
}
export interface SyncedSummary {
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** audited rows, which keep their amounts */
  readonly kept: number
  /** shops of which days are still being computed: sync again once they are */
  readonly computing: number
}

/** Amounts of one row: shop, currency and item of the month. */
interface Parts {
  fileAmount: string
  correctionAmount: string
  costAmount: string
}
const nothing = (): Parts => ({ fileAmount: '0', correctionAmount: '0', costAmount: '0' })
const keyOf = (shopId: string, currency: string, item: number): string => JSON.stringify([shopId, currency, item])

export async function syncSummary(context: Context, ask: SummaryAsk, only: 'all' | 'costs' = 'all'): Promise<SyncedSummary> {
  if (!isMonth(ask.month)) throw refuse.invalid([{ field: 'month', message: sentence`月份格式应为 YYYY-MM，例如 2025-10` }])
  const shops = ask.shopIds && ask.shopIds.length > 0 ? ask.shopIds : context.caller.shops
  if (shops.some(id => !context.caller.shops.includes(id))) throw refuse.unknown(['店铺', 'Shop'])
  const first = firstOfMonth(ask.month)
  return context.write(async (tx, inside) => {
    // two who sync the same month one after the other: the second finds what the first has written
    await sql`select pg_advisory_xact_lock(hashtextextended(${`finance summary ${context.caller.orgId} ${first}`}, 0))`.execute(tx)
    const now = await factsOf(inside, first, shops)
    const there = await tx
      .selectFrom('finance_summary')
      .select([
        'id',
        'shop_id',
        'currency',
        'item',
        'audit_state',
        'remark',
        sql<string>`file_amount::text`.as('file'),
        sql<string>`correction_amount::text`.as('correction'),
        sql<string>`cost_amount::text`.as('cost'),
        sql<string>`fact_amount::text`.as('fact'),
        sql<string>`hand_amount::text`.as('hand'),
      ])
      .where('month', '=', first)
      .where(sql<boolean>`shop_id = any(${[...shops]})`)
      .execute()
    const changed: ({ readonly id: string } & Record<string, string>)[] = []
    const gone: string[] = []
    let kept = 0
    for (const row of there) {
      const key = keyOf(row.shop_id, row.currency, row.item)
      const facts = now.get(key) ?? nothing()
      now.delete(key)
      const is: Parts = { fileAmount: row.file, correctionAmount: row.correction, costAmount: row.cost }
      const isAudited = row.audit_state === 1
      if (isAudited) kept += 1
      const wanted = isAudited ? is : only === 'costs' ? { ...is, costAmount: facts.costAmount } : facts
      const fact = sumOf(only === 'costs' ? { ...is, costAmount: facts.costAmount } : facts)
      if (!isAudited && sumsToNothing(wanted) && isZero(row.hand) && row.remark === '') gone.push(row.id)
      else if (!isSame(wanted, is) || (only === 'all' && !isEqual(fact, row.fact)))
        changed.push({ id: row.id, ...wanted, factAmount: only === 'all' || !isAudited ? fact : row.fact })
    }
    const fresh = [...now].flatMap(([key, facts]) => {
      const [shopId, currency, item] = JSON.parse(key) as [string, string, number]
      const parts = only === 'costs' ? { ...nothing(), costAmount: facts.costAmount } : facts
      return sumsToNothing(parts) ? [] : [{ shopId, month: first, currency, item, ...parts, factAmount: sumOf(parts) }]
    })
    await createEach(inside, financeSummary, fresh)
    await setDerived(inside, financeSummary, changed)
    if (gone.length > 0) await removeRecords(inside, financeSummary, gone)
    const made = { added: fresh.length, changed: changed.length, removed: gone.length, kept }
    await writeAudit(inside, tx, {
      subject: financeSummary.table,
      recordId: null,
      verb: only === 'costs' ? 'calc' : 'sync',
      before: null,
      after: { month: ask.month, shopIds: shops, ...made },
    })
    return { ...made, computing: await stillComputing(inside, first, shops) }
  })
}

const sumOf = ({ fileAmount, correctionAmount, costAmount }: Parts): string => canonical(add(add(fileAmount, correctionAmount), costAmount))
const sumsToNothing = (parts: Parts): boolean => Object.values(parts).every(amount => isZero(amount))
const isEqual = (a: string, b: string): boolean => canonical(a) === canonical(b)
const isSame = (a: Parts, b: Parts): boolean =>
  isEqual(a.fileAmount, b.fileAmount) && isEqual(a.correctionAmount, b.correctionAmount) && isEqual(a.costAmount, b.costAmount)

/** What files, corrections and costs of the month say, by shop, currency and item; item 0 is what no mapping covers. */
async function factsOf(context: Context, first: string, shops: readonly string[]): Promise<Map<string, Parts>> {
  const found = new Map<string, Parts>()
  const put = (part: keyof Parts, rows: readonly Found[]): void => {
    for (const { shop_id: shopId, currency, item, amount } of rows) {
      const key = keyOf(shopId, currency, item)
      found.set(key, { ...(found.get(key) ?? nothing()), [part]: canonical(amount) })
    }
  }
  put('fileAmount', await filesOf(context, first, shops))
  put('correctionAmount', await ofRollup(context, corrections, first, shops))
  put('costAmount', await ofRollup(context, costs, first, shops))
  return found
}

interface Found {
  readonly shop_id: string
  readonly currency: string
  readonly item: number
  readonly amount: string
}
const monthGrain = (of: Rollup): string =>
  of.grains.find(grain => !grain.keys.includes('day') && !grain.keys.includes('sku'))?.table ?? of.base.table
const figures = (item: RawBuilder<unknown>) =>
  [
    sql<string>`f.shop_id::text`.as('shop_id'),
    sql<string>`f.currency`.as('currency'),
    sql<number>`${item}::int`.as('item'),
    sql<string>`sum(f.amount)::text`.as('amount'),
  ] as const

const filesOf = (context: Context, first: string, shops: readonly string[]): Promise<Found[]> =>
  anyTable(context.db)
    .selectFrom(`${monthGrain(amounts)} as f`)
    .leftJoin('amazon_type_map as m', j =>
      j.on(sql<boolean>`m.kind_id = f.kind_id and m.valid_from <= f.month and (m.valid_to is null or m.valid_to > f.month)`),
    )
    .where(isOneOf(columnRef('f', 'shopId'), shops))
    .where(sql<boolean>`f.month = ${first}::date`)
    .select(figures(sql`coalesce(m.item, 0)`))
    .groupBy(sql`f.shop_id, f.currency, coalesce(m.item, 0)`)
    .execute()

const ofRollup = (context: Context, of: Rollup, first: string, shops: readonly string[]): Promise<Found[]> =>
  anyTable(context.db)
    .selectFrom(`${monthGrain(of)} as f`)
    .where(isOneOf(columnRef('f', 'shopId'), shops))
    .where(sql<boolean>`f.month = ${first}::date`)
    .select(figures(sql`f.item`))
    .groupBy(sql`f.shop_id, f.currency, f.item`)
    .execute()

async function stillComputing(context: Context, first: string, shops: readonly string[]): Promise<number> {
  const { n } = await context.db
    .selectFrom('stale_day')
    .select(sql<number>`count(distinct owner_id)::int`.as('n'))
    .where(sql<boolean>`rollup = any(${[amounts.name, corrections.name, costs.name]}) and owner_id = any(${[...shops]})`)
    .where(sql<boolean>`day >= ${first}::date and day < ${first}::date + interval '1 month'`)
    .executeTakeFirstOrThrow()
  return n
}
