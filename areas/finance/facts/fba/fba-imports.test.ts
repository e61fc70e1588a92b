/**
 * FBA reports from the upload to their lists: control totals, nothing twice, deletion gives back what was, bad files are refused. The
 * genuine and made-up samples of the folder AMAZON_FILES are read where it is at hand, in other encodings and orders of columns too.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { canonical } from '#platform/format/decimal.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { fbaSheets } from './all-sheets.ts'
import { reportsOf } from './demo-files.ts'
import { genuine, genuineFolder } from '../../../../test/setup/genuine.ts'

const path = '/amzFba/importData'
const offers = [
  { sku: 'YF-ZZ-1', title: 'Storage box "L"' },
  { sku: 'YF-ZZ-2', title: 'Lamp, desk' },
  { sku: 'YF-ZZ-3', title: 'Stand' },
]
const usa = { currency: 'USD', country: 'US', site: 'Amazon.com' }
const monthly = reportsOf(usa, offers, '2026-11-21', seededRandom(5))
const [ledgers, others] = [true, false].map(isLedger => monthly.filter(one => one.name.startsWith('ledger-detail') === isLedger))
/** the year of the ledger as one file but for its first month; of the plans the last month alone */
const reports = [
  ...(ledgers ?? []).slice(0, 1),
  {
    name: 'ledger-detail-later.txt',
    content: (ledgers ?? [])
      .slice(1)
      .map(({ content }, at) => (at === 0 ? content : content.slice(content.indexOf('\r\n') + 2)))
      .join(''),
  },
  ...(others ?? []).filter(({ name }) => !/planning-(?!.*10\.txt)/.test(name)),
]

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())

/** kinds of which a file waited for a yes */
const waited: string[] = []
/** Imports and says yes where a person is asked. */
async function take(name: string, content: Buffer | string, marketplace = 'amazon.com'): Promise<ImportDetails> {
  const id = await h.order(name, content, { path, shopId: h.shop(marketplace) })
  const told = await h.run(id)
  if (told.state !== 'waiting') return told
  expect(JSON.stringify(told.doubts)).toContain('未见真实文件')
  waited.push(told.kind ?? '')
  const answer = await h.clerk.post('/fileImportHistory/accept', { id, reason: '已核对列和合计' })
  expect(answer.code, answer.msg).toBe(0)
  return h.run(id)
}
const facts = fbaSheets.map(sheet => sheet.facts.table)
async function everything(): Promise<string> {
  const parts = [...facts, 'fba_inventory_month', 'shop_sheet_seen', 'import_claim'].map(
    t =>
      `(select count(*) || ':' || coalesce(md5(string_agg(v.line, '|' order by v.line)), '') from ${t} t
        cross join lateral (select (to_jsonb(t) - 'import_id' - 'id')::text as line) v)`,
  )
  const [row] = await h.sql(`select ${parts.join(` || ' ' || `)} as all`)
  return String(row?.['all'])
}
const sumOf = (told: ImportDetails, lines: 'merged' | 'unchanged') =>
  told.controlTotals.map(t => canonical(t[lines])).filter(total => total !== '0')
const errorsOf = (told: ImportDetails): string => JSON.stringify(told.errors)

