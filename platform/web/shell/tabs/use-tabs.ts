/** The open tabs: they follow the address, and closing one changes the address. */
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { KeptTabs } from '#platform/format/open-tabs.ts'
import { feedback } from '../../api/feedback.ts'
import { t } from '../../i18n/t.ts'
import { homePath } from '../guard.ts'
import { resolvePage, type PageRoute, type ResolvedPage } from '../menu/routes.ts'
import { keepTabs, tabsToBegin, type TabOwner } from './kept-tabs.ts'
import { closeTabs, closedBy, moveTab, openTab, touchPage, type CloseCommand, type Tab, type TabState } from './tab-rules.ts'
import { createScrollStore, type ScrollStore } from './tab-scroll.ts'

export interface OpenPage {
  readonly tab: Tab
  readonly route: PageRoute
}

interface Opened {
  readonly state: TabState
  /** most recently used first */
  readonly live: readonly string[]
  /** a closed tab whose address still stands in the browser: it must not open again before the address has changed */
  readonly leaving: string | null
}

export interface Tabs {
  readonly tabs: readonly Tab[]
  /** null on an address that is no page of the menus */
  readonly activeKey: string | null
  readonly resolved: ResolvedPage | null
  /** pages that are mounted, in the order of their tabs */
  readonly pages: readonly OpenPage[]
  readonly scroll: ScrollStore
  go(url: string): void
  /** to an open tab as it was left, else to its entry's own address */
  goToTab(key: string, url: string): void
  /** asks first where something unsaved would be lost */
  close(key: string, command: CloseCommand): void
  /** the tab takes the place of another */
  move(key: string, over: string): void
  setTitle(key: string, title: string): void
}

/** Whose tabs, what to begin with, and what is asked before unsaved pages are closed. */
export interface TabsOptions {
  readonly owner: TabOwner
  /** names the tab that is left when all are closed */
  readonly homeTitle: string
  readonly saved: KeptTabs | undefined
  /** goes on at once where nothing of these tabs would be lost, else when the person has agreed */
  readonly beforeClosing: (tabs: readonly Tab[], goOn: () => void) => void
}

/** Leaves an open date picker or input before its page is hidden: a focused hidden node keeps its pop-up open. */
export function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

const split = (url: string): [path: string, search: string] => {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}
const pageAt = (routes: readonly PageRoute[], url: string): ResolvedPage | null => resolvePage(routes, ...split(url))

function opening(before: Opened, resolved: ResolvedPage | null, url: string): Opened {
  if (resolved === null) return before.leaving === null ? before : { ...before, leaving: null }
  if (resolved.tabKey === before.leaving) return before
  const known = before.state.tabs.find(tab => tab.key === resolved.tabKey)
  if (known?.url === url && before.state.activeKey === known.key && before.live[0] === known.key && before.leaving === null) return before
  const state = openTab(before.state, { key: resolved.tabKey, url, title: known?.title ?? resolved.route.menu.meta.title })
  return { state, live: touchPage(before.live, resolved.tabKey, state.tabs), leaving: null }
}

function openPages(opened: Opened, routes: readonly PageRoute[], activeKey: string | null): OpenPage[] {
  return opened.state.tabs.flatMap(tab => {
    if (!opened.live.includes(tab.key)) return []
    const route = pageAt(routes, tab.url)?.route
    if (route === undefined) return []
    // a page that isn't kept alive is mounted only while it shows
    return tab.key === activeKey || route.menu.meta.keepAlive !== false ? [{ tab, route }] : []
  })
}

interface Beginning {
  readonly opened: Opened
  readonly scroll: ScrollStore
}

/** A menu entry is called what the menu calls it now, in the language of now; a document keeps the name it gave itself. */
function titleNow(routes: readonly PageRoute[], url: string): string | null {
  const route = pageAt(routes, url)?.route
  return route === undefined || route.path.includes(':') ? null : route.menu.meta.title
}

/** Tabs of before whose pages still stand in the menus; none of them is mounted before it is shown. */
function begin(routes: readonly PageRoute[], { owner, saved }: TabsOptions): Beginning {
  const kept = tabsToBegin(owner, saved).tabs.filter(({ key, url }) => pageAt(routes, url)?.tabKey === key)
  const tabs = kept.map(({ key, url, title }) => ({ key, url, title: titleNow(routes, url) ?? title }))
  return { opened: { state: { tabs, activeKey: '' }, live: [], leaving: null }, scroll: createScrollStore(kept) }
}

export function useTabs(routes: readonly PageRoute[], options: TabsOptions): Tabs {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [{ opened: first, scroll }] = useState(() => begin(routes, options))
  const [opened, setOpened] = useState(first)
  const resolved = resolvePage(routes, pathname, search)
  const now = opening(opened, resolved, pathname + search)
  if (now !== opened) setOpened(now)
  const { orgId, person } = options.owner
  const { tabs, activeKey: openedKey } = now.state
  useEffect(() => {
    keepTabs({ orgId, person }, () => ({ tabs: tabs.map(tab => ({ ...tab, scroll: scroll.of(tab.key) })), activeKey: openedKey }))
  }, [orgId, person, tabs, openedKey, scroll])
  // the neighbour shows at once, before the address follows
  const activeKey = now.leaving !== null && now.leaving === resolved?.tabKey ? openedKey : (resolved?.tabKey ?? null)

  const go = useCallback(
    (url: string) => {
      leaveFocus()
      void navigate(url)
    },
    [navigate],
  )
  const setTitle = useCallback((key: string, title: string) => {
    setOpened(before => {
      const known = before.state.tabs.find(tab => tab.key === key)
      if (known === undefined || known.title === title) return before
      return { ...before, state: { ...before.state, tabs: before.state.tabs.map(tab => (tab.key === key ? { ...tab, title } : tab)) } }
    })
  }, [])
  const move = useCallback((key: string, over: string) => {
    setOpened(before => ({ ...before, state: moveTab(before.state, key, over) }))
  }, [])
  const close = (key: string, command: CloseCommand): void => {
    const closing = closeTabs(now.state, key, command, { key: homePath, url: homePath, title: options.homeTitle })
    if ('refusal' in closing) {
      feedback.warning(t(closing.refusal))
      return
    }
    const { state } = closing
    options.beforeClosing(closedBy(now.state, state), () => {
      const next = state.tabs.find(tab => tab.key === state.activeKey)
      const leaving = activeKey !== null && state.tabs.every(tab => tab.key !== activeKey) ? activeKey : null
      setOpened({ state, live: touchPage(now.live, state.activeKey, state.tabs), leaving })
      if (next !== undefined && next.key !== activeKey) go(next.url)
    })
  }
  return {
    tabs,
    activeKey,
    resolved,
    pages: openPages(now, routes, activeKey),
    scroll,
    go,
    goToTab: (key, url) => go(tabs.find(tab => tab.key === key)?.url ?? url),
    setTitle,
    move,
    close,
  }
}
