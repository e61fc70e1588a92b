/** How shares count in the profit: those in force, taken off; what they take off the line without a SKU is put back there. */
import type { Source } from '#platform/declare/rollup.ts'
import { costAllocationShare } from './tables.ts'
import { shareStates } from './words.ts'

export const allocationCosts: Source = {
  name: 'allocation',
  title: costAllocationShare.title,
  fact: costAllocationShare,
  booked: 'day',
  sums: { amount: { minus: 'share' } },
  check: { minus: 'share' },
  only: { field: 'state', is: shareStates.inForce[0] },
  lines: { description: 'documentNo' },
}

export const allocationTaken: Source = {
  name: 'allocationTaken',
  title: ['归到 SKU 的账单金额', 'Billed amounts moved to SKUs'],
  fact: costAllocationShare,
  booked: 'day',
  keys: { sku: { constant: '' } },
  sums: { amount: 'share' },
  check: 'share',
  only: { field: 'moves', is: 1 },
  lines: { description: 'documentNo' },
}
