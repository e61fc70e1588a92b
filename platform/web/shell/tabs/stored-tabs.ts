/**
 * Open tabs over a reload, another device and a switch of organisation. This browser window has its own copy, which counts after a
 * reload; the server's, kept per person and organisation, is what every other window begins with.
 */
import { storedTabsMax, tabTitleLengthMax, tabUrlLengthMax, type StoredTab, type StoredTabs } from '#platform/format/open-tabs.ts'
import { ApiError, api } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { sessionStore } from '../../api/storage.ts'
import { tabsBody, tabsPath } from '../../page/first-paths.ts'
import { shellKey } from '../../page/shell-context.ts'
import { isViewing } from '../../api/viewing.ts'

/** Whose tabs they are. */
export interface TabOwner {
  readonly orgId: string
  readonly person: string
}

const saveAfterMs = 1_500
/** of the 64 KB that a page may send while it goes; titles are Chinese, three bytes a character */
const keepaliveLengthMax = 20_000
const prefix = 'tabs.'
const keyOf = ({ orgId, person }: TabOwner): string => `${prefix}${orgId}.${person}`
const none: StoredTabs = { tabs: [], activeKey: '' }

/** Asked beside the profile, so that the tab bar appears with its tabs. */
export const storedTabsQuery = {
  queryKey: [shellKey, 'tabs'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<StoredTabs> =>
    api.post<StoredTabs>(tabsPath, tabsBody(), { quiet: true, signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  throwOnError: false,
}

const hasTexts = (value: object, names: readonly string[]): boolean =>
  names.every(name => name in value && typeof value[name as keyof typeof value] === 'string')
const isTab = (value: unknown): value is StoredTab =>
  typeof value === 'object' && value !== null && hasTexts(value, ['key', 'url', 'title'])

/** What this window had open before a reload; null where it holds nothing that can be read. */
export function windowTabs(owner: TabOwner): StoredTabs | null {
  const text = sessionStore.get(keyOf(owner))
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null || !('tabs' in kept) || !Array.isArray(kept.tabs)) return null
    const activeKey = 'activeKey' in kept && typeof kept.activeKey === 'string' ? kept.activeKey : ''
    return { tabs: kept.tabs.filter(isTab), activeKey }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** What to begin with: the window's own, else the server's. */
export const initialTabs = (owner: TabOwner, saved: StoredTabs | undefined): StoredTabs => windowTabs(owner) ?? saved ?? none

/** What fits: the last ones, the one in front always among them. */
function bounded({ tabs, activeKey }: StoredTabs): StoredTabs {
  const fitting = tabs
    .filter(tab => tab.url.length <= tabUrlLengthMax && tab.key.length <= tabUrlLengthMax)
    .map(tab => ({ ...tab, title: tab.title.slice(0, tabTitleLengthMax) }))
  const active = fitting.filter(tab => tab.key === activeKey)
  const others = fitting.filter(tab => tab.key !== activeKey).slice(active.length - storedTabsMax)
  return { tabs: fitting.filter(tab => active.includes(tab) || others.includes(tab)), activeKey }
}

interface Keeping {
  readonly owner: TabOwner
  /** the state as it is now, scroll positions included */
  readonly now: () => StoredTabs
}
let keeping: Keeping | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let saved = ''

/** Saves what has changed at once; also in a page that is about to go. */
export async function flushTabs(): Promise<void> {
  clearTimeout(timer)
  if (keeping === null) return
  const { owner, now } = keeping
  // another window may have switched the organisation meanwhile: this window's tabs don't belong there
  if (session.token() === null || (session.organisationId() ?? owner.orgId) !== owner.orgId) return
  const state = bounded(now())
  const text = JSON.stringify(state)
  sessionStore.set(keyOf(owner), text)
  if (text === saved || isViewing()) return
  saved = text
  try {
    // as often as it may be sent, the result is the same: it needs no idempotency key
    await api.post('/userTab/save', { ...tabsBody(), ...state }, { quiet: true, keepalive: text.length < keepaliveLengthMax })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // nobody waits for it: the next change saves all of it again
    saved = ''
  }
}

/** The tabs have changed: the window's copy at once, the server's a moment later. */
export function storeTabs(owner: TabOwner, now: () => StoredTabs): void {
  if (keeping !== null && keyOf(keeping.owner) !== keyOf(owner)) saved = ''
  keeping = { owner, now }
  sessionStore.set(keyOf(owner), JSON.stringify(bounded(now())))
  clearTimeout(timer)
  timer = setTimeout(() => void flushTabs(), saveAfterMs)
}

/** Before the organisation changes or the person leaves: saves a last time; what happens on screen after that counts no more. */
export function stopStoringTabs(): Promise<void> {
  const last = flushTabs()
  keeping = null
  saved = ''
  return last
}

/** Signing out on purpose: the next person at this computer finds no titles here. */
export function forgetWindowTabs(): void {
  for (const key of sessionStore.keys()) if (key.startsWith(prefix)) sessionStore.remove(key)
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => void flushTabs())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flushTabs()
  })
}
