import { afterAll, beforeAll, expect, it } from 'vitest'
import { leavesOf } from '#platform/declare/report.ts'
import { reportDefinition, reportFace } from '#platform/server/reports/answer/definition.ts'
import { exportReport } from '#platform/server/reports/answer/export.ts'
import { readLines } from '#platform/server/reports/answer/lines.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { computeReport } from '#platform/server/reports/store/compute.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { financeItems } from '../../base/finance-items.ts'
import { productYear } from './product-costs.ts'
import { amazonProfit } from './profit.ts'
import { noteSent } from '../../../../test/citus/sent.ts'
import { kinds, lines, openBooks, type Books } from '../../../../test/setup/finance-books.ts'

let b: Books
const january = { startDate: '2026-01-01', endDate: '2026-01-31' } as const
const query = { by: ['shop', 'sku'], ...january, currency: 'shop' } as const
beforeAll(async () => {
  b = await openBooks(['2026-01'])
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-05', kind_id: kinds.principal, amount: '100.00', sku: 'S1', quantity: 2 })
  await b.put('product_cost', { org_id: 1, product_id: 1, month: '2025-12-01', unit_cost: '10.5', currency: 'USD' })
  await computeReport(b.as(), amazonProfit, { startDate: '2026-01-01', endDate: '2026-01-31' })
  await refreshRollups(b.house, '1')
})
afterAll(() => b.close())

it('tells the browser every formula and source in words', () => {
  const { measures, dimensions, by, calls } = reportDefinition(amazonProfit, b.as())
  const formulaOf = (name: string) => measures.find(m => m.name === name)?.formula
  expect(formulaOf('profit')).toBe(
    '利润 = 毛利 + 平台费用 + FBA 费用 + 广告及促销费 + 购买运单费 + 赔偿与调整 + 账单内成本 + 自有仓储费 + 尾程运费 + 平台补贴 + 多渠道配送费 + 代发货成本 + 代发货运费 + ' +
      '分摊的费用 + 手工调整',
  )
  expect(formulaOf('margin')).toBe('利润率 = 利润 ÷ 销售收入')
  expect(formulaOf('commission')).toBe('销售佣金 = Σ 金额（财务科目：销售佣金）')
  expect(formulaOf('unmapped')).toBe('未映射 = Σ 金额（财务科目：未映射）')
  expect(measures.every(m => m.source.length > 5)).toBe(true)
  expect(
    measures
      .filter(m => m.waterfall !== null)
      .sort((x, y) => (x.waterfall ?? 0) - (y.waterfall ?? 0))
      .map(m => m.name)
      .at(-1),
  ).toBe('profit')
  expect(dimensions.find(d => d.name === 'shop')).toMatchObject({ kind: 'reference', target: 'shop' })
  expect(by).toEqual(['shop', 'sku', 'month'])
  expect(calls.rows.path).toMatch(/\/AmzFinanceProfit\/list$/)
  expect(reportFace(amazonProfit).definition(b.as()).report?.name).toBe('amazonProfit')
})

it('every finance item is a leaf of exactly one place, so that ledger = items + unmapped', () => {
  const inProfit = leavesOf(amazonProfit, 'profit')
  const codes = Object.keys(financeItems)
  expect(codes.filter(code => !(code in amazonProfit.measures))).toEqual([])
  expect(codes.filter(code => inProfit.includes(code))).toEqual(
    codes.filter(code => !['tax', 'timing'].includes(financeItems[code as keyof typeof financeItems].class)),
  )
})

it('the waterfall steps add up to the profit', () => {
  const steps = Object.entries(amazonProfit.measures)
    .filter(([name, m]) => m.waterfall !== undefined && name !== 'profit')
    .map(([name]) => name)
  expect(steps.flatMap(s => leavesOf(amazonProfit, s)).sort()).toEqual(leavesOf(amazonProfit, 'profit').sort())
})

it('names the product beside each SKU of a level', async () => {
  const { list } = await readReport(b.as(), amazonProfit, { ...query, by: ['sku'] })
  expect(list.find(row => row.key['sku'] === 'S1')?.label).toEqual({ sku: 'S1', product: '商品1' })
  const shops = await readReport(b.as(), amazonProfit, { ...query, by: ['shop'] })
  expect(shops.list.every(row => Object.keys(row.label).join() === 'shop')).toBe(true)
})

