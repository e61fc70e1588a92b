/** What hands do to a list, as tables: sums of marked cells, a pasted range, chips, columns drawn elsewhere, rows that fill the table. */
import { expect, test } from 'vitest'
import type { Row, Scheme } from '../../declare/wire.ts'
import { field, formItem, listDefinition } from '../gallery/mock-definitions.ts'
import { placed, type GridColumn } from '../grid/grid-columns.ts'
import { besideOf, dropBefore, isSamePlace, siblingsOf } from '../grid/use-column-drag.ts'
import { isUnsaved } from '../schemes/scheme-changes.ts'
import { fitsComfortably, fittingSize, offeredSize } from '../table/auto-size.ts'
import { chipsOf } from './chip-texts.ts'
import { movedBefore, settingsOf } from '../table/layout-rules.ts'
import { emptyState } from '../values/list-state.ts'
import { markedCount } from '../table/marked-sums.ts'
import { pasteAsk, pastePlan } from '../rows/paste-plan.ts'

const amount = field('amount', '金额', 'money', { currencyField: 'currency' })
const units = field('units', '数量', 'integer')
const rate = field('rate', '占比', 'percent')
const name = field('name', '名称', 'text', { filterKind: 'contains', isFilter: true })
const state = field('state', '状态', 'integer', {
  filterKind: 'select',
  isFilter: true,
  keyValueList: [
    { value: 1, label: '在售' },
    { value: 2, label: '停售' },
  ],
})

test.each([
  [
    'exact beyond what a float holds',
    [amount],
    [
      ['0.1', 'USD'],
      ['0.2', 'USD'],
      ['9007199254740993.01', 'USD'],
    ],
    3,
    [['USD', '9007199254740993.31']],
  ],
  [
    'by currency, never added up',
    [amount],
    [
      ['1.50', 'USD'],
      ['2', 'EUR'],
      ['-0.5', 'USD'],
    ],
    3,
    [
      ['EUR', '2'],
      ['USD', '1'],
    ],
  ],
  [
    'nothing is no zero',
    [amount],
    [
      [null, 'USD'],
      ['', 'USD'],
      ['3', 'USD'],
    ],
    1,
    [['USD', '3']],
  ],
  ['a share is counted and not summed', [rate], [['0.5', 'USD']], 1, []],
] as const)('%s', (_, fields, values, cells, sums) => {
  const rows = values.map(([value, currency], at): Row => ({ id: String(at), amount: value, rate: value, currency }))
  const counted = markedCount([...fields], rows)
  expect(counted.cells).toBe(cells)
  expect(counted.sums.map(one => [one.currency, one.sum])).toEqual(sums)
})

test('figures without a currency stand beside money, with their average', () => {
  const { sums } = markedCount(
    [amount, units],
    [
      { id: '1', amount: '10', currency: 'USD', units: 3 },
      { id: '2', amount: '5', currency: 'USD', units: 4 },
    ],
  )
  expect(sums).toEqual([
    { currency: null, count: 2, sum: '7', average: '3.5' },
    { currency: 'USD', count: 2, sum: '15', average: '7.5' },
  ])
})

test.each([
  ['each at the rate of its month, exactly', { '2026-01 USD': '7.1', '2026-02 USD': '7', '2026-01 EUR': '8' }, '99.5', []],
  ['the base needs none, a missing one is named and never 0 or 1', { '2026-01 USD': '7.1' }, null, ['2026-02 USD', '2026-01 EUR']],
  ['none at all', {}, null, ['2026-01 USD', '2026-02 USD', '2026-01 EUR']],
] as const)('several currencies come to one: %s', (_, of, value, missing) => {
  const days = ['2026-01-03', '2026-02-04', '2026-01-05', '2026-01-06', '2026-02-07']
  const of5 = [
    ['10', 'USD'],
    ['1', 'USD'],
    ['2', 'EUR'],
    ['5.5', 'CNY'],
    ['0', 'EUR'],
  ].map(([amount, currency], at): Row => ({ id: String(at), amount, currency, day: days[at] }))
  const { converted } = markedCount([amount], of5, { day: 'day', base: 'CNY', of })
  expect(converted?.value).toBe(value)
  expect(converted?.missing.map(one => `${one.month} ${one.currency}`)).toEqual(missing)
  expect(markedCount([amount], of5).converted).toBeNull()
  expect(markedCount([amount], of5.slice(0, 2), { day: 'day', base: 'CNY', of }).converted).toBeNull()
})

