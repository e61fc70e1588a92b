import { describe, expect, test } from 'vitest'
import { clampWidth, fittedWidths, placed, type GridColumn } from './grid-columns.ts'
import { asHtml, asTsv, copiedCells } from './grid-copy.ts'
import { clickedOrder, type GridOrder } from './grid-order.ts'
import { boxOf, clamped, moved, single, type GridRange } from './grid-range.ts'
import { scrollIntoView } from './scroll-into-view.ts'
import { windowAt } from './use-grid-window.ts'

type Line = Readonly<Record<string, string>>
const column = (key: string, more: Partial<GridColumn<Line>> = {}): GridColumn<Line> => ({
  key,
  name: key,
  width: 100,
  render: row => row[key],
  copy: row => ({ text: row[key] ?? '', isText: true }),
  ...more,
})

describe('columns in their places', () => {
  test('frozen ones at the left, actions at the right, each knows how far from its edge it is kept', () => {
    const columns = [
      column('a'),
      column('check', { pin: 'left', width: 40 }),
      column('b', { width: 300 }),
      column('act', { pin: 'right', width: 90 }),
      column('c', { pin: 'left', width: 120 }),
    ]
    const { columns: there, ...rest } = placed(columns, 500, new Map())
    expect(there.map(one => [one.key, one.at, one.kept])).toEqual([
      ['check', 0, 0],
      ['c', 1, 40],
      ['a', 2, null],
      ['b', 3, null],
      ['act', 4, 0],
    ])
    expect(rest).toEqual({ middleFrom: 2, middleTo: 4, total: 650, keptLeft: 160, keptRight: 90 })
  })

  test('a loose column stands at the left and takes no place from the one that is kept', () => {
    const { columns, keptLeft } = placed(
      [column('check', { pin: 'left', width: 40, isLoose: true }), column('a', { pin: 'left' })],
      0,
      new Map(),
    )
    expect(columns.map(one => one.kept)).toEqual([null, 0])
    expect(keptLeft).toBe(100)
  })

  test.each([
    ['nothing left over', [100, 200], [false, false], 250, [100, 200]],
    ['in proportion, to the last pixel', [100, 200], [false, false], 400, [133, 267]],
    ['what a person has set stays', [100, 200], [true, false], 400, [100, 300]],
    ['all are set: the rest stays empty', [100, 200], [true, true], 400, [100, 200]],
  ])('%s', (_, widths, set, room, fitted) => {
    expect(
      fittedWidths(
        widths.map((width, at) => ({ width, isSet: set[at] === true })),
        room,
      ),
    ).toEqual(fitted)
  })

  test('while one is drawn wider the others stay as they were drawn', () => {
    const held = new Map([
      ['a', 150],
      ['b', 250],
    ])
    expect(placed([column('a'), column('b')], 800, held).columns.map(one => one.width)).toEqual([150, 250])
  })

  test.each([
    [10, 40],
    [123.4, 123],
    [5_000, 800],
  ])('a width of %d becomes %d', (width, bounded) => expect(clampWidth(width)).toBe(bounded))
})

describe('the range and the keys', () => {
  const bounds = { rows: 50, columns: 8, page: 10 }
  const at = (row: number, column: number) => ({ row, column })
  const press = (range: GridRange, key: string, shift = false, control = false) => moved(range, { key, shift, control }, bounds)
  test.each([
    ['ArrowDown', at(4, 3), at(5, 3)],
    ['ArrowUp', at(0, 3), at(-1, 3)],
    ['ArrowUp', at(-1, 3), at(-1, 3)],
    ['ArrowLeft', at(4, 0), at(4, 0)],
    ['ArrowRight', at(4, 7), at(4, 7)],
    ['Home', at(4, 3), at(4, 0)],
    ['End', at(4, 3), at(4, 7)],
    ['PageDown', at(45, 3), at(49, 3)],
    ['PageUp', at(4, 3), at(0, 3)],
  ])('%s leads from %o to %o', (key, from, to) => expect(press(single(from), key)).toEqual(single(to)))

  test.each([
    ['ArrowDown', at(49, 3)],
    ['ArrowRight', at(4, 7)],
    ['Home', at(0, 0)],
    ['End', at(49, 7)],
  ])('with Ctrl %s leads to the edge', (key, to) => expect(press(single(at(4, 3)), key, false, true)).toEqual(single(to)))

  test('Shift lets the range grow and shrink, never into the head; Ctrl-A takes the page; other keys are not the grid’s', () => {
    const one = press(single(at(0, 3)), 'ArrowDown', true)
    expect(one).toEqual({ active: at(1, 3), anchor: at(0, 3) })
    expect(press(single(at(0, 3)), 'ArrowUp', true)).toEqual(single(at(0, 3)))
    expect(press(single(at(4, 3)), 'a', false, true)).toEqual({ active: at(49, 7), anchor: at(0, 0) })
    expect(moved(single(at(-1, 0)), { key: 'a', shift: false, control: true }, { rows: 0, columns: 8, page: 1 })).toEqual(single(at(-1, 0)))
    expect(press(single(at(4, 3)), 'x')).toBeNull()
    expect(press(single(at(4, 3)), 'c', false, true)).toBeNull()
  })

  test('fewer rows than before: the range stays among them', () => {
    expect(clamped({ active: at(40, 3), anchor: at(2, 9) }, { rows: 10, columns: 5, page: 1 })).toEqual({
      active: at(9, 3),
      anchor: at(2, 4),
    })
    expect(clamped(single(at(3, 3)), { rows: 0, columns: 5, page: 1 })).toEqual(single(at(-1, 3)))
    expect(boxOf({ active: at(1, 5), anchor: at(4, 2) })).toEqual({ top: 1, bottom: 4, left: 2, right: 5 })
  })
})

