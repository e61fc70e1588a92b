import { describe, expect, test } from 'vitest'
import { batchValues } from './batch-values.ts'
import { movedTo, settingsOf, shownColumns } from '../table/layout-rules.ts'
import { liftedChip } from './chip-texts.ts'
import { boundOf, exportBody, filterQuery, liftedPresets, listQuery } from '../values/list-query.ts'
import {
  askedAfter,
  emptyState,
  openingState,
  joinValues,
  presentOrders,
  readState,
  splitValues,
  withFilters,
  withOrders,
  writeState,
  type ListState,
} from '../values/list-state.ts'
import { confirmText, datedName, rowName, totalText } from '../values/list-texts.ts'
import { hasActionColumn, rowControls } from '../values/operation-rule.ts'
import { canWith } from '../page/page-context.ts'
import { barPlacesAt } from './use-bar-places.ts'
import { countries, field, transactions } from '../gallery/mock-definitions.ts'
import { copiedValue, showValue } from '../values/value.ts'

const today = '2026-11-21'

describe('state in the address', () => {
  test.each([
    [['a', 'b'], 'a,b'],
    [['a,b', 'c'], String.raw`a\,b,c`],
    [[String.raw`a\b`], String.raw`a\\b`],
    [['', '2026-01-01'], ',2026-01-01'],
  ])('%j is written %s and read back', (values, text) => {
    expect(joinValues(values)).toBe(text)
    expect(splitValues(text)).toEqual(values)
  })

  test('reads back what it wrote, leaves what belongs to others', () => {
    const state: ListState = {
      filters: { name: '灯,杯', total: '1,2', postedOn: 'THIS_MONTH' },
      search: { field: 'orderId', values: ['114-1', 'a,b', String.raw`c\d`, 'e.f'] },
      scheme: '41',
      conditions: [
        { field: 'type', condition: 'IN', value: '1,2' },
        { field: 'note', condition: 'EQ', value: String.raw`a\,b.c` },
        { field: 'postedOn', condition: 'LAST_30_DAYS' },
      ],
      order: [
        { field: 'postedOn', orderBy: 'DESC' },
        { field: 'total', orderBy: 'ASC' },
      ],
      presets: ['postedOn'],
      pageNum: 4,
      pageSize: 50,
      sort: { field: 'total', way: 'DESC' },
      view: 'calendar',
      day: '2026-02-03',
      span: 'week',
    }
    const search = writeState(state, new URLSearchParams('kind=1&f.old=x&page=9'))
    expect(search.get('kind')).toBe('1')
    expect(search.has('f.old')).toBe(false)
    expect(readState(search)).toEqual(state)
    expect(writeState(emptyState, new URLSearchParams()).toString()).toBe('')
  })

  test.each([
    'search=name',
    'search=.x',
    'scheme=x',
    'conditions=1',
    'conditions=name',
    'order=total',
    'order=total.UP',
    'page=0',
    'page=-1',
    'page=abc',
    'size=7',
    'size=1000',
    'sort=total',
    'sort=total.SIDEWAYS',
    'as=pie',
    'as.day=2026-2-3',
    'as.span=century',
  ])('%s counts as not given', text => {
    expect(readState(new URLSearchParams(text))).toEqual(emptyState)
  })

  test('filters are trimmed, empty ones dropped, and begin at the first page', () => {
    const next = withFilters({ ...emptyState, pageNum: 5, filters: { a: '1', b: '2' } }, { a: '  ', b: ' 3 ', c: ',' })
    expect(next).toMatchObject({ filters: { b: '3' }, pageNum: 1 })
  })
})