describe('a year of a shop', () => {
  test.each(reports.map(report => [report.name, report.content] as const))('%s: taken once, again unchanged', async (name, content) => {
    const lines = content.split('\n').length - 2
    const told = await take(name, content)
    expect(told, errorsOf(told)).toMatchObject({ state: 'done', lines: { read: lines, merged: lines, unchanged: 0, refused: 0 } })
    expect(told.controlTotals.every(t => canonical(t.difference) === '0')).toBe(true)
    const before = await everything()
    // as a person might save it: other order of columns, other line ends
    const rows = content
      .replace(/\r\n$/, '')
      .split('\r\n')
      .map(row => (name.endsWith('.csv') ? row : row.split('\t').toReversed().join('\t')))
    const other = await take(`other-${name}`, Buffer.from(`\uFEFF${rows.join('\n')}\n`, 'utf16le'))
    expect(other, errorsOf(other)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: lines } })
    expect((await h.clerk.post('/fileImportHistory/delete', { id: other.id })).code).toBe(0)
    expect(await everything()).toBe(before)
  })

  test('of a kind that no real file was seen of the first file alone waits; another one is held against its shop', async () => {
    expect(waited.toSorted()).toEqual([...new Set(waited)].toSorted())
    expect(waited.length).toBeGreaterThan(0)
    const { content } = reports.find(one => one.name.startsWith('removal-orders')) ?? { content: '' }
    const id = await h.order('removals.txt', content.replace('removal-fee', 'fee-charged').replaceAll('Completed', 'Wondrous'), {
      path,
      shopId: h.shop('amazon.co.uk'),
    })
    expect(id).not.toBe('')
    const told = await h.run(id)
    expect(told.state).toBe('refused')
    expect(errorsOf(told)).toContain('文件币种为 USD')
  })

  test('stock by month: opening, movements and closing; the missing unit is named', async () => {
    const period = { startDate: '2025-11-01', endDate: '2026-10-31' }
    const { data, code, msg } = await h.boss.post('/FinanceInventoryReport/list', { ...period, pageSize: 200 })
    expect(code, msg).toBe(0)
    expect(data.total).toBe(36)
    for (const row of data.list)
      expect(row.opening + row.received + row.sold + row.returned + row.removed + row.transferred + row.adjusted).toBe(row.closing)
    const differences = await h.boss.post('/FinanceInventoryReport/differenceList', period)
    expect(
      differences.data.list.map((row: Record<string, unknown>) => [row['month'], row['sku'], row['difference'], row['adjustedDifference']]),
    ).toEqual([['2026-10', 'YF-ZZ-1', -1, -1]])
    const before = await everything()
    const sync = await h.clerk.post('/FinanceInventoryReport/syncData', period)
    expect(sync.code, sync.msg).toBe(0)
    expect(await everything()).toBe(before)
  })

  test('stock by day ends each month as the stock by month does, and stays when a month is worked out anew', async () => {
    const period = { startDate: '2025-11-01', endDate: '2026-10-31' }
    const stock = async (): Promise<string[]> => {
      await refreshRollups(h.house, '1')
      const { data, code, msg } = await h.boss.post('/fbaStockOnHand/report', { ...period, by: ['sku', 'month'], pageSize: 200 })
      expect(code, msg).toBe(0)
      return data.list.map(({ key, values }: { key: Record<string, string>; values: Record<string, string> }) =>
        [key['sku'], key['month'], values['opening'], values['closing']].join(' '),
      )
    }
    const byMonth = await h.sql(`select concat_ws(' ', sku, to_char(month, 'YYYY-MM'), opening, closing) as row from fba_inventory_month
      where month >= '2025-12-01'`)
    const shown = await stock()
    expect(shown).toEqual(expect.arrayContaining(byMonth.map(row => row['row'])))
    expect(shown).toHaveLength(36)
    // a first opening is what stands before the first line: it comes in on the first day, whenever it is told
    await h.sql(`update fba_ledger_summary set opening = opening + 7 where happened_on < '2025-12-01' and sku = 'YF-ZZ-1'`)
    expect((await h.clerk.post('/FinanceInventoryReport/syncData', period)).code).toBe(0)
    const closing = (rows: readonly string[]) => Number(rows.find(row => row.startsWith('YF-ZZ-1 2025-11'))?.split(' ')[3])
    expect(closing(await stock())).toBe(closing(shown) + 7)
    await h.sql(`update fba_ledger_summary set opening = opening - 7 where happened_on < '2025-12-01' and sku = 'YF-ZZ-1'`)
    expect((await h.clerk.post('/FinanceInventoryReport/syncData', period)).code).toBe(0)
    expect(await stock()).toEqual(shown)
  })

  test('lists of the specification answer their lines and totals', async () => {
    const period = { startDate: '2025-11-01', endDate: '2026-11-21' }
    for (const call of [
      '/AmzSettlement/stockAgeList',
      '/financialAmz/inventoryList',
      '/financialAmz/removalList',
      '/amzStorageFee/list',
      '/fbaReturn/list',
      '/FinanceInventoryReport/ledgerList',
    ]) {
      const { data, code, msg } = await h.boss.post(call, period)
      expect(code, `${call} ${msg}`).toBe(0)
      expect(Number(data.total), call).toBeGreaterThan(0)
    }
  })

  test('deleting an import takes its lines back; what another told stays', async () => {
    const [first] = reports
    if (!first) throw new Error('no report')
    const { rows } = { rows: await h.sql(`select r.id::text as id from import_run r where r.file_name = $1`, [first.name]) }
    const count = async () =>
      Number((await h.sql(`select count(*)::int as n from fba_ledger_line where happened_on < '2025-12-01'`))[0]?.['n'])
    const there = await count()
    const again = await take('handed-on.txt', first.content)
    expect((await h.clerk.post('/fileImportHistory/delete', { id: String(rows[0]?.['id']) })).code).toBe(0)
    expect(await count()).toBe(there)
    expect((await h.clerk.post('/fileImportHistory/delete', { id: again.id })).code).toBe(0)
    expect(await count()).toBe(0)
  })
})

