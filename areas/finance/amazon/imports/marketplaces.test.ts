/** Reports of marketplaces that no genuine file at hand covers go through the real path into a shop of their own: every line, the control total, the days, the queue. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, decimal, lines, marketplaceReports, totalOf } from '../../../../test/fixtures/amazon/marketplace-files.ts'
import { canonical } from '#platform/format/decimal.ts'
import { openImports, rowsStaged, type ImportHouse } from './test-imports.ts'

/** one report a site: reading is held against all of them in files/marketplaces.test.ts */
const reports = [...new Map(marketplaceReports.map(report => [report.site, report])).values()]
let h: ImportHouse
/** by report: a settlement belongs to one shop, so that each file has a shop of its own */
const shops = new Map<string, string>()
beforeAll(async () => {
  h = await openImports()
  // all at once and before the first call: what a person may see is believed for half a second
  for (const report of reports) {
    const [row] = await h.sql(
      `insert into shop (org_id, name, account_name, marketplace_code, country_code, currency)
        select $1, $2, $2, code, country_code, currency from marketplace where code = $3 returning id::text as id`,
      [h.orgId, `店铺 ${report.name}`, report.site],
    )
    shops.set(report.name, String(row?.['id']))
  }
})
afterAll(() => h.close())

describe.each(reports.map(report => [report.name, report] as const))('%s', (name, report) => {
  test('is merged whole', async () => {
    const shopId = shops.get(name) ?? ''
    const total = lines.reduce((sum, line) => sum + totalOf(report, line), 0n)
    const content = bytesOf({ ...report, settlement: `241${shopId}` })
    const told = await h.import('report.csv', content, { shopId })
    expect(told, JSON.stringify(told.errors)).toMatchObject({
      state: 'done',
      kind: 'amazonTransactionReport',
      lines: { read: lines.length, merged: lines.length, unchanged: 0, refused: 0 },
    })
    const control = told.controlTotals.find(t => t.name === 'total')
    expect([control?.currency, canonical(control?.merged ?? ''), canonical(control?.difference ?? '')]).toEqual([
      report.currency,
      canonical(decimal(total)),
      '0',
    ])
    expect(JSON.stringify(told.unmappedTypes)).toContain('Neuheit 2031')
    const stored = await h.sql(
      'select posted_on::text as day, count(*)::int as n, bool_or(deferred) as deferred from amazon_transaction_line where shop_id = $1 group by 1 order by 1',
      [shopId],
    )
    expect(stored.map(s => [s['day'], s['n']])).toEqual(
      [...new Set(report.days)].sort().map(day => [day, lines.filter(l => report.days[l.time] === day).length]),
    )
    expect(stored.filter(s => s['deferred']).map(s => s['day'])).toEqual(report.states ? [report.days[1]] : [])
  })
})

test('nothing is left in staging', async () => {
  expect(await rowsStaged(h)).toBe(0)
})