describe('what a list opens with', () => {
  const dated = {
    ...transactions,
    filterList: [
      ...transactions.filterList.map(one => (one.field === 'postedOn' ? { ...one, opensWith: 'THIS_MONTH' as const } : one)),
      field('settlementId', '结算编号', 'text', { filterKind: 'equals' }),
    ],
  }
  const opened = openingState(dated, emptyState)
  const period = { field: 'postedOn', condition: 'THIS_MONTH' }
  const asked = (state: ListState) => filterQuery(dated, state, {}, today)

  test('the period stands as a chip, in the query and, once something else is asked, in the address', () => {
    expect(opened).toEqual({ ...emptyState, filters: { postedOn: 'THIS_MONTH' }, presets: ['postedOn'] })
    expect(asked(opened)).toEqual({ conditionList: [period] })
    const turned = askedAfter(dated, opened, { ...opened, pageNum: 2 })
    expect(writeState(turned, new URLSearchParams()).toString()).toBe('f.postedOn=THIS_MONTH&preset=postedOn&page=2')
    expect(readState(writeState(turned, new URLSearchParams()))).toEqual(turned)
  })

  test('taken away it stays away, in an address sent to a colleague too', () => {
    const whole = askedAfter(dated, opened, withFilters(opened, { postedOn: '' }))
    expect(writeState(whole, new URLSearchParams()).toString()).toBe('preset=')
    expect(openingState(dated, readState(new URLSearchParams('preset=')))).toEqual(whole)
    expect(asked(whole)).toEqual({ startDate: '2026-08-24', endDate: today })
  })

  test.each(['f.type=2', 'page=2', 'sort=total.DESC', 'search=orderId.114', 'scheme=41', 'f.postedOn=THIS_MONTH', 'preset='])(
    'a stored address (%s) answers as before',
    text => expect(openingState(dated, readState(new URLSearchParams(text)))).toEqual(readState(new URLSearchParams(text))),
  )

  const number: Partial<ListState> = { search: { field: 'settlementId', values: ['25671855822'] } }
  test('an exact number lifts it, however it is asked for, and it holds again when the number is gone', () => {
    for (const one of [
      number,
      { filters: { ...opened.filters, settlementId: '25671855822' } },
      { conditions: [{ field: 'settlementId', condition: 'EQ' as const, value: '25671855822' }] },
    ]) {
      const next = askedAfter(dated, opened, { ...opened, ...one })
      expect(liftedPresets(dated, next)).toEqual(['postedOn'])
      expect(asked(next).conditionList).toHaveLength(1)
      expect(asked(next).conditionList).not.toContainEqual(period)
      expect(asked({ ...next, search: null, conditions: null, filters: opened.filters })).toEqual(asked(opened))
    }
  })

  test('one that was chosen is kept: changed by hand, in a saved address, restored', () => {
    const chosen = askedAfter(dated, opened, { ...withFilters(opened, { postedOn: 'LAST_7_DAYS' }), ...number })
    expect(asked(chosen).conditionList).toContainEqual({ field: 'postedOn', condition: 'LAST_7_DAYS' })
    const saved = { ...readState(new URLSearchParams('f.postedOn=THIS_MONTH')), ...number }
    expect(asked(saved).conditionList).toContainEqual(period)
    const lifted = askedAfter(dated, opened, { ...opened, ...number })
    const restored = askedAfter(dated, lifted, liftedChip(dated, lifted)?.restored ?? lifted)
    expect(asked(restored).conditionList).toContainEqual(period)
    expect(liftedChip(dated, restored)).toBeNull()
  })

  const words = { ...dated, search: { field: 'allText', title: '全部文本', within: ['结算编号'] } }
  test.each([
    ['25671855822', true],
    ['112-1234567-1234567', true],
    ['FBA15K2M9X7Q1', true],
    ['记-23', false],
    ['2026 年', false],
    ['台灯 1234567', false],
    ['lamp', false],
  ])('among all texts %s counts as a number: %s', (text, isNumber) => {
    const next = { ...opened, search: { field: 'allText', values: [text] } }
    expect(liftedPresets(words, next)).toEqual(isNumber ? ['postedOn'] : [])
    if (isNumber) expect(filterQuery(words, next, {}, today)).toMatchObject({ startDate: '1970-01-01', endDate: today })
  })
})

