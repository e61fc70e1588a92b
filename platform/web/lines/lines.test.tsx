/** The grid of lines: what a person types, pastes and takes away, and what of it travels. */
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { FormItem, Row } from '../../declare/wire.ts'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import { FormControl } from '../form/form-control.tsx'
import { Item } from '../form/form-item.tsx'
import type { FormValues } from '../form/form-values.ts'
import { FormScopeContext } from '../values/form-scope.ts'
import { field } from '../gallery/mock-definitions.ts'
import { faultsOf } from './line-faults.ts'
import { toldFaults } from './line-place.ts'
import LinesControl from './lines-control.tsx'
import { changesOf, latestLines, linesOf, mergedLines, totalsOf, withCells, withNames, withTyped, type LinesValue } from './lines-value.ts'
import { foundNames, namesIn } from './pasted-names.ts'
import { readTsv } from '../grid/read-tsv.ts'
import { pastedLines } from './paste.ts'

const item = (name: string, title: string, type: FormItem['type'], more: Partial<FormItem> = {}): FormItem => ({
  field: name,
  title,
  type,
  kind: type === 'number' ? 'decimal' : type === 'date' ? 'date' : 'text',
  required: false,
  editDisabled: false,
  multiple: false,
  searchable: false,
  min: null,
  max: null,
  decimals: null,
  options: [],
  target: null,
  help: null,
  initial: null,
  ...more,
})
const definition: LinesDefinition = {
  type: 'carton',
  of: 'order',
  title: '装箱信息',
  by: 'orderId',
  max: 600,
  fields: [
    field('sku', 'SKU', 'text'),
    { ...field('qty', '数量', 'decimal'), isTotal: true },
    field('day', '日期', 'date'),
    field('note', '说明', 'text'),
  ].map(one => ({ ...one, width: 120 })),
  form: [
    item('sku', 'SKU', 'text', { required: true }),
    item('qty', '数量', 'number', { decimals: 3, min: 0 }),
    item('day', '日期', 'date'),
    item('note', '说明', 'text'),
  ],
}
const stored: readonly Row[] = [
  { id: '1', version: 3, sku: 'A-1', qty: '0.1', day: '2026-01-31', note: null },
  { id: '2', version: 1, sku: 'A-2', qty: '0.2', day: null, note: 'x' },
]

let now: LinesValue = linesOf(stored)
function Held() {
  const [value, setValue] = useState<LinesValue>(() => linesOf(stored))
  const onChange = (next: LinesValue): void => {
    now = next
    setValue(next)
  }
  return <LinesControl definition={definition} disabled={false} value={value} onChange={onChange} Control={FormControl} />
}
function open() {
  now = linesOf(stored)
  render(<Held />)
  const grid = screen.getByRole('grid', { name: '装箱信息' })
  return { user: userEvent.setup(), grid }
}
/** behind check box and number */
const places = ['SKU', '数量', '日期', '说明']
const cell = (grid: HTMLElement, row: number, name: string): HTMLElement => {
  const found = grid.querySelector<HTMLElement>(`[aria-rowindex="${row + 1}"] [aria-colindex="${places.indexOf(name) + 3}"]`)
  if (found === null) throw new Error(`no cell ${name} in row ${row}`)
  return found
}
const paste = (grid: HTMLElement, text: string) => fireEvent.paste(grid, { clipboardData: { getData: () => text } })
const sent = () => changesOf(definition, now)

test('a character opens the cell and takes its place; Enter goes on below, Tab beside, Esc drops', async () => {
  const { user, grid } = open()
  await user.click(cell(grid, 1, '数量'))
  await user.keyboard('1.255{Enter}7{Tab}')
  expect(now.rows.map(row => row['qty'])).toEqual(['1.255', '7'])
  await user.keyboard('{ArrowRight}zz{Escape}')
  expect(sent()).toEqual({
    added: [],
    changed: [
      { id: '1', version: 3, qty: '1.255' },
      { id: '2', version: 1, qty: '7' },
    ],
    removed: [],
  })
  // exact: 1.255 and 7
  expect(totalsOf(definition, now.rows).get('qty')?.get('')).toBe('8.255')
})

