/** Walmart's reconciliation report from the upload to the facts: every form of the file, nothing twice, and what is wrong with one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { madeZip, workbookOfRows } from '../../../../../test/setup/made-workbook.ts'
import { walmartLines, walmartReport, walmartStatementOf } from '../../../../../test/setup/kind-samples.ts'
import { openImports, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'

const path = '/WalMartFinanceData/Convert'
const head =
  'Period Start Date,Period End Date,Total Payable,Currency,Transaction Key,Transaction Posted Timestamp,Transaction Type,' +
  'Transaction Description,Purchase Order #,Purchase Order line #,Amount,Amount Type,Ship Qty,Partner Item Id,Partner Item Name,Campaign Id'
const row = (
  type: string,
  amountType: string,
  amount: string,
  more: { description?: string; po?: string; sku?: string; on?: string } = {},
) => {
  const { description = 'Purchase', po = '109', sku = 'A', on = '01/05/2026 10:00:00' } = more
  return `01/01/2026,01/14/2026,,USD,k1,${on},${type},${description},${po},1,${amount},${amountType},2,${sku},"Lamp, 2",`
}
const rows = [
  row('Sale', 'Product Price', '20.00'),
  row('Sale', 'Product tax', '1.60'),
  row('Sale', 'Product tax withheld', '-1.60'),
  row('Sale', 'Commission on Product', '-3.00'),
  row('Refund', 'Product Price', '-10.00', { on: '1/9/2026' }),
  row('Service Fee', 'Fee/Reimbursement', '-1.25', { description: 'WFS Storage Fee', po: '', sku: '' }),
  row('Adjustment', 'Moon Dust Levy', '-0.50', { description: 'Nobody knows', po: '', sku: '' }),
  row('Sale', 'Product Price', '20.00', { po: '110' }),
  row('Sale', 'Product Price', '20.00', { po: '110' }),
]
const total = '45.25'
const summary = (payable = total, period = '01/01/2026,01/14/2026') => `${period},${payable},USD,,,PaymentSummary,,,,,,,,,`
const file = (lines: readonly string[] = rows, first = summary()) => [head, first, ...lines, ''].join('\r\n')
let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())
beforeEach(async () => {
  for (const table of ['walmart_statement', 'walmart_proof', 'market_line', 'market_line_seen', 'import_run'])
    await h.sql(`delete from ${table}`)
})
/** Convert takes the report alone; the statement comes with the money of all marketplaces. */
const bring = (name: string, content: Buffer | string, shop?: string) =>
  h.import(name, content, {
    path: name.endsWith('.json') ? '/marketLine/importData' : path,
    accept: true,
    ...(shop === undefined ? {} : { shopId: h.shop(shop) }),
  })
const stored = async () =>
  h.sql(
    `select k.type, k.amount_type, f.amount::text, f.order_no, f.sku, f.quantity, f.posted_on::text, f.ordinal from market_line f
      join amazon_kind k on k.id = f.kind_id order by 1, 2, 3, 4, f.ordinal`,
  )
const reasons = (answer: { errors: readonly { reason: string }[] }) => answer.errors.map(one => one.reason).join(' ')

test('every amount is a fact; equal lines count each; an amount type that nobody knows is kept and named', async () => {
  const answer = await bring('recon.csv', file())
  expect(answer, JSON.stringify(answer.errors)).toMatchObject({ state: 'done', lines: { read: 9, merged: 9, refused: 0 } })
  expect(answer.controlTotals.map(t => [canonical(t.merged), canonical(t.difference)])).toEqual([[total, '0']])
  expect(answer.notes.join()).toContain(`应付金额 ${total} 一致`)
  expect(JSON.stringify(answer.unmappedTypes)).toContain('Moon Dust Levy')
  const lines = await stored()
  // a second plain reading, line by line
  for (const line of rows) {
    const cells = line.replace('"Lamp, 2"', 'Lamp').split(',')
    expect(lines).toContainEqual(
      expect.objectContaining({ type: cells[6], amount_type: cells[11], amount: `${cells[10]}00`, order_no: cells[8], sku: cells[13] }),
    )
  }
  expect(lines.find(one => one['type'] === 'Refund')).toMatchObject({ posted_on: '2026-01-09', quantity: null })
})

