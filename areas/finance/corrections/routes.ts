/** Corrections by hand: the specification names list, update and importData; a form needs the others. */
import type { Resource } from '#platform/declare/resource.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { financeCorrection } from './tables.ts'

const plain = financeCorrection as unknown as Resource
export const correctionRoutes: RouteMap = {
  ...family('AmzTransactionDetailFinanceManual', plain),
  ...imported('AmzTransactionDetailFinanceManual', plain),
}