test('a figure that the program keeps has its column once a line has it', () => {
  const kept = { ...definition, fields: [...definition.fields, field('held', '已配', 'decimal')] }
  const heads = (rows: typeof stored) => {
    const value = linesOf(rows)
    const { unmount } = render(
      <LinesControl definition={kept} disabled={false} value={value} onChange={() => undefined} Control={FormControl} />,
    )
    const found = screen.getAllByRole('columnheader').map(one => one.textContent)
    unmount()
    return found
  }
  expect(heads(stored)).not.toContain('已配')
  expect(heads(stored.map(row => ({ ...row, held: '0' })))).toContain('已配')
})

test('F2 opens what stands there; Delete empties the range; the empty line at the end becomes a line', async () => {
  const { user, grid } = open()
  await user.click(cell(grid, 1, 'SKU'))
  await user.keyboard('{F2}{End}9{Enter}')
  expect(now.rows[0]?.['sku']).toBe('A-19')
  await user.click(cell(grid, 2, '说明'))
  await user.keyboard('{Delete}')
  await user.click(cell(grid, 3, 'SKU'))
  await user.keyboard('B-1{Enter}')
  expect(sent()).toMatchObject({
    added: [{ sku: 'B-1' }],
    changed: [
      { id: '1', sku: 'A-19' },
      { id: '2', note: null },
    ],
  })
})

test('500 lines are pasted from a spreadsheet: what is there is changed, the rest is added', async () => {
  const { user, grid } = open()
  await user.click(cell(grid, 2, 'SKU'))
  const text = Array.from({ length: 500 }, (_, i) => `P-${i}\t1,000.5\t2026/2/${(i % 28) + 1}\t"两\n行"`).join('\r\n')
  paste(grid, `${text}\r\n`)
  expect(now.rows).toHaveLength(501)
  expect(now.rows[1]).toMatchObject({ id: '2', sku: 'P-0', qty: '1000.5', day: '2026-02-01', note: '两\n行' })
  expect(sent()?.added).toHaveLength(499)
  expect(totalsOf(definition, now.rows).get('qty')?.get('')).toBe('500250.1')
})

test('pasted cells that do not fit are marked and named; by their titles columns find their place', async () => {
  const { user, grid } = open()
  await user.click(cell(grid, 3, 'SKU'))
  paste(grid, '数量\tSKU\r\n一箱\tC-1\r\n-1\t\r\n')
  expect(faultsOf(definition, now).map(one => [one.at, one.field, one.message])).toEqual([
    [3, 'qty', '数量不是数字'],
    [4, 'sku', '请输入SKU'],
    [4, 'qty', '数量不能小于0'],
  ])
  expect(screen.getByText('第 3 行：数量不是数字')).toBeTruthy()
  expect(cell(grid, 3, '数量').className).toContain('zg-line-fault')
})

test('chosen lines are taken away; what the server says stands in its cell until that is changed', async () => {
  const { user, grid } = open()
  await user.click(within(grid).getByRole('checkbox', { name: '选择 2' }))
  await user.click(screen.getByRole('button', { name: '删除所选行' }))
  expect(sent()).toEqual({ added: [], changed: [], removed: [{ id: '2', version: 1 }] })
  const told = toldFaults([
    { field: 'lines[1].sku', message: 'SKU“A-1”不存在' },
    { field: 'no', message: '别的' },
  ])
  const refused = { ...now, ...(told === undefined ? {} : { faults: told }) }
  expect(faultsOf(definition, refused)).toMatchObject([{ id: '1', field: 'sku' }])
  expect(faultsOf(definition, withCells(refused, new Map([['1', { sku: 'A-9' }]])))).toEqual([])
})

test('of a line that somebody else changed, my cells stay and his others come; or his whole line', () => {
  const mine = withCells(linesOf(stored), new Map([['1', { qty: '5' }]]))
  const his: Row = { id: '1', version: 4, sku: 'A-1', qty: '9', day: '2026-05-05', note: null }
  expect(changesOf(definition, mergedLines(mine, [his]))).toMatchObject({ changed: [{ id: '1', version: 4, qty: '5' }] })
  expect(mergedLines(mine, [his]).rows[0]).toMatchObject({ qty: '5', day: '2026-05-05' })
  expect(changesOf(definition, latestLines(mine, [his]))).toBeNull()
})

test('the clipboard of a spreadsheet is read', () => {
  expect(readTsv('a\t"b ""c""\td"\r\n\t\r\n')).toEqual([
    ['a', 'b "c"\td'],
    ['', ''],
  ])
  expect(pastedLines(definition, 'qty', '3\t2026年1月5日').lines).toEqual([{ qty: '3', day: '2026-01-05' }])
})

