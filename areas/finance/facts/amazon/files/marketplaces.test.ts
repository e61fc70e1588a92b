/**
 * Transaction reports of marketplaces and languages that no genuine file of the repository covers: every line, amount, day, type and state,
 * read from the print of each.
 */
import { describe, expect, test } from 'vitest'
import { headOf } from '../../../../../test/fixtures/amazon/marketplace-heads.ts'
import { amountsOf, bytesOf, decimal, lines, marketplaceReports, totalOf } from '../../../../../test/fixtures/amazon/marketplace-files.ts'
import { readMoneyBytes } from '../../../../../test/fixtures/amazon/read-money-file.ts'
import { marketplaceSeed } from '#areas/reference/index.ts'
import { canonical } from '#platform/format/decimal.ts'
import { amountColumns } from './header-columns.ts'
import type { TransactionLine } from './lines.ts'

/** columns that the product keeps as one: taxes withheld at source, by level of government */
const keptAs: Readonly<Record<string, string>> = {
  tcsCgst: 'marketplaceWithheldTax',
  tcsSgst: 'marketplaceWithheldTax',
  tcsIgst: 'marketplaceWithheldTax',
  tds: 'marketplaceWithheldTax',
}
const zoneOf = new Map(marketplaceSeed.map(m => [m.code, m.zone]))

describe.each(marketplaceReports.map(report => [report.name, report] as const))('%s', (_name, report) => {
  const zone = zoneOf.get(report.site) ?? 'unknown'
  const read = () => readMoneyBytes<TransactionLine>(bytesOf(report), { zone, currency: report.currency })

  test('is read whole', async () => {
    const file = await read()
    expect([file.reason, file.refusals]).toEqual(['', []])
    expect(file.kind).toBe('amazonTransactionReport')
    expect(file.lines.map(l => [l.postedAt, l.postedOn])).toEqual(lines.map(l => [report.instants[l.time], report.days[l.time]]))
    expect(file.lines.map(l => canonical(l.total))).toEqual(
      lines.map(l => canonical(report.wholeUnits ? decimal(totalOf(report, l)).replace(/\.\d+$/, '') : decimal(totalOf(report, l)))),
    )
    for (const [n, line] of lines.entries()) {
      const expected = new Map<string, bigint>()
      for (const [column, amount] of amountsOf(report, line)) {
        const kept = keptAs[column] ?? column
        expected.set(kept, (expected.get(kept) ?? 0n) + BigInt(Math.round(Number(amount) * 100)))
      }
      const got = new Map(
        amountColumns.map(c => [c, BigInt(Math.round(Number(file.lines[n]?.amounts[c]) * 100))]).filter(([, v]) => v !== 0n) as [
          string,
          bigint,
        ][],
      )
      expect(got).toEqual(new Map([...expected].filter(([, v]) => v !== 0n)))
    }
  })

  test('its types are known, an unheard-of one is kept as printed', async () => {
    const { lines: got } = await read()
    expect(got.map(l => l.typeCode)).toEqual(['order', 'order', 'refund', 'serviceFee', 'transfer', null])
    expect(got.at(-1)?.type).toBe('Neuheit 2031')
    expect(got.map(l => [l.orderId, l.sku, l.quantity])).toEqual(
      lines.map(l => [l.order ?? '', l.sku ?? '', l.quantity === undefined ? null : Number(l.quantity)]),
    )
    expect(new Set(got.map(l => l.settlementId))).toEqual(new Set(['24111222333']))
    expect(got[0]?.city).toBe('Here')
  })

  test('deferred money is known from released', async () => {
    const { lines: got } = await read()
    const hasStatus = report.states !== undefined && headOf(report.head).some(h => h.column === 'status')
    expect(got.map(l => l.status)).toEqual(lines.map(l => (hasStatus ? (l.status === 0 ? 'released' : 'deferred') : null)))
  })
})
