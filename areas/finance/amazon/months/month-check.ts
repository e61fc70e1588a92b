/**
 * What keeps a month from being closed, what should be looked at, and what has changed since it was. Over the shops that the asker may see.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Title } from '#platform/declare/title.ts'
import { addMonths, firstOfMonth, isMonth, lastOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import { dayInZone, todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import { isOneOf, columnRef } from '#platform/server/db/untyped-query.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { amounts } from '../profit/amounts.ts'
import { companyProfit, wholeProfit } from '../profit/profit.ts'
import { readReport } from '#platform/server/reports/read.ts'
import type { ReportAnswer } from '#platform/declare/wire.ts'
import type { ClosedResult, DueMonth, Finding, ListedItem, MonthCheck } from '../answers.ts'
import { checklistOf, isSettled } from '../../close/checklist.ts'
import { ownValue } from '#platform/declare/own-value.ts'

interface Found extends Omit<Finding, 'message'> {
  readonly text: Title
}
const namedMax = 5

/** First and last day of a month written `YYYY-MM`, and the first of the next. */
export function daysOfMonth(month: string): { first: string; last: string; next: string } {
  if (!isMonth(month)) throw refuse.invalid([{ field: 'month', message: sentence`月份格式应为 YYYY-MM，例如 2025-10` }])
  return { first: firstOfMonth(month), last: lastOfMonth(month), next: firstOfMonth(addMonths(month, 1)) }
}

/**
 * The books as a person may read them. `isWhole`: he sees every shop of the organisation; else they are those of his own shops alone.
 */
export interface Books {
  readonly books: Context
  readonly isWhole: boolean
}

/** Closing needs every shop, also one that was opened a moment ago: whoever sees all reads as the organisation itself. */
export async function booksOf(context: Context): Promise<Books> {
  const system = await context.house.asSystem(
    context.caller.orgId,
    'month close: the books of all shops, for who sees all of them',
    context.tx,
  )
  const mine = new Set(context.caller.shops)
  const isWhole = system.caller.shops.every(id => mine.has(id))
  return { books: isWhole ? system : context, isWhole }
}

/** One item of the checklist, for each legal entity where it is asked by these. */
export async function checkItem(context: Context, month: string, code: string): Promise<{ readonly list: readonly ListedItem[] }> {
  if (!context.house.registry.closeItems.some(one => one.code === code)) throw refuse.unknown(['清单项目', 'Item'])
  const { books, isWhole } = await booksOf(context)
  return { list: await checklistOf(context, books, { ...daysOfMonth(month), month, isLong: true, isWhole, code }) }
}

/** `short`: without items that read the facts of the month. `none`: without any, they are asked one by one (`checkItem`). */
export type ItemsAsked = 'all' | 'short' | 'none'
export async function checkMonth(context: Context, month: string, read?: Books, asked: ItemsAsked = 'all'): Promise<MonthCheck> {
  const days = daysOfMonth(month)
  const { caller, language } = context
  const { books, isWhole } = read ?? (await booksOf(context))
  const query = { by: ['shop'], startDate: days.first, endDate: days.last, pageSize: 1000 }
  const cny = await readReport(books, wholeProfit, { ...query, currency: 'CNY' })
  const shops = await readReport(books, wholeProfit, { ...query, currency: 'shop' })
  const stored = await books.db.selectFrom('finance_month').select(['state', 'result']).where('month', '=', days.first).executeTakeFirst()
  const blocking = [...(await inOrder(books, month, days, caller.zone)), ...(await keptOpenBy(books, days, cny))]
  const result: ClosedResult = {
    shops: Object.fromEntries(shops.totals.map(t => [t.currency, t.values])),
    cny: cny.totals[0]?.values ?? {},
  }
  const say = sayer(language)
  const closed = stored?.state === 1
  const items = asked === 'none' ? [] : await checklistOf(context, books, { ...days, month, isLong: asked === 'all', isWhole })
  return {
    month,
    closed,
    blockers: closed ? [] : [...blocking.map(say), ...items.filter(one => !isSettled(one)).map(unsettled)],
    items,
    titles: context.house.registry.closeItems.map(({ code, title }) => ({ code, title: title[language === 'en' ? 1 : 0] })),
    result,
    isWhole,
    // the result it was closed with is that of all shops
    altered: closed && stored.result && isWhole ? alteredSince(stored.result as ClosedResult, result, language === 'en' ? 1 : 0) : [],
  }
}

const sayer =
  (language: Context['language']) =>
  ({ code, text, path }: Found): Finding => ({ code, path, message: text[language === 'en' ? 1 : 0] })

/** An item of the checklist that is open, as one line among what keeps the month open. */
const unsettled = ({ code, title, company, path }: ListedItem): Finding => ({
  code,
  message: company?.name == null ? title : `${title} · ${company.name}`,
  path,
})

type Days = ReturnType<typeof daysOfMonth>

/** What keeps a month open whose turn it is. */
async function keptOpenBy(books: Context, days: Days, cny: Pick<ReportAnswer, 'computing' | 'missingRates'>): Promise<Found[]> {
  return [
    ...(await unfinished(books, cny.computing)),
    ...(await unmapped(books, days)),
    ...cny.missingRates.map((r): Found => ({
      code: 'missingRate',
      text: [`缺少 ${r.month} 的 ${r.currency} 汇率`, `No ${r.currency} rate for ${r.month}`],
      path: '/reference/currencyRate',
    })),
  ]
}

/**
 * The month whose turn it is and what keeps it open, for a card: no figures of other months, none by shop and no warnings, which take most
 * of the time of the page.
 */