describe('states and changes', () => {
  const heads =
    'request-date\torder-id\torder-type\torder-status\tlast-updated-date\tsku\tfnsku\tdisposition\trequested-quantity\t' +
    'cancelled-quantity\tdisposed-quantity\tshipped-quantity\tin-process-quantity\tremoval-fee\tcurrency'
  const order = (status: string, updated: string, shipped: number) =>
    `${heads}\n2026-08-01T08:00:00+00:00\tRO1\tReturn\t${status}\t${updated}\tS1\tX1\tSellable\t5\t0\t0\t` +
    `${shipped}\t${5 - shipped}\t1.04\tUSD\n`
  const shown = async () => (await h.sql(`select status, shipped from fba_removal_order where order_id = 'RO1'`))[0] ?? null

  test('the newest state of a removal order counts, whichever file comes last; taken back, the older one stands again', async () => {
    const old = await take('a.txt', order('Pending', '2026-08-02T08:00:00+00:00', 0))
    const later = await take('b.txt', order('Completed', '2026-08-09T08:00:00+00:00', 5))
    expect(await shown()).toEqual({ status: 'Completed', shipped: 5 })
    const stale = await take('c.txt', order('Processing', '2026-08-05T08:00:00+00:00', 2))
    expect(await shown()).toEqual({ status: 'Completed', shipped: 5 })
    await h.clerk.post('/fileImportHistory/delete', { id: later.id })
    expect(await shown()).toEqual({ status: 'Processing', shipped: 2 })
    await h.clerk.post('/fileImportHistory/delete', { id: stale.id })
    expect(await shown()).toEqual({ status: 'Pending', shipped: 0 })
    await h.clerk.post('/fileImportHistory/delete', { id: old.id })
    expect(await shown()).toBeNull()
  })

  test('a changed amount of a known line refuses the file and names both figures', async () => {
    const { content } = reports.find(one => one.name.startsWith('fba-storage')) ?? { content: '' }
    const [head = '', line = ''] = content.split('\r\n')
    const cells = line.split(',')
    const at = head.split(',').indexOf('estimated_monthly_storage_fee')
    const was = cells[at]
    cells[at] = '999.99'
    const before = await everything()
    const told = await take('changed.csv', `${head}\n${cells.join(',')}\n`)
    expect(told.state).toBe('refused')
    expect(errorsOf(told)).toContain(`月度仓储费当时为 ${was?.replace(/0$/, '')}，本文件为 999.99`)
    expect(await everything()).toBe(before)
  })

  test('a report of another shop, a cut file, a doubled head, a wrong figure and a missing column are refused', async () => {
    const report = (start: string) => reports.find(one => one.name.startsWith(start))?.content ?? ''
    const before = await everything()
    const refusedWith = async (content: Buffer | string, words: string, marketplace = 'amazon.com') => {
      const told = await take('bad.txt', content, marketplace)
      expect(told.state, words).toBe('refused')
      expect(errorsOf(told)).toContain(words)
    }
    await refusedWith(report('fba-reimbursements'), '文件币种为 USD', 'amazon.de')
    await refusedWith(report('inventory-planning'), '文件的站点为 amazon.com', 'amazon.de')
    const returned = report('fba-returns')
    await refusedWith(returned, '已在店铺', 'amazon.ca')
    await refusedWith(returned.slice(0, -70), '不完整')
    await refusedWith(returned.replace('\t1\t', '\tone\t'), '不是数字')
    await refusedWith(returned.replace('2025', '20x5'), '时间')
    await refusedWith(returned.replace('detailed-disposition', 'disposition'), 'detailed-disposition')
    await refusedWith(Buffer.from('PK\u0003\u0004 an archive of two reports'), '')
    expect(await everything()).toBe(before)
  })

  test('equal lines of one file are units of their own', async () => {
    const line = '2026-09-01T10:00:00+00:00\t112-1-1\tS9\tB9\tX9\tThing\t1\tLAS2\tSELLABLE\tDEFECTIVE\tUnit returned to inventory'
    const head =
      'return-date\torder-id\tsku\tasin\tfnsku\tproduct-name\tquantity\tfulfillment-center-id\tdetailed-disposition\treason\tstatus'
    const two = await take('two.txt', `${head}\n${line}\n${line}\n`)
    expect(two.lines).toMatchObject({ merged: 2 })
    expect(JSON.stringify(two.notes)).toContain('1 行与前面的行相同')
    expect((await take('three.txt', `${head}\n${line}\n${line}\n${line}\n`)).lines).toMatchObject({ merged: 1, unchanged: 2 })
  })
})

