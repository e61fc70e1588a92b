import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListQuery } from '#platform/declare/wire.ts'
import { filterText, severalText } from './filter-text.ts'
import type { ListBooks } from '../../../test/setup/list-books.ts'
import { parcel, parcelBooks } from '../../../test/setup/parcels.ts'

let b: ListBooks
beforeAll(async () => {
  b = await parcelBooks()
})
afterAll(() => b.close())

test.each<[query: ListQuery, said: string]>([
  [{ pageNum: 3, sortField: 'price', sortWay: 'ASC' }, '无'],
  [{ name: '甲' }, '名称包含 甲'],
  [{ state: [1, 2], urgent: true }, '状态属于 待寄、已寄；加急等于 是'],
  [{ boxId: ['1'] }, '箱子等于 大箱'],
  // a record of another organisation is no name here
  [{ boxId: ['2'] }, '箱子等于 2'],
  [{ sentOn: ['2026-02-01', '2026-02-28'] }, '寄出日期介于 2026-02-01 至 2026-02-28'],
  [{ conditionList: [{ field: 'sentOn', condition: 'THIS_MONTH' }] }, '寄出日期为本月'],
  [{ conditionList: [{ field: 'note', condition: 'EMPTY' }], pieces: ['', '5'] }, '备注为空；件数小于等于 5'],
])('%j', async (query, said) => {
  expect(await filterText(b.as('1'), parcel, query)).toBe(said)
})

test('of many values the first are named and all are counted', () => {
  const many = Array.from({ length: 120 }, (_, at) => `S${at}`)
  expect(severalText(many)).toMatch(/^S0、S1、.*、S19 等 120 个$/)
  expect(severalText(['甲', '乙'])).toBe('甲、乙')
})
