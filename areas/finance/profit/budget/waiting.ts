/** Costs of a shop that have passed its budget of the running month, the largest first. */
import { operations } from '#platform/declare/operations.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Title } from '#platform/declare/title.ts'
import type { WaitingPart } from '#platform/declare/wire-home.ts'
import { firstOfMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { compare, divide, isNegative, subtract } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { showPercent } from '#platform/format/numbers.ts'
import { todayOf } from '#platform/format/zones.ts'
import { may, type Context } from '#platform/server/area.ts'
import { readReport, visibleReport } from '#platform/server/reports.ts'
import { budgets, costItems, plannedOf } from './sheets.ts'

const path = '/finance/sheets/finance-budget-report'
const title: Title = ['预算超支', 'Over budget']
const toldMax = 3
const shopsMax = 1000

export async function waitingOverBudget(context: Context): Promise<WaitingPart | null> {
  const of = budgets.find(one => one.report.name === 'financeBudgetReport')?.report
  if (of === undefined || !may(context.caller, of.permission, operations.view)) return null
  const report = visibleReport(context, of)
  const codes = costItems.filter(code => ownValue(report.measures, code) !== undefined)
  const month = monthOf(todayOf(context))
  const { list } = await readReport(
    context,
    report,
    { by: ['shop'], startDate: firstOfMonth(month), endDate: lastOfMonth(month), currency: 'CNY', pageNum: 1, pageSize: shopsMax },
    codes.flatMap(code => [code, plannedOf(code)]),
  )
  const over = list.flatMap(row =>
    codes.flatMap(code => {
      const [spent, planned] = [row.values[code] ?? null, row.values[plannedOf(code)] ?? null]
      // costs are below zero; one without a plan is over none
      if (spent === null || planned === null || !isNegative(planned) || compare(spent, planned) >= 0) return []
      const measure = ownValue(report.measures, code)?.title[context.language === 'en' ? 1 : 0] ?? code
      const shop = row.key['shop'] ?? ''
      return [
        {
          shop,
          code,
          title: `${row.label['shop'] ?? shop} · ${measure}`,
          by: subtract(planned, spent),
          part: divide(spent, planned, 4, 'halfUp'),
        },
      ]
    }),
  )
  return {
    title: title[context.language === 'en' ? 1 : 0],
    count: over.length,
    url: path,
    list: over
      .toSorted((a, b) => compare(b.by, a.by))
      .slice(0, toldMax)
      .map(one => ({
        key: `budget ${one.shop} ${one.code}`,
        title: one.title,
        note: `CNY ${showMoney(one.by)} · ${showPercent(one.part)}`,
        since: null,
        url: `${path}?${String(new URLSearchParams({ 'f.shop': one.shop, from: month, to: month, currency: 'CNY' }))}`,
      })),
  }
}
