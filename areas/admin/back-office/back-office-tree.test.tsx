import { describe, expect, test } from 'vitest'
import { droppedPlace, narrowed, parentIds, pathOf, type Drop, type BackOfficeNode } from './back-office-tree.tsx'

const node = (id: string, parentId: string | null): BackOfficeNode => ({ id, parentId, text: `部门${id}` })
/** 1 ( 2 ( 3 ) 4 ) 5, and one whose parent can't be seen */
const nodes = [node('1', null), node('2', '1'), node('3', '2'), node('4', '1'), node('5', null), node('6', 'elsewhere')]
const drop = (draggedId: string, targetId: string, more: Partial<Drop> = {}): Drop => ({
  draggedId,
  targetId,
  toGap: true,
  before: false,
  ...more,
})

test.each<[string, Drop, ReturnType<typeof droppedPlace>]>([
  ['after another one beside it', drop('1', '5'), { parentId: null, order: ['5', '1', '6'] }],
  ['before the first', drop('6', '1', { before: true }), { parentId: null, order: ['6', '1', '5'] }],
  ['onto one: as its first', drop('5', '1', { toGap: false }), { parentId: '1', order: ['5', '2', '4'] }],
  ['out to the top', drop('3', '5'), { parentId: null, order: ['1', '5', '3', '6'] }],
  ['where it stands already', drop('5', '1'), null],
  ['onto itself', drop('1', '1', { toGap: false }), null],
  ['below itself', drop('1', '3', { toGap: false }), null],
  ['beside one of its own below', drop('1', '3'), null],
  ['on what is gone', drop('1', '9'), null],
])('%s', (_case, where, place) => expect(droppedPlace(nodes, where)).toEqual(place))

describe('searching', () => {
  const fits = (text: string, typed: string): boolean => text.includes(typed)
  test('a hit stands with the way to it and what lies below it', () => {
    const found = narrowed(nodes, '部门2', fits)
    expect([[...found.shown].toSorted(), found.open, found.hits]).toEqual([['1', '2', '3'], ['1'], 1])
  })
  test('nothing fits', () => expect(narrowed(nodes, '仓库', fits)).toEqual({ shown: new Set(), open: [], hits: 0 }))
  test('a circle in the data ends', () => {
    const circle = [node('a', 'b'), node('b', 'a')]
    expect([...narrowed(circle, '部门a', fits).shown].toSorted()).toEqual(['a', 'b'])
    expect(pathOf(circle, 'a')).toBe('部门b / 部门a')
  })
})

test('the place in words, and who has others below him', () => {
  expect(pathOf(nodes, '3')).toBe('部门1 / 部门2 / 部门3')
  expect(pathOf(nodes, '6')).toBe('部门6')
  expect(parentIds(nodes)).toEqual(['1', '2'])
})
