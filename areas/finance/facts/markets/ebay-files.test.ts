/** eBay's money from the upload to the lines: the same once, whatever file told of it and whichever came first. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileKind } from '#platform/declare/file-kind.ts'
import { seededRandom } from '#areas/admin/index.ts'
import { canonical, sum } from '#platform/format/decimal.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { sampleTransactions } from '../../../../test/setup/ebay-sample.ts'
import { tableOf, textOf } from '../../../../test/setup/file-table.ts'
import { genuineIn } from '../../../../test/setup/genuine.ts'
import { fixtures } from '../../../../test/setup/plain-reading.ts'
import { proveFinance } from '../../profit/report/proof.ts'
import { ebayReport } from './ebay/report-file.ts'
import { netOf, writeFinances, writePayouts, writeReport, type EbayTransaction } from './ebay/write-files.ts'

const path = '/marketLine/importData'
const sample = sampleTransactions
const report = writeReport(sample, 'USD')
const api = writeFinances(sample, 'USD')
const inApi = sample.filter(one => one.type !== 'PAYOUT')
const totalOf = (transactions: readonly EbayTransaction[]): string => sum(transactions.map(netOf))

let h: ImportHouse
let shopId = ''
beforeAll(async () => {
  h = await openImports()
  shopId = h.shop('ebay.com')
})
afterAll(() => h?.close())

const bring = (name: string, content: string | Buffer) => h.import(name, content, { path, shopId, accept: true })
const lines = async () =>
  (await h.sql(
    `select posted_on::text as day, transaction_id as id, part, amount::text as amount, currency, source, order_no, sku, item_id
    from market_line where shop_id = $1 order by posted_on, transaction_id, part, amount`,
    [shopId],
  )) as Record<string, string>[]
const removeAll = async () => {
  for (const { id } of await h.sql('select id::text as id from import_run where shop_id = $1 and state = 2 order by id desc', [shopId]))
    expect(await h.clerk.post('/fileImportHistory/delete', { id })).toMatchObject({ code: 0 })
  expect(await lines()).toEqual([])
}

/** A plain second reading of the report: cells by their place, transactions by their rows, nothing of the product's reader. */
function plainReading(text: string): string[] {
  const rows = text
    .split('\r\n')
    .map(row => row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map(cell => cell.replace(/,$/, '').replace(/^"|"$/g, '')) ?? [])
  const head = rows.findIndex(row => row[0] === 'Transaction creation date')
  const at = (row: string[], name: string): string => row[(rows[head] ?? []).indexOf(name)] ?? ''
  const fees = ['Final Value Fee - fixed', 'Final Value Fee - variable']
  return rows.slice(head + 1).flatMap(row => {
    if (row.length < 10) return []
    const gross = at(row, 'Type') === 'Refund' ? ['Gross transaction amount'] : ['Item subtotal', 'Shipping and handling']
    const parts = [...gross, ...fees].map(name => at(row, name)).filter(cell => cell !== '--' && Number(cell) !== 0)
    if (parts.length > 0) return parts.map(canonical)
    return at(row, 'Type') !== 'Order' || at(row, 'Item ID') !== '--' ? [canonical(at(row, 'Net amount'))] : []
  })
}

test('the report to its control total, line by line as a plain reading finds it; again and in German nothing is new', async () => {
  const told = await bring('report.csv', report)
  expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { refused: 0 } })
  expect(told.controlTotals.map(t => [t.currency, canonical(t.merged), canonical(t.difference)])).toEqual([
    ['USD', canonical(totalOf(sample)), '0'],
  ])
  const stored = await lines()
  expect(stored.map(l => canonical(l['amount'] ?? '')).sort()).toEqual(plainReading(report).sort())
  expect(told.notes.join()).not.toContain('真实文件')
  expect(told.notes.join()).toContain('1 笔放款与其交易合计一致')
  for (const again of [report, writeReport(sample, 'USD', 'de'), Buffer.from(report, 'utf16le')]) {
    const more = await bring('again.csv', again)
    expect(more, JSON.stringify(more.errors)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: stored.length } })
  }
  expect(await lines()).toEqual(stored)
  await removeAll()
})

test('report and interface tell of the same money once, in any order, and deleting the better gives the other back', async () => {
  await bring('api.json', api)
  const apiAlone = await lines()
  expect(canonical(sum(apiAlone.map(l => l['amount'] ?? '0')))).toBe(canonical(totalOf(inApi)))
  expect(new Set(apiAlone.map(l => l['source']))).toEqual(new Set([2]))
  await bring('report.csv', report)
  const apiFirst = await lines()
  expect(canonical(sum(apiFirst.map(l => l['amount'] ?? '0')))).toBe(canonical(totalOf(sample)))
  const [{ id }] = (await h.sql(`select id::text as id from import_run where file_name = 'report.csv' order by id desc limit 1`)) as {
    id: string
  }[] as [{ id: string }]
  expect(await h.clerk.post('/fileImportHistory/delete', { id })).toMatchObject({ code: 0 })
  expect(await lines()).toEqual(apiAlone)
  await removeAll()
  await bring('report.csv', report)
  await bring('api.json', api)
  expect(await lines()).toEqual(apiFirst)
  expect(new Set(apiFirst.map(l => l['source']))).toEqual(new Set([1]))
  await removeAll()
})

