/** The lines of which one part of a summary's row is the sum: those of the profit report for its shop, month, currency and finance item. */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import type { LinesAnswer } from '#platform/declare/wire.ts'
import { lastOfMonth } from '#platform/format/dates.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { readLines } from '#platform/server/reports.ts'
import { sum, report, type Report } from '#platform/declare/report.ts'
import { financeItems, type FinanceItemCode } from '../../base/finance-items.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { companyProfit } from '../report/profit.ts'
import { corrections } from '../../facts/corrections/tables.ts'
import { financeSummary } from './tables.ts'

export type SummaryPart = 'files' | 'corrections' | 'costs'
const rollups = { files: amounts, corrections, costs } as const
const codeOf = (item: number): FinanceItemCode | undefined =>
  (Object.keys(financeItems) as FinanceItemCode[]).find(code => financeItems[code].id === item)

/** The profit report with one measure: the part's amounts of one finance item. It is read by nobody but this call. */
const reportOf = (part: SummaryPart, item: number, currency: string): Report => {
  const code = codeOf(item)
  return report('financeSummaryLines', {
    title: financeSummary.title,
    scope: companyProfit.scope,
    permission: companyProfit.permission,
    isWhole: true,
    dimensions: companyProfit.dimensions,
    measures: {
      amount: sum(rollups[part], 'amount', {
        title: code === undefined ? ['未映射', 'Not mapped'] : financeItems[code].title,
        source: financeSummary.title,
        when: { item: code === undefined ? null : [item], currency: [currency] },
      }),
    },
    by: ['shop'],
    time: 'month',
    conversion: companyProfit.conversion,
    paths: companyProfit.paths,
  })
}

export async function summaryLines(
  context: Context,
  ask: { readonly id: string; readonly part: SummaryPart; readonly pageNum?: number; readonly pageSize?: number },
): Promise<LinesAnswer> {
  const row = await context.db
    .selectFrom('finance_summary')
    .select(['shop_id', 'currency', 'item', sql<string>`to_char(month, 'YYYY-MM')`.as('month')])
    .where('id', '=', ask.id)
    .executeTakeFirst()
  if (!row) throw refuse.unknown(financeSummary.title)
  const { conversions: _conversions, ...answer } = await readLines(context, reportOf(ask.part, row.item, row.currency), {
    measure: 'amount',
    where: { shop: [row.shop_id] },
    startDate: `${row.month}-01`,
    endDate: lastOfMonth(row.month),
    ...(ask.pageNum === undefined ? {} : { pageNum: ask.pageNum }),
    ...(ask.pageSize === undefined ? {} : { pageSize: ask.pageSize }),
  })
  // a row is of one currency, and so is its figure, whatever currency the shop keeps its books in
  return { ...answer, figure: ownValue(answer.sums, row.currency) ?? '0' }
}