describe('filter bar to query', () => {
  const one = (name: string, value: string) =>
    filterQuery(transactions, { ...emptyState, filters: { [name]: value } }, {}, today).conditionList
  test.each([
    ['orderId', '114-1, 2', [{ field: 'orderId', condition: 'LIKE', value: String.raw`114-1\, 2` }]],
    ['type', '2', [{ field: 'type', condition: 'EQ', value: '2' }]],
    ['type', '1,2', [{ field: 'type', condition: 'IN', value: '1,2' }]],
    ['shopId', '7,8', [{ field: 'shopId', condition: 'IN', value: '7,8' }]],
    ['currency', 'USD', [{ field: 'currency', condition: 'EQ', value: 'USD' }]],
    ['total', '1,9.5', [{ field: 'total', condition: 'BETWEEN', value: '1,9.5' }]],
    ['total', '1,', [{ field: 'total', condition: 'GE', value: '1' }]],
    ['total', ',9', [{ field: 'total', condition: 'LE', value: '9' }]],
    ['unknown', 'x', undefined],
  ])('%s = %s', (name, value, conditions) => expect(one(name, value)).toEqual(conditions))

  test('a bounded list is bounded whatever was chosen', () => {
    expect(boundOf(transactions, emptyState, today)).toEqual(['2026-08-24', today])
    expect(boundOf(transactions, { ...emptyState, filters: { postedOn: '2026-10-01,' } }, today)).toEqual(['2026-10-01', today])
    expect(listQuery(transactions, { ...emptyState, filters: { postedOn: '2026-01-01,2026-01-31' } }, {}, today)).toEqual({
      pageNum: 1,
      pageSize: 10,
      startDate: '2026-01-01',
      endDate: '2026-01-31',
    })
  })

  test.each([
    ['a filter', { filters: { settlementId: '90001' } }],
    ['the search box', { search: { field: 'settlementId', values: ['90001', '90002'] } }],
    ['a condition of a scheme', { conditions: [{ field: 'settlementId', condition: 'EQ' as const, value: '90001' }] }],
  ])('a number that an index leads to takes the place of the default period, not of a chosen one: %s', (_name, asked) => {
    const state = { ...emptyState, ...asked }
    expect(boundOf(transactions, state, today)).toBeNull()
    expect(filterQuery(transactions, state, {}, today)).not.toHaveProperty('startDate')
    expect(boundOf(transactions, { ...state, filters: { ...state.filters, postedOn: '2026-10-01,' } }, today)).toEqual([
      '2026-10-01',
      today,
    ])
  })

  test('a relative period stays relative: the server places it in time, in the bound as well', () => {
    const posted = { ...emptyState, filters: { postedOn: 'LAST_7_DAYS' } }
    expect(boundOf(transactions, posted, today)).toBeNull()
    expect(filterQuery(transactions, posted, {}, today)).toEqual({ conditionList: [{ field: 'postedOn', condition: 'LAST_7_DAYS' }] })
  })

  test.each([
    [['114-1'], [{ field: 'orderId', condition: 'LIKE', value: '114-1' }]],
    [['114-1', '2,3'], [{ field: 'orderId', condition: 'IN', value: String.raw`114-1,2\,3` }]],
  ])('search box: %j', (values, conditions) => {
    expect(filterQuery(transactions, { ...emptyState, search: { field: 'orderId', values } }, {}, today).conditionList).toEqual(conditions)
  })

  test('conditions of a scheme go along, a field that is not searched does not; a click on a head goes before its order', () => {
    const state = {
      ...emptyState,
      search: { field: 'type', values: ['1'] },
      conditions: [{ field: 'type', condition: 'NE' as const, value: '2' }],
      order: [
        { field: 'total', orderBy: 'DESC' as const },
        { field: 'unknown', orderBy: 'ASC' as const },
      ],
      sort: { field: 'postedOn', way: 'ASC' as const },
    }
    expect(listQuery(transactions, state, {}, today)).toMatchObject({
      conditionList: [{ field: 'type', condition: 'NE', value: '2' }],
      orderByList: [{ field: 'total', orderBy: 'DESC' }],
      sortField: 'postedOn',
      sortWay: 'ASC',
    })
  })

  test('the batch box takes comma, space or newline, each value once, and any number of them quickly', () => {
    expect(batchValues(' a,b\n\nc  a，d\t')).toEqual(['a', 'b', 'c', 'd'])
    expect(batchValues(' ,\n')).toEqual([])
    expect(batchValues(Array.from({ length: 100_000 }, (_, at) => `v${at}`).join('\n'))).toHaveLength(100_000)
  })

  test('values of the menu entry narrow the list, foreign ones do not', () => {
    expect(filterQuery(countries, emptyState, { region: '2', x: '1' }, today)).toEqual({
      conditionList: [{ field: 'region', condition: 'EQ', value: '2' }],
    })
  })

  test('an order the list does not know is not asked for', () => {
    expect(listQuery(countries, { ...emptyState, sort: { field: 'region', way: 'ASC' } }, {}, today)).toEqual({ pageNum: 1, pageSize: 10 })
    expect(listQuery(countries, { ...emptyState, sort: { field: 'code', way: 'DESC' } }, {}, today)).toMatchObject({
      sortField: 'code',
      sortWay: 'DESC',
    })
  })
})