test('names that were looked up take the place of the pasted texts, unless the cell was changed meanwhile', () => {
  const names = [
    { id: '1', field: 'sku', text: 'A-1' },
    { id: '2', field: 'sku', text: 'A-2' },
    { id: '2', field: 'note', text: 'y' },
  ]
  const found = withNames(linesOf(stored), names, ({ text }) => (text === 'A-1' ? { value: '9', label: '灯' } : `${text}不存在`))
  expect(found.rows[0]).toMatchObject({ sku: '9', skuLabel: '灯' })
  expect(faultsOf(definition, found)).toMatchObject([{ id: '2', field: 'sku', message: 'A-2不存在' }])
})

test('pasted references of all columns are looked up in one call', async () => {
  const target = { target: 'product', type: 'select' as const }
  const of: LinesDefinition = {
    ...definition,
    form: [item('sku', 'SKU', 'select', { ...target, targetBy: 'sku' }), item('note', '币种', 'select', { target: 'currency' })],
  }
  const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async () =>
    Response.json({ code: 0, msg: '', data: [[{ name: 'P-1', value: 'P-1', label: 'P-1' }], [{ name: '元', fault: 'ambiguous' }]] }),
  )
  vi.stubGlobal('fetch', asked)
  const pasted = new Map([['1', { sku: 'P-1', note: '元' }]])
  const value = withCells(linesOf(stored), pasted)
  const now = (await foundNames(of, namesIn(of, pasted)))(value)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(JSON.parse(asked.mock.calls[0]?.[1].body as string)).toEqual({
    asks: [
      { type: 'product', by: 'sku', names: ['P-1'] },
      { type: 'currency', names: ['元'] },
    ],
  })
  expect(now.faults).toEqual({ '1.note': '币种“元”有多个，请从列表中选择' })
  vi.unstubAllGlobals()
})

test('a figure of the document changes those of its lines at once', async () => {
  const amount = { ...field('amount', '金额', 'money'), typed: { formula: 'round(qty * document.rate, 2)', scale: 4 }, width: 120 }
  const typed = { ...definition, fields: [...definition.fields, amount] }
  function Document() {
    const [form] = Form.useForm()
    const scope = { setBusy: () => undefined, recordId: null, version: null, values: () => form.getFieldsValue(true) as FormValues }
    return (
      <Form form={form} initialValues={{ rate: '2', lines: linesOf(stored) }}>
        <FormScopeContext value={scope}>
          <Item item={item('rate', '汇率', 'number')} status={2} />
          <Item item={item('lines', '明细', 'lines', { lines: typed })} status={2} />
        </FormScopeContext>
      </Form>
    )
  }
  render(<Document />)
  const grid = await screen.findByRole('grid', { name: '装箱信息' })
  const shown = () => [1, 2].map(row => grid.querySelector(`[aria-rowindex="${row + 1}"] [aria-colindex="7"]`)?.textContent)
  expect(shown()).toEqual(['0.20', '0.40'])
  const user = userEvent.setup()
  await user.clear(screen.getByLabelText('汇率'))
  await user.type(screen.getByLabelText('汇率'), '3')
  await waitFor(() => expect(shown()).toEqual(['0.30', '0.60']))
})

test('a figure that a formula makes stands there while one types, and does not travel', () => {
  const amount = { ...field('amount', '金额', 'money'), typed: { formula: 'round(qty * document.rate, 2)', scale: 4 }, isTotal: true }
  const typed = { ...definition, fields: [...definition.fields, amount] }
  const value = withTyped(typed, withCells(linesOf(stored), new Map([['1', { qty: '3.335' }]])), { rate: '2' })
  expect(value.rows.map(row => row['amount'])).toEqual(['6.67', '0.4'])
  expect(totalsOf(typed, value.rows).get('amount')?.get('')).toBe('7.07')
  expect(changesOf(typed, value)).toEqual({ added: [], changed: [{ id: '1', version: 3, qty: '3.335' }], removed: [] })
  expect(withTyped(typed, value, {}).rows.map(row => row['amount'])).toEqual([null, null])
  expect(withTyped(typed, value, { rate: '2' })).toBe(value)
})
