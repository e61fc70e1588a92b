/** Packing lists, freight bills and how they fall on the lines: to the cent, twice, at once, taken back. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { roleLooksAt } from '../../../../test/setup/role-looks.ts'
import { bases } from './first-leg-tables.ts'
import { genuine, hasGenuine } from '../../../../test/setup/genuine.ts'

const path = '/FinanceFirstLegFee/import'
let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h.close())

const shipment = async (shipmentNo: string, stage = 1): Promise<string> => {
  const made = await h.clerk.post('/FinanceFirstLegShipment/insert', { shipmentNo, stage, period: '2026-10' })
  expect(made, made.msg).toMatchObject({ code: 0 })
  return String(made.data.id)
}
const bring = (content: Buffer | string, shipmentId: string, name = 'x.csv') => h.import(name, content, { path, owner: { shipmentId } })
const billOf = async (shipmentId: string, amounts: readonly string[], basis: keyof typeof bases, currency = 'CNY'): Promise<string> => {
  const made = await h.clerk.post('/FinanceFirstLegBill/insert', {
    shipmentId,
    businessOn: '2026-10-20',
    currency,
    basis: bases[basis][0],
    lines: { added: amounts.map(amount => ({ kind: 1, amount })) },
  })
  expect(made, made.msg).toMatchObject({ code: 0 })
  return String(made.data.id)
}
const feesOf = async (shipmentId: string) =>
  h.sql('select row_no, sku, fee::float as fee, currency from first_leg_fee where shipment_id = $1 order by row_no', [shipmentId])
const feeSum = async (shipmentId: string): Promise<number> =>
  Number((await h.sql('select sum(fee)::text as n from first_leg_fee where shipment_id = $1', [shipmentId]))[0]?.['n'])

/** As a manufacturer writes it: English head, Chinese head, lines, a line that is a sum in disguise, totals. */
const list = (lines: readonly string[], totals = ',,3,,#REF!,9.4,,,'): string =>
  [
    'S/N,Part Number,Quantity,Total Carton Quantity,Total Volume (CBM),' +
      'Total Gross Weight (kg),Total Net Weight (kg),EPR Part Name,"Unit Price (Excl. Tax, CNY)"',
    '序号,料号,数量,总件数,总体积,总毛重,总净重,EPR物料名称,采购单价(不含税)',
    ...lines,
    totals,
    '',
  ].join('\n')
const lines = ['1,P-1,1,1,0.5,4.7,4,轨道,100', '2,P-2,2,,,,,齿轮,50', '3,,,1,0.5,4.7,,,']

describe('packing lists', () => {
  test('merged cells, a sum in disguise and totals that are errors are told; the list once more changes nothing', async () => {
    const id = await shipment('HJ-1')
    const first = await bring(list(lines), id)
    expect([first.state, first.lines.merged]).toEqual(['done', 3])
    const said = JSON.stringify(first)
    for (const words of ['错误值 #REF!', '可能是小计', '同箱合并单元格']) expect(said).toContain(words)
    const again = await bring(list(lines), id)
    expect([again.state, again.lines.merged, again.lines.unchanged]).toEqual(['done', 0, 3])
    const other = await bring(list(lines.slice(1)).replace('P-2,2', 'P-2,5').replace(',,3,,#', ',,5,,#').replace('9.4', '4.7'), id)
    expect(other.errors[0]?.reason).toMatch(/已有 3 行装箱明细，与文件不同/)
    expect((await h.sql('select period::text as p from first_leg_fee where shipment_id = $1 limit 1', [id]))[0]?.['p']).toBe('2026-10-01')
  })
  test('a figure that is an error or below zero is refused by its cell; stated totals that do not follow wait', async () => {
    const id = await shipment('HJ-2')
    const error = await bring(list(['1,P-1,1,1,#VALUE!,4.7,4,轨道,100']), id)
    expect(error.errors[0]).toMatchObject({ column: '总体积', reason: '是错误值，请在 Excel 里改正公式后再导入' })
    expect((await bring(list(['1,P-1,-1,1,1,4.7,4,轨道,100']), id)).errors[0]?.reason).toBe('不能小于 0')
    const waiting = await bring(list(lines, ',,9,,0.5,4.7,,,'), id)
    expect([waiting.state, (await h.sql('select 1 as n from first_leg_fee where shipment_id = $1', [id])).length]).toEqual(['waiting', 0])
  })
  test('the initial period: fees come with the sheet, and a second import is refused', async () => {
    const id = await shipment('QC-2026', 2)
    const sheet = '货件号,SKU,品名,数量,箱数,体积,毛重,净重,申报价值,头程费用,币种\nQC-2026,A-1,灯,100,5,1.2,80,70,5000,321.50,CNY\n'
    const initial = '/FinanceFirstLegFee/importInitial'
    const first = await h.import('q.csv', sheet, { path: initial, owner: { shipmentId: id } })
    expect([first.state, await feeSum(id)]).toEqual(['done', 321.5])
    const again = await h.import('q.csv', sheet, { path: initial, owner: { shipmentId: id } })
    expect(again.errors[0]?.reason).toMatch(/期初货件 QC-2026 已导入过头程费用，不能重复导入/)
    const uploaded = await h.upload('q.csv', sheet)
    const current = await shipment('HJ-0')
    const wrong = await h.clerk.post('/FinanceFirstLegFee/importInitial', { fileIds: [uploaded.data.id], shipmentId: current })
    const options = await h.clerk.post('/listField/options', { type: 'financeFirstLegShipment', pageNum: 1, pageSize: 10 })
    expect(options.status).not.toBe(500)
    expect(wrong.msg).toBe('所选货件不是期初，请用“导入装箱单”')
    await h.clerk.post('/fileImportHistory/delete', { id: first.id })
    expect((await h.import('q.csv', sheet, { path: initial })).state).toBe('done')
  })
})

