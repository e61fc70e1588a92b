/** Balances of money: each is worth what the rate of its own month makes it, and unknown where what is there has no rate in that month. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, canonical, isZero, multiply, roundTo } from '#platform/format/decimal.ts'
import { addDays, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { openBooks, type Books } from '../../../../test/setup/finance-books.ts'
import { balanceReport, probeArea } from '../../../../test/setup/report-probes.ts'
import { readReport } from './read.ts'
import { anyTable } from '../../db/any-table.ts'
import { statement } from '../statement/statement.ts'
import { refreshRollups } from '../store/refresh.ts'
import { seededRandom } from '#areas/admin/index.ts'

const months = ['2025-12', '2026-01', '2026-02', '2026-03'] as const
/** what one unit is in CNY; the euro has no rate in February */
const rates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  USD: { '2025-12': '7.1', '2026-01': '7.2345', '2026-02': '6.9', '2026-03': '7.05' },
  EUR: { '2025-12': '7.7', '2026-01': '7.8', '2026-03': '8.1234' },
}
interface Fee {
  readonly warehouse: string
  readonly day: string
  readonly currency: string
  readonly amount: string
}
const random = seededRandom(24)
const some = Array.from({ length: 60 }, (): Fee => ({
  warehouse: String(1 + random.below(2)),
  day: addDays('2025-12-01', random.below(121)),
  currency: ['USD', 'CNY'][random.below(2)] ?? '',
  amount: `${random.below(400) - 200}.${10 + random.below(89)}`,
}))
const fees: readonly Fee[] = [
  ...some,
  // the first warehouse owes euros throughout February, the second one has none left by then
  { warehouse: '1', day: '2026-01-12', currency: 'EUR', amount: '10.5' },
  { warehouse: '1', day: '2026-03-02', currency: 'EUR', amount: '-3' },
  { warehouse: '2', day: '2025-12-20', currency: 'EUR', amount: '40' },
  { warehouse: '2', day: '2026-01-31', currency: 'EUR', amount: '-40' },
]
/** read plainly: what is there of each currency at the end of a day, times the rate of that day's month */
function balanceOn(day: string, warehouse: string | null): string | null {
  const sums = new Map<string, string>()
  for (const fee of fees)
    if (fee.day <= day && (warehouse === null || fee.warehouse === warehouse))
      sums.set(fee.currency, add(sums.get(fee.currency) ?? '0', fee.amount))
  let all: string | null = '0'
  for (const [currency, sum] of sums) {
    const rate = currency === 'CNY' ? '1' : rates[currency]?.[monthOf(day)]
    if (isZero(sum)) continue
    all = all === null || rate === undefined ? null : add(all, multiply(sum, rate))
  }
  return all === null ? null : canonical(roundTo(all, 4, 'halfUp'))
}
const inWords = (value: string | null | undefined): string | null => (value == null ? null : canonical(value))

let b: Books
beforeAll(async () => {
  b = await openBooks([], [probeArea])
  for (const id of [1, 2]) await b.put('warehouse', { id, org_id: 1, code: `W${id}`, name: `仓${id}` })
  for (const [currency, byMonth] of Object.entries(rates))
    for (const [month, rate] of Object.entries(byMonth)) await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency, rate })
  for (const { warehouse, day, currency, amount } of fees) {
    await b.put('probe_fee', { org_id: 1, warehouse_id: warehouse, fee_on: day, channel: '海运', currency, amount })
    await b.owner.query(
      `insert into stale_day (rollup, org_id, owner_id, day, since) values ('probe_fees', 1, $1, $2, now()) on conflict do nothing`,
      [warehouse, day],
    )
  }
  await refreshRollups(b.house, '1')
}, 120_000)
afterAll(() => b?.close())

const ask = { startDate: '2025-12-01', endDate: '2026-03-31', currency: 'shop' as const, measures: ['owedBefore', 'owed'] }
const read = (by: readonly string[], more: object = {}) =>
  readReport(b.as([], ['1', '2']), balanceReport, { by, ...ask, pageSize: 1_000, ...more })

test('each month by warehouse: the rate of the month it stands in, an opening that of the month before', async () => {
  const { list, missingRates } = await read(['warehouse', 'month'])
  const plain = ['1', '2'].flatMap(warehouse =>
    months.map(month => [warehouse, month, balanceOn(addDays(`${month}-01`, -1), warehouse), balanceOn(lastOfMonth(month), warehouse)]),
  )
  const told = list.map(({ key, values }) => [key['warehouse'], key['month'], inWords(values['owedBefore']), inWords(values['owed'])])
  expect(new Set(told.map(String))).toEqual(new Set(plain.map(String)))
  expect(plain.filter(row => row[3] === null)).toEqual([['1', '2026-02', expect.anything(), null]])
  expect(missingRates).toEqual([])
})

test('by days, and the total at the end of the period alone', async () => {
  const { list, totals } = await read(['day'])
  for (const { key, values } of list) {
    const day = key['day'] ?? ''
    expect([day, inWords(values['owedBefore']), inWords(values['owed'])]).toEqual([
      day,
      balanceOn(addDays(day, -1), null),
      balanceOn(day, null),
    ])
  }
  expect(list).toHaveLength(121)
  expect(totals.map(total => inWords(total.values['owed']))).toEqual([balanceOn('2026-03-31', null)])
})

test('a total without a rate is unknown, and its month is named; what is nothing needs none', async () => {
  const february = { endDate: '2026-02-28' }
  const { totals, missingRates } = await read(['warehouse'], february)
  expect([totals[0]?.values['owed'], missingRates]).toEqual([null, [{ month: '2026-02', currency: 'EUR' }]])
  const second = await read([], { ...february, where: { warehouse: ['2'] } })
  expect([inWords(second.totals[0]?.values['owed']), second.missingRates]).toEqual([balanceOn('2026-02-28', '2'), []])
})

test.each(['CNY', 'shop'] as const)('several machines group by columns and are told the types of times (%s)', currency => {
  const of = { by: ['warehouse', 'month', 'day'], where: {}, from: ask.startDate, to: ask.endDate, currency }
  const asked = statement(anyTable(b.as([], ['1', '2']).db), balanceReport, of, ['1', '2'], ask.measures, { offset: 0, limit: 9 })
  const { sql } = asked.compile()
  const groups = [...sql.matchAll(/ group by (.*?)(?= having | union | order by | limit |\) as |\), "|$)/g)].map(one => one[1] ?? '')
  expect(groups.filter(group => group.includes('stands_from')).length).toBeGreaterThan(0)
  expect(groups.filter(group => group.includes('case'))).toEqual([])
  expect(sql).toContain('coalesce("times"."d1", null) as "d1"')
  expect(sql).not.toContain('"times"."d1" as "d1"')
})
