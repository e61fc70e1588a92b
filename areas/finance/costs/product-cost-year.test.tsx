import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok } from '#platform/web/gallery/mock-api.ts'
import { sumsOf } from './product-cost-columns.tsx'
import ProductCostYearPage from './product-cost-year.page.tsx'

// the table draws only the months that have room
beforeEach(() => vi.stubGlobal('innerWidth', 2_000))
afterEach(() => vi.unstubAllGlobals())

const path = '/ProductCost/productYearReport'
const month = (at: number, more: object = {}) => ({
  month: `2025-${String(at).padStart(2, '0')}`,
  unitCost: null,
  currency: null,
  quantity: '0',
  amount: '0',
  ...more,
})
const product = (id: string, sku: string, currency: string, amount: string) => ({
  productId: id,
  sku,
  name: `商品${id}`,
  months: Array.from({ length: 12 }, (_, at) =>
    at === 9 ? month(10, { unitCost: '12.3456', currency, quantity: '3', amount }) : month(at + 1),
  ),
})
const list = [product('1', 'LAMP', 'CNY', '-37.0368'), product('2', 'MAT', 'USD', '-3')]
const open = (address: string, rows: readonly object[] = list) =>
  renderPage(<ProductCostYearPage />, { address, handlers: { [`GET ${path}`]: () => ok({ year: 2025, list: rows }) } })

test('the year of the address is asked for; unit costs floored, exact on hover; a month without cost is no zero', async () => {
  const { server } = open('/y?year=2025')
  const line = (await screen.findByText('LAMP')).closest('[role=row]')
  expect(within(line as HTMLElement).getByText('12.34').title).toBe('12.3456 CNY')
  expect(within(line as HTMLElement).getAllByText('—')).toHaveLength(11)
  expect(server.calls.find(one => one.path === path)?.query.get('year')).toBe('2025')
})

test('amounts add up per currency and never across', async () => {
  const { search } = open('/y?year=2025')
  await screen.findByText('LAMP')
  await userEvent.click(screen.getByText('销售成本'))
  await waitFor(() => expect(search().get('shown')).toBe('amount'))
  const totals = ['总计 CNY', '总计 USD'].map(one => within(screen.getByText(one).closest('[role=row]') as HTMLElement))
  // a line per currency: its month and its year
  expect(totals.map(line => line.getAllByText(/^−/).map(one => one.textContent))).toEqual([
    ['−37.04', '−37.04'],
    ['−3.00', '−3.00'],
  ])
  expect([
    ...sumsOf(
      list.flatMap(one => one.months),
      'amount',
    ),
  ]).toEqual([
    ['CNY', '-37.0368'],
    ['USD', '-3'],
  ])
  expect([
    ...sumsOf(
      list.flatMap(one => one.months),
      'quantity',
    ),
  ]).toEqual([['', '6']])
})

test('a year without costs says so and leads on', async () => {
  const { search } = open('/y?year=2025', [])
  await userEvent.click(await screen.findByRole('button', { name: '看 2024 年' }))
  expect(search().get('year')).toBe('2024')
})
