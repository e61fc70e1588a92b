/** What a file may look like: its head in any order and language, cells in the writings people use, faults with their place. */
import { inChinese, sentence } from '#platform/declare/sentence.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { describe, expect, test } from 'vitest'
import { choice, date, dateTime, decimal, flag, integer, month, reference, text, type Field } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { cellFault, cellValue, comparable } from './resource-cells.ts'
import { columnComment, exampleOf } from './resource-example.ts'
import { headOf, importFields, titlesOf } from './resource-fields.ts'
import { byName, isExample, keyOf, rowReader, ruleFaults } from './resource-rows.ts'
import { titlesIn } from './resource-titles.ts'

const lamp = resource('lamp', {
  type: 'lamp',
  title: ['灯具', 'Lamp'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('编号', 'Code', { max: 5 }),
    shopId: reference('店铺', 'Shop', 'shop'),
    price: decimal('单价', 'Price', 2, { min: 0 }),
    watts: integer('功率', 'Watts', { optional: true, max: 500 }),
    state: choice('状态', 'State', { on: [1, '在售', 'On sale'], off: [2, '停售', 'Stopped'] }, { default: 1 }),
    isLed: flag('LED', 'Is LED', { default: false }),
    soldOn: date('上架日期', 'On sale since', { optional: true }),
    since: month('月份', 'Month', { optional: true }),
    seenAt: dateTime('最近查看', 'Last seen', { optional: true }),
    seen: integer('浏览', 'Views', { computed: true, default: 0 }),
  },
  storage: { kind: 'reference', key: ['code'] },
}) as unknown as Resource
const head = (...cells: string[]) => headOf(lamp, 1, cells)
const inWords = (refusal: Refusal) => ({ ...refusal, reason: inChinese(refusal.reason) })
const faultsOf = (...cells: string[]): string[] => head(...cells).refusals.map(r => inChinese(r.reason))

describe('head', () => {
  test('titles of either language, field names and the mark of required columns, in any order', () => {
    const { columns, refusals } = head('\uFEFF单价 *', 'SHOP', 'code', ' 状态 ')
    expect(columns.map(c => c?.name)).toEqual(['price', 'shopId', 'code', 'state'])
    expect(refusals).toEqual([])
  })
  test.each<[string, string[], RegExp]>([
    ['an unknown column by name', ['编号', '店铺', '单价', '颜色'], /不认识的列“颜色”/],
    ['a missing one by name', ['编号', '单价'], /缺少必填的列“店铺”/],
    ['one that stands twice', ['编号', '店铺', '单价', 'Code'], /列“Code”重复/],
  ])('%s is refused', (_name, cells, reason) => expect(faultsOf(...cells).join()).toMatch(reason))
  test('columns that the system fills are passed over', () =>
    expect(head('编号', '店铺', '单价', '浏览', '创建时间')).toMatchObject({ passedOver: ['浏览', '创建时间'], refusals: [] }))
  test('the row with most titles is the head', () =>
    expect([['灯具清单'], ['编号 *', '店铺 *', 'x']].map(cells => titlesIn(titlesOf(lamp), cells))).toEqual([0, 2]))
  test('what is computed is no column', () => expect(importFields(lamp).map(f => f.name)).not.toContain('seen'))
})

describe('cells', () => {
  const fieldNamed = (name: string): Field => lamp.fields[name] ?? expect.fail(name)
  const [price, watts, state, isLed, seenAt] = ['price', 'watts', 'state', 'isLed', 'seenAt'].map(fieldNamed) as [
    Field,
    Field,
    Field,
    Field,
    Field,
  ]
  const [soldOn, since, code] = ['soldOn', 'since', 'code'].map(fieldNamed) as [Field, Field, Field]
  test.each<[Field, string, unknown]>([
    [soldOn, '2026/1/5', '2026-01-05'],
    [soldOn, '2026年1月5日', '2026-01-05'],
    [soldOn, '2026-01-05 00:00:00', '2026-01-05'],
    [soldOn, '05/01/2026', '05/01/2026'],
    [since, '2026/1', '2026-01'],
    [since, '2026年12月', '2026-12'],
    [since, '2026-03-01', '2026-03'],
    [since, '2026-03-02', '2026-03-02'],
    [isLed, '是', true],
    [isLed, 'FALSE', false],
    [isLed, '也许', '也许'],
    [state, 'Stopped', 2],
    [state, '停售', '停售'],
    [price, '1,234.50', '1234.50'],
    [price, '1,234,567', '1234567'],
    [price, '1,234', '1,234'],
    [watts, ' 60 ', '60'],
    [code, ' a,b ', 'a,b'],
  ])('%o %s', (field, cell, value) => expect(cellValue(field, cell, 'Asia/Shanghai')).toEqual(value))
  test.each([
    ['2026-03-02 00:00', 'Asia/Shanghai', '2026-03-01T16:00:00.000Z'],
    ['2026-03-02 00:00:07', 'America/Los_Angeles', '2026-03-02T08:00:07.000Z'],
    ['2026/3/2 8:05', 'Asia/Shanghai', '2026-03-02T00:05:00.000Z'],
    ['2026年3月2日', 'Asia/Shanghai', '2026-03-01T16:00:00.000Z'],
    ['2026-03-02T00:00:00.25', 'UTC', '2026-03-02T00:00:00.250Z'],
    ['2026-03-02T00:00:00+02:00', 'Asia/Shanghai', '2026-03-02T00:00:00+02:00'],
    ['2026-02-30 00:00', 'Asia/Shanghai', '2026-02-30 00:00'],
    ['2026-03-02 25:00', 'Asia/Shanghai', '2026-03-02 25:00'],
  ])('a time %s of a clock in %s is %s, whatever zone the process runs in', (cell, zone, instant) => {
    const given = cellValue(seenAt, cell, zone)
    expect(given).toBe(instant)
    // as the database answers the same instant: a file that comes again changes nothing
    if (instant.endsWith('Z')) expect(comparable(seenAt, given)).toBe(comparable(seenAt, instant.replace('Z', '+00:00')))
  })
  test('a comma that may be either is a fault', () => {
    expect(inChinese(cellFault(price, '1,234') ?? '')).toMatch(/千分位还是小数点/)
    expect(cellFault(price, '1234.5')).toBeNull()
    expect(cellFault(code, 'a,b')).toBeNull()
  })
  test.each([
    ['0012.50', '12.5', price],
    ['-0', '0', price],
    ['2026-01-01', '2026-01', since],
    ['2026-03-01T16:00:00Z', '1772380800000', seenAt],
    ['2026-03-02T00:00:00+08:00', '1772380800000', seenAt],
    ['2026-03-02 00:00:00.000+08', '1772380800000', seenAt],
  ] as const)('%s is compared as %s', (value, same, field) => expect(comparable(field, value)).toBe(same))
})

