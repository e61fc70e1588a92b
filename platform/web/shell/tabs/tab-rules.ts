/** What the tab bar may do. Pure: tabs in, tabs or a refusal out. */
import { cutToCharacters } from '#platform/format/text.ts'
import { movedTo } from '../../page/pins.ts'

export interface Tab {
  readonly key: string
  /** address to return to, with the filters the page keeps in its query */
  readonly url: string
  readonly title: string
}

export interface TabState {
  readonly tabs: readonly Tab[]
  readonly activeKey: string
}

export type CloseCommand = 'current' | 'left' | 'right' | 'all'
export type Closing = { readonly state: TabState } | { readonly refusal: string }

const lastTab = '这是最后一个标签了, 无法被关闭'
const nothingLeft = '左侧没有标签'
const nothingRight = '右侧没有标签'
const titleLengthMax = 8

/** At most 8 characters and an ellipsis, in every script. */
export const cutTitle = (title: string): string => cutToCharacters(title, titleLengthMax)

/** Opens a tab or returns to it; its address and title follow the page. A new one stands behind `after`; absent: at the end. */
export function openTab(state: TabState, tab: Tab, after?: string): TabState {
  const known = state.tabs.some(one => one.key === tab.key)
  const place = state.tabs.findIndex(one => one.key === after)
  const tabs = known
    ? state.tabs.map(one => (one.key === tab.key ? tab : one))
    : state.tabs.toSpliced(place < 0 ? state.tabs.length : place + 1, 0, tab)
  return { tabs, activeKey: tab.key }
}

/** The neighbour that comes forward when a tab goes: the one on its right, else on its left. */
function afterClosing(state: TabState, key: string): TabState {
  const at = state.tabs.findIndex(tab => tab.key === key)
  const tabs = state.tabs.filter(tab => tab.key !== key)
  const next = tabs[at] ?? tabs[at - 1]
  return { tabs, activeKey: state.activeKey === key && next !== undefined ? next.key : state.activeKey }
}

/** The side that stays; the tab clicked comes forward when the active one goes. */
function keeping(state: TabState, key: string, tabs: readonly Tab[]): TabState {
  return { tabs, activeKey: tabs.some(tab => tab.key === state.activeKey) ? state.activeKey : key }
}

/**
 * Closes tabs seen from the tab `key`.
 * @param home what is open after 'all'
 */
export function closeTabs(state: TabState, key: string, command: CloseCommand, home: Tab): Closing {
  const at = state.tabs.findIndex(tab => tab.key === key)
  if (at < 0) return { state }
  if (command === 'left') return at === 0 ? { refusal: nothingLeft } : { state: keeping(state, key, state.tabs.slice(at)) }
  if (command === 'right') {
    return at === state.tabs.length - 1 ? { refusal: nothingRight } : { state: keeping(state, key, state.tabs.slice(0, at + 1)) }
  }
  if (state.tabs.length === 1) return { refusal: lastTab }
  if (command === 'all') return { state: { tabs: [home], activeKey: home.key } }
  return { state: afterClosing(state, key) }
}

/** The tabs that are gone between two states: what is asked about when something unsaved stands in them. */
export const closedBy = (before: TabState, after: TabState): readonly Tab[] =>
  before.tabs.filter(tab => after.tabs.every(one => one.key !== tab.key))

/** `key` takes the place of `over`; what is in front stays in front. */
export function moveTab(state: TabState, key: string, over: string): TabState {
  const keys = state.tabs.map(tab => tab.key)
  const moved = movedTo(keys, key, over)
  return moved === keys ? state : { ...state, tabs: moved.flatMap(one => state.tabs.filter(tab => tab.key === one)) }
}

/** The key before (-1) or after (1) a tab; undefined at the end of the row. */
export const neighbourOf = (tabs: readonly Tab[], key: string, step: -1 | 1): string | undefined =>
  tabs[tabs.findIndex(tab => tab.key === key) + step]?.key

/** The tab of one document becomes that of another, in its place; its title stays until the page has named itself. */
export function turnTab(state: TabState, key: string, to: Pick<Tab, 'key' | 'url'>): TabState {
  const tabs = state.tabs.map(tab => (tab.key === key ? { ...tab, ...to } : tab))
  return { tabs, activeKey: state.activeKey === key ? to.key : state.activeKey }
}

export const livePagesMax = 12

/** Keys of the pages that stay mounted, the most recently used first. */
export function touchPage(used: readonly string[], key: string, open: readonly Tab[]): string[] {
  const stillOpen = used.filter(one => one !== key && open.some(tab => tab.key === one))
  return [key, ...stillOpen].slice(0, livePagesMax)
}
