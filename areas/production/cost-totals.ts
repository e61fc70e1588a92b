/** What an order was planned to cost, cost, and why the two differ: what had no planned price differs by price. Pure. */
import { add, subtract, sum } from '#platform/format/decimal.ts'
import type { CostLine, CostTotals, OrderCost } from './wire.ts'

export function costTotals({ lines, feePlanned, feeActual }: Pick<OrderCost, 'lines' | 'feePlanned' | 'feeActual'>): CostTotals {
  const all = (name: 'planAmount' | 'amount' | 'byQuantity' | 'wip'): string => sum(lines.map((one: CostLine) => one[name] ?? '0'))
  const [planned, actual, byQuantity] = [add(all('planAmount'), feePlanned), add(all('amount'), feeActual), all('byQuantity')]
  return { planned, actual, byQuantity, byPrice: subtract(subtract(actual, planned), byQuantity), wip: all('wip') }
}
