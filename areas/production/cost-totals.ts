/** What an order was planned to cost, cost, and why the two differ: what had no planned price differs by price. Pure. */
import { add, subtract, sum } from '#platform/format/decimal.ts'
import type { CostLine, OrderCost } from './wire.ts'

export function costTotals({ lines, feePlanned, total }: Pick<OrderCost, 'lines' | 'feePlanned' | 'total'>) {
  const all = (name: 'planAmount' | 'byQuantity' | 'wip'): string => sum(lines.map((one: CostLine) => one[name] ?? '0'))
  const [planned, byQuantity] = [add(all('planAmount'), feePlanned), all('byQuantity')]
  return { planned, actual: total, byQuantity, byPrice: subtract(subtract(total, planned), byQuantity), wip: all('wip') }
}
