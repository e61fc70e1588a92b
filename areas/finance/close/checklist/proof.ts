/**
 * The proof of one month: what is stored is what its facts say, and the figures that it was closed with come back from them to the last
 * place, with the mappings, rates and costs that are stored.
 */
import { sql } from 'kysely'
import type { Context } from '#platform/server/area.ts'
import { proveRollup, type Difference } from '#platform/server/reports.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { checkMonth, daysOfMonth } from '../months/month-check.ts'
import { corrections } from '../../facts/corrections/tables.ts'

interface MonthProof {
  readonly isClosed: boolean
  /** figures that were held against those of the close */
  readonly figures: number
  readonly differences: readonly Difference[]
}

/** Needs a context that sees every shop of the organisation. */
export async function proveMonthOfBooks(context: Context, month: string): Promise<MonthProof> {
  const { first } = daysOfMonth(month)
  const differences: Difference[] = []
  for (const figures of [amounts, costs, corrections]) differences.push(...(await proveRollup(context, figures, month)))
  const row = await context.db
    .selectFrom('finance_month')
    .select(['result', sql<boolean>`state = 1`.as('is_closed')])
    .where('month', '=', first)
    .executeTakeFirst()
  if (row?.is_closed !== true) return { isClosed: false, figures: 0, differences }
  const { altered } = await checkMonth(context, month, { books: context, isWhole: true }, 'short')
  differences.push(
    ...altered.map(({ currency, title, closed, now }) => ({
      what: '结账结果',
      ownerId: null,
      month,
      key: `${currency} ${title}`,
      expected: closed ?? '',
      found: now ?? '',
    })),
  )
  const { shops, cny } = row.result as { readonly shops: Record<string, object>; readonly cny: object }
  const figures = [...Object.values(shops), cny].reduce((n, one) => n + Object.keys(one).length, 0)
  return { isClosed: true, figures, differences }
}