it('tells what a unit cost in the drill-down to whoever may see cost amounts alone', async () => {
  const columnsFor = async (operations: readonly number[]): Promise<string[]> => {
    const permissions = new Map([
      ['finance.amazon.profit', new Set([2, 100])],
      ['finance.stock.batch', new Set(operations)],
    ])
    const person = b.house.asUser({ ...b.as().caller, systemAdmin: false, permissions } as never, 'zh', 'test')
    const { columns, list } = await readLines(person, amazonProfit, { measure: 'productCost', where: { sku: ['S1'] }, ...january })
    expect(list.map(row => row['amount'])).toEqual(['-21.0000'])
    const keys = Object.keys(list[0] ?? {})
    return columns.flatMap(({ field }) => (keys.includes(field) ? [field] : []))
  }
  const [seen, unseen] = [await columnsFor([2, 100]), await columnsFor([2])]
  expect(seen.filter(field => !unseen.includes(field))).toEqual(['unitCost', 'made'])
})

it('asks none of the sources that can have no lines of a cost: a cluster refuses their conditions', async () => {
  const sent: string[] = []
  const end = noteSent(({ text }) => sent.push(text))
  const { list, total } = await readLines(b.as(), amazonProfit, { measure: 'productCost', where: { sku: ['S1'] }, ...january })
  end()
  expect([total, list[0]?.['amount']]).toEqual([1, '-21.0000'])
  const ofLines = sent.filter(text => text.includes('as "made"'))
  expect(ofLines).not.toEqual([])
  expect(ofLines.filter(text => /amazon_subsidy|'' as "sku"/.test(text))).toEqual([])
})

it('gives a year of costs per product', async () => {
  const { list } = await productYear(b.as(), '2026')
  expect(list).toHaveLength(1)
  expect(list[0]).toMatchObject({ sku: 'P1', name: '商品1' })
  expect(list[0]?.months[0]).toEqual({ month: '2026-01', unitCost: '10.5', currency: 'USD', quantity: '2', amount: '-21.0000' })
  expect(list[0]?.months[11]).toEqual({ month: '2026-12', unitCost: '10.5', currency: 'USD', quantity: '0', amount: '0' })
  await expect(productYear(b.as(), '今年')).rejects.toThrow('请选择年份')
})

it('exports the asked levels as a workbook, and refuses an empty one', async () => {
  const file = await exportReport(b.as(), amazonProfit, {
    fields: ['shop', 'sku', 'currency', 'profit'],
    headers: ['店铺', 'SKU', '币种', '利润'],
    query,
  })
  const bytes: Buffer[] = []
  for await (const chunk of file.blob) bytes.push(chunk as Buffer)
  expect(Buffer.concat(bytes).subarray(0, 2).toString()).toBe('PK')
  expect(file.fileName).toBe('亚马逊利润-2026-01-01-2026-01-31.xlsx')
  await expect(exportReport(b.as(), amazonProfit, { query: { ...query, startDate: '2025-01-01', endDate: '2025-12-31' } })).rejects.toThrow(
    '没有数据，无法导出',
  )
  await expect(exportReport(b.as(), amazonProfit, { fields: ['colour'], query })).rejects.toThrow('未知的字段 colour')
})

it('exports the same as CSV: what it is before the head, exact figures below', async () => {
  const file = await exportReport(b.as(), amazonProfit, {
    fields: ['shop', 'currency', 'profit'],
    query: { ...query, by: ['shop'] },
    format: 'csv',
  })
  const bytes: Buffer[] = []
  for await (const chunk of file.blob) bytes.push(chunk as Buffer)
  const lines = Buffer.concat(bytes).toString().trimEnd().split('\r\n')
  expect(file.fileName).toBe('亚马逊利润-2026-01-01-2026-01-31.csv')
  expect(lines[0]).toBe('\ufeff报表,亚马逊利润')
  expect(lines.find(line => line.startsWith('筛选,'))).toBe('筛选,无')
  const head = lines.indexOf('店铺,币种,利润')
  expect(head).toBeGreaterThan(0)
  expect(lines.slice(head + 1).every(line => /^[^,]+,[A-Z]{3},-?\d+\.\d+$/.test(line))).toBe(true)
  expect(lines.length).toBeGreaterThan(head + 1)
})
