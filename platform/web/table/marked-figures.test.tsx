import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import type { ListAnswer, Row } from '../../declare/wire.ts'
import { observable } from '../api/observable.ts'
import { field, listDefinition } from '../gallery/mock-definitions.ts'
import type { MarkedCells } from '../grid/data-grid.tsx'
import MarkedFigures from './marked-figures.tsx'

const money = (name: string, title: string, isTotal: boolean) => field(name, title, 'money', { isTotal, currencyField: 'currency' })
const columns = [money('sales', '销售额', true), money('price', '单价', false), field('units', '数量', 'integer', { isTotal: true })]
const row = (id: string, sales: string, currency: string): Row => ({ id, sales, price: '1', units: 2, currency, day: '2026-01-05' })
const rows = [row('1', '10', 'USD'), row('2', '1', 'EUR'), row('3', '2.5', 'USD')]
const answer = (list: readonly Row[]): ListAnswer => ({
  list: [...list],
  total: 3,
  pageNum: 1,
  pageSize: 10,
  rates: { day: 'day', base: 'CNY', of: { '2026-01 USD': '7', '2026-01 EUR': '8' } },
})

function draw(ticked: readonly Row[], list: readonly Row[]): void {
  const marked = observable<MarkedCells<Row> | null>(null)
  renderPage(<MarkedFigures definition={listDefinition('sale', '销售', columns)} answer={answer(list)} {...{ marked, columns, ticked }} />)
}

test('ticked rows: a line for each column that the list sums, by currency and what they come to', () => {
  draw(rows, rows)
  expect(screen.getByRole('status').textContent).toBe('销售额EUR 1.00USD 12.50折合 CNY 95.50数量6')
})

test('of rows of another page no rate is known: their sums stand alone', () => {
  draw(rows, rows.slice(0, 2))
  expect(screen.getByRole('status').textContent).toBe('销售额EUR 1.00USD 12.50数量6')
})

test('one row needs no sum', () => {
  draw(rows.slice(0, 1), rows)
  expect(screen.queryByRole('status')).toBeNull()
})
