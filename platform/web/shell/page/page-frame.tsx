/** One open page: its own address, pop-up place, scroll and error boundary. */
import { useQueryClient } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { Suspense, lazy, memo, useCallback, useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { Route, Routes } from 'react-router'
import { findPage } from '../../page/pages.ts'
import { AtUrl } from '../address.tsx'
import { useIsMobile } from '../../page/use-is-mobile.ts'
import type { PageRoute } from '../../page/page-route.ts'
import { hasStrip } from '../../page/subjects.ts'
import { shellKey, useShell } from '../../page/shell-context.ts'
import { useStoredScroll, type ScrollStore } from '../tabs/tab-scroll.ts'
import { withReload } from '../../page/chunk-load.ts'
import { PageErrorBoundary } from '../../page/error-boundary.tsx'
import { Loading } from '../../page/loading.tsx'
import { PageContext, canWith, type PageInfo } from '../../page/page-context.ts'
import { UnknownComponentPage } from '../../page/status-page.tsx'

const SubjectStrip = lazy(withReload(() => import('../subject/subject-strip.tsx')))
const PageMonitor = lazy(withReload(() => import('./page-monitor.tsx')))

interface PageFrameProps {
  readonly route: PageRoute
  readonly tabKey: string
  /** the tab's address: a hidden page keeps its own while the browser shows another */
  readonly url: string
  readonly attempt: number
  readonly scroll: ScrollStore
  readonly onTitle: (tabKey: string, title: string) => void
}

/** A ref that stays when React detaches the refs of a hidden tree. */
function useStickyElement(): [(element: HTMLElement | null) => void, () => HTMLElement] {
  const [holder] = useState<{ element: HTMLElement | null }>({ element: null })
  const hold = useCallback(
    (element: HTMLElement | null) => {
      if (element !== null) holder.element = element
    },
    [holder],
  )
  return [hold, useCallback(() => holder.element ?? document.body, [holder])]
}

/** A page that isn't kept alive is mounted anew whenever it shows, and then asks for its data again. */
function useFreshReturn(isKept: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isKept) return
    // the page's own effects came first: what it asks is active by now, and what is already on its way is not asked twice
    void queryClient.refetchQueries({ type: 'active', predicate: query => query.queryKey[0] !== shellKey }, { cancelRefetch: false })
  }, [isKept, queryClient])
}

/**
 * React takes a hidden page out of the layout, after its effects have ended and again whenever something in it is drawn while it is hidden.
 * Here its pane hides it (shell.css), and the layout stays: put back each time before anything is painted.
 */
function useKeptLayout(root: RefObject<HTMLElement | null>): void {
  const [watcher] = useState(
    () => new MutationObserver(([one]) => one?.target instanceof HTMLElement && one.target.style.removeProperty('display')),
  )
  useLayoutEffect(() => {
    const element = root.current
    watcher.disconnect()
    return () => {
      if (element !== null) watcher.observe(element, { attributes: true, attributeFilter: ['style'] })
    }
  }, [root, watcher])
}

export const PageFrame = memo(function PageFrame({ route, tabKey, url, attempt, scroll, onTitle }: PageFrameProps) {
  const { root, onScroll } = useStoredScroll(scroll, tabKey)
  useKeptLayout(root)
  useFreshReturn(route.menu.meta.keepAlive !== false)
  const [holdContainer, container] = useStickyElement()
  const { menu, query } = route
  const isMobile = useIsMobile()
  const strip = <Strip route={route} url={url} />
  const info = useMemo<PageInfo>(() => {
    const operations = menu.meta.operations ?? []
    return {
      menu,
      tabKey,
      query,
      operations,
      can: canWith(operations),
      container,
      setTitle: title => onTitle(tabKey, title),
    }
  }, [menu, query, container, onTitle, tabKey])

  return (
    <div ref={root} className="zg-page" data-page={tabKey} onScrollCapture={onScroll}>
      {isMobile ? null : strip}
      <div className="zg-page-scroll" data-scroll="page">
        {/* a phone scrolls it away with the page */}
        {isMobile ? strip : null}
        <PageContext value={info}>
          <ConfigProvider getPopupContainer={container}>
            <PageErrorBoundary attempt={attempt}>
              <Suspense fallback={<Loading />}>
                <AtUrl url={url}>
                  <Routes>
                    <Route path={route.path} element={<PageBody route={route} />} />
                  </Routes>
                </AtUrl>
              </Suspense>
            </PageErrorBoundary>
          </ConfigProvider>
        </PageContext>
      </div>
      {menu.isMonitoring && menu.menuId !== null && (
        <Suspense fallback={<i className="zg-monitor-mark zg-monitor-waiting" aria-hidden />}>
          <PageMonitor menuId={menu.menuId} />
        </Suspense>
      )}
      <div className="zg-page-popups" ref={holdContainer} />
    </div>
  )
})

/** Where the pages of a family have a menu of their own at the side, that menu is enough. */
function Strip({ route, url }: Pick<PageFrameProps, 'route' | 'url'>) {
  const { layout } = useShell()
  const { subject } = route
  if (subject === undefined || layout === 'account' || layout === 'help' || !hasStrip(subject, route)) return null
  return (
    <Suspense fallback={<div className="zg-subject-waiting" />}>
      <SubjectStrip subject={subject} route={route} url={url} />
    </Suspense>
  )
}

function PageBody({ route }: { route: PageRoute }) {
  const component = route.menu.component ?? ''
  const found = findPage(component)
  if (found === null) return <UnknownComponentPage component={component} />
  const { Page, type } = found
  return <Page menu={route.menu} type={type} />
}
