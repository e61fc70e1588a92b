import { describe, expect, test } from 'vitest'
import {
  closedBy,
  closeTabs,
  cutTitle,
  livePagesMax,
  moveTab,
  neighbourOf,
  openTab,
  touchPage,
  type CloseCommand,
  type Tab,
  type TabState,
} from './tab-rules.ts'
import { passedBy } from './use-tab-drag.ts'

const tab = (key: string): Tab => ({ key, url: `/${key}`, title: key })
const home = tab('home')
const stateOf = (keys: string, activeKey: string): TabState => ({ tabs: [...keys].map(tab), activeKey })
const shown = (state: TabState): string => `${state.tabs.map(({ key }) => key).join('')} ${state.activeKey}`

describe('closing', () => {
  const cases: readonly [keys: string, active: string, key: string, command: CloseCommand, result: string][] = [
    ['a', 'a', 'a', 'current', '这是最后一个标签了, 无法被关闭'],
    ['a', 'a', 'a', 'all', '这是最后一个标签了, 无法被关闭'],
    ['ab', 'a', 'a', 'left', '左侧没有标签'],
    ['ab', 'a', 'b', 'right', '右侧没有标签'],
    ['a', 'a', 'a', 'left', '左侧没有标签'],
    ['a', 'a', 'a', 'right', '右侧没有标签'],
    ['abc', 'b', 'b', 'current', 'ac c'],
    ['abc', 'c', 'c', 'current', 'ab b'],
    ['abc', 'a', 'c', 'current', 'ab a'],
    ['abc', 'a', 'c', 'left', 'c c'],
    ['abc', 'c', 'b', 'left', 'bc c'],
    ['abc', 'a', 'b', 'right', 'ab a'],
    ['abc', 'c', 'a', 'right', 'a a'],
    ['abc', 'b', 'b', 'all', 'home home'],
    ['abc', 'b', 'x', 'current', 'abc b'],
  ]
  test.each(cases)('%s, active %s: close %s %s -> %s', (keys, active, key, command, result) => {
    const closing = closeTabs(stateOf(keys, active), key, command, home)
    expect('refusal' in closing ? closing.refusal : shown(closing.state)).toBe(result)
  })
})

test('opening returns to a tab and keeps its newest address', () => {
  const state = openTab(openTab(stateOf('ab', 'a'), tab('c')), { key: 'a', url: '/a?page=2', title: 'a' })
  expect(shown(state)).toBe('abc a')
  expect(state.tabs[0]?.url).toBe('/a?page=2')
})

test.each([
  ['利润', '利润'],
  ['一二三四五六七八', '一二三四五六七八'],
  ['一二三四五六七八九', '一二三四五六七八…'],
  ['亚马逊结算报告对账明细', '亚马逊结算报告对…'],
  ['𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷', '𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷'],
  ['Accounts', 'Accounts'],
  ['Settlement', 'Settleme…'],
  ['Transaction summary', 'Transact…'],
  ['SKU 对应关系与商品', 'SKU 对应关系…'],
  ['', ''],
])('title %s is shown as %s', (title, cut) => expect(cutTitle(title)).toBe(cut))

test('at most twelve pages live, the least recently used goes first', () => {
  const open = Array.from({ length: 14 }, (_, at) => tab(`p${at}`))
  let used: string[] = []
  for (const { key } of open) used = touchPage(used, key, open)
  expect(used).toHaveLength(livePagesMax)
  expect(used).not.toContain('p0')
  used = touchPage(used, 'p2', open)
  used = touchPage(used, 'p0', open)
  expect(used).toContain('p2')
  expect(used).not.toContain('p3')
})

test.each([
  ['abc', 'a', 'b', 'bac b'],
  ['abc', 'a', 'c', 'bca b'],
  ['abc', 'c', 'a', 'cab b'],
  ['abc', 'a', 'a', 'abc b'],
  ['abc', 'a', 'x', 'abc b'],
])('%s: %s to the place of %s -> %s', (keys, key, over, result) => {
  expect(shown(moveTab(stateOf(keys, 'b'), key, over))).toBe(result)
})

test('what a closing takes away, and who stands beside whom', () => {
  const before = stateOf('abc', 'b')
  expect(closedBy(before, stateOf('b', 'b')).map(({ key }) => key)).toEqual(['a', 'c'])
  expect(neighbourOf(before.tabs, 'b', 1)).toBe('c')
  expect(neighbourOf(before.tabs, 'a', -1)).toBeUndefined()
})

describe('dragging', () => {
  const row = [
    { key: 'a', left: 0, right: 100 },
    { key: 'b', left: 100, right: 300 },
    { key: 'c', left: 300, right: 350 },
  ]
  test.each([
    ['a', 50, null],
    ['a', 150, null],
    ['a', 201, 'b'],
    ['c', 199, 'b'],
    ['c', 250, null],
    ['b', 20, 'a'],
    ['b', 900, null],
    ['x', 20, null],
  ])('%s at %i changes places with %s', (key, x, over) => expect(passedBy(row, key, x)).toBe(over))
})