test('an export takes the chosen columns in their order, and the selection or the filter', () => {
  const columns = shownColumns(countries, [
    { field: 'name', isShow: true, width: null, frozen: false },
    { field: 'region', isShow: false, width: null, frozen: false },
    { field: 'code', isShow: true, width: 80, frozen: false },
  ])
  const state = { ...emptyState, pageNum: 3, filters: { code: 'U' } }
  const query = { conditionList: [{ field: 'code', condition: 'LIKE', value: 'U' }] }
  expect(exportBody(countries, columns, state, [], {}, today)).toEqual({ headers: ['名称', '代码'], fields: ['name', 'code'], query })
  expect(exportBody(countries, columns, state, ['2'], {}, today)).toEqual({
    headers: ['名称', '代码'],
    fields: ['name', 'code'],
    query,
    ids: ['2'],
  })
})

describe('orders', () => {
  const [name, code] = [
    { field: 'name', way: 'ASC' as const },
    { field: 'code', way: 'DESC' as const },
  ]
  const byRegion = [{ field: 'region', orderBy: 'ASC' as const }]
  test('what is asked for, before it the head that was clicked, else the list’s own', () => {
    expect(presentOrders(emptyState, name)).toEqual([name])
    expect(presentOrders(emptyState, null)).toEqual([])
    expect(presentOrders({ ...emptyState, sort: code, order: byRegion }, name)).toEqual([code, { field: 'region', way: 'ASC' }])
    expect(presentOrders({ ...emptyState, sort: code, order: [{ field: 'code', orderBy: 'ASC' }] }, name)).toEqual([code])
  })
  test('a click keeps the order of a scheme behind it and drops that of other clicks; several take the place of all', () => {
    const paged = { ...emptyState, pageNum: 4, order: byRegion }
    expect(withOrders({ ...paged, scheme: '7' }, [name])).toMatchObject({ sort: name, order: byRegion, pageNum: 1 })
    expect(withOrders(paged, [name])).toMatchObject({ sort: name, order: null })
    expect(withOrders(paged, [])).toMatchObject({ sort: null, order: null })
    const several = withOrders(paged, [name, code])
    expect(several).toMatchObject({ sort: name, order: [{ field: 'code', orderBy: 'DESC' }] })
    expect(presentOrders(several, null)).toEqual([name, code])
  })
})

