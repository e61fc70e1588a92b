import { expect, test } from 'vitest'
import { ownAddress } from './list-card-dialog.tsx'

test.each([
  ['https://erp.example.com/work-orders?state=1', '/work-orders?state=1'],
  [' /work-orders ', '/work-orders'],
  ['http://[::1]:8000/work-orders', '/work-orders'],
])('%s is %s', (pasted, kept) => expect(ownAddress(pasted)).toBe(kept))