test('the same lines in a ZIP, a workbook, UTF-16, without the later columns and in another order change nothing', async () => {
  await bring('recon.csv', file())
  const before = await stored()
  const table = [head, summary(), ...rows].map(line => line.replace('"Lamp, 2"', 'Lamp 2').split(','))
  const older = table.map(cells => cells.filter((_, at) => at !== 4 && at !== 15).join(',')).join('\n')
  const numbered = [table[0] ?? [], ['Number of Lines in file 1'], ...table.slice(1)]
  for (const [name, content] of [
    ['recon.zip', madeZip({ '10000000354.csv': file() })],
    ['recon.xlsx', workbookOfRows(numbered)],
    ['recon.txt', Buffer.from(`\uFEFF${file().replaceAll('"Lamp, 2"', 'Lamp').replaceAll(',', '\t')}`, 'utf16le')],
    ['older.csv', older],
    ['turned.csv', file(rows.toReversed())],
  ] as const)
    expect(await bring(name, content), name).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 9 } })
  expect(await stored()).toEqual(before)
})

test('the legacy form: what is paid of an order line, and what its columns do not explain', async () => {
  const legacy =
    'Walmart.com Order #,P.O. #,P.O. Line #,Transaction Type,Transaction Date Time,' +
    'Shipped Qty,Partner Item ID,Payable to Partner from Sale,' +
    'Commission from Sale,Gross Sales Revenue\r\n201,109,1,SALE,01/05/2026 10:00:00,2,A,16.90,3.00,20.00\r\n'
  expect(await bring('legacy.csv', legacy)).toMatchObject({ state: 'done', lines: { merged: 3 } })
  expect((await stored()).map(one => [one['amount_type'], one['amount']])).toEqual([
    ['Commission on Product', '-3.0000'],
    ['Payable to Partner from Sale', '-0.1000'],
    ['Product Price', '20.0000'],
  ])
})

test('a deleted import takes its lines with it', async () => {
  const answer = await bring('recon.csv', file())
  const admin = await h.signIn('admin')
  expect((await admin.post('/fileImportHistory/delete', { id: answer.id })).code).toBe(0)
  expect(await stored()).toEqual([])
})

test('what is wrong is said, and nothing is kept of it', async () => {
  const two = madeZip({ 'a.csv': file(), 'b.csv': file([rows[0] ?? ''], summary('20.00', '01/15/2026,01/28/2026')) })
  expect(reasons(await bring('two.zip', two))).toContain('压缩包里有 2 个文件')
  expect(reasons(await bring('in.zip', madeZip({ 'a.zip': { content: madeZip({ 'a.csv': file() }) } })))).toContain('压缩包里还是压缩包')
  const both = file([...rows, summary('1.00', '01/15/2026,01/28/2026')])
  expect(reasons(await bring('periods.csv', both))).toContain('两个结算周期')
  expect(reasons(await bring('cut.csv', file().slice(0, -40)))).toContain('文件不完整')
  expect(reasons(await bring('shop.csv', file(), 'ebay.com'))).toContain('不属于这个平台')
  expect(reasons(await bring('amount.csv', file([row('Sale', 'Product Price', '2O.00')])))).toContain('金额不是数字')
  expect(reasons(await bring('day.csv', file([row('Sale', 'Product Price', '2.00', { on: '13/31/2026' })])))).toContain('MM/DD/YYYY')
  expect(await stored()).toEqual([])
})

