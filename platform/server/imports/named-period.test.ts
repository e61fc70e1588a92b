import { expect, test } from 'vitest'
import { namedPeriod } from './named-period.ts'

test.each([
  ['2024-02-14_2024-02-26-sales-and-traffic-us.json', '2024-02-14', '2024-02-25', '2024-02-14 2024-02-26'],
  ['ledger-detail-2026-03.txt', '2026-03-05', '2026-03-09', '2026-03-01 2026-03-31'],
  ['fba-returns-2025-11_2026-10.txt', '2025-11-12', '2026-10-02', '2025-11-01 2026-10-31'],
  ['2025-10-amazon.fr.csv', '2025-10-02', '2025-10-31', '2025-10-01 2025-10-31'],
  ['2024JanMonthlyUnifiedTransaction.csv', '2024-01-01', '2024-01-30', '2024-01-01 2024-01-31'],
  ['2024Jan1-2024Feb29CustomUnifiedTransaction.csv', '2024-01-03', '2024-02-11', '2024-01-01 2024-02-29'],
  ['退货 2026-02-01 至 2026-02-28.xlsx', '2026-02-03', '2026-02-04', '2026-02-01 2026-02-28'],
  // a day is when a file was made, lines outside the period say that the name is no such thing, and there is no thirteenth month
  ['orders-report-2026-10-01.csv', '2026-09-01', '2026-09-30', null],
  ['2026-03.txt', '2026-02-28', '2026-03-09', null],
  ['lines-2026-13.txt', '2026-03-05', '2026-03-09', null],
  ['2026-02-01_2026-02-30.txt', '2026-02-03', '2026-02-04', null],
  ['12395580393-amazon.com.au.txt', '2026-03-05', '2026-03-09', null],
])('%s with lines from %s to %s is of %s', (name, first, last, period) => {
  const found = namedPeriod(name, { first, last })
  expect(found && `${found.from} ${found.to}`).toBe(period)
})
