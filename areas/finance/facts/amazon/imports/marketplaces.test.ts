/**
 * Reports of marketplaces that no genuine file of the repository covers go through the real path into a shop of their own: every line, the
 * control total, the days, the queue.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, decimal, lines, marketplaceReports, totalOf } from '../../../../../test/fixtures/amazon/marketplace-files.ts'
import { canonical } from '#platform/format/decimal.ts'
import { openImports, rowsStaged, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'

/** one report a site: reading is held against all of them in facts/amazon/files/marketplaces.test.ts */
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
    // the whole report lies in December by the marketplace's own clock, whatever zone it prints
    expect((await h.upload('report.csv', content)).data.recognised).toMatchObject({ month: '2024-12' })
    const told = await h.import('report.csv', content, { shopId, yearMonth: '2024-12' })
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
      'select posted_on::text as day, count(*)::int as n, bool_or(deferred) as deferred from amazon_transaction_line where shop_id ' +
        '= $1 group by 1 order by 1',
      [shopId],
    )
    expect(stored.map(s => [s['day'], s['n']])).toEqual(
      [...new Set(report.days)].sort().map(day => [day, lines.filter(l => report.days[l.time] === day).length]),
    )
    expect(stored.filter(s => s['deferred']).map(s => s['day'])).toEqual(report.states ? [report.days[1]] : [])
  })
})

describe("Brazil prints GMT-8 and GMT-7, and its days and months are Brasilia's", () => {
  const brazilian = (times: readonly [string, string, string], settlement: string): Buffer => {
    const report = marketplaceReports.find(r => r.name === 'com.br')
    if (!report) throw new Error('no report of Brazil')
    return bytesOf({ ...report, times, settlement })
  }
  /** 28 February 19:03:44 GMT-8 is the first of March in Sao Paulo; the United States change their clock on 8 March 2026. */
  const march = ['28 de fev. de 2026 19:03:44 GMT-8', '31 de mar. de 2026 19:59:59 GMT-7', '15 de mar. de 2026 12:00:00 GMT-7'] as const

  test('a report of March is taken for March, and counts there', async () => {
    const shopId = shops.get('com.br') ?? ''
    const told = await h.import('marco.csv', brazilian(march, '26031'), { shopId, yearMonth: '2026-03' })
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { merged: lines.length } })
    expect(
      await h.sql('select distinct posted_on::text as day from amazon_transaction_line where import_id = $1 order by 1', [told.id]),
    ).toEqual([{ day: '2026-03-01' }, { day: '2026-03-15' }, { day: '2026-03-31' }])
    const [history] = await h.sql('select first_day::text as first, last_day::text as last from import_run where id = $1', [told.id])
    expect(history).toEqual({ first: '2026-03-01', last: '2026-03-31' })
  })
  test('a line of April by its own clock keeps the report out of March', async () => {
    const april = ['28 de fev. de 2026 19:03:44 GMT-8', '31 de mar. de 2026 20:00:01 GMT-7', '15 de mar. de 2026 12:00:00 GMT-7'] as const
    const told = await h.import('marco.csv', brazilian(april, '26032'), { shopId: shops.get('com.br') ?? '', yearMonth: '2026-03' })
    expect(told.state).toBe('refused')
    expect(told.errors[0]?.reason).toContain('2026-03-01 至 2026-04-01')
  })
  test('the same lines that came while the zone was another are known again', async () => {
    const shopId = shops.get('com.br') ?? ''
    const zone = (name: string) => h.sql(`update marketplace set zone = $1 where code = 'amazon.com.br'`, [name])
    const early = ['28 de fev. de 2025 19:03:44 GMT-8', '31 de mar. de 2025 20:59:59 GMT-7', '15 de mar. de 2025 12:00:00 GMT-7'] as const
    await zone('America/Los_Angeles')
    const before = await h.import('antes.csv', brazilian(early, '26033'), { shopId })
    expect(before, JSON.stringify(before.errors)).toMatchObject({ state: 'done', lines: { merged: lines.length } })
    await zone('America/Sao_Paulo')
    const after = await h.import('depois.csv', brazilian(early, '26033'), { shopId })
    expect(after, JSON.stringify(after.errors)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: lines.length } })
  })
})

test('nothing is left in staging', async () => {
  expect(await rowsStaged(h)).toBe(0)
})