test('pay-outs of the interface are those of the report and prove their transactions; a failed one is no money', async () => {
  const payouts = writePayouts(sample, 'USD')
  const told = await bring('payouts.json', payouts)
  expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { merged: 1 } })
  const later = await bring('api.json', api)
  expect(later.notes.join()).toContain('1 笔放款与其交易合计一致')
  const both = (await lines()).map(l => `${l['id']} ${canonical(l['amount'] ?? '')}`).sort()
  expect(canonical(sum((await lines()).map(l => l['amount'] ?? '0')))).toBe(canonical(totalOf(sample)))
  await bring('report.csv', report)
  expect(canonical(sum((await lines()).map(l => l['amount'] ?? '0')))).toBe(canonical(totalOf(sample)))
  await removeAll()
  for (const [name, content] of [
    ['report.csv', report],
    ['payouts.json', payouts],
    ['api.json', api],
  ] as const)
    await bring(name, content)
  expect(canonical(sum((await lines()).map(l => l['amount'] ?? '0')))).toBe(canonical(totalOf(sample)))
  expect((await lines()).filter(l => String(l['source']) !== '1')).toEqual([])
  await removeAll()
  await bring('api.json', api)
  await bring('payouts.json', payouts)
  expect((await lines()).map(l => `${l['id']} ${canonical(l['amount'] ?? '')}`).sort()).toEqual(both)
  await removeAll()
  const failed = await bring('failed.json', writePayouts(sample, 'USD', 'RETRYABLE_FAILED'))
  expect([failed.state, JSON.stringify(failed.errors)]).toEqual(['refused', expect.stringContaining('没有数据行')])
})

test('bad input: changed amount, doubled line, other report, another shop', async () => {
  await bring('report.csv', report)
  const stored = await lines()
  const refused = async (name: string, content: string, words: string, wish: object = { path, shopId, accept: true }) => {
    const told = await h.import(name, content, wish)
    expect([name, told.state]).toEqual([name, 'refused'])
    expect(JSON.stringify(told)).toContain(words)
  }
  const [first, ...others] = sample
  if (first === undefined) throw new Error('an empty sample')
  const changed = { ...first, items: first.items.map(item => ({ ...item, subtotal: '99.00' })) }
  await refused('changed.csv', writeReport([changed, ...others], 'USD'), '与已导入的')
  await refused('net.csv', report.replace(`,${netOf(first)},`, ',1.23,'), '与已导入的')
  await refused('doubled.csv', writeReport([first, first], 'USD'), '出现了多次')
  await refused(
    'earnings.csv',
    `Order creation date,Order number,Item ID,Item title,Quantity,Gross amount,Order earnings\r\n"Aug 1, 2026",1,2,x,1,3,2\r\n`,
    '缺少列“Payout currency”',
  )
  await refused('pound.csv', writeReport(sample, 'GBP'), 'GBP')
  await refused('other.csv', report, '不属于这个平台', { path, shopId: h.shop('walmart.com') })
  await refused('cut.csv', report.slice(0, report.length - 60), '')
  expect(await lines()).toEqual(stored)
  await removeAll()
})

test('a net that gross and fees do not make waits for a yes that names it; then the rest is a line of its own', async () => {
  const [first] = sample
  if (first === undefined) throw new Error('an empty sample')
  const changed = report.replace(`,${netOf(first)},`, ',20.29,')
  const asked = await h.import('net.csv', changed, { path, shopId })
  expect(asked).toMatchObject({ state: 'waiting', errors: [] })
  expect(asked.doubts.map(one => [one.what, one.stated, one.found, one.difference])).toEqual([
    [`Order ${first.orderNo}：净额应为总额加费用`, '20.29', '25.29', '-5'],
  ])
  expect(await lines()).toEqual([])
  const told = await bring('net.csv', changed)
  expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', unmappedTypes: [expect.objectContaining({ lines: 1 })] })
  const stored = (await lines()).filter(line => line['order_no'] === first.orderNo && line['id'] === first.id)
  expect(stored.map(line => canonical(line['amount'] ?? ''))).toEqual(['25', '4.5', '-0.3', '-3.91', '-5'])
  const findings = () => h.sql(`select owner_name as owner, trim_scale(difference)::text as difference from import_finding`)
  const [shop] = await h.sql('select name from shop where id = $1', [shopId])
  expect(await findings()).toEqual([{ owner: shop?.['name'], difference: '-5' }])
  await removeAll()
  expect(await findings()).toEqual([])
})