describe('operation rule', () => {
  test.each([
    [[], false],
    [[2], false],
    [[2, 3], true],
    [[4], true],
  ])('operations %j: action column %s', (operations, has) => {
    expect(hasActionColumn(operations)).toBe(has)
    const controls = rowControls(countries, operations)
    expect(controls.edit && controls.remove).toBe(has)
  })
  test('who may only view has what viewing allows', () => {
    const face = { call: { method: 'POST' as const, path: '/country/x' }, over: 'row' as const, confirm: null, input: [], body: {} }
    const actions = [
      { ...face, name: 'confirmRead', title: '确认已读', operation: 2 },
      { ...face, name: 'close', title: '关闭', operation: 3 },
    ]
    const controls = rowControls({ ...countries, actions }, [2])
    expect([controls.hasColumn, controls.actions.map(one => one.name)]).toEqual([false, ['confirmRead']])
  })
  test.each<[readonly number[], readonly number[], boolean]>([
    [[2, 3, 7], [3], true],
    [[2, 3, 7], [3, 7], true],
    [[2, 3], [3, 7], false],
    [[], [2], false],
    [[], [], true],
  ])('operations %j: a control that needs all of %j is there: %s', (granted, needed, is) => {
    expect(canWith(granted)(...needed)).toBe(is)
  })
  test('a call the server left out has no button', () => {
    expect(rowControls(transactions, [1, 2, 3, 4])).toMatchObject({ edit: true, remove: false })
  })
})

test('columns: what showList lacks begins hidden, ends can be reached and not passed, frozen ones stand at the left', () => {
  const first = settingsOf(transactions, null)
  expect(first.filter(one => !one.isShow).map(one => one.field)).toEqual(['createdAt'])
  expect(movedTo(first, 0, -1)).toBeNull()
  expect(movedTo(first, first.length - 1, first.length)).toBeNull()
  expect(movedTo(first, 0, 1.5)).toBeNull()
  const second = movedTo(first, 0, 1) ?? []
  expect(second.slice(0, 2).map(one => one.field)).toEqual(['shopId', 'postedOn'])
  const frozen = first.map(one => ({ ...one, frozen: one.field === 'total' }))
  expect(shownColumns(transactions, frozen)[0]?.field).toBe('total')
  // a layout of another day: unknown columns follow, what is gone is left out
  const kept = settingsOf(transactions, {
    density: 'compact',
    columns: [
      { field: 'gone', isShow: true, width: 9, frozen: true },
      { field: 'total', isShow: false, width: 90, frozen: false },
    ],
  })
  expect(kept[0]).toEqual({ field: 'total', isShow: false, width: 90, frozen: false })
  expect(kept).toHaveLength(transactions.result.length)
})

describe('values', () => {
  const yesNo = ['是', '否'] as const
  const money = field('amount', '金额', 'money')
  test.each([
    [money, '1234.567', '1,234.56', '1,234.567', false],
    [money, '-0.001', '−0.01', '−0.001', true],
    [money, '0', '0.00', '0', false],
    [money, null, '—', null, false],
    [field('rate', '汇率', 'decimal'), '7.10', '7.1', '7.1', false],
    [field('rate', '汇率', 'decimal', { decimals: 2 }), '7.109', '7.10', '7.109', false],
    [field('margin', '利润率', 'percent'), '0.1234', '12.3%', '0.1234', false],
    [field('on', '启用', 'flag'), false, '否', '否', false],
    [field('at', '时间', 'dateTime'), '2026-11-20T16:30:00Z', '2026-11-21 00:30:00', '2026-11-21 00:30:00', false],
    [field('state', '状态', 'choice', { keyValueList: [{ value: 1, label: '已审核' }] }), 1, '已审核', '已审核', false],
  ])('%o %j', (one, value, text, exact, isNegative) => {
    expect(showValue(one, { id: '1', [one.field]: value }, yesNo)).toEqual({ text, exact, isNegative })
  })
  test('rich text shows its words', () => {
    const note = field('note', '说明', 'text', { isHtml: true })
    expect(showValue(note, { id: '1', note: '<p>一 &amp; <b>二</b></p>' }, yesNo).text).toBe('一 & 二')
    expect(showValue(note, { id: '1', note: '<p></p>' }, yesNo).text).toBe('—')
  })
  test.each([
    [money, '-1234.5678', '-1234.5678', false],
    [money, null, '', false],
    [field('margin', '利润率', 'percent'), '0.1234', '0.1234', false],
    [field('no', '单号', 'text'), '00123456789012345678', '00123456789012345678', true],
    [field('no', '单号', 'text'), null, '', true],
    [field('on', '日期', 'date'), '2026-11-21', '2026-11-21', false],
  ])('a copy of %o %j is exact', (one, value, text, isText) => {
    expect(copiedValue(one, { id: '1', [one.field]: value }, yesNo)).toEqual({ text, isText })
  })
  test('a reference shows its label', () => {
    expect(showValue(field('shopId', '店铺', 'reference'), { id: '1', shopId: '7', shopIdLabel: '一店' }, yesNo).text).toBe('一店')
    expect(showValue(field('shopId', '店铺', 'reference'), { id: '1', shopId: '7', shopIdLabel: null }, yesNo).text).toBe('（无权查看）')
  })
  test('a code is shown by its word, the code on hover and in copies; a filter takes either', () => {
    const reason = field('reason', '退货原因', 'text', { filterKind: 'equals', codes: { UNWANTED_ITEM: '不想要' } })
    const row = { id: '1', reason: 'UNWANTED_ITEM' }
    expect(showValue(reason, row, yesNo)).toEqual({ text: '不想要', exact: 'UNWANTED_ITEM', isNegative: false })
    expect(copiedValue(reason, row, yesNo).text).toBe('UNWANTED_ITEM')
    expect(showValue(reason, { id: '1', reason: 'NEW_CODE' }, yesNo).text).toBe('NEW_CODE')
    const definition = { ...transactions, result: [reason], filterList: [reason] }
    for (const asked of ['不想要', 'UNWANTED_ITEM'])
      expect(filterQuery(definition, { ...emptyState, filters: { reason: asked } }, {}, today).conditionList).toEqual([
        { field: 'reason', condition: 'EQ', value: 'UNWANTED_ITEM' },
      ])
  })
})

