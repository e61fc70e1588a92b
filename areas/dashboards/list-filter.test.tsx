/** The filter of a dashboard on cards of lists and of pinned reports. */
import { expect, test } from 'vitest'
import type { FieldDefinition, ListDefinition } from '#platform/declare/wire.ts'
import { field, listDefinition } from '#platform/web/gallery/mock-definitions.ts'
import { readState } from '#platform/web/values/list-state.ts'
import { readState as readReport } from '#platform/web/report/report-state.ts'
import { profit } from '../../test/setup/web/mock-report.ts'
import { filteredList, filteredReport } from './list-filter.tsx'

const day = '2026-03-10'
const shopField = field('shopId', '店铺', 'reference', { target: 'shop' })
const listOf = (fields: readonly FieldDefinition[], bound: ListDefinition['bound'] = null): ListDefinition => ({
  ...listDefinition('order', '订单', fields),
  bound,
})
const orders = listOf([shopField, field('sku', 'SKU', 'text'), field('deptId', '部门', 'reference', { target: 'department' })], {
  field: 'orderedOn',
  days: 30,
} as ListDefinition['bound'])

test('by the fields that a list has, before what the card itself says of them; the rest is named', () => {
  const search = new URLSearchParams('kind=1&f.shopId=9&f.state=2&conditions=' + encodeURIComponent('shopId.EQ.9,no.EQ.7'))
  const filter = { period: 'last7', where: { shop: ['1', '2'], sku: ['A,B'], brand: ['x'], department: ['4'] } } as const
  const { search: narrowed, unfiltered } = filteredList(orders, search, filter, day)
  const { filters, conditions } = readState(narrowed)
  expect(unfiltered).toEqual(['brand'])
  expect(narrowed.get('kind')).toBe('1')
  expect(filters).toEqual({ state: '2', orderedOn: '2026-03-03,2026-03-09' })
  expect(conditions).toEqual([
    { field: 'no', condition: 'EQ', value: '7' },
    { field: 'shopId', condition: 'IN', value: '1,2' },
    { field: 'deptId', condition: 'IN', value: '4' },
    { field: 'sku', condition: 'IN', value: String.raw`A\,B` },
  ])
})

test.each<[string, readonly FieldDefinition[], readonly string[]]>([
  // the company's own SKU is another one than that of a marketplace
  ['without a shop', [field('sku', 'SKU', 'text')], ['period', 'shop', 'sku']],
  ['with a shop of another kind', [field('shopId', '店铺', 'text')], ['period', 'shop', 'sku']],
  ['where it can not be asked for several', [{ ...shopField, conditions: ['EQ'] }], ['period', 'shop', 'sku']],
])('a list %s is not filtered and says so', (_what, fields, lacking) => {
  const { search, unfiltered } = filteredList(
    listOf(fields),
    new URLSearchParams(),
    { period: 'last7', where: { shop: ['1'], sku: ['A'] } },
    day,
  )
  expect([unfiltered, search.toString()]).toEqual([lacking, ''])
})

test('a pinned report is narrowed as a card of its measures is', () => {
  const { search, unfiltered } = filteredReport(
    profit,
    new URLSearchParams('f.shop=1&f.sku=A&from=2025-01&to=2025-02'),
    { period: 'yesterday', where: { shop: ['2'], brand: ['x'] } },
    day,
  )
  expect(unfiltered).toEqual(['brand'])
  expect(readReport(profit, search, day)).toMatchObject({ where: { shop: ['2'], sku: ['A'] }, from: '2026-03-09', to: '2026-03-09' })
})