const shelf = listDefinition('shelf', '货架', [field('code', '编号', 'text'), { ...name, isInline: true }, { ...state, isInline: true }], {
  calls: { list: { method: 'POST', path: '/shelf/list' }, update: { method: 'POST', path: '/shelf/update' } },
  form: [formItem('code', '编号', 'text'), formItem('name', '名称', 'text'), formItem('state', '状态', 'select')],
})
const rows: Row[] = Array.from({ length: 3 }, (_, at) => ({
  id: String(at + 1),
  version: 1,
  code: `A${at + 1}`,
  name: `名${at}`,
  state: 1,
}))
const box = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })

test('a range lies over rows and columns from the marked cell on; what has no place is counted', () => {
  const plan = pastePlan(shelf, rows, box(1, 2), ['name', 'state', 'zg-actions'], 'a\t在售\tzu weit\nb\t停售\nc\t1\r\n')
  expect(plan.fields).toEqual(['name', 'state'])
  expect(plan.cells).toEqual([
    ['a', '在售'],
    ['b', '停售'],
  ])
  expect(plan.beyond).toBe(3)
  expect(pasteAsk('shelf', plan, [{ id: '2', field: 'state', reason: '' }])).toEqual({
    type: 'shelf',
    fields: ['name', 'state'],
    rows: [
      { id: '2', version: 1, cells: ['a', null] },
      { id: '3', version: 1, cells: ['b', '停售'] },
    ],
  })
})

test('one cell fills what is marked; columns that nobody edits are named cell by cell', () => {
  const filled = pastePlan(shelf, rows, box(0, 2, 2, 3), ['name', 'state'], 'x')
  expect(filled.cells).toEqual([
    ['x', 'x'],
    ['x', 'x'],
    ['x', 'x'],
  ])
  const locked = pastePlan(shelf, rows, box(0, 1), ['code', 'name'], 'B1\tn')
  expect(locked.refused).toEqual([{ id: '1', field: 'code', reason: '此列不能在表格中修改' }])
  expect(pasteAsk('shelf', locked, []).fields).toEqual(['name'])
})

test('a paste of 100 rows and 50 columns: locked columns and rows are named cell by cell, what lies beyond is counted', () => {
  const names = Array.from({ length: 49 }, (_, at) => `c${at}`)
  const open = names.slice(0, 40)
  const wide = listDefinition(
    'wide',
    '宽表',
    names.map(one => field(one, one, 'text', open.includes(one) ? { isInline: true } : {})),
    {
      calls: { list: { method: 'POST', path: '/wide/list' }, update: { method: 'POST', path: '/wide/update' } },
      form: open.map(one => formItem(one, one, 'text', { openIn: { field: 'state', states: [1] } })),
    },
  )
  const held: Row[] = Array.from({ length: 90 }, (_, at) => ({
    id: String(at),
    version: 1,
    // in the state of every third nobody edits anything
    state: at % 3 === 0 ? 2 : 1,
  }))
  const text = Array.from({ length: 100 }, () => Array<string>(50).fill('x').join('\t')).join('\n')
  const plan = pastePlan(wide, held, box(0, 1), [...names, 'zg-actions'], text)
  expect(plan.rows).toHaveLength(90)
  expect(plan.beyond).toBe(100 * 50 - 90 * 49)
  expect(plan.refused).toHaveLength(30 * 49 + 60 * 9)
  const ask = pasteAsk('wide', plan, [{ id: '1', field: 'c0', reason: '' }])
  expect(ask.fields).toEqual(open)
  expect(ask.rows).toHaveLength(60)
  expect(ask.rows.reduce((sum, row) => sum + row.cells.filter(cell => cell === 'x').length, 0)).toBe(60 * 40 - 1)
})

test('each filter is a chip of its own, and goes alone', () => {
  const shown = {
    ...emptyState,
    pageNum: 3,
    filters: { name: '灯', state: '1,2', gone: 'x' },
    conditions: [
      { field: 'name', condition: 'START' as const, value: 'A' },
      { field: 'name', condition: 'LT' as const, value: 'now' },
    ],
  }
  const chips = chipsOf(shelf, shown)
  expect(chips.map(one => [one.title, one.verb, one.values])).toEqual([
    ['名称', null, ['灯']],
    ['状态', null, ['1', '2']],
    ['名称', '开头是', ['A']],
    ['名称', '小于', ['今天']],
  ])
  expect(chips[1]?.without).toMatchObject({ filters: { name: '灯', gone: 'x' }, pageNum: 1 })
  expect(chips[2]?.without.conditions).toEqual([shown.conditions[1]])
})

