/** The open tabs: they follow the address, and closing one changes the address. */
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { feedback } from '../../api/feedback.ts'
import { t } from '../../i18n/t.ts'
import { homePath } from '../guard.ts'
import { resolvePage, type PageRoute, type ResolvedPage } from '../menu/routes.ts'
import { rememberTabs, rememberedTabs } from './remembered-tabs.ts'
import { closeTabs, openTab, touchPage, type CloseCommand, type Tab, type TabState } from './tab-rules.ts'

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
  go(url: string): void
  /** to an open tab as it was left, else to its entry's own address */
  goToTab(key: string, url: string): void
  close(key: string, command: CloseCommand): void
  setTitle(key: string, title: string): void
}

/** Leaves an open date picker or input before its page is hidden: a focused hidden node keeps its pop-up open. */
export function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

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
    const [path = '', search = ''] = tab.url.split('?', 2)
    const route = resolvePage(routes, path, search)?.route
    if (route === undefined) return []
    // a page that isn't kept alive is mounted only while it shows
    return tab.key === activeKey || route.menu.meta.keepAlive !== false ? [{ tab, route }] : []
  })
}

/** Tabs of before a reload whose pages still stand in the menus; none of them is mounted before it is shown. */
function openedBefore(personId: string, routes: readonly PageRoute[]): Opened {
  const tabs = rememberedTabs(personId).filter(({ key, url }) => {
    const [path = '', search = ''] = url.split('?', 2)
    return resolvePage(routes, path, search)?.tabKey === key
  })
  return { state: { tabs, activeKey: '' }, live: [], leaving: null }
}

/** The tabs of a person; `homeTitle` names the tab that is left when all are closed. */
export function useTabs(routes: readonly PageRoute[], homeTitle: string, personId: string): Tabs {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [opened, setOpened] = useState(() => openedBefore(personId, routes))
  const resolved = resolvePage(routes, pathname, search)
  const now = opening(opened, resolved, pathname + search)
  if (now !== opened) setOpened(now)
  useEffect(() => rememberTabs(personId, now.state.tabs), [personId, now.state.tabs])
  // the neighbour shows at once, before the address follows
  const activeKey = now.leaving !== null && now.leaving === resolved?.tabKey ? now.state.activeKey : (resolved?.tabKey ?? null)

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

  return {
    tabs: now.state.tabs,
    activeKey,
    resolved,
    pages: openPages(now, routes, activeKey),
    go,
    goToTab: (key, url) => go(now.state.tabs.find(tab => tab.key === key)?.url ?? url),
    setTitle,
    close(key, command) {
      const closing = closeTabs(now.state, key, command, { key: homePath, url: homePath, title: homeTitle })
      if ('refusal' in closing) {
        feedback.warning(t(closing.refusal))
        return
      }
      const { state } = closing
      const next = state.tabs.find(tab => tab.key === state.activeKey)
      const leaving = activeKey !== null && state.tabs.every(tab => tab.key !== activeKey) ? activeKey : null
      const live = touchPage(now.live, state.activeKey, state.tabs)
      setOpened({ state, live, leaving })
      if (next !== undefined && next.key !== activeKey) go(next.url)
    },
  }
}
