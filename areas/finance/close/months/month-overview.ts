/**
 * The months of the books from the first with amounts to the present one, latest first: which are closed, which is due, and what keeps it
 * open. Figures are those of the shops that the asker may see.
 */
import { sql } from 'kysely'
import { firstOfMonth, lastOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import type { BookMonth, BookMonths, ClosedResult } from '../../base/answers.ts'
import { firstMonth } from '../checklist/figures.ts'
import { booksOf } from '../../base/books-of.ts'
import { checkMonth, itemsOf, nextToClose } from './month-check.ts'
import { financeMonth } from '../../base/month-table.ts'
import { wholeProfit } from '../../profit/report/profit.ts'
import { readReport } from '#platform/server/reports.ts'

/** months shown at most: ten years, the profit of each in one question */
const monthsMax = 120

/**
 * `isChecked` false, as the page asks: what keeps the due month open is asked for apart (`checkItem`), and figures of open months, which it
 * does not show, are left out.
 */
export async function bookMonths(context: Context, isChecked = true): Promise<BookMonths> {
  const read = await booksOf(context)
  const { books, isWhole } = read
  const present = todayOf(context).slice(0, 7)
  const closed = await books.db
    .selectFrom('finance_month')
    .select(['id', 'state', 'closed_by_name', 'closed_at', 'result', sql<string>`to_char(month, 'YYYY-MM')`.as('name')])
    .orderBy('month', 'desc')
    .limit(monthsMax)
    .execute()
  const approvals = await context.house.registry.flows?.rowsIn(
    context,
    financeMonth,
    closed.map(({ id }) => id),
  )
  const first = [closed.at(-1)?.name, await firstMonth(books)].filter(m => m != null).sort()[0]
  const items = itemsOf(context)
  if (first === undefined) return { list: [], items, isWhole }
  const months = monthsFromTo(first, present).slice(-monthsMax)
  // the result it was closed with is that of all shops
  const kept = new Map(
    closed.flatMap(({ name, state, result }) => (isWhole && state === 1 && result ? [[name, result as ClosedResult]] : [])),
  )
  const asked = months.filter(month => !kept.has(month) && (isChecked || closed.some(one => one.state === 1 && one.name === month)))
  const live =
    asked.length === 0
      ? []
      : (
          await readReport(books, wholeProfit, {
            by: ['month'],
            startDate: firstOfMonth(asked[0] ?? present),
            endDate: lastOfMonth(asked.at(-1) ?? present),
            currency: 'CNY',
            pageSize: 1000,
          })
        ).list
  const due = await nextToClose(books)
  const isOver = due !== null && due < present
  const check = isOver && isChecked ? await checkMonth(context, due, read, 'short') : null
  const rows = months.map((month): BookMonth => {
    const record = closed.find(m => m.name === month)
    const values = kept.get(month)?.cny ?? live.find(r => r.key['month'] === month)?.values
    const figure = (name: string): string | null =>
      !asked.includes(month) && values === undefined ? null : values ? (values[name] ?? null) : '0'
    const isDue = isOver && due === month
    return {
      month,
      id: record?.id ?? null,
      state: record?.state === 1 ? 1 : 0,
      approval: approvals?.get(record?.id ?? '') ?? null,
      due: isDue,
      over: month < present,
      profit: figure('profit'),
      sales: figure('sales'),
      closedByName: record?.closed_by_name ?? null,
      closedAt: record?.closed_at ?? null,
      blockers: isDue && check !== null ? check.blockers : null,
    }
  })
  return { list: rows.reverse(), items, isWhole }
}