test('the interface numbers its transactions otherwise: counted once with the report, whichever comes again', async () => {
  const numbered = (prefix: string) => sample.map(one => ({ ...one, id: one.id === '' ? '' : `${prefix}${one.id}` }))
  const other = writeFinances(numbered('API-'), 'USD')
  for (const order of [
    [report, other, report, other],
    [other, report, other, report],
  ]) {
    for (const [at, content] of order.entries()) {
      const told = await bring(content === report ? `${at}.csv` : `${at}.json`, content)
      expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: at > 1 ? { merged: 0 } : {} })
    }
    expect(canonical(sum((await lines()).map(l => l['amount'] ?? '0')))).toBe(canonical(totalOf(sample)))
    await removeAll()
  }
})

const own = [join(fixtures, 'ebay/transactions.csv'), join(fixtures, 'ebay/transactions-older-head.csv')]
test.each([...own, ...genuineIn('ebay-transactions', '.csv')].map(file => [basename(file), file] as const))(
  '%s through the call: taken at once, nothing refused, nothing unmapped; again and in another writing nothing is new',
  async (name, file) => {
    const content = readFileSync(file)
    const told = await h.import(name, content, { path, shopId })
    expect(told, JSON.stringify([told.errors, told.doubts])).toMatchObject({
      state: 'done',
      lines: { refused: 0 },
      unmappedTypes: [],
      doubts: [],
    })
    const stored = await lines()
    expect(told.controlTotals.map(total => canonical(total.difference))).toEqual(['0'])
    const table = tableOf(content.toString('utf8'), ebayReport as FileKind)
    const rows = table?.rows ?? []
    expect(rows[(table?.from ?? 0) - 1]?.length).toBeGreaterThan(30)
    const writings = [
      [
        'turned columns',
        textOf(
          rows.map(row => row.toReversed()),
          ';',
        ),
      ],
      ['tabs', Buffer.from(`\uFEFF${textOf(rows, '\t')}`, 'utf16le')],
    ] as const
    for (const [writing, again] of [['the same', content] as const, ...(file === own[0] ? writings : [])]) {
      const more = await h.import('again.csv', again, { path, shopId })
      expect([writing, more.state, more.lines.merged], JSON.stringify(more.errors)).toEqual([writing, 'done', 0])
    }
    expect(await lines()).toEqual(stored)
    await removeAll()
  },
)

test('money that comes after its month was closed is carried into the open one: closed figures stay, all is proven', async () => {
  const [august, september] = [
    ['2026-08-01', '2026-08-31'],
    ['2026-09-01', '2026-09-30'],
  ] as const
  const ledgerOf = async ([from, to]: readonly [string, string]): Promise<string> => canonical((await h.ledger(from, to))[shopId] ?? '0')
  const carried = async () => {
    const { data, code, msg } = await h.boss.post('/financeMonth/carriedList', { pageSize: 100 })
    expect(code, msg).toBe(0)
    return (data.list as Record<string, string>[]).filter(row => row['shopId'] === shopId)
  }
  const isPayout = ({ type }: EbayTransaction): boolean => type === 'PAYOUT'
  const isFee = ({ type }: EbayTransaction): boolean => type === 'NON_SALE_CHARGE' || type === 'SHIPPING_LABEL'
  const random = seededRandom(33)
  const splits: ((one: EbayTransaction, at: number) => boolean)[] = [isPayout, isFee]
  for (let n = 0; n < 3; n++) {
    const chosen = sample.map(() => random.below(2) === 0)
    splits.push((_one, at) => chosen[at] === true)
  }
  for (const [n, isLate] of splits.entries()) {
    const [early, late] = [sample.filter((one, at) => !isLate(one, at)), sample.filter(isLate)]
    await bring(`early${n}.csv`, writeReport(early, 'USD'))
    expect(await ledgerOf(august)).toBe(canonical(totalOf(early)))
    const system = await h.house.asSystem(h.orgId, 'test')
    await h.sql(`insert into finance_month (org_id, month, state) values ($1, '2026-08-01', 1)`, [h.orgId])
    const before = await lines()
    // the whole report again, as it is downloaded later: of two that tell the same, the later changes nothing
    const told = await bring(`late${n}.csv`, writeReport(sample, 'USD'))
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { unchanged: before.length } })
    expect([n, await ledgerOf(august), await ledgerOf(september)]).toEqual([n, canonical(totalOf(early)), canonical(totalOf(late))])
    const moved = (await carried()).map(row => [row['month'], row['happened'], row['source'], row['lines'], canonical(row['amount'] ?? '')])
    const isIn = new Set(before.map(one => JSON.stringify(one)))
    const fresh = (await lines()).filter(one => !isIn.has(JSON.stringify(one)))
    expect(moved).toEqual(late.length === 0 ? [] : [['2026-09', '2026-08', 4, fresh.length, canonical(totalOf(late))]])
    expect(await proveFinance(system)).toEqual([])
    await h.sql('delete from finance_month')
    await removeAll()
  }
})
