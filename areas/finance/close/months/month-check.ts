/**
 * What keeps a month from being closed, what should be looked at, and what has changed since it was. Over the shops that the asker may see.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { addMonths, firstOfMonth, isMonth, lastOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import { dayInZone, todayOf } from '#platform/format/zones.ts'
import { closeGroups } from '#platform/declare/close-groups.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { companyProfit, wholeProfit } from '../../profit/report/profit.ts'
import { readReport } from '#platform/server/reports.ts'
import type { ClosedResult, DueMonth, Finding, ItemTitle, ListedItem, MonthCheck } from '../../base/answers.ts'
import { booksOf, type Books } from '../../base/books-of.ts'
import { checklistOf, isSettled } from '../checklist/checklist.ts'
import { firstMonth, keptOpenBy, type Found } from '../checklist/figures.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** First and last day of a month written `YYYY-MM`, and the first of the next. */
export function daysOfMonth(month: string): { first: string; last: string; next: string } {
  if (!isMonth(month)) throw refuse.invalid([{ field: 'month', message: sentence`月份格式应为 YYYY-MM，例如 2025-10` }])
  return { first: firstOfMonth(month), last: lastOfMonth(month), next: firstOfMonth(addMonths(month, 1)) }
}

/** What is asked for: an item, of a long one a shop of the books by its place from 1 on. */
export interface ItemAsk {
  readonly month: string
  readonly item: string
  readonly part?: number
}

/** One item of the checklist, for each legal entity where it is asked by these. `parts`: how many parts a long one can be asked in. */
export async function checkItem(
  context: Context,
  { month, item, part }: ItemAsk,
): Promise<{ readonly list: readonly ListedItem[]; readonly parts: number }> {
  const known = context.house.registry.closeItems.find(one => one.code === item)
  if (known === undefined) throw refuse.unknown(['清单项目', 'Item'])
  const { books, isWhole } = await booksOf(context)
  const parts = known.isLong === true ? Math.max(1, books.caller.shops.length) : 1
  if (part !== undefined && part > parts)
    throw refuse.invalid([{ field: 'part', message: sentence`没有第 ${part} 个店铺，一共 ${parts} 个，请重新检查` }])
  const ask = { ...daysOfMonth(month), month, isLong: true, isWhole, code: item, ...(parts > 1 && part !== undefined && { part }) }
  return { list: await checklistOf(context, books, ask), parts }
}

/** All items of the checklist in the order of working, whether they are asked for or not. */
export const itemsOf = ({ house, language }: Context): ItemTitle[] =>
  house.registry.closeItems
    .toSorted((a, b) => closeGroups.indexOf(a.group) - closeGroups.indexOf(b.group))
    .map(({ code, title, group, isLong = false }) => ({ code, title: title[language === 'en' ? 1 : 0], group, isLong }))

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

/** The month after the last closed one, where none is the first with amounts; null: there are none. */
export async function nextToClose(books: Context): Promise<string | null> {
  const last = await books.db
    .selectFrom('finance_month')
    .select(sql<string | null>`to_char(max(month) + interval '1 month', 'YYYY-MM')`.as('next'))
    .where('state', '=', 1)
    .executeTakeFirst()
  return last?.next ?? (await firstMonth(books))
}

/**
 * The month whose turn it is and what keeps it open, for a card: no figures of other months, none by shop and no warnings, which take most
 * of the time of the page.
 */
export async function dueMonth(context: Context): Promise<DueMonth> {
  const { books, isWhole } = await booksOf(context)
  const present = todayOf(context).slice(0, 7)
  const month = await nextToClose(books)
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
  const due = await nextToClose(books)
  if (due !== null && due < month) found.push({ code: 'order', text: [`请先结 ${due}，月份按顺序结账`, `Close ${due} first`], path: null })
  return found
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
