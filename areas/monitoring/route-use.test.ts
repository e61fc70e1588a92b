/** The types of the history of route use: each stands beside the pages it names, and a use of such a page is kept with it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { culture } from '#areas/culture/index.ts'
import { dashboards } from '#areas/dashboards/index.ts'
import { help } from '#areas/help/index.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
import { monitoring } from './index.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([monitoring, culture, help, dashboards])
})
afterAll(() => h.close())

/** As the specification numbers them. */
const typed: readonly (readonly [type: number, components: readonly string[]])[] = [
  [101, ['culture/news/analysis']],
  [102, ['culture/news/news-list']],
  [103, ['culture/news/notification-list']],
  [104, ['culture/board/board']],
  [105, ['culture/books/public-books']],
  [106, ['culture/chronicle/chronicle-list']],
  ...['people', 'marketing', 'quality', 'supply', 'manufacturing', 'it', 'office', 'research'].map(
    (name, at) => [107 + at, [`centre/${name}`]] as const,
  ),
  [115, ['culture/points/my-points', 'culture/points/rank-list', 'culture/points/member-level-show']],
  [116, ['culture/gifts/shelf']],
  [117, ['help/menu-list', 'help/article-list', 'help/qa', 'list/qaForm']],
]

test('pages of the culture portal and the help centre are kept with their type, other pages without one', async () => {
  const admin = await signedInAs(h, 'admin')
  const used = [...typed.flatMap(([, components]) => components), 'list/currency']
  for (const component of used) expect((await admin.post('/systemUsageRecord/routeUse', { component })).code, component).toBe(0)
  const rows = await h.db.selectFrom('route_use').select(['component', 'type_id']).where('component', 'in', used).execute()
  const types = new Map(rows.map(row => [row.component, row.type_id]))
  expect(types.get('list/currency')).toBeNull()
  for (const [type, components] of typed)
    for (const component of components) {
      // a page of records whose author may be sealed is counted by day, of nobody
      const kept = component === 'culture/board/board' ? undefined : type
      expect([component, types.get(component)]).toEqual([component, kept])
    }
})

test('no other page claims one of these types', async () => {
  const admin = await signedInAs(h, 'admin')
  const { data } = await admin.get('/system/userprofile')
  const claimed: [number, string][] = []
  const walk = (menus: readonly { component: string | null; hidden: boolean; meta: { routeUse?: number }; children: never[] }[]): void => {
    for (const { component, hidden, meta, children } of menus) {
      if (component !== null && !hidden && meta.routeUse !== undefined) claimed.push([meta.routeUse, component])
      walk(children)
    }
  }
  for (const module of data.modules) walk(module.menus)
  const pages = typed.flatMap(([type, components]) => components.map(one => [type, one] as const))
  const byText = (a: readonly [number, string], b: readonly [number, string]): number => (String(a) < String(b) ? -1 : 1)
  expect(claimed.toSorted(byText)).toEqual(pages.toSorted(byText))
})
