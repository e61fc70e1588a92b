/** 从…取: what is open is filtered, taken by box, by hand or pasted, and stands as new lines that travel with the form. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import type { DrawDefinition } from '../../declare/wire-draws.ts'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import { FormControl } from '../form/form-control.tsx'
import { FormScopeContext } from '../values/form-scope.ts'
import { ok } from '../gallery/mock-api.ts'
import { field, formItem, listDefinition } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { openRows } from './draw-lines.ts'
import LinesControl from './lines-control.tsx'
import { changesOf, linesOf, type LinesValue } from './lines-value.ts'

/** other tests may run beside */
const patient = { timeout: 10_000 }
beforeAll(() => import('./draw-dialog.tsx'))

const draw: DrawDefinition = {
  title: '从订单取',
  from: 'orderLine',
  call: { method: 'POST', path: '/api-2024/receipt/draw' },
  by: 'orderLineId',
  measure: 'quantity',
  shared: ['item'],
  label: 'no',
  same: ['supplier'],
}
const lines: LinesDefinition = {
  type: 'receiptLine',
  of: 'receipt',
  title: '入库明细',
  by: 'receiptId',
  max: 4,
  fields: [
    field('item', '商品', 'text'),
    field('orderLineId', '订单行', 'reference'),
    { ...field('quantity', '数量', 'decimal'), isTotal: true },
  ],
  form: [
    formItem('item', '商品', 'text'),
    formItem('orderLineId', '订单行', 'select', { target: 'orderLine' }),
    formItem('quantity', '数量', 'number', { kind: 'decimal', decimals: 6 }),
  ],
  draws: [draw],
}
const source = listDefinition('orderLine', '订单明细', [
  field('no', '行', 'text'),
  field('item', '商品', 'text', { filterKind: 'equals', filterAs: 'text' }),
  field('quantity', '数量', 'decimal'),
])
const open = [
  { id: '11', no: 'A-1', item: '灯', quantity: '10', open: '6' },
  { id: '12', no: 'A-2', item: '门', quantity: '3', open: '3' },
  { id: '13', no: 'A-3', item: '窗', quantity: '2', open: '2' },
]
const answer = (list: readonly object[]) => ({
  list,
  total: list.length,
  pageNum: 1,
  pageSize: 50,
  next: null,
  totalExact: true,
  totals: [],
})

let now = linesOf([])
function Held() {
  const [value, setValue] = useState<LinesValue>(() => linesOf([]))
  const onChange = (next: LinesValue): void => {
    now = next
    setValue(next)
  }
  return (
    <FormScopeContext value={{ setBusy: () => undefined, recordId: null, version: null, values: () => ({ supplier: '甲' }) }}>
      <LinesControl definition={lines} disabled={false} value={value} onChange={onChange} Control={FormControl} />
    </FormScopeContext>
  )
}
function begin(list: readonly object[] = open) {
  const page = renderPage(<Held />, {
    handlers: {
      'POST /listField/getByType': () => ok(source),
      'POST /receipt/draw': () => ok(answer(list)),
    },
  })
  return { page, user: userEvent.setup() }
}
const dialog = async (user: ReturnType<typeof userEvent.setup>): Promise<HTMLElement> => {
  await user.click(screen.getByRole('button', { name: '从订单取' }))
  return screen.findByRole('dialog', {}, patient)
}

test('the box takes all that is open; what is taken stands as new lines with what both sides share', async () => {
  const { page, user } = begin()
  const box = await dialog(user)
  const grid = await within(box).findByRole('grid', {}, patient)
  await user.click(within(grid).getByRole('checkbox', { name: '选择 1' }))
  await user.click(within(grid).getByRole('checkbox', { name: '选择 3' }))
  expect(page.bodies('/receipt/draw').at(-1)).toMatchObject({ from: 'orderLine', header: { supplier: '甲' } })
  await user.click(within(box).getByRole('button', { name: '取入 2 行' }))
  expect(changesOf(lines, now)?.added).toMatchObject([
    { item: '灯', orderLineId: '11', quantity: '6' },
    { item: '窗', orderLineId: '13', quantity: '2' },
  ])
  expect(now.rows[0]?.['orderLineIdLabel']).toBe('A-1')
})

test('quantities are pasted from a spreadsheet, and what this form takes already is no longer open', async () => {
  const { user } = begin()
  const box = await dialog(user)
  const grid = await within(box).findByRole('grid', {}, patient)
  const first = grid.querySelector<HTMLElement>('[aria-rowindex="2"] [aria-colindex="3"]')
  if (first === null) throw new Error('no cell')
  await user.click(first)
  await user.keyboard('{ArrowRight}')
  fireEvent.paste(grid, { clipboardData: { getData: () => '4\r\n1.5\r\n' } })
  await user.click(await within(box).findByRole('button', { name: '取入 2 行' }, patient))
  expect(now.rows.map(row => row['quantity'])).toEqual(['4', '1.5'])
  expect(openRows(draw, now, open).map(row => [row.id, row['open']])).toEqual([
    ['11', '2'],
    ['12', '1.5'],
    ['13', '2'],
  ])
})

test('nothing open is said', async () => {
  const { user } = begin([])
  expect(await within(await dialog(user)).findByText('没有可取的明细', {}, patient)).toBeTruthy()
})

test('a filter of the list narrows what is open', async () => {
  const { page, user } = begin()
  const box = await dialog(user)
  await within(box).findByRole('grid', {}, patient)
  await user.type(within(box).getByRole('textbox', { name: '商品' }), '灯{Enter}')
  await waitFor(() =>
    expect(page.bodies('/receipt/draw').at(-1)?.['query']).toMatchObject({ conditionList: [{ field: 'item', value: '灯' }] }),
  )
})

test('more lines than the document has room for are not taken in', async () => {
  const { user } = begin([...open, { id: '14', no: 'A-4', item: '锁', open: '1' }, { id: '15', no: 'A-5', item: '灯', open: '1' }])
  const box = await dialog(user)
  const grid = await within(box).findByRole('grid', {}, patient)
  for (const at of [1, 2, 3, 4, 5]) await user.click(within(grid).getByRole('checkbox', { name: `选择 ${at}` }))
  expect(within(box).getByText('还能放 4 行')).toBeTruthy()
  expect(within(box).getByRole('button', { name: '取入 5 行' }).hasAttribute('disabled')).toBe(true)
})
