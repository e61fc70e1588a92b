import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFeedback } from '../api/feedback.ts'
import { DataGrid, type DataGridProps } from './data-grid.tsx'
import type { GridColumn } from './grid-columns.ts'
import type { GridOrder } from './grid-order.ts'

interface Line {
  readonly id: string
}
const column = (key: string, more: Partial<GridColumn<Line>> = {}): GridColumn<Line> => ({
  key,
  name: key,
  width: 100,
  isSortable: true,
  render: row => `${key}${row.id}`,
  shown: row => `${key}${row.id}`,
  copy: row => ({ text: `${key}=${row.id}`, isText: true }),
  ...more,
})
const lines = (count: number): Line[] => Array.from({ length: count }, (_, at) => ({ id: String(at + 1) }))
const columns = ['a', 'b', 'c'].map(key => column(key))

interface Heard {
  readonly orders: GridOrder[][]
  readonly widths: [string, number][]
  readonly entered: string[]
}

function Stage({ heard, ...props }: { heard: Heard } & Partial<DataGridProps<Line>>) {
  const [orders, setOrders] = useState<readonly GridOrder[]>([])
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return (
    <DataGrid<Line>
      label="表"
      rows={lines(5)}
      columns={columns}
      density="compact"
      orders={orders}
      onOrders={next => {
        heard.orders.push([...next])
        setOrders(next)
      }}
      onWidth={(key, width) => heard.widths.push([key, width])}
      onEnter={(row, key) => heard.entered.push(`${key}${row.id}`)}
      selection={{
        ids,
        nameOf: row => row.id,
        onRows: (rows, on) =>
          setIds(
            before => new Set(on ? [...before, ...rows.map(one => one.id)] : [...before].filter(id => !rows.some(one => one.id === id))),
          ),
      }}
      {...props}
    />
  )
}

function grid(props: Partial<DataGridProps<Line>> = {}) {
  const heard: Heard = { orders: [], widths: [], entered: [] }
  const { rerender } = render(<Stage heard={heard} {...props} />)
  const element = screen.getByRole('grid')
  const active = (): string | undefined =>
    document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? undefined
  const checked = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^选择 / }).map(one => one.checked)
  return { heard, element, active, checked, again: (more: Partial<DataGridProps<Line>>) => rerender(<Stage heard={heard} {...more} />) }
}

let uninstall: (() => void) | undefined
afterEach(() => uninstall?.())

test('only what is near the window is drawn, and the grid says how much there is', () => {
  const wide = Array.from({ length: 40 }, (_, at) => column(`c${at}`, { width: 120 }))
  const { element } = grid({ rows: lines(1000), columns: wide })
  expect(element.getAttribute('aria-rowcount')).toBe('1001')
  expect(element.getAttribute('aria-colcount')).toBe('41')
  expect(screen.getAllByRole('row').length).toBeLessThan(40)
  expect(screen.getAllByRole('columnheader').length).toBeLessThan(20)
  expect(screen.getByText('c01').closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('2')
})

test('keyboard alone: cells, head, order, width, check boxes, opening', async () => {
  const { heard, active, checked } = grid()
  await userEvent.tab()
  expect(active()).toBe('a1')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(active()).toBe('b2')
  await userEvent.keyboard('{Enter}')
  expect(heard.entered).toEqual(['b2'])
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift} ')
  expect(checked()).toEqual([false, true, true, false, false])
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowUp} ')
  expect(checked()).toEqual([true, true, true, true, true])
  await userEvent.keyboard('{ArrowRight}{Enter}{Enter}{ArrowRight}{Shift>}{Enter}{/Shift}')
  expect(heard.orders.at(-1)).toEqual([
    { field: 'a', way: 'DESC' },
    { field: 'b', way: 'ASC' },
  ])
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{F2}')
  expect(heard.widths.map(([key]) => key)).toEqual(['b', 'b'])
  expect(heard.widths[0]?.[1]).toBe(110)
  // Tab leaves the grid: one stop, whatever stands in it
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
})

test('what is written in the cells of the range is copied exactly; the message is that of the house', () => {
  const success = vi.fn<(text: string) => void>()
  const none = () => undefined
  const others = { undoable: none, undone: none, warning: none, error: none, defect: none, notify: none, unread: none }
  uninstall = installFeedback({ success, ...others })
  const { element } = grid()
  fireEvent.mouseDown(screen.getByText('b2'))
  fireEvent.mouseMove(screen.getByText('c3'))
  fireEvent.mouseUp(window)
  fireEvent.mouseMove(screen.getByText('c5'))
  const written = new Map<string, string>()
  const event = createEvent.copy(element, { clipboardData: { setData: (type: string, text: string) => written.set(type, text) } })
  fireEvent(element, event)
  expect(written.get('text/plain')).toBe('b=2\tc=2\r\nb=3\tc=3')
  expect(success).toHaveBeenCalledWith('复制成功!')
})

test('check boxes: one, with Shift all between, the page, and some are neither', async () => {
  const { checked } = grid()
  const user = userEvent.setup()
  const boxes = screen.getAllByRole('checkbox', { name: /^选择 / })
  await user.click(boxes[1] as HTMLElement)
  await user.keyboard('{Shift>}')
  await user.click(boxes[3] as HTMLElement)
  await user.keyboard('{/Shift}')
  expect(checked()).toEqual([false, true, true, true, false])
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: '选择本页全部行' })
  expect(all.indeterminate).toBe(true)
  await user.click(all)
  expect(checked()).toEqual([true, true, true, true, true])
  expect(all.indeterminate).toBe(false)
})

test('heads: click and Shift-click, and a sign with its place among several', async () => {
  const { heard } = grid()
  await userEvent.click(screen.getByRole('button', { name: /^a/ }))
  expect(screen.getByRole('columnheader', { name: /^a/ }).getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(screen.getByRole('button', { name: /^c/ }), { shiftKey: true })
  expect(heard.orders.at(-1)).toEqual([
    { field: 'a', way: 'ASC' },
    { field: 'c', way: 'ASC' },
  ])
  expect(screen.getByRole('columnheader', { name: /^c/ }).textContent).toContain('2')
})

test('totals stand in their columns, the notice in place of rows', () => {
  const totals = [column('a'), column('b', { totals: ['12.50'] })]
  const { again } = grid({ columns: totals, totalRows: 1 })
  const foot = screen.getByText('总计').closest<HTMLElement>('[role=row]')
  if (foot === null) throw new Error('no totals')
  expect(within(foot).getByText('12.50').getAttribute('aria-colindex')).toBe('3')
  again({ columns: totals, totalRows: 1, notice: <p>还没有数据</p> })
  expect(screen.getByText('还没有数据')).toBeTruthy()
  expect(screen.queryByText('a1')).toBeNull()
  expect(screen.queryByText('总计')).toBeNull()
  expect(screen.getAllByRole('columnheader')).toHaveLength(3)
})

test('rows on their way are told as busy', () => {
  const { element, again } = grid()
  expect(element.getAttribute('aria-busy')).toBe('false')
  again({ isStale: true })
  expect(element.getAttribute('aria-busy')).toBe('true')
  expect(element.className).toContain('zg-grid-stale')
})