describe('rows', () => {
  const columns = head('编号', '店铺', '单价', '功率', '状态').columns.filter(c => c !== null)
  const read = (...cells: string[]) => {
    const { values, input, refusals } = rowReader(columns, { clean: html => html, zone: 'Asia/Shanghai' })({ line: 7, cells })
    const named = (list: readonly unknown[]) =>
      byName(
        columns,
        list.map(value => [value]),
        0,
      )
    return { values: named(values), input: named(input), refusals }
  }
  test('values as columns take them', () =>
    expect(read('L1', '一店', '12.5', '', '停售').values).toEqual({ code: 'L1', shopId: '一店', price: '12.5', watts: null, state: 2 }))
  test('an empty cell of a field with a default is left to it', () =>
    expect(read('L1', '一店', '1', '60', '').values['state']).toBeUndefined())
  test('every fault of a row, with its column and value', () => {
    expect(read('L12345', '', '1.234', '900', '坏').refusals.map(inWords)).toEqual([
      { line: 7, column: '编号', value: 'L12345', reason: '编号最多 5 个字' },
      { line: 7, column: '店铺', value: null, reason: '店铺不能为空' },
      { line: 7, column: '单价', value: '1.234', reason: '单价最多 2 位小数' },
      { line: 7, column: '功率', value: '900', reason: '功率不能大于 500' },
      { line: 7, column: '状态', value: '坏', reason: '状态不在可选范围内' },
    ])
  })
  test('a cell beyond the head', () =>
    expect(read('L1', '一店', '1', '', '', 'x').refusals[0]).toMatchObject({ column: '第 6 列', value: 'x' }))
  test('the rule of the form', () => {
    const { input } = read('L1', '一店', '1', '', '')
    const refusals = ruleFaults(lamp, given => [{ field: 'code', message: sentence`${String(given['code'])}不行` }], 8, input)
    expect(refusals.map(inWords)).toEqual([{ line: 8, column: '编号', value: 'L1', reason: 'L1不行' }])
  })
  test('the example of the template, only where the template has it', () => {
    expect(isExample({ line: 2, cells: ['（示例）编号'] }, 1)).toBe(true)
    expect([isExample({ line: 3, cells: ['（示例）编号'] }, 1), isExample({ line: 2, cells: ['L1'] }, 1)]).toEqual([false, false])
  })
  test('keys in one writing', () =>
    expect(keyOf({ ...lamp, key: ['price', 'since'] }, { price: '1.50', since: '2026-01-01' })).toBe('["1.5","2026-01"]'))
})

describe('template', () => {
  const fieldNamed = (name: string) => importFields(lamp).find(f => f.name === name) ?? expect.fail(name)
  test.each([
    ['code', true, '必填。文字，最多 5 个字。\n系统里已有时更新，没有时新增。'],
    ['price', false, '必填。数字，最多 2 位小数，不小于 0，不写千分位逗号。'],
    ['watts', false, '可以不填。整数，不大于 500。'],
    ['state', false, '不填时为在售。填写其中之一：在售、停售。'],
    ['isLed', false, '不填时为否。填写其中之一：是、否。'],
    ['since', false, '可以不填。月份，写作 2026-01。'],
  ])('comment on %s', (name, isKey, comment) => expect(columnComment(fieldNamed(name), isKey, null)).toBe(comment))
  test('every example passes the rules it explains', () => {
    for (const { field } of importFields(lamp))
      if (field.kind !== 'reference') expect(cellFault(field, cellValue(field, exampleOf(field, null), 'Asia/Shanghai'))).toBeNull()
    expect(exampleOf(fieldNamed('shopId').field, { title: '店铺', labels: ['一店'] })).toBe('一店')
  })
})

test('a run for another zone runs in it', () => {
  const zone = process.env['TZ']
  if (zone !== undefined) expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  else expect(zone).toBeUndefined()
})
