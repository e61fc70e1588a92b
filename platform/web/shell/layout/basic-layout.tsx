/** The frame around the pages: what stands above and at the side changes with the address, tabs and open pages stay. */
import { useQueryClient } from '@tanstack/react-query'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Navigate } from 'react-router'
import type { StoredTabs } from '#platform/format/open-tabs.ts'
import { t } from '../../i18n/t.ts'
import { useRefetchMissed } from '../../realtime/use-refetch-missed.ts'
import { useAddress } from '../address.tsx'
import { redirectOf, resolvePage, routesOf } from '../../page/routes.ts'
import type { PageRoute } from '../../page/page-route.ts'
import { ownRedirect, withOwnPages } from '../../page/own-pages.ts'
import { StatusPage } from '../../page/status-page.tsx'
import { UnreadBar } from '../../notice/unread-bar.tsx'
import { NoticeStrip } from '../notices/notice-strip.tsx'
import { isSystemAdministrator, personKey, type Module, type UserProfile } from '../../page/profile.ts'
import { useUsage } from '../../page/use-usage.ts'
import { PlaceContext, ShellContext, shellKey, type Place, type ShellState } from '../../page/shell-context.ts'
import { PendingTabContext } from '../tabs/pending-tab.ts'
import { storedTabsQuery } from '../tabs/stored-tabs.ts'
import { TabBar } from '../tabs/tab-bar.tsx'
import { TabHost } from '../tabs/tab-host.tsx'
import { same, type TabCommands } from '../tabs/tab-commands.ts'
import { useTabs, type Tabs } from '../tabs/use-tabs.ts'
import { useSettings, useStyledSettings } from '../../theme/settings.ts'
import { darkPartClass } from '../../theme/tokens.ts'
import { layoutAt, layoutRedirect, nearPages } from '../../page/layouts.ts'
import { DarkPart } from './dark-part.tsx'
import { SideMenu, TopNavigation } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useBeforeClosing } from './use-before-closing.ts'
import { useFrame, type FrameParts } from '../../page/use-frame.ts'
import { useIsMobile } from '../../page/use-is-mobile.ts'

/** Back and forward show an open page as a click does. Capturing: before the router gets it. */
function useFollowBack(commands: TabCommands): void {
  useEffect(() => {
    const follow = (): void => commands.follow(window.location.pathname + window.location.search)
    window.addEventListener('popstate', follow, { capture: true })
    return () => window.removeEventListener('popstate', follow, { capture: true })
  }, [commands])
}

/** The browser's own tab says which page it holds. */
function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? t('掌柜') : `${title} - ${t('掌柜')}`
  }, [title])
}

/** Fetches the shown page's queries anew, and tries again where the page had failed. */
function useRefresh(activeKey: string | null) {
  const queryClient = useQueryClient()
  const [attempts, setAttempts] = useState<Readonly<Record<string, number>>>({})
  const [refreshing, setRefreshing] = useState(false)
  const refresh = useCallback(async (): Promise<void> => {
    setRefreshing(true)
    if (activeKey !== null) setAttempts(before => ({ ...before, [activeKey]: (before[activeKey] ?? 0) + 1 }))
    // hidden pages have no active queries: Activity has unmounted their effects
    await queryClient.refetchQueries({ type: 'active', predicate: query => query.queryKey[0] !== shellKey })
    setRefreshing(false)
  }, [queryClient, activeKey])
  return { attempts, refreshing, refresh }
}

/** The menu of a narrow window. */
function useMenuDrawer() {
  const [isOpen, setOpen] = useState(false)
  return { isOpen, show: useCallback(() => setOpen(true), []), hide: useCallback(() => setOpen(false), []) }
}

/**
 * What the parts of the layout read: the same values as long as nothing of them changes, and a moment behind the page, which comes first.
 */
function useShared(profile: UserProfile, frame: FrameParts, routes: readonly PageRoute[], { resolved, commands }: Tabs, pathname: string) {
  const open = useCallback(
    (url: string, at: (url: string) => string = same): void => {
      const [path = '', search = ''] = url.split('?', 2)
      const resolved = resolvePage(routes, path, search)
      if (resolved === null) commands.go(at(url))
      else commands.goToTab(resolved.tabKey, url, at)
    },
    [routes, commands],
  )
  const shell = useMemo<ShellState>(
    () => ({ profile, ...frame, routes, open, go: commands.go, turn: commands.turn }),
    [profile, frame, routes, open, commands],
  )
  const menuPath = resolved?.route.menu.path ?? null
  const subjectId = resolved?.route.subject?.menuId ?? null
  const place = useMemo<Place>(() => ({ pathname, menuPath, subjectId }), [pathname, menuPath, subjectId])
  return { shell: useDeferredValue(shell), place: useDeferredValue(place) }
}

