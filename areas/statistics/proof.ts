/** The proof of sales of one organisation: orders and customers against their lines, and the statistics the same however they are cut. */
import type { Context } from '#platform/server/area.ts'
import { proveGroups, proveReport, proveRollup, type Difference } from '#platform/server/reports.ts'
import { adRollups, orderLines, proveCustomers, trafficRollups } from '#areas/sales/index.ts'
import { statisticsReports } from './report.ts'

/** Empty: proven. Needs a context that sees every shop of the organisation. */
export async function proveSales(context: Context): Promise<Difference[]> {
  const cuts = [[], ['shop'], ['sku'], ['brand'], ['category'], ['salesman'], ['listing'], ['month'], ['day', 'country']]
  const found: Difference[] = [...(await proveRollup(context, orderLines)), ...(await proveCustomers(context))]
  for (const one of [...adRollups, ...trafficRollups]) found.push(...(await proveRollup(context, one)))
  found.push(...(await proveGroups(context, statisticsReports)))
  for (const report of statisticsReports) found.push(...(await proveReport(context, report, cuts)))
  return found
}
