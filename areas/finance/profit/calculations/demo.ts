/** Finance of the demo company has the last months worked out anew, before the goods of its consignments are known. */
import { addMonths, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { computeReport } from '#platform/server/reports.ts'
import { companyProfit } from '../report/profit.ts'

const monthsBefore = 3

export async function makeCalculations({ as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const endDate = todayOf(context)
  await computeReport(context, companyProfit, { startDate: firstOfMonth(addMonths(monthOf(endDate), -monthsBefore)), endDate })
}
