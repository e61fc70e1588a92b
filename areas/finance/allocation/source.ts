/** How shares count in the profit: those in force, taken off. */
import type { Source } from '#platform/declare/rollup.ts'
import { costAllocationShare } from './tables.ts'
import { shareStates } from './words.ts'

export const allocationCosts: Source = {
  name: 'allocation',
  title: costAllocationShare.title,
  fact: costAllocationShare,
  booked: 'day',
  keys: { orderId: { constant: '' } },
  sums: { amount: { minus: 'share' } },
  check: { minus: 'share' },
  only: { field: 'state', is: shareStates.inForce[0] },
  lines: { description: 'documentNo' },
}
