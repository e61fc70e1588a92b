/** Counting things (orders): from what is stored by one group or two, and by the sets of values that they have at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walmartStatistics } from '#areas/statistics/report.ts'
import { anyTable } from '../../db/any-table.ts'
import type { Ask } from '../ask/ask.ts'
import { statement } from '../statement/statement.ts'
import { openBooks, type Books } from '../../../../test/setup/finance-books.ts'

let b: Books
beforeAll(async () => {
  b = await openBooks([])
}, 120_000)
afterAll(() => b?.close())

const tree = { nodes: ['1'], above: ['1'] }
const asked = (by: readonly string[], more: Partial<Ask> = {}): Ask => ({
  by,
  where: {},
  from: '2026-01-01',
  to: '2026-03-31',
  currency: 'CNY',
  ...more,
})
/** How often a statement reads a table. */
function reads(table: string, ask: Ask, sortField?: string): number {
  const paging = { sortField, offset: 0, limit: 50 }
  const { sql } = statement(anyTable(b.as().db), walmartStatistics, ask, ['1'], ['orders', 'units'], paging).compile()
  return [...sql.matchAll(new RegExp(`from "${table}" `, 'g'))].length
}

describe('no line is read', () => {
  test.each<[string, Ask]>([
    ['in total', asked([])],
    ['by SKU', asked(['sku'])],
    ['by brand', asked(['brand'])],
    ['by brand and month', asked(['brand', 'month'])],
    ['by brand, week, shop and marketplace', asked(['brand', 'week', 'shop', 'marketplace'])],
    ['by part of a month', asked(['brand'], { to: '2026-03-30' })],
    ['by month of one brand', asked(['month'], { where: { brand: ['甲'] } })],
    ['by category, each with all below it', asked(['category'], { trees: { category: tree } })],
    ['by month of one category', asked(['month'], { where: { category: ['1', '2'] }, nodes: { category: ['1'] } })],
    ['held against the year before', asked(['product'], { compare: 'yearBefore' })],
    ['by brand and category', asked(['brand', 'category'])],
    [
      'by brand, category, shop and month, held against the month before',
      asked(['brand', 'category', 'shop', 'month'], { compare: 'before' }),
    ],
    ['by product, its brand and its category', asked(['product', 'brand', 'category'])],
    ['by brand, for one category and all below it', asked(['brand'], { where: { category: ['1', '2'] }, nodes: { category: ['1'] } })],
    ['by brand and category, each with all below it', asked(['brand', 'category'], { trees: { category: tree } })],
    ['by product and its category, each with all below it', asked(['product', 'category'], { trees: { category: tree } })],
    ['by month of one brand and one product', asked(['month'], { where: { brand: ['甲'], product: ['1'] } })],
    ['by brand of some products', asked(['brand'], { where: { product: ['1', '2'] } })],
    ['by some of the brands', asked(['brand'], { where: { brand: ['甲', '乙'] } })],
    ['of several brands together', asked(['month'], { where: { brand: ['甲', '乙'] } })],
    ['by two of some brands', asked(['brand', 'category'], { where: { brand: ['甲', '乙'] } })],
    ['by product of some brands', asked(['product'], { where: { brand: ['甲', '乙'] } })],
    [
      'of some brands and products by part of a month',
      asked([], { where: { brand: ['甲', '乙'], product: ['1', '2'] }, to: '2026-03-30' }),
    ],
    ['of some brands, held against the month before', asked(['month'], { where: { brand: ['甲', '乙'] }, compare: 'before' })],
    [
      'of some categories and all below them, by brand',
      asked(['brand'], { where: { category: ['1', '2', '3'] }, nodes: { category: ['1', '3'] } }),
    ],
  ])('%s', (_what, ask) => {
    expect(reads('order_line', ask)).toBe(0)
  })
})

test('lines of things with several values are read where a tree is cut in two ways at once', () => {
  const nodes = { where: { category: ['1', '2'] }, nodes: { category: ['1'] } }
  expect(reads('order_line', asked(['category'], { trees: { category: tree }, ...nodes }))).toBe(1)
})
