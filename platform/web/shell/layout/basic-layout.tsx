/** The frame around the pages: what stands above and at the side changes with the address, tabs and open pages stay. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { KeptTabs } from '#platform/format/open-tabs.ts'
import { t } from '../../i18n/t.ts'
import { useCaughtUp } from '../../realtime/use-caught-up.ts'
import { redirectOf, resolvePage, routesOf, type PageRoute } from '../menu/routes.ts'
import { ownRedirect, withOwnPages } from '../own-pages.ts'
import { StatusPage } from '../page/status-page.tsx'
import { NoticeStrip } from '../notices/notice-strip.tsx'
import { isSystemAdministrator, personKey, type Module, type UserProfile } from '../profile.ts'
import { useUsage } from '../use-usage.ts'
import { ShellContext, shellKey, type ShellState } from '../shell-context.ts'
import { keptTabsQuery } from '../tabs/kept-tabs.ts'
import { TabBar } from '../tabs/tab-bar.tsx'
import { TabHost } from '../tabs/tab-host.tsx'
import { leaveFocus, useTabs } from '../tabs/use-tabs.ts'
import { useSettings } from '../../theme/settings.ts'
import { nightClass } from '../../theme/tokens.ts'
import { layoutAt, layoutRedirect, nearPages } from './layouts.ts'
import { Night } from './night.tsx'
import { SideMenu, TopNavigation } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useBeforeClosing } from './use-before-closing.ts'
import { useFrame } from './use-frame.ts'
import { useIsMobile } from './use-is-mobile.ts'

/** Back and forward hide a page as a click does. Capturing: before the router hears of it. */
function useLeaveFocusOnBack(): void {
  useEffect(() => {
    window.addEventListener('popstate', leaveFocus, { capture: true })
    return () => window.removeEventListener('popstate', leaveFocus, { capture: true })
  }, [])
}

/** The browser's own tab says which page it holds. */
function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? t('掌柜') : `${title} - ${t('掌柜')}`
  }, [title])
}

/** Fetches the shown page's queries anew, and tries again where the page had failed. */
function useRefresh() {
  const queryClient = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const [refreshing, setRefreshing] = useState(false)
  const refresh = useCallback(async (): Promise<void> => {
    setRefreshing(true)
    setAttempt(before => before + 1)
    // hidden pages have no active queries: Activity has unmounted their effects
    await queryClient.refetchQueries({ type: 'active', predicate: query => query.queryKey[0] !== shellKey })
    setRefreshing(false)
  }, [queryClient])
  return { attempt, refreshing, refresh }
}

/** The menu of a narrow window. */
function useMenuDrawer() {
  const [isOpen, setOpen] = useState(false)
  return { isOpen, show: useCallback(() => setOpen(true), []), hide: useCallback(() => setOpen(false), []) }
}

export function BasicLayout({ profile }: { profile: UserProfile }) {
  const { pathname } = useLocation()
  const isMobile = useIsMobile()
  const routes = useMemo(() => withOwnPages(routesOf(profile.modules)), [profile.modules])
  const queryClient = useQueryClient()
  const tabs = useTabs(routes, {
    owner: { orgId: profile.curOrganization?.orgId ?? '', person: personKey(profile) },
    homeTitle: t('首页'),
    saved: queryClient.getQueryData<KeptTabs>(keptTabsQuery.queryKey),
    beforeClosing: useBeforeClosing(),
  })
  const frame = useFrame({ modules: profile.modules, routes, resolved: tabs.resolved, pathname })
  const settings = useSettings()
  const isTop = settings.layout === 'topmenu' && !isMobile && frame.side !== null
  const partClass = settings.navTheme === 'dark' ? nightClass : ''
  const { attempt, refreshing, refresh } = useRefresh()
  const drawer = useMenuDrawer()
  useUsage(profile, tabs.resolved)
  useLeaveFocusOnBack()
  useCaughtUp()
  useDocumentTitle(tabs.tabs.find(tab => tab.key === tabs.activeKey)?.title)

  const shell: ShellState = {
    profile,
    ...frame,
    routes,
    tabs,
    open(url) {
      const [path = '', search = ''] = url.split('?', 2)
      const resolved = resolvePage(routes, path, search)
      if (resolved === null) tabs.go(url)
      else tabs.goToTab(resolved.tabKey, url)
    },
  }
  // the page comes first: bars and menus follow in the next frame
  const around = useDeferredValue(shell)
  const redirect = tabs.resolved === null ? leadsTo(pathname, profile.modules) : null
  if (redirect !== null && redirect !== pathname) return <Navigate to={redirect} replace />

  return (
    <ShellContext value={around}>
      <div
        className="zg-shell"
        data-fixed-header={settings.fixedHeader || undefined}
        data-fixed-side={settings.fixSiderbar || undefined}
        data-width={isMobile ? 'Fluid' : settings.contentWidth}
      >
        <Night settings={settings}>
          <TopBar onMenu={isMobile ? drawer.show : null} className={partClass} />
          {isTop && <TopNavigation className={partClass} />}
        </Night>
        <div className="zg-body">
          {!isTop && (
            <Night settings={settings}>
              <SideMenu isMobile={isMobile} open={drawer.isOpen} onClose={drawer.hide} className={partClass} />
            </Night>
          )}
          <div className="zg-main">
            <TabBar refreshing={refreshing} onRefresh={refresh} />
            <main className="zg-content">
              <NoticeStrip />
              <TabHost tabs={tabs} attempt={attempt} />
              {tabs.resolved === null && <NoPage pathname={pathname} profile={profile} routes={routes} />}
            </main>
          </div>
        </div>
      </div>
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
