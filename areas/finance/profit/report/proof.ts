/**
 * The books' proof of one organisation: no settlement or order in two shops, both roll-ups against their facts, and the profit the same by
 * SKU, shop, marketplace and month.
 */
import type { Context } from '#platform/server/area.ts'
import { proveClaims } from '#platform/server/imports.ts'
import { proveClocks, proveReport, proveRollup, type Difference } from '#platform/server/reports.ts'
import { proveReceivable } from '../clocks/receivable.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { companyProfit } from './profit.ts'

/** Empty: proven. Needs a context that sees every shop of the organisation. */
export async function proveFinance(context: Context): Promise<Difference[]> {
  return [
    ...(await proveClaims(context)),
    ...(await proveRollup(context, amounts)),
    ...(await proveRollup(context, costs)),
    ...(await proveClocks(context, amounts)),
    ...(await proveClocks(context, costs)),
    ...(await proveReceivable(context)),
    ...(await proveReport(context, companyProfit, [
      [],
      ['shop'],
      ['platform'],
      ['marketplace'],
      ['sku'],
      ['brand'],
      ['salesman'],
      ['department'],
      ['week'],
      ['month'],
      ['shop', 'sku', 'month'],
      ['day', 'sku'],
    ])),
  ]
}
