/** Corrections by hand: the specification names list, update and importData; a form needs the others. */
import type { RouteMap } from '#platform/server/area.ts'
import { family, imported } from '#platform/server/records.ts'
import { financeCorrection } from './tables.ts'

export const correctionRoutes: RouteMap = {
  ...family('AmzTransactionDetailFinanceManual', financeCorrection),
  ...imported('AmzTransactionDetailFinanceManual', financeCorrection),
}
