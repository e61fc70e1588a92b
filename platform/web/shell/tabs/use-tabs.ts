/** The open tabs: they follow the address, and closing one changes the address. */
import { useEffect, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAddress } from '../address.tsx'
import type { PageRoute } from '../../page/page-route.ts'
import type { ResolvedPage } from '../../page/routes.ts'
import { createPendingTab, type PendingTab } from './pending-tab.ts'
import { storeTabs, initialTabs } from './stored-tabs.ts'
import {
  pageAt,
  tabCommands,
  twinOf,
  besideOf,
  type OpenPage,
  type Opened,
  type Standing,
  type TabCommands,
  type TabsOptions,
} from './tab-commands.ts'
import { openTab, touchPage, turnTab, type Tab } from './tab-rules.ts'
import { createScrollStore, type ScrollStore } from './tab-scroll.ts'

export interface Tabs {
  readonly tabs: readonly Tab[]
  /** null on an address that is no page of the menus */
  readonly activeKey: string | null
  readonly resolved: ResolvedPage | null
  /** pages that are mounted, in the order of their tabs */
  readonly pages: readonly OpenPage[]
  readonly scroll: ScrollStore
  readonly ahead: PendingTab
  /** the same ones as long as the shell stands */
  readonly commands: TabCommands
}

function opening(before: Opened, resolved: ResolvedPage | null, url: string, routes: readonly PageRoute[]): Opened {
  if (resolved === null) return before.leaving === null ? before : { ...before, leaving: null }
  if (resolved.tabKey === before.leaving) return before
  const known = before.state.tabs.find(tab => tab.key === resolved.tabKey)
  if (known?.url === url && before.state.activeKey === known.key && before.live[0] === known.key && before.leaving === null) return before
  const tab = { key: resolved.tabKey, url, title: known?.title ?? resolved.route.title }
  const twin = known === undefined ? twinOf(routes, before.state.tabs, resolved) : undefined
  const state = openTab(
    twin === undefined ? before.state : turnTab(before.state, twin.key, tab),
    tab,
    besideOf(routes, before.state.tabs, resolved),
  )
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
  return route === undefined || route.isRecord === true || route.path.includes(':') ? null : route.title
}

/** Tabs of before whose pages still stand in the menus; none of them is mounted before it is shown. */
function begin(routes: readonly PageRoute[], { owner, saved }: TabsOptions): Beginning {
  const kept = initialTabs(owner, saved).tabs.filter(({ key, url }) => pageAt(routes, url)?.tabKey === key)
  const tabs = kept.map(({ key, url, title }) => ({ key, url, title: titleNow(routes, url) ?? title }))
  return { opened: { state: { tabs, activeKey: '' }, live: [], leaving: null }, scroll: createScrollStore(kept) }
}

/** What can be done with the tabs: made once, and reading how they stand when it is done. */
function useCommands(first: Opened, standing: (opened: Opened) => Standing) {
  const [opened, setOpened] = useState(first)
  const [ahead] = useState(createPendingTab)
  const [commands] = useState(() => tabCommands(setOpened, ahead))
  const now = standing(opened)
  if (now.opened !== opened) setOpened(now.opened)
  useLayoutEffect(() => commands.drawn(now))
  return { now, ahead, commands }
}

export function useTabs(routes: readonly PageRoute[], options: TabsOptions): Tabs {
  const location = useAddress()
  const navigate = useNavigate()
  const [{ opened: first, scroll }] = useState(() => begin(routes, options))
  const url = location.pathname + location.search
  const resolved = pageAt(routes, url)
  const { now, ahead, commands } = useCommands(first, before => {
    const opened = opening(before, resolved, url, routes)
    // the neighbour shows at once, before the address follows
    const isLeaving = opened.leaving !== null && opened.leaving === resolved?.tabKey
    const activeKey = isLeaving ? opened.state.activeKey : (resolved?.tabKey ?? null)
    return { opened, activeKey, pages: openPages(opened, routes, activeKey), routes, navigate, options }
  })
  const { orgId, person } = options.owner
  const { tabs, activeKey: openedKey } = now.opened.state
  useEffect(() => {
    storeTabs({ orgId, person }, () => ({ tabs: tabs.map(tab => ({ ...tab, scroll: scroll.of(tab.key) })), activeKey: openedKey }))
  }, [orgId, person, tabs, openedKey, scroll])
  // before the frame that follows: from here on the address says which page is in front
  useLayoutEffect(() => commands.arrived(), [commands, location])
  return { tabs, activeKey: now.activeKey, resolved, pages: now.pages, scroll, ahead, commands }
}
