/** eBay's order earnings: no money of their own, held against the transactions of each order, whichever of the files comes first. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { sampleTransactions } from '../../../../test/setup/ebay-sample.ts'
import { ebayEarningCheck } from './ebay/earnings-check.ts'
import { writeEarnings, writeFinances, writeReport } from './ebay/write-files.ts'

const path = '/marketLine/importData'
const states = ebayEarningCheck.fields.state.choices
const [report, api, earnings] = [
  writeReport(sampleTransactions, 'USD'),
  writeFinances(sampleTransactions, 'USD'),
  writeEarnings(sampleTransactions, 'USD'),
]

let h: ImportHouse
let shopId = ''
beforeAll(async () => {
  h = await openImports()
  shopId = h.shop('ebay.com')
})
afterAll(() => h?.close())
const startAnew = async (): Promise<void> => {
  for (const { id } of await h.sql('select id::text as id from import_run where shop_id = $1 and state = 2 order by id desc', [shopId]))
    expect(await h.clerk.post('/fileImportHistory/delete', { id })).toMatchObject({ code: 0 })
  expect(await checks()).toEqual([])
}

const bring = async (name: string, content: string) => {
  const told = await h.import(name, content, { path, shopId, accept: true })
  expect([told.state, JSON.stringify(told.errors)]).toEqual(['done', '[]'])
  return told
}
const figure = (value: unknown): string | null => (value === null ? null : canonical(asText(value)))
const figures = ['earnings', 'found', 'difference', 'gross', 'made', 'told', 'units']
const checks = async () =>
  (
    await h.sql(
      `select order_no as no, state, earnings, found, difference, gross, found_gross as made, quantity as told, found_quantity as units
      from ebay_earning_check where shop_id = $1 order by 1`,
      [shopId],
    )
  ).map(row => [row['no'], row['state'], ...figures.map(name => figure(row[name]))])
const money = async (): Promise<string> =>
  asText((await h.sql('select coalesce(sum(amount), 0)::text as sum from market_line where shop_id = $1', [shopId]))[0]?.['sum'])

// a refund, two items with their row of totals, a label: by hand from the sample
const equal = [
  ['06-20001-30001', states.equal[0], '4.2', '4.2', '0', '29.5', '29.5', '1', '1'],
  ['06-20002-30002', states.equal[0], '55.65', '55.65', '0', '64.5', '64.5', '3', '3'],
  ['06-20003-30003', states.equal[0], '1070.45', '1070.45', '0', '1239', '1239', '1', '1'],
]

test('the first file of the organisation waits; it shows lines, totals and unknown columns', async () => {
  const id = await h.order('earnings.csv', earnings.replace('Buyer name', 'Buyer mood'), { path, shopId })
  const told = await h.run(id)
  expect(told.state).toBe('waiting')
  const doubts = JSON.stringify(told.doubts)
  for (const words of ['未见真实文件', 'Order earnings', '不认识的列“Buyer mood”']) expect(doubts).toContain(words)
  expect(doubts).not.toContain('Ship to country')
  expect((await h.clerk.post('/fileImportHistory/accept', { id, reason: '已对照卖家中心' })).code).toBe(0)
  expect((await h.run(id)).state).toBe('done')
})

test('whichever comes first, each order is held against its transactions, and no money counts a second time', async () => {
  await startAnew()
  const first = await bring('earnings.csv', earnings)
  expect(JSON.stringify(first.notes)).toContain('3 个订单的交易明细尚未导入')
  expect((await checks()).map(row => [row[1], row[3]])).toEqual(equal.map(() => [states.missing[0], null]))
  expect(await money()).toBe('0')
  const second = await bring('report.csv', report)
  expect(JSON.stringify(second.notes)).toContain('3 个订单的收益与交易合计一致')
  expect(await checks()).toEqual(equal)
  const counted = await money()
  const again = await bring('again.csv', earnings)
  expect(again.lines).toMatchObject({ merged: 0, unchanged: 5 })
  expect([await money(), await checks()]).toEqual([counted, equal])
  // the transactions go: nothing is left to hold the earnings against
  const [run] = await h.sql(`select id::text as id from import_run where shop_id = $1 and file_name = 'report.csv' and state = 2`, [shopId])
  expect((await h.clerk.post('/fileImportHistory/delete', { id: run?.['id'] })).code).toBe(0)
  expect((await checks()).map(row => row[1])).toEqual(equal.map(() => states.missing[0]))
  await bring('report-later.csv', report)
  expect(await checks()).toEqual(equal)
})

test('the interface tells no quantities: earnings alone are compared', async () => {
  await startAnew()
  await bring('api.json', api)
  await bring('earnings.csv', earnings)
  expect((await checks()).map(row => [row[1], row[8]])).toEqual(equal.map(() => [states.equal[0], null]))
})

test('a quantity or an amount that differs is named; what a later report says of the order counts', async () => {
  await startAnew()
  await bring('report.csv', report)
  const changed = earnings.replace(',1070.45', ',1060.45').replace('Item, number 1",2,', 'Item, number 1",1,')
  const told = await bring('earnings.csv', changed)
  const said = JSON.stringify(told.notes)
  for (const words of ['2 个订单的收益或数量与交易合计不一致', '1 行的订单收益不等于总额减费用减退款']) expect(said).toContain(words)
  expect((await checks()).map(row => [row[1], row[4], row[7]])).toEqual([
    [states.equal[0], '0', '1'],
    [states.quantity[0], '0', '2'],
    [states.differs[0], '10', '1'],
  ])
  await bring('later.csv', earnings)
  expect(await checks()).toEqual(equal)
  const { code, data, msg } = await h.boss.post('/ebayEarningCheck/list', { startDate: '2026-08-01', endDate: '2026-08-31' })
  expect([code, data?.total], msg).toEqual([0, 3])
})