describe('bills', () => {
  test('tried, allocated, once only, taken back; a zero basis falls through; a line without SKU bears nothing', async () => {
    const id = await shipment('HJ-3')
    await bring(list(lines), id)
    const bill = await billOf(id, ['100.00', '0.01'], 'volume')
    const tried = await h.clerk.post('/FinanceFirstLegFee/preview', { id: bill })
    expect(tried, tried.msg).toMatchObject({ code: 0, data: { page: { id: bill } } })
    expect(await feeSum(id)).toBe(0)
    const done = await h.clerk.post('/FinanceFirstLegFee/generate', { ids: [bill] })
    expect(done, done.msg).toMatchObject({ code: 0, data: { changed: 1 } })
    expect(await feesOf(id)).toMatchObject([
      { sku: 'P-1', fee: 100.01, currency: 'CNY' },
      { sku: 'P-2', fee: 0 },
      { sku: '', fee: 0 },
    ])
    expect((await h.clerk.post('/FinanceFirstLegFee/generate', { ids: [bill] })).code).not.toBe(0)
    expect(await feeSum(id)).toBe(100.01)
    const shares = await h.clerk.post('/FinanceFirstLegShare/list', {
      pageNum: 1,
      pageSize: 10,
      sortField: 'rowNo',
      sortWay: 'ASC',
      conditionList: [{ field: 'billId', condition: 'EQ', value: bill }],
    })
    expect(shares.data.list.map((s: Record<string, unknown>) => [Number(s['weight']), Number(s['share']), s['inForce']])).toEqual([
      [0.5, 100.01, 1],
      [0, 0, 1],
      [0, 0, 1],
    ])
    const second = await billOf(id, ['-30.00'], 'units')
    await h.clerk.post('/FinanceFirstLegFee/generate', { ids: [second] })
    expect(await feesOf(id)).toMatchObject([{ fee: 90.01 }, { fee: -20 }, { fee: 0 }])
    const gone = await h.clerk.post('/fileImportHistory/list', { pageNum: 1, pageSize: 50 })
    const importId = gone.data.list.find((r: Record<string, unknown>) => r['ownerName'] === 'HJ-3')?.id
    if (importId) expect((await h.clerk.post('/fileImportHistory/delete', { id: importId })).msg).toMatch(/已分摊，请先撤销分摊/)
    const back = await h.clerk.post('/FinanceFirstLegFee/batchCancel', { ids: [bill, second] })
    expect(back, back.msg).toMatchObject({ code: 0, data: { changed: 2 } })
    expect(await feeSum(id)).toBe(0)
    expect((await h.clerk.post('/FinanceFirstLegFee/batchCancel', { ids: [bill] })).code).not.toBe(0)
  })
  test('two people allocate one bill at once: it counts once', async () => {
    const id = await shipment('HJ-4')
    await bring(list(lines), id)
    const bill = await billOf(id, ['77.77'], 'net')
    const other = await h.signIn('admin')
    const answers = await Promise.all([h.clerk, other].map(who => who.post('/FinanceFirstLegFee/generate', { ids: [bill] })))
    expect(answers.filter(a => a.code === 0)).toHaveLength(1)
    expect(await feeSum(id)).toBe(77.77)
  })
  test('refused: no items, no lines, another currency beside; nothing of a call is left when one bill of it fails', async () => {
    const id = await shipment('HJ-5')
    const empty = await billOf(id, ['5.00'], 'volume')
    expect((await h.clerk.post('/FinanceFirstLegFee/generate', { ids: [empty] })).msg).toMatch(/还没有装箱明细/)
    await bring(list(lines), id)
    const bare = await billOf(id, [], 'volume')
    expect((await h.clerk.post('/FinanceFirstLegFee/generate', { ids: [empty, bare] })).msg).toMatch(/没有费用明细/)
    expect(await feeSum(id)).toBe(0)
    await h.clerk.post('/FinanceFirstLegFee/generate', { ids: [empty] })
    const dollars = await billOf(id, ['5.00'], 'volume', 'USD')
    expect((await h.clerk.post('/FinanceFirstLegFee/generate', { ids: [dollars] })).msg).toMatch(/的币种是 USD，货件已有 CNY 的费用/)
    const keeper = await h.signIn('keeper')
    for (const call of ['generate', 'batchCancel', 'preview', 'list'])
      expect((await keeper.post(`/FinanceFirstLegFee/${call}`, { ids: [empty] })).code).toBe(1003)
  })
})

