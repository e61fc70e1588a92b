/** Where the page of one record stands: below each page of its list. Pure. */
import type { PageRoute } from './page-route.ts'

const listPrefix = 'list/'
const recordPrefix = 'record/'

/** `/reference/shop` -> `/reference/shop/detail`; a page called list is replaced by it: `/work-order/list` -> `/work-order/detail`. */
export const detailPathOf = (path: string): string => (path.endsWith('/list') ? `${path.slice(0, -'list'.length)}detail` : `${path}/detail`)

/** The entry of the list stays the one that is marked in the menu; the page of a record is beside it and counts for no visit of it. */
function recordRoute(route: PageRoute): PageRoute {
  const { menu } = route
  const type = (menu.component ?? '').slice(listPrefix.length)
  const path = detailPathOf(route.path)
  const query = new URLSearchParams(route.query).toString()
  const keyAt = (place: string): string => (query === '' ? place : `${place}?${query}`)
  return {
    ...route,
    key: keyAt(path),
    path,
    // the list that comes first has the same own query values
    ...(route.tabOf === undefined ? {} : { tabOf: keyAt(detailPathOf(route.tabOf.split('?', 1)[0] ?? '')) }),
    isRecord: true,
    menu: { ...menu, component: recordPrefix + type, hidden: true, isMonitoring: null },
  }
}

/** The routes and, for each list among them, that of its records; a page that the menus themselves hold at such a place stays. */
export function withRecordPages(menus: readonly PageRoute[]): readonly PageRoute[] {
  const routes = menus.map(route => (route.menu.meta.recordOf && !route.menu.meta.inOneTab ? { ...route, isRecord: true as const } : route))
  const taken = new Set(routes.map(({ path }) => path))
  const own = new Set(routes.map(({ menu }) => menu.meta.recordOf))
  const records = routes
    .filter(
      ({ menu: { component }, path }) =>
        component?.startsWith(listPrefix) === true &&
        !own.has(component.slice(listPrefix.length)) &&
        !path.includes(':') &&
        !taken.has(detailPathOf(path)),
    )
    .map(recordRoute)
  return [...routes, ...records]
}

/** The route of the records of a list; null: the person has no page of it. `moduleId`: whose page is meant where several hold one. */
export function recordRouteOf(routes: readonly PageRoute[], type: string, moduleId: string | null = null): PageRoute | null {
  const fitting = routes.filter(({ menu }) => menu.component === recordPrefix + type || menu.meta.recordOf === type)
  return fitting.find(route => route.moduleId === moduleId) ?? fitting[0] ?? null
}

/** Names in the address that are the record page's own; all others are those of the list one came from. */
const ownNames: readonly string[] = ['id', 'tab']

/** Address of a record. `list`: query of the list one comes from, which goes along. */
export function recordUrl({ path, query }: PageRoute, id: string, list: string | URLSearchParams = ''): string {
  const kept = new URLSearchParams(list)
  for (const name of ownNames) kept.delete(name)
  const search = new URLSearchParams([['id', id], ...Object.entries(query), ...[...kept].filter(([name]) => !Object.hasOwn(query, name))])
  return `${path}?${search.toString()}`
}

/** Address of the list that the address of a record came from. */
export function listUrl(menuPath: string, search: URLSearchParams): string {
  const [path = '', own = ''] = menuPath.split('?', 2)
  const kept = new URLSearchParams(search)
  for (const name of ownNames) kept.delete(name)
  for (const [name, value] of new URLSearchParams(own)) kept.set(name, value)
  const query = kept.toString()
  return query === '' ? path : `${path}?${query}`
}

/** Key of the tab of an entry. */
export const tabKeyOf = (route: PageRoute): string => route.tabOf ?? route.key

/** One tab for each record. */
export function recordKey(route: PageRoute, search: string): string {
  const id = new URLSearchParams(search).get('id') ?? ''
  const key = tabKeyOf(route)
  return id === '' ? key : `${key}${key.includes('?') ? '&' : '?'}id=${encodeURIComponent(id)}`
}
