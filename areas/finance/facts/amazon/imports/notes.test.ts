/**
 * What an import tells of a file: unknown columns, heads guessed by their place, equal lines, lines of closed months, the report that is
 * wanted instead.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { operations } from '#platform/declare/operations.ts'
import { importDetails } from '#platform/server/imports/details.ts'
import { financeItems } from '../../../base/finance-items.ts'
import { proveFinance } from '../../../profit/report/proof.ts'
import { openImports, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'
import { english, order, orders, report, settled, settlement, totalOfAll } from '../../../../../test/setup/amazon-files.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
/** imports whose reports were read here, for their English */
const imported: string[] = []
const told = async (...ask: Parameters<ImportHouse['import']>): ReturnType<ImportHouse['import']> => {
  const details = await h.import(...ask)
  imported.push(details.id)
  return details
}
afterAll(() => h.close())
beforeEach(async () => {
  for (const table of [
    'amazon_settlement',
    'amazon_settlement_line',
    'amazon_transaction_line',
    'amazon_line_seen',
    'stale_day',
    'finance_month',
  ])
    await h.sql(`delete from ${table}`)
})

/** The report with one money column more before its total, in which each line has this amount; the total holds it. */
function withColumn(head: string, lines: Parameters<typeof report>[0], amount: string): string {
  const plain = report([...lines].map(l => ({ ...l, description: 'x' })))
  return plain
    .split('\n')
    .map(row => {
      if (row.startsWith('"date/time","settlement')) return row.replace(',"total"', `,"${head}","total"`)
      const found = /^("Mar .*),"([\d.,-]+)"$/.exec(row)
      if (!found) return row
      const total = Number((found[2] ?? '').replaceAll(',', '')) + Number(amount)
      return `${found[1]},"${amount}","${total.toFixed(2)}"`
    })
    .join('\n')
}
const prove = async (): Promise<unknown> => {
  await refreshRollups(h.house, h.orgId)
  return proveFinance(await h.house.asSystem(h.orgId, 'test: the proof'))
}
const ledger = async (): Promise<string> => canonical((await h.ledger('2025-03-01', '2025-03-31'))[h.shop('amazon.com')] ?? '0')
const queue = async (): Promise<{ title: string; columnName: string; description: string; type: string }[]> =>
  (await h.clerk.post('/AmazonTypeMap/queue', { unmappedOnly: true })).data.list

describe('a column of money that no table knows', () => {
  test('is merged, counted, proven, queued under its own name and mapped like any other', async () => {
    const details = await told('a.csv', withColumn('climate levy', orders(0, 4), '-1.25'))
    expect(details, JSON.stringify(details.errors)).toMatchObject({ state: 'done', lines: { merged: 4 } })
    expect(details.notes).toEqual([expect.stringContaining('不认识的列“climate levy”已按未映射的金额计入，合计 −5.00 USD')])
    expect(details.unmappedTypes).toEqual([{ title: '订单 · climate levy', lines: 4, amount: '-5.00' }])
    expect(details.controlTotals.find(t => t.name === 'unmappedAmount')).toMatchObject({ title: '未识别列金额', difference: '0' })
    expect(await ledger()).toBe(canonical(String(Number(totalOfAll(orders(0, 4))) - 5)))
    expect(await prove()).toEqual([])
    const [kind] = (await queue()).filter(k => k.columnName === 'climate levy')
    expect(kind).toMatchObject({ title: '订单 · climate levy', type: 'order' })
    const { kindId } = kind as unknown as { kindId: string }
    expect(await h.clerk.post('/AmazonTypeMap/insert', { kindId, item: financeItems.otherSellingFee.id })).toMatchObject({ code: 0 })
    expect(await prove()).toEqual([])
    expect((await queue()).filter(k => k.columnName === 'climate levy')).toEqual([])
    await h.sql('delete from amazon_type_map where kind_id = $1', [kindId])
  })
  test('is the same line when the file comes again, and leaves with its import', async () => {
    const content = withColumn('climate levy', orders(0, 4), '-1.25')
    const first = await told('a.csv', content)
    expect(await told('b.csv', content)).toMatchObject({ lines: { merged: 0, unchanged: 4 } })
    await h.sql('delete from amazon_line_seen')
    expect(await h.clerk.post('/fileImportHistory/delete', { id: first.id })).toMatchObject({ code: 0 })
    expect(await prove()).toEqual([])
    expect((await queue()).filter(k => k.columnName === 'climate levy')).toEqual([])
  })
  test('two of them in one line are two kinds', async () => {
    const two = withColumn('levy', orders(0, 1), '-1.25')
      .replace('"levy","total"', '"levy","levy tax","total"')
      .replace(/"-1\.25","1226\.38"/, '"-1.25","-0.25","1226.13"')
    const details = await told('two.csv', two)
    expect(details, JSON.stringify(details.errors)).toMatchObject({ state: 'done', lines: { merged: 1 } })
    expect(details.unmappedTypes.map(t => [t.title, t.amount])).toEqual([
      ['订单 · levy', '-1.25'],
      ['订单 · levy tax', '-0.25'],
    ])
    expect(await prove()).toEqual([])
  })
  test('that the totals do not hold keeps the file out, with both sums', async () => {
    const wrong = withColumn('climate levy', orders(0, 1), '-1.25').replace('"1226.38"', '"1227.63"')
    const details = await told('wrong.csv', wrong)
    expect(details.state).toBe('refused')
    expect(details.errors[0]?.reason).toMatch(/合计1,227\.63.*“climate levy”合计1,226\.38.*总额为1,227\.63/)
  })
})

test('a head guessed by its place is told with its column and sum', async () => {
  const details = await told('g.csv', report(orders(0, 4)).replace('"selling fees"', '"commission of ours"'))
  expect(details, JSON.stringify(details.errors)).toMatchObject({ state: 'done' })
  expect(details.notes).toEqual([
    expect.stringMatching(/第 \d+ 列的表头“commission of ours”不认识，按所在位置读作“selling fees”，合计 −75\.00 USD/),
  ])
})

describe('equal lines of one file are told', () => {
  test('of a transaction report', async () => {
    const details = await told('e.csv', report([order(1), order(1), order(1), order(2)]))
    expect(details.notes).toEqual(['文件中有 2 行与前面的行完全相同，都已计入，合计 2,455.26 USD'])
  })
  test('of a settlement', async () => {
    const details = await told('e.txt', settlement([...settled(1, 2), ...settled(1, 2), ...settled(2, 3)]))
    expect(details.notes).toEqual(['文件中有 3 行与前面的行完全相同，都已计入，合计 1,227.63 USD'])
  })
})

describe('lines of closed months say where they count, with days and amounts', () => {
  beforeEach(() => h.sql(`insert into finance_month (org_id, month, state) values ($1, '2025-03-01', 1)`, [h.orgId]))
  const expected = '2025-03-10 至 2025-03-10 已结账，其中'
  test('a settlement', async () => {
    const details = await told('s.txt', settlement(settled(0, 2)))
    expect(details.notes).toEqual([`${expected} 6 行计入 2025-04-01，合计 2,455.26 USD`])
  })
  test('a transaction report; what was there is not told again', async () => {
    const details = await told('t.csv', report(orders(0, 2)))
    expect(details.notes).toEqual([`${expected} 2 行计入 2025-04-01，合计 2,455.26 USD`])
    expect((await told('t.csv', report(orders(0, 2)))).notes).toEqual([])
  })
})

test('a conflict names the lines as the file numbers them', async () => {
  await told('a.txt', settlement(settled(0, 3)))
  const changed = settlement(settled(0, 3).map((l, i) => (i === 4 ? { ...l, orderItemCode: l.orderItemCode ?? '', sku: 'OTHER' } : l)))
  const details = await told('b.txt', changed)
  expect(details.state).toBe('refused')
  const line = changed.split('\r\n').findIndex(text => text.includes('OTHER')) + 1
  expect(details.errors.slice(1).map(e => e.line)).toEqual([line])
  // an empty line more before the lines, and they are numbered by it
  const shifted = changed.replace('\r\n', '\r\n\r\n')
  expect((await told('c.txt', shifted)).errors.slice(1).map(e => e.line)).toEqual([line + 1])
})

describe('a file that is not taken', () => {
  const allOrders = 'amazon-order-id\tmerchant-order-id\tpurchase-date\tlast-updated-date\torder-status\tsku\tquantity\n'
  const dropped = (text: string, name: string): string => {
    const rows = text.split('\r\n').map(row => row.split('\t'))
    const at = rows[0]?.indexOf(name) ?? -1
    return rows.map(row => row.filter((_, i) => i !== at).join('\t')).join('\r\n')
  }
  test.each([
    ['all orders', `${allOrders}1\t1\t2025-03-01\t2025-03-01\tShipped\tA\t1\n`, /所有订单报告.*结算报告/],
    ['a settlement without its amounts', dropped(settlement(settled(0, 2)), 'amount'), /亚马逊结算报告（V2），但缺少列“amount”/],
    ['a settlement without its days', dropped(settlement(settled(0, 2)), 'posted-date'), /亚马逊结算报告（V2），但缺少列“posted-date”/],
    [
      'an old settlement without its currency',
      dropped(settlement(settled(0, 2), { layout: 'v1' }), 'currency'),
      /亚马逊结算报告（旧版），但缺少列“currency”/,
    ],
    [
      'a report without its totals',
      report(orders(0, 2), { ...english, columns: english.columns.filter(c => c !== 'total') }),
      /亚马逊交易报告，但缺少列“total”/,
    ],
    [
      'a report without a column of fees',
      report(orders(0, 2), { ...english, columns: english.columns.filter(c => c !== 'fbaFees') }),
      /缺少已知版式都有的列：“fba fees”/,
    ],
  ])('says what it is or what it lacks: %s', async (_, content, reason) => {
    const details = await told('x.txt', content)
    expect(details.state).toBe('refused')
    expect(details.errors[0]?.reason).toMatch(reason)
  })
  test('a column that the lines can do without is told and keeps nothing out', async () => {
    const details = await told('n.csv', report(orders(0, 2), { ...english, columns: english.columns.filter(c => c !== 'sku') }))
    expect(details).toMatchObject({ state: 'done', notes: ['文件缺少已知版式都有的列：“sku”'] })
  })
})

test('all that was told here has its English', async () => {
  const system = await h.house.asSystem(h.orgId, 'test')
  const caller = { ...system.caller, permissions: new Map([['files.import', new Set([operations.view])]]) }
  const inEnglish = await Promise.all(imported.map(id => importDetails({ ...system, caller, language: 'en' }, id)))
  const texts = new Set(inEnglish.flatMap(details => [...details.notes, ...details.errors.map(error => error.reason)]))
  // what a file prints may be in any language, and stands in quotes
  const left = [...texts].filter(text => /[\u4e00-\u9fff]/.test(text.replaceAll(/“[^”]*”/g, '')))
  expect(texts.size).toBeGreaterThan(15)
  expect(left).toEqual([])
})

test('the history of imports tells them in words', async () => {
  const { list } = (await h.boss.post('/fileImportHistory/list', { pageSize: 100 })).data as { list: { message: string | null }[] }
  const told = list.flatMap(({ message }) => message ?? [])
  expect(told.length).toBeGreaterThan(0)
  expect(told.filter(message => message.includes('{'))).toEqual([])
})