describe('copies', () => {
  const rows = [
    { id: '1', name: '灯\t红', amount: '1234.567', note: '=1+1' },
    { id: '2', name: '他说"好"\n走', amount: '-0.001', note: '<b>' },
  ]
  const columns = [
    column('check', { copy: undefined as never }),
    column('name'),
    column('amount', { copy: row => ({ text: row['amount'] ?? '', isText: false }) }),
    column('note'),
  ].map(({ copy, ...rest }) => (copy === undefined ? rest : { ...rest, copy }))
  const cells = copiedCells(rows, columns, { top: 0, bottom: 1, left: 0, right: 3 })

  test('tab-separated with exact figures, cells of several lines quoted, check boxes left out', () => {
    expect(asTsv(cells)).toBe('"灯\t红"\t1234.567\t=1+1\r\n"他说""好""\n走"\t-0.001\t<b>')
    expect(copiedCells(rows, columns, { top: 0, bottom: 0, left: 0, right: 0 })).toEqual([])
    expect(asTsv(copiedCells(rows, columns, { top: -1, bottom: 0, left: 2, right: 2 }))).toBe('1234.567')
  })

  test('as a table texts stay texts: no formula, no rounded order number, no markup', () => {
    const html = asHtml(cells)
    expect(html).toContain(`<td style="mso-number-format:'\\@'">=1+1</td>`)
    expect(html).toContain('<td>1234.567</td>')
    expect(html).toContain('&lt;b&gt;')
  })
})

describe('order by clicks on heads', () => {
  const a: GridOrder = { field: 'a', way: 'ASC' }
  const aDown: GridOrder = { field: 'a', way: 'DESC' }
  const b: GridOrder = { field: 'b', way: 'ASC' }
  test.each([
    ['first click', [], 'a', false, [a]],
    ['second click', [a], 'a', false, [aDown]],
    ['third click', [aDown], 'a', false, []],
    ['another head takes its place', [a], 'b', false, [b]],
    ['with Shift it follows', [a], 'b', true, [a, b]],
    ['with Shift the first turns and stays first', [a, b], 'a', true, [aDown, b]],
    ['with Shift the first goes, the second moves up', [aDown, b], 'a', true, [b]],
    ['a plain click on one of two leaves it alone', [a, b], 'b', false, [{ field: 'b', way: 'DESC' }]],
  ] as const)('%s', (_, orders, field, adds, next) => expect(clickedOrder(orders, field, adds)).toEqual(next))
})

test.each([
  ['in sight: stays', 100, 150, 200, 100],
  ['above: below the head', 100, 90, 126, 50],
  ['below: above the foot', 0, 400, 436, 176],
  ['before the first', 100, 40, 76, 0],
])('%s', (_, scroll, from, to, next) => expect(scrollIntoView(scroll, 300, { from, to }, 40, 40)).toBe(next))

describe('what is near the window', () => {
  const wide = Array.from({ length: 40 }, (_, at) => column(`c${at}`, { width: 100 }))
  const placement = placed(
    [column('check', { pin: 'left', width: 40 }), ...wide, column('act', { pin: 'right', width: 90 })],
    1_000,
    new Map(),
  )
  const on = { room: { width: 1_000, height: 400 }, rows: 1_000, rowHeight: 40, headHeight: 40, placement }
  test.each<[string, { top: number; left: number }, [number, number], [number, number]]>([
    ['the beginning', { top: 0, left: 0 }, [0, 17], [1, 12]],
    ['the middle, with some beyond each edge', { top: 4_000, left: 1_000 }, [92, 117], [9, 22]],
    ['half a row and half a column', { top: 4_020, left: 1_050 }, [92, 118], [9, 23]],
    ['the end', { top: 39_640, left: 3_130 }, [983, 1_000], [30, 41]],
    ['beyond the end, as a page bounces', { top: 50_000, left: 9_000 }, [1_000, 1_000], [39, 41]],
    ['before the beginning', { top: -200, left: -90 }, [0, 12], [1, 11]],
  ])('%s', (_what, position, [firstRow, lastRow], [firstColumn, lastColumn]) => {
    expect(windowAt(position, on)).toEqual({ rows: { from: firstRow, to: lastRow }, columns: { from: firstColumn, to: lastColumn } })
  })

  test('nothing to draw: no rows, no columns', () => {
    const none = windowAt({ top: 0, left: 0 }, { ...on, rows: 0, placement: placed<Line>([], 1_000, new Map()) })
    expect(none).toEqual({ rows: { from: 0, to: 0 }, columns: { from: 0, to: 0 } })
  })
})

test('what a cell looks like is said once a column: side, place, and where the others go under it', () => {
  const { columns } = placed(
    [column('a', { align: 'right', look: 'x' }), column('l', { pin: 'left' }), column('m', { pin: 'left' }), column('r', { pin: 'right' })],
    0,
    new Map(),
  )
  expect(columns.map(one => [one.key, one.className, one.style, one.start])).toEqual([
    ['l', 'zg-grid-cell zg-grid-kept-left', { width: 100, left: 0 }, 0],
    ['m', 'zg-grid-cell zg-grid-kept-left zg-grid-kept-edge', { width: 100, left: 100 }, 100],
    ['a', 'zg-grid-cell zg-grid-right x', { width: 100 }, 200],
    ['r', 'zg-grid-cell zg-grid-kept-right zg-grid-kept-edge', { width: 100, right: 0 }, 300],
  ])
})
