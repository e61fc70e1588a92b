/** What can be done with the tabs. An open page is shown first, in one frame; address, menus and effects follow it. */
import type { NavigateFunction } from 'react-router'
import type { StoredTabs } from '#platform/format/open-tabs.ts'
import { feedback } from '../../api/feedback.ts'
import { t } from '../../i18n/t.ts'
import { homePath } from '../../page/guard.ts'
import { resolvePage, type ResolvedPage } from '../../page/routes.ts'
import type { PageRoute } from '../../page/page-route.ts'
import { afterFrame, type PendingTab } from './pending-tab.ts'
import type { TabOwner } from './stored-tabs.ts'
import { closeTabs, closedBy, moveTab, touchPage, turnTab, type CloseCommand, type Tab, type TabState } from './tab-rules.ts'

export interface OpenPage {
  readonly tab: Tab
  readonly route: PageRoute
}

export interface Opened {
  readonly state: TabState
  /** most recently used first */
  readonly live: readonly string[]
  /** a closed tab whose address still stands in the browser: it must not open again before the address has changed */
  readonly leaving: string | null
}

/** Whose tabs, what to begin with, and what is asked before unsaved pages are closed. */
export interface TabsOptions {
  readonly owner: TabOwner
  /** names the tab that is left when all are closed */
  readonly homeTitle: string
  readonly saved: StoredTabs | undefined
  /** goes on at once where nothing of these tabs would be lost, else when the person has agreed */
  readonly beforeClosing: (tabs: readonly Tab[], goOn: () => void) => void
}

/** How the tabs stand, as last drawn. */
export interface Standing {
  readonly opened: Opened
  readonly activeKey: string | null
  readonly pages: readonly OpenPage[]
  readonly routes: readonly PageRoute[]
  readonly navigate: NavigateFunction
  readonly options: Pick<TabsOptions, 'homeTitle' | 'beforeClosing'>
}

export interface TabCommands {
  go(url: string): void
  /** to an open tab as it was left, else to its entry's own address; `null`: the tab stands; `at`: what that address becomes first */
  goToTab(key: string, url: string | null, at?: (url: string) => string): void
  /** asks first where something unsaved would be lost */
  close(key: string, command: CloseCommand): void
  /** the tab takes the place of another */
  move(key: string, over: string): void
  setTitle(key: string, title: string): void
  /** shows another document in the tab in front; where that one is open already, its own tab comes forward */
  turn(key: string, url: string): void
  /** shows the open page of an address that the browser has gone to by itself */
  follow(url: string): void
  /** this is how the tabs stand now */
  drawn(standing: Standing): void
  /** the page of the address is drawn */
  arrived(): void
}

const split = (url: string): [path: string, search: string] => {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}
export const pageAt = (routes: readonly PageRoute[], url: string): ResolvedPage | null => resolvePage(routes, ...split(url))

/** The open tab in which the page takes its turn. */
export const twinOf = (routes: readonly PageRoute[], tabs: readonly Tab[], { route: { turns }, tabKey }: ResolvedPage): Tab | undefined =>
  turns === undefined ? undefined : tabs.find(tab => tab.key !== tabKey && pageAt(routes, tab.url)?.route.turns === turns)

/** The last open tab of the same subject: these stand side by side. */
export const besideOf = (routes: readonly PageRoute[], tabs: readonly Tab[], { route: { subject } }: ResolvedPage): string | undefined =>
  subject === undefined ? undefined : tabs.findLast(tab => pageAt(routes, tab.url)?.route.subject?.menuId === subject.menuId)?.key

/** Leaves an open date picker or input before its page is hidden: a focused hidden node keeps its pop-up open. */
function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** The tab of an open page that is not in front; null: there is nothing to show at once. */
function hiddenAt({ routes, pages, activeKey }: Standing, url: string): string | null {
  const key = pageAt(routes, url)?.tabKey
  return key !== undefined && key !== activeKey && pages.some(({ tab }) => tab.key === key) ? key : null
}

type Change = (change: (before: Opened) => Opened) => void

interface Ways {
  readonly change: Change
  readonly stay: () => void
  readonly go: (url: string) => void
}

