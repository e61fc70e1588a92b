import { expect, test } from 'vitest'
import { menuNode } from '../gallery/mock-api.ts'
import { detailPathOf, listUrl, recordRouteOf, recordUrl, withRecordPages } from './record-routes.ts'
import { resolvePage, routesOf } from './routes.ts'
import type { PageRoute } from './page-route.ts'

const modules = [
  {
    moduleId: '1',
    title: '资料',
    icon: null,
    menus: [
      menuNode('/reference/shop', '店铺', 'list/shop'),
      menuNode('/two?kind=1', '甲', 'list/two'),
      menuNode('/work-order/list', '工单', 'list/workOrder'),
      menuNode('/own', '自己的', 'list/own'),
      menuNode('/own/detail', '手写的详情', 'area/own'),
      menuNode('/profit', '利润', 'report/profit'),
    ],
  },
  { moduleId: '2', title: '后台', icon: null, menus: [menuNode('/admin/shop', '店铺', 'list/shop')] },
]
const routes = withRecordPages(routesOf(modules))
const of = (type: string, moduleId?: string): PageRoute => {
  const route = recordRouteOf(routes, type, moduleId)
  if (route === null) throw new Error(`no page of ${type}`)
  return route
}

test('the page of a record stands below its list, one called list gives way to it', () => {
  expect(detailPathOf('/reference/shop')).toBe('/reference/shop/detail')
  expect(detailPathOf('/work-order/list')).toBe('/work-order/detail')
  expect(of('workOrder').path).toBe('/work-order/detail')
})

test('reports have none, and a page that the menus hold at that place stays', () => {
  expect(recordRouteOf(routes, 'profit')).toBeNull()
  expect(recordRouteOf(routes, 'own')).toBeNull()
  expect(resolvePage(routes, '/own/detail', '?id=1')?.route.menu.component).toBe('area/own')
})

test('each record has a tab of its own, whatever else stands in the address; its entry stays the one that is marked', () => {
  const seven = resolvePage(routes, '/reference/shop/detail', '?id=7&f.name=x')
  expect(seven?.tabKey).toBe('/reference/shop/detail?id=7')
  expect(seven?.route.menu).toMatchObject({ path: '/reference/shop', component: 'record/shop', hidden: true })
  expect(resolvePage(routes, '/reference/shop/detail', '?id=8&tab=history')?.tabKey).toBe('/reference/shop/detail?id=8')
  expect(resolvePage(routes, '/two/detail', '?kind=1&id=8')?.tabKey).toBe('/two/detail?kind=1&id=8')
})

test('the list goes along in the address and comes back out of it, whole', () => {
  const list = 'f.name=%E4%BA%91&sort=name.DESC&page=3'
  const url = recordUrl(of('shop'), '7', list)
  const search = new URLSearchParams(url.split('?')[1])
  expect(search.get('id')).toBe('7')
  search.set('tab', 'history')
  expect(listUrl('/reference/shop', search)).toBe(`/reference/shop?${list}`)
  // on to the next record: the id is another, the list the same
  expect(listUrl('/reference/shop', new URLSearchParams(recordUrl(of('shop'), '8', search).split('?')[1]))).toBe(`/reference/shop?${list}`)
})

test('values of the menu entry itself stay once', () => {
  const url = recordUrl(of('two'), '7', 'kind=1&page=2')
  expect(url).toBe('/two/detail?id=7&kind=1&page=2')
  expect(listUrl('/two?kind=1', new URLSearchParams(url.split('?')[1]))).toBe('/two?kind=1&page=2')
})

test('where several modules hold the list, the page of the present one is meant', () => {
  expect(of('shop').path).toBe('/reference/shop/detail')
  expect(of('shop', '2').path).toBe('/admin/shop/detail')
  expect(of('shop', 'none').path).toBe('/reference/shop/detail')
})