export async function dueMonth(context: Context): Promise<DueMonth> {
  const { books, isWhole } = await booksOf(context)
  const present = todayOf(context).slice(0, 7)
  const last = await books.db
    .selectFrom('finance_month')
    .select(sql<string | null>`to_char(max(month) + interval '1 month', 'YYYY-MM')`.as('next'))
    .where('state', '=', 1)
    .executeTakeFirst()
  const month = last?.next ?? (await firstMonth(books))
  if (month === null || month >= present) return { due: null, open: 0, isWhole }
  const days = daysOfMonth(month)
  const cny = await readReport(books, wholeProfit, { by: ['month'], startDate: days.first, endDate: days.last, currency: 'CNY' })
  const blockers = (await keptOpenBy(books, days, cny)).map(sayer(context.language))
  return { due: { month, blockers }, open: monthsFromTo(month, present).length - 1, isWhole }
}

/** Months close one after the other, beginning with the first that has amounts, and only when they are over. */
async function inOrder(books: Context, month: string, days: { first: string; next: string }, zone: string): Promise<Found[]> {
  const found: Found[] = []
  if (dayInZone(books.now().getTime(), zone) < days.next)
    found.push({ code: 'notOver', text: [`${month} 还没有结束`, `${month} is not over yet`], path: null })
  const last = await books.db
    .selectFrom('finance_month')
    .select(sql<string | null>`to_char(max(month) + interval '1 month', 'YYYY-MM')`.as('next'))
    .where('state', '=', 1)
    .executeTakeFirst()
  const due = last?.next ?? (await firstMonth(books))
  if (due !== null && due < month) found.push({ code: 'order', text: [`请先结 ${due}，月份按顺序结账`, `Close ${due} first`], path: null })
  return found
}

const byMonth = (): string => {
  const [grain] = amounts.grains
  if (!grain) throw new Error('amounts have no grain by month')
  return grain.table
}

/** The first month with amounts in any shop the context may see; null: none yet. */
export async function firstMonth(books: Context): Promise<string | null> {
  const row = await anyTable(books.db)
    .selectFrom(`${byMonth()} as f`)
    .where(isOneOf(columnRef('f', 'shopId'), books.caller.shops))
    .select(sql<string | null>`to_char(min(f.month), 'YYYY-MM')`.as('month'))
    .executeTakeFirst()
  return row?.month ?? null
}

/** Imports that run, and days that are still being computed: the figures are not yet what they will be. */
async function unfinished(books: Context, computing: readonly string[]): Promise<Found[]> {
  const runs = await books.db
    .selectFrom('import_run')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('state', 'in', [0, 1])
    .executeTakeFirst()
  const found: Found[] = []
  if (runs && runs.n > 0)
    found.push({
      code: 'running',
      text: [`有 ${runs.n} 个导入尚未结束`, `${runs.n} imports are not finished`],
      path: '/finance/amazon/imports',
    })
  if (computing.length > 0) {
    const names = computing.slice(0, namedMax).join('、')
    found.push({ code: 'computing', text: [`利润计算中：${names}`, `Profit is being computed: ${names}`], path: '/finance/profit' })
  }
  const stale = await anyTable(books.db)
    .selectFrom('stock_stale')
    .select(sql<number>`count(distinct product_id)::int`.as('n'))
    .executeTakeFirst()
  if (stale && stale.n > 0)
    found.push({
      code: 'layers',
      text: [`${stale.n} 个商品的成本批次正在计算`, `Cost layers of ${stale.n} products are being computed`],
      path: '/finance/stock/layers',
    })
  return found
}

/** Kinds with amounts in the month that no mapping of that month covers, each with its lines and sums. */
async function unmapped(books: Context, days: { first: string }): Promise<Found[]> {
  const rows = await anyTable(books.db)
    .selectFrom(`${byMonth()} as f`)
    .innerJoin('amazon_kind as k', 'k.id', 'f.kind_id')
    .leftJoin('amazon_type_map as m', j =>
      j.on(sql<boolean>`m.kind_id = f.kind_id and m.valid_from <= f.month and (m.valid_to is null or m.valid_to > f.month)`),
    )
    .where(isOneOf(columnRef('f', 'shopId'), books.caller.shops))
    .where(sql<boolean>`f.month = ${days.first}::date and m.id is null`)
    .select([
      sql<string>`coalesce(nullif(k.title, ''), k.type)`.as('title'),
      sql<string>`f.currency`.as('currency'),
      sql<number>`sum(f.n)::int`.as('lines'),
      sql<string>`sum(f.amount)::text`.as('amount'),
    ])
    .groupBy(sql`k.id, k.title, k.type, f.currency` as never)
    .orderBy(sql`k.id`)
    .execute()
  return rows.map(r => ({
    code: 'unmapped',
    text: [
      `费用类型 ${r.title} 未映射：${r.lines} 行，${r.currency} ${r.amount}`,
      `Kind ${r.title} is not mapped: ${r.lines} lines, ${r.currency} ${r.amount}`,
    ],
    path: '/finance/amazon/type-map',
  }))
}

function alteredSince(before: ClosedResult, now: ClosedResult, language: 0 | 1): MonthCheck['altered'] {
  const sides = (r: ClosedResult) => ({ ...r.shops, 'CNY ∑': r.cny })
  const [old, today] = [sides(before), sides(now)] as Record<string, Record<string, string | null>>[]
  return [...new Set([...Object.keys(old ?? {}), ...Object.keys(today ?? {})])].flatMap(currency =>
    // a measure that came with a later version was not there to be closed
    Object.keys(old?.[currency] ?? today?.[currency] ?? {}).flatMap(measure => {
      const [closed, present] = [old?.[currency]?.[measure] ?? null, today?.[currency]?.[measure] ?? null]
      return closed === present
        ? []
        : [{ currency, measure, title: ownValue(companyProfit.measures, measure)?.title[language] ?? measure, closed, now: present }]
    }),
  )
}