describe('the payment statement is the control of the lines', () => {
  const cycle = ['09/12/2026', '09/25/2026'] as const
  const lines = walmartLines(cycle, '09/20/2026')
  const proof = async () =>
    (
      await h.sql('select part, state, trim_scale(stated)::text as stated, trim_scale(found)::text as found from walmart_proof order by 1')
    ).map(row => [row['part'], row['state'], row['stated'], row['found']])
  const statement = (day = '2026-10-04', price?: number) => bring('statement.json', walmartStatementOf(day, price))
  const recon = () => bring('recon.csv', walmartReport(lines, cycle, '69.60'))

  test.each([
    ['lines first', [recon, statement]],
    ['statement first', [statement, recon]],
  ] as const)('%s: every amount is proven; what is missing is said', async (_name, both) => {
    const first = await both[0]()
    expect(first, JSON.stringify(first.errors)).toMatchObject({ state: 'done' })
    if (both[0] === statement) {
      expect(first.notes.join()).toContain('2026-10-04 的对账明细尚未导入')
      expect((await proof()).every(([, state]) => state === 3)).toBe(true)
    }
    const second = await both[1]()
    expect(second.notes.join()).toContain('应付金额与对账明细一致：2026-10-04')
    expect(await proof()).toContainEqual([50, 1, '69.6', '69.6'])
    expect(await proof()).toContainEqual([11, 1, '120', '120'])
    expect(await proof()).toContainEqual([42, 1, '-9.5', '-9.5'])
    expect((await proof()).filter(([, state]) => state !== 1)).toEqual([])
    const { data } = await h.clerk.post('/walmartProof/list', {})
    expect(data.total).toBe(19)
    // the lines gone, the statement waits for them again
    const id = both[0] === recon ? first.id : second.id
    expect((await h.clerk.post('/fileImportHistory/delete', { id })).code).toBe(0)
    expect((await proof()).every(([, state]) => state === 3)).toBe(true)
  })

  test('a statement of other amounts names what differs; one that does not add up, or a changed one, is refused', async () => {
    await recon()
    const told = await statement('2026-10-04', 125)
    expect(told.notes.join()).toMatch(/写明应付 74\.6，对账明细合计 69\.6，有 3 项不一致/)
    expect((await proof()).filter(([, state]) => state === 2).map(([part]) => part)).toEqual([11, 19, 50])
    expect(reasons(await statement('2026-10-04', 120))).toContain('本文件为 120')
    expect(reasons(await bring('s.json', walmartStatementOf('2026-10-18').replace('"netPayable":107', '"netPayable":108')))).toContain(
      'saleAggregate.netPayable',
    )
    expect(reasons(await bring('s.json', walmartStatementOf('').replace('""', 'null')))).toContain('结算日')
    const one = walmartStatementOf('2026-10-18')
    expect(reasons(await bring('s.json', `[${one},${one}]`))).toContain('两份')
  })
})

test('the first file of a kind without a genuine one shows columns, words and totals, and waits', async () => {
  const content = file([...rows, row('Sale', 'Moon Dust Levy', '-1.00')])
    .replace('Campaign Id', 'Cheese Column')
    .replaceAll('"Lamp, 2",', 'x,yes')
  const told = await h.import('first.csv', content, { path, shopId: h.shop('walmart.com') })
  expect(told.state).toBe('waiting')
  const seen = told.doubts.map(doubt => [doubt.what, canonical(doubt.stated)])
  expect(seen).toContainEqual(['未见真实文件：沃尔玛对账单的行数', '10'])
  expect(seen).toContainEqual(['未见真实文件：金额合计', '44.25'])
  expect(seen).toContainEqual(['不认识的列“Cheese Column”，有内容的行数', '10'])
  expect(seen).toContainEqual(['不认识的词“Adjustment / Moon Dust Levy / Nobody knows”的行数', '1'])
  expect(await stored()).toEqual([])
  expect((await h.clerk.post('/fileImportHistory/accept', { id: told.id, reason: '已核对' })).code).toBe(0)
  expect(await h.run(told.id)).toMatchObject({ state: 'done', lines: { merged: 10 } })
  // the next one is read at once
  expect(await h.import('second.csv', file(), { path, shopId: h.shop('walmart.com') })).toMatchObject({ state: 'done' })
})