/** What stands above and beside the pages. Drawn anew when the frame changes, not when a page does. */
const Above = memo(function Above({ onMenu, isTop }: { onMenu: (() => void) | null; isTop: boolean }) {
  const settings = useStyledSettings()
  const partClass = settings.navTheme === 'dark' ? darkPartClass : ''
  return (
    <DarkPart settings={settings}>
      <TopBar onMenu={onMenu} className={partClass} />
      {isTop && <TopNavigation className={partClass} />}
    </DarkPart>
  )
})

const Beside = memo(function Beside({ isMobile, open, onClose }: { isMobile: boolean; open: boolean; onClose: () => void }) {
  const settings = useStyledSettings()
  return (
    <DarkPart settings={settings}>
      <SideMenu isMobile={isMobile} open={open} onClose={onClose} className={settings.navTheme === 'dark' ? darkPartClass : ''} />
    </DarkPart>
  )
})

export function BasicLayout({ profile }: { profile: UserProfile }) {
  const { pathname } = useAddress()
  const isMobile = useIsMobile()
  const routes = useMemo(() => withOwnPages(routesOf(profile.modules)), [profile.modules])
  const queryClient = useQueryClient()
  const tabs = useTabs(routes, {
    owner: { orgId: profile.curOrganization?.orgId ?? '', person: personKey(profile) },
    homeTitle: t('首页'),
    saved: queryClient.getQueryData<StoredTabs>(storedTabsQuery.queryKey),
    beforeClosing: useBeforeClosing(),
  })
  const frame = useFrame({ modules: profile.modules, routes, resolved: tabs.resolved, pathname })
  const settings = useSettings()
  const isTop = settings.layout === 'topmenu' && !isMobile && frame.side !== null
  const { attempts, refreshing, refresh } = useRefresh(tabs.activeKey)
  const drawer = useMenuDrawer()
  useUsage(profile, tabs.resolved)
  useFollowBack(tabs.commands)
  useRefetchMissed()
  useDocumentTitle(tabs.tabs.find(tab => tab.key === tabs.activeKey)?.title)
  const { shell, place } = useShared(profile, frame, routes, tabs, pathname)
  const redirect = tabs.resolved === null ? leadsTo(pathname, profile.modules) : null
  if (redirect !== null && redirect !== pathname) return <Navigate to={redirect} replace />

  return (
    <ShellContext value={shell}>
      <PendingTabContext value={tabs.ahead}>
        <div
          className="zg-shell"
          data-fixed-header={settings.fixedHeader || undefined}
          data-fixed-side={settings.fixSiderbar || undefined}
          data-width={isMobile ? 'Fluid' : settings.contentWidth}
        >
          <PlaceContext value={place}>
            <Above onMenu={isMobile ? drawer.show : null} isTop={isTop} />
          </PlaceContext>
          <div className="zg-body">
            {!isTop && (
              <PlaceContext value={place}>
                <Beside isMobile={isMobile} open={drawer.isOpen} onClose={drawer.hide} />
              </PlaceContext>
            )}
            <div className="zg-main">
              <TabBar tabs={tabs.tabs} activeKey={tabs.activeKey} commands={tabs.commands} refreshing={refreshing} onRefresh={refresh} />
              <main className="zg-content">
                <TabHost tabs={tabs} attempts={attempts} />
                {tabs.resolved === null && <NoPage pathname={pathname} profile={profile} routes={routes} />}
              </main>
              <NoticeStrip />
              <UnreadBar />
            </div>
          </div>
        </div>
      </PendingTabContext>
    </ShellContext>
  )
}

/** Where an address goes that is no page itself. */
const leadsTo = (pathname: string, modules: readonly Module[]): string | null =>
  ownRedirect(pathname) ?? layoutRedirect(pathname, modules) ?? redirectOf(modules, pathname)

interface NoPageProps {
  readonly pathname: string
  readonly profile: UserProfile
  readonly routes: readonly PageRoute[]
}

function NoPage({ pathname, profile, routes }: NoPageProps) {
  if (pathname === '/500') return <StatusPage status="500" />
  if (pathname === '/403' || (layoutAt(pathname) === 'admin' && !isSystemAdministrator(profile))) return <StatusPage status="403" />
  return <StatusPage status="404" near={nearPages(routes, pathname).map(({ menu }) => ({ url: menu.path, title: menu.meta.title }))} />
}