test('sentences', () => {
  expect(totalText({ total: 1284 })).toBe('共 1,284 条')
  expect(totalText({ total: 1284, totalExact: false })).toBe('共 约 1,284 条')
  expect(confirmText('确定要审核所选 {n} 行吗？', 3)).toBe('确定要审核所选 3 行吗？')
})

test.each([
  [992, 4.5],
  [1139, 4.5],
  [1140, 5.5],
  [1632, 7.5],
])('a bar of %i px has room for %f filters', (width, places) => expect(barPlacesAt(width)).toBe(places))

test('a choice keeps the tone of its declaration', () => {
  const state = field('state', '状态', 'choice', {
    keyValueList: [
      { value: 1, label: '失败', tone: 'bad' },
      { value: 2, label: '其他' },
    ],
  })
  const shown = (value: number) => showValue(state, { id: '1', state: value }, ['是', '否'])
  expect(shown(1)).toMatchObject({ text: '失败', tone: 'bad' })
  expect(shown(2)).not.toHaveProperty('tone')
})

const month = field('month', '月份', 'month')
const shop = field('shopId', '店铺', 'reference')
test.each([
  [
    'a month is told with its shop, whatever stands before it',
    { month: '2026-10', placeId: '7', placeIdLabel: '仓库', shopId: '3', shopIdLabel: '云帆德国站' },
    '云帆德国站 2026-10',
  ],
  [
    'where there is no shop with what else it belongs to',
    { month: '2026-10', placeId: '7', placeIdLabel: '仓库', shopId: null },
    '仓库 2026-10',
  ],
  ['and alone where nobody may see whose it is', { month: '2026-10', shopId: '3', shopIdLabel: null }, '2026-10'],
])('%s', (_, row, name) => {
  const fields = [month, field('placeId', '地点', 'reference'), shop]
  expect(rowName(fields, { id: '1', ...row })).toBe(name)
  expect(datedName(fields, shop, { id: '1', ...row })).toBeNull()
})

test('what another field says to a value is told on its hover and not copied', () => {
  const fit = field('fit', '匹配度', 'text', { hover: 'why' })
  const row = { id: '1', fit: '高', why: '金额相同' }
  expect(showValue(fit, row, ['', ''])).toMatchObject({ text: '高', exact: '高', hover: '金额相同' })
  expect(copiedValue(fit, row, ['', '']).text).toBe('高')
})