test('order items and refunds of the transaction report stand apart', async () => {
  const report = readFileSync('test/fixtures/amazon/transactions/2025-10-amazon.de.csv')
  const told = await h.import('transactions.csv', report, { shopId: h.shop('amazon.de') })
  expect(told, errorsOf(told)).toMatchObject({ state: 'done' })
  const period = { startDate: '2025-10-01', endDate: '2025-10-31' }
  const of = async (call: string, as = h.boss) => (await as.post(call, period)).data
  const [orders, refunds, all] = [
    await of('/financialAmz/orderItemList'),
    await of('/financialAmz/refundList'),
    await of('/AmazonTransactionReport/list'),
  ]
  expect([orders.total > 0, refunds.total > 0, orders.total + refunds.total < all.total]).toEqual([true, true, true])
  const kinds = (rows: readonly { typeId: string }[]) => new Set(rows.map(row => row.typeId))
  expect([...kinds(orders.list)].filter(kind => kinds(refunds.list).has(kind))).toEqual([])
})

test('a VAT report without the two columns that decide who declares is refused by their names', async () => {
  // Amazon writes it of European shops alone
  const german = reportsOf({ currency: 'EUR', country: 'DE', site: 'Amazon.de' }, offers, '2026-11-21', seededRandom(5))
  const vat = german.find(one => one.name.startsWith('vat-transactions'))?.content ?? ''
  const without = vat
    .split('\r\n')
    .map(row => row.split('\t').slice(0, -2).join('\t'))
    .join('\r\n')
  const told = await take('vat.txt', without, 'amazon.de')
  expect(told.state).toBe('refused')
  for (const name of ['增值税交易', 'TAX_REPORTING_SCHEME', 'TAX_COLLECTION_RESPONSIBILITY']) expect(errorsOf(told)).toContain(name)
})

/** Samples that the repository may not hold, with control totals computed apart. */
const sample = (name: string): Buffer => readFileSync(genuine(name))
describe.skipIf(genuineFolder === '')('samples', () => {
  const made = 'amazon-fba-fixtures'
  test.each([
    ['amazon-fba-returns/2014-12-01_2016-04-08-fba-customer-returns-us.txt', 'amazon.com', 220, ['220']],
    ['amazon-fba-reimbursements/2014-12-01_2016-04-25-fba-reimbursements-us.txt', 'amazon.com', 361, ['5012.42', '325', '69']],
    [`${made}/storage-fees.txt`, 'amazon.de', 4, ['2095', '86.54']],
    [`${made}/fee-preview.txt`, 'amazon.de', 4, ['27.8', '14.25']],
    [`${made}/inventory-planning.txt`, 'amazon.es', 4, ['2095', '1257', '419', '210', '147', '63', '629']],
    [`${made}/ledger-detail.txt`, 'amazon.de', 16, ['-192']],
  ] as const)('%s', async (name, marketplace, lines, totals) => {
    if (h.shop(marketplace) === '') return
    const content = sample(name)
    const told = await take('sample.txt', content, marketplace)
    expect(told, errorsOf(told)).toMatchObject({ state: 'done', lines: { read: lines, merged: lines, refused: 0 } })
    for (const total of totals) expect(sumOf(told, 'merged')).toContain(total)
    const isUtf8 = Buffer.from(content.toString('utf8'), 'utf8').equals(content)
    const text = new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252').decode(content)
    const again = await take('again.txt', content, marketplace)
    expect(again.lines).toMatchObject({ merged: 0, unchanged: lines })
    for (const total of totals) expect(sumOf(again, 'unchanged')).toContain(total)
    if (!/[^\u0000-\u007F]/.test(text)) return
    const other = await take('other.txt', Buffer.from(`\uFEFF${text}`, isUtf8 ? 'utf16le' : 'utf8'), marketplace)
    expect(other.lines).toMatchObject({ merged: 0, unchanged: lines })
  })
})

test.skipIf(genuineFolder === '')(
  'of 38 inventory reimbursements in the transaction summary 37 are found in the report, and the other is named',
  async () => {
    const of = (path: string, encoding: string): string[][] =>
      new TextDecoder(encoding)
        .decode(sample(path))
        .split('\r\n')
        .map(row => row.split('\t'))
    const summary = of('amazon-transaction-summary/2016-02-18_2016-04-26-transaction-summary-us.txt', 'utf-8')
    const paid = summary
      .filter(row => row[3] === 'Other' && row[4]?.startsWith('FBA Inventory Reimbursement') === true)
      .map(row => ({ day: row[0] ?? '', sku: row[2] ?? '', amount: canonical((row[6] ?? '').replace('$', '')) }))
    expect(paid).toHaveLength(38)
    const left = (
      await h.sql(`select sku, amount::text as amount from fba_reimbursement f join shop s on s.id = f.shop_id
    where s.marketplace_code = 'amazon.com' and approved_on between '2016-02-01' and '2016-05-01'`)
    ).map(row => ({
      sku: String(row['sku']),
      amount: canonical(String(row['amount'])),
    }))
    const missing = paid.filter(one => {
      const at = left.findIndex(row => row.sku === one.sku && row.amount === one.amount)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    expect(missing).toEqual([{ day: 'Mar 11, 2016', sku: 'B00HNCN7OE', amount: '22.95' }])
  },
)