test('a closed month keeps its freight, whoever writes; the amounts are for who has their right', async () => {
  const id = await shipment('HJ-6')
  const brought = await bring(list(lines), id)
  const bill = await billOf(id, ['9.00'], 'units')
  await roleLooksAt(h, '销售', 'finance.freight.firstLeg')
  const seller = await h.signIn('sales')
  const page = { pageNum: 1, pageSize: 1 }
  const [seen, unseen] = await Promise.all([h.clerk, seller].map(who => who.post('/FinanceFirstLegFee/list', page)))
  expect([seen, unseen].map(answer => Object.hasOwn(answer?.data.list[0] ?? {}, 'fee'))).toEqual([true, false])
  expect((await seller.post('/FinanceFirstLegFee/list', { ...page, sortField: 'fee', sortWay: 'ASC' })).code).toBe(1002)
  await h.sql(`insert into finance_month (org_id, month, state) values ($1, '2026-10-01', 1)`, [h.orgId])
  for (const [call, body] of [
    ['/FinanceFirstLegShipment/insert', { shipmentNo: 'HJ-7', stage: 1, period: '2026-10' }],
    ['/FinanceFirstLegShipment/delete', { id }],
    ['/fileImportHistory/delete', { id: brought.id }],
  ] as const) {
    const answer = await h.clerk.post(call, body)
    expect([call, answer.code, answer.msg]).toEqual([call, 1002, expect.stringContaining('已结账')])
  }
  // a bill of it may come later: what it adds to goods that were sold is a variance of an open month
  expect((await h.clerk.post('/FinanceFirstLegFee/generate', { ids: [bill] })).code).toBe(0)
  await h.sql('delete from finance_month where org_id = $1', [h.orgId])
})

test('the actual bill takes the place of the estimate it names, of the same consignment and once', async () => {
  const [id, other] = [await shipment('HJ-8'), await shipment('HJ-9')]
  await bring(list(lines), id)
  const [estimate, actual, again, strange] = [
    await billOf(id, ['9.00'], 'units'),
    await billOf(id, ['12.00'], 'units'),
    await billOf(id, ['13.00'], 'units'),
    await billOf(other, ['1.00'], 'units'),
  ]
  await h.sql('update first_leg_bill set meaning = 2 where id = any($1::bigint[])', [[estimate, strange]])
  const replaces = (bill: string, of: string) => h.sql('update first_leg_bill set replaces_id = $2 where id = $1', [bill, of])
  const allocate = (bill: string) => h.clerk.post('/FinanceFirstLegFee/generate', { ids: [bill] })
  expect((await allocate(estimate)).code).toBe(0)
  expect(await feeSum(id)).toBe(9)
  await replaces(actual, strange)
  expect((await allocate(actual)).msg).toContain('不是同一货件的预估账单')
  await replaces(actual, estimate)
  expect((await allocate(actual)).code).toBe(0)
  expect(await feeSum(id)).toBe(12)
  await replaces(again, estimate)
  expect((await allocate(again)).msg).toMatch(/已由账单 .+ 替代/)
  expect((await h.clerk.post('/FinanceFirstLegFee/batchCancel', { ids: [actual] })).code).toBe(0)
  expect(await feeSum(id)).toBe(9)
})

const place = genuine('first-leg-freight')
describe.runIf(hasGenuine('first-leg-freight'))('genuine files', () => {
  test('10,880.17 CNY falls on the 22 lines to the cent', async () => {
    const id = await shipment('CXCI20240812001')
    const report = await bring(readFileSync(join(place, 'CXCI20240812001-packing-list.xlsx')), id, 'list.xlsx')
    expect([report.state, report.lines.merged]).toEqual(['done', 22])
    const control = JSON.parse(readFileSync(join(place, 'control-totals.json'), 'utf8'))
    const [sums] = await h.sql(
      `select sum(quantity)::float as quantity, sum(cartons)::float as cartons, sum(volume)::float as volume,
        sum(gross_weight)::float as gross,
        sum(net_weight)::float as net, sum(declared_value)::float as value from first_leg_fee where shipment_id = $1`,
      [id],
    )
    expect(sums).toEqual({ quantity: 36, cartons: 18, volume: 42.46, gross: 9662.8, net: 4529.59, value: 619088.1 })
    await h.clerk.post('/FinanceFirstLegFee/generate', { ids: [await billOf(id, ['10880.17'], 'net')] })
    expect(await feeSum(id)).toBe(10880.17)
    for (const { sku, fee } of await feesOf(id)) {
      const exact = Number(control.freight_by_part_by_net_weight_4_decimals[sku === '' ? 'null' : String(sku)])
      expect(Math.abs(Number(fee) - exact)).toBeLessThan(0.01)
    }
  })
})
