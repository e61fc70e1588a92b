import { describe, expect, test } from 'vitest'
import { closeTabs, cutTitle, livePagesMax, openTab, touchPage, type CloseCommand, type Tab, type TabState } from './tab-rules.ts'

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
  ['Settlement', 'Settleme…'],
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