test('a column stands before another, at the end, or where it was when either is gone', () => {
  const settings = settingsOf(shelf, null)
  const order = (list: typeof settings): string => list.map(one => one.field).join()
  expect(order(movedBefore(settings, 'state', 'code'))).toBe('state,code,name')
  expect(order(movedBefore(settings, 'code', null))).toBe('name,state,code')
  expect(order(movedBefore(settings, 'removed', 'code'))).toBe('code,name,state')
  expect(order(movedBefore(settings, 'code', 'removed'))).toBe('code,name,state')
  // kept in a layout whose column was removed from the list since
  const kept = { density: 'compact' as const, columns: [{ field: 'removed', isShow: true, width: 80, frozen: true }, ...settings] }
  expect(order(settingsOf(shelf, kept))).toBe('code,name,state')
})

test('where a head that is drawn would stand: among those kept with it, by the middle of each', () => {
  const column = (key: string, pin?: 'left'): GridColumn<{ id: string }> => ({
    key,
    name: key,
    width: 100,
    isSet: true,
    isMovable: true,
    render: () => null,
    ...(pin === undefined ? {} : { pin }),
  })
  const placement = placed([column('a', 'left'), column('b'), column('c'), column('d')], 400, new Map())
  const [, b, c, d] = placement.columns
  if (b === undefined || c === undefined || d === undefined) throw new Error('no columns')
  const siblings = siblingsOf(placement, d)
  expect(siblings.map(one => one.key)).toEqual(['b', 'c', 'd'])
  expect(dropBefore(siblings, 120, 0)?.key).toBe('b')
  expect(dropBefore(siblings, 160, 0)?.key).toBe('c')
  expect(dropBefore(siblings, 120, 100)?.key).toBe('c')
  expect(dropBefore(siblings, 390, 0)).toBeNull()
  expect([isSamePlace(siblings, c, c), isSamePlace(siblings, c, d), isSamePlace(siblings, c, b)]).toEqual([true, true, false])
  expect([besideOf(placement, c, -1), besideOf(placement, c, 1), besideOf(placement, d, 1), besideOf(placement, b, -1)]).toEqual([
    'b',
    null,
    undefined,
    undefined,
  ])
})

const scheme: Scheme = {
  profileId: '7',
  type: 'shelf',
  kind: 1,
  name: '在售',
  columnList: [
    { field: 'name', width: null },
    { field: 'code', width: 120 },
  ],
  conditionList: [{ field: 'state', condition: 'EQ', value: '1' }],
  orderByList: [{ field: 'code', orderBy: 'ASC' }],
  isDefault: 0,
  isOwn: true,
  ownerName: '',
  version: 1,
  canUndo: false,
  removed: [],
  sharedWith: { employeeIds: [], deptIds: [] },
  defaultOf: { roleIds: [], isOrganisation: false },
}
const applied = { ...emptyState, scheme: '7', conditions: scheme.conditionList, order: scheme.orderByList }
const columns = [
  { field: 'name', isShow: true, width: null, frozen: false },
  { field: 'code', isShow: true, width: 120, frozen: false },
  { field: 'state', isShow: false, width: null, frozen: false },
]

test.each([
  ['as it was applied', applied, columns, false],
  ['another page', { ...applied, pageNum: 4, pageSize: 50 }, columns, false],
  ['a filter', { ...applied, filters: { name: '灯' } }, columns, true],
  ['a condition removed', { ...applied, conditions: [] }, columns, true],
  ['an order by a head', { ...applied, sort: { field: 'name', way: 'ASC' as const } }, columns, true],
  ['a column drawn elsewhere', applied, [columns[1], columns[0], columns[2]], true],
  ['a width', applied, [{ ...columns[0], width: 200 }, columns[1], columns[2]], true],
  ['a hidden column', applied, [columns[0], { ...columns[1], isShow: false }, columns[2]], true],
] as const)('a scheme is unsaved after: %s', (_, now, settings, isChanged) => {
  expect(isUnsaved(shelf, scheme, now, settings as typeof columns, '2026-11-22')).toBe(isChanged)
})

test.each([
  [600, 'compact', 10],
  [800, 'compact', 20],
  [800, 'comfortable', 20],
  [1080, 'compact', 30],
  [1080, 'comfortable', 20],
  [3000, 'compact', 50],
] as const)('%i px of window, %s: %i rows fill the table', (height, density, size) => {
  expect(fittingSize(height, density)).toBe(size)
})

test('more room is offered where ten rows fit with it', () => {
  expect([fitsComfortably(700), fitsComfortably(800)]).toEqual([false, true])
})

test.each([
  [800, 'compact', false, 20],
  // 总计 takes the room of the eleventh row and of part of the next
  [740, 'compact', true, null],
  [740, 'compact', false, 20],
  [700, 'compact', false, null],
  [1080, 'compact', false, 30],
  [1080, 'comfortable', true, 20],
  [1440, 'compact', true, 40],
] as const)('below ten rows at %i px (%s, totals %s) the size %s is offered', (height, density, hasTotals, size) =>
  expect(offeredSize(height, density, hasTotals)).toBe(size),
)
