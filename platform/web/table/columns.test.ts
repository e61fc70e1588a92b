/** How wide a column is that nobody has drawn, and which cell opens its row. */
import { expect, test } from 'vitest'
import type { FieldDefinition, ListDefinition, Row } from '../../declare/wire.ts'
import { field, listDefinition } from '../gallery/mock-definitions.ts'
import { dataColumns } from './columns.tsx'
import { defaultWidth } from './layout-rules.ts'

const of = (title: string, width: number, isSort = false) => defaultWidth(field('one', title, 'text', { width, isSort }))

test('a column is as wide as declared, and no narrower than its head with the arrow of its order, up to 240 px', () => {
  expect(of('币种', 70)).toBe(70)
  expect(of('Currency', 70)).toBe(84)
  expect(of('Currency', 70, true)).toBe(98)
  expect(of('净销售额权重（%）', 100)).toBe(144)
  expect(of('Available for exchange in all warehouses', 70)).toBe(240)
  expect(of('Available for exchange in all warehouses', 250)).toBe(250)
})

const shop = field('shopId', '店铺', 'reference')
const line = field('lineNo', '序号', 'integer')
const day = field('day', '日期', 'date')
const year = field('year', '年度', 'integer')
const row: Row = { id: '1', version: 1, shopId: '5', shopIdLabel: '美国站', lineNo: 2, day: '2026-11-01', year: 2026 }

/** Names of the columns whose cells are more than text: the one that opens the row. */
function openings(shown: readonly FieldDefinition[], title?: string, isMobile = false): string[] {
  const definition: ListDefinition = {
    ...listDefinition('ware', '货品', shown),
    ...(title === undefined ? {} : { card: { title, subtitle: [], amount: null, state: null } }),
  }
  const columns = dataColumns({
    definition,
    shown,
    state: { filters: {} },
    layout: { widthOf: () => 100, isSet: () => false, frozen: new Set() },
    answer: undefined,
    isMobile,
    onOpen: () => undefined,
    canEdit: () => false,
    urlOf: () => null,
  })
  return columns.filter(one => one.plain?.(row) === null).map(one => one.key)
}

test('a row is opened by what is its own: neither a record it refers to nor a number of a line', () => {
  expect(openings([shop, line, day])).toEqual(['day'])
  expect(openings([line, shop])).toEqual(['lineNo'])
  expect(openings([shop])).toEqual(['shopId'])
})
test('a number that is its name opens it all the same', () => expect(openings([shop, year, day], 'year')).toEqual(['year']))
test('its name opens it wherever it stands, and not a day before it', () => expect(openings([day, shop, year], 'year')).toEqual(['year']))
test('on a phone the cell that stays in sight', () => expect(openings([shop, line, day], undefined, true)).toEqual(['shopId']))
