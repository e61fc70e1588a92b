/** Tells the server what is opened. Nobody waits for it, and a failure is no business of whoever works. */
import dayjs from 'dayjs'
import { useEffect } from 'react'
import { ApiError, api } from '../api/client.ts'
import { isViewing } from '../api/viewing.ts'
import { localStore } from '../api/storage.ts'
import { whenIdle } from '../theme/idle.ts'
import type { ResolvedPage } from './routes.ts'
import type { UserProfile } from './profile.ts'

/** Signing out clears local storage, and with it this mark: one `access` a session, however many browser tabs and reloads. */
const begunKey = 'usage.begun'

function tell(path: string, body: object): void {
  // what an administrator opens as somebody else is no use of that person's
  if (isViewing()) return
  whenIdle(() => {
    api.write(path, body, { quiet: true }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  })
}

/**
 * Calls that bring the data of a page up to date: files imported, reports fetched, figures computed. By the last part of their path; SQL
 * that is made brings none.
 */
const syncCalls = /\/(?:importData|import\w*|syncData|\w*[sS]ync|calc\w*|compute|generate|generateProfitSummary)$/
const isSync = (path: string): boolean => syncCalls.test(path) && !path.endsWith('/generateSql/generate')

/** A call of a page went through; where it brought data, the page's component is told of. */
export function tellIfSynced(path: string, component: string | null): void {
  if (component !== null && isSync(path)) tell('/systemUsageRecord/routeUse', { component, isUpdateTime: true })
}

/** One log line and one click for each menu that comes to the front; pages beside the menu (a document by its id) count for none. */
export function useUsage({ deptId, deptName }: UserProfile, resolved: ResolvedPage | null): void {
  useEffect(() => {
    if (isViewing() || localStore.get(begunKey) !== null) return
    localStore.set(begunKey, '1')
    tell('/systemUsageRecord/access', {})
  }, [])

  const { menuId = null, hidden, component } = resolved?.route.menu ?? {}
  const moduleId = resolved?.route.moduleId
  const isMenu = menuId !== null && !hidden && Boolean(component)
  useEffect(() => {
    if (!isMenu) return
    const today = dayjs()
    tell('/menuLog/pushMenuLog', { logYear: today.year(), menuId, month: today.month() + 1 })
    tell('/systemUsageRecord/routeUse', { component })
    tell('/systemMenuClick/insertAndUpdate', {
      clickDate: today.format('YYYY-MM-DD'),
      moduleId,
      menuId,
      ...(deptId === null ? {} : { deptId }),
      ...(deptName === null ? {} : { deptName }),
    })
  }, [isMenu, menuId, moduleId, component, deptId, deptName])
}