/** The tab becomes that of another document, and the address that of it: going back leaves the documents, not through them. */
function turnTo({ opened, routes, navigate, options }: Standing, key: string, url: string, { change, stay, go }: Ways): void {
  const to = pageAt(routes, url)?.tabKey
  const tab = opened.state.tabs.find(one => one.key === key)
  if (to === undefined || tab === undefined || opened.state.tabs.some(one => one.key === to)) {
    go(url)
    return
  }
  options.beforeClosing([tab], () => {
    stay()
    change(before => {
      const state = turnTab(before.state, key, { key: to, url })
      // the address still names the document before
      return { state, live: touchPage(before.live, to, state.tabs), leaving: key }
    })
    void navigate(url, { replace: true })
  })
}

/** A page whose turn comes in an open tab: what stands there is asked about before it goes. */
function takesTurn({ opened, routes, navigate, options }: Standing, url: string, stay: () => void): boolean {
  const page = pageAt(routes, url)
  const { tabs } = opened.state
  const twin = page === null || tabs.some(tab => tab.key === page.tabKey) ? undefined : twinOf(routes, tabs, page)
  if (twin === undefined) return false
  options.beforeClosing([twin], () => {
    stay()
    void navigate(url)
  })
  return true
}

/** The address to go to: what a tab shows, under the entry that was asked for where several share the tab. */
export function urlOfTab(open: string | undefined, asked: string | null): string | null {
  if (open === undefined || asked === null) return open ?? asked
  const [[openPath, search], [path]] = [split(open), split(asked)]
  return openPath === path ? open : path + search
}

/** The address as it stands. */
export const same = (url: string): string => url

export function tabCommands(change: Change, ahead: PendingTab): TabCommands {
  /** null before anything is drawn */
  let now: Standing | null = null
  let callOff: (() => void) | null = null
  /** Where one was about to go no longer counts. */
  const stay = (): void => {
    callOff?.()
    callOff = null
  }
  function go(url: string): void {
    if (now === null || takesTurn(now, url, stay)) return
    stay()
    leaveFocus()
    const key = hiddenAt(now, url)
    ahead.set(key)
    if (key === null) void now.navigate(url)
    else
      callOff = afterFrame(() => {
        callOff = null
        void now?.navigate(url)
      })
  }
  function close(key: string, command: CloseCommand): void {
    if (now === null) return
    const { opened, activeKey, options, navigate } = now
    const front = { ...opened.state, activeKey: ahead.get() ?? activeKey ?? opened.state.activeKey }
    const closing = closeTabs(front, key, command, { key: homePath, url: homePath, title: options.homeTitle })
    if ('refusal' in closing) {
      feedback.warning(t(closing.refusal))
      return
    }
    const { state } = closing
    options.beforeClosing(closedBy(front, state), () => {
      stay()
      ahead.set(null)
      const next = state.tabs.find(tab => tab.key === state.activeKey)
      const leaving = activeKey !== null && state.tabs.every(tab => tab.key !== activeKey) ? activeKey : null
      change(() => ({ state, live: touchPage(opened.live, state.activeKey, state.tabs), leaving }))
      if (next === undefined || next.key === activeKey) return
      leaveFocus()
      void navigate(next.url)
    })
  }
  return {
    go,
    goToTab: (key, url, at = same) => go(at(urlOfTab(now?.opened.state.tabs.find(tab => tab.key === key)?.url, url) ?? key)),
    close,
    move: (key, over) => change(before => ({ ...before, state: moveTab(before.state, key, over) })),
    setTitle: (key, title) =>
      change(before => {
        const known = before.state.tabs.find(tab => tab.key === key)
        if (known === undefined || known.title === title) return before
        return { ...before, state: { ...before.state, tabs: before.state.tabs.map(tab => (tab.key === key ? { ...tab, title } : tab)) } }
      }),
    turn(key, url) {
      if (now !== null) turnTo(now, key, url, { change, stay, go })
    },
    follow(url) {
      stay()
      leaveFocus()
      if (now !== null) ahead.set(hiddenAt(now, url))
    },
    drawn(standing) {
      now = standing
    },
    arrived() {
      if (callOff === null) ahead.set(null)
    },
  }
}
