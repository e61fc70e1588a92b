import { describe, expect, test } from 'vitest'
import { routesOf } from './routes.ts'
import type { Module } from './profile.ts'
import { menuNode, mockModules } from '../gallery/mock-api.ts'
import { isBackOffice, layoutAt, layoutRedirect, nearPages, ownSide, selectedKey } from './layouts.ts'

const office: Module = {
  moduleId: 'admin',
  title: '管理后台',
  icon: null,
  menus: [
    menuNode('/admin/company', '企业', null, {
      children: [menuNode('/admin/company/sys-menu', '菜单', 'admin/menu'), menuNode('/admin/company/role', '角色', 'list/role')],
    }),
  ],
}

test.each([
  ['/home/workbenches', 'menuless'],
  ['/admin', 'admin'],
  ['/admin/company/sys-menu', 'admin'],
  ['/administration', 'basic'],
  ['/account/settings/info/1', 'account'],
  ['/contribute/employee/1', 'account'],
  ['/help-article/menu-list', 'help'],
  ['/culture/help-article/list', 'help'],
  ['/culture/home', 'basic'],
  ['/notify/notify', 'menuless'],
  ['/work-order/detail', 'menuless'],
  ['/work-order/list', 'basic'],
])('%s stands in the layout %s', (path, layout) => expect(layoutAt(path)).toBe(layout))

test.each([
  ['/admin', '/admin/company/sys-menu'],
  ['/admin/company/', '/admin/company/sys-menu'],
  ['/contribute', '/contribute/employee/1'],
  ['/culture', '/culture/news-list'],
  ['/help-article', '/help-article/menu-list'],
  ['/finance', null],
])('%s leads to %s', (path, to) => expect(layoutRedirect(path, [...mockModules, office])).toBe(to))

test('without a back office /admin leads nowhere: the page says that it is forbidden', () => {
  expect(layoutRedirect('/admin', mockModules)).toBeNull()
})

test('only a module all of whose pages stand below /admin is the back office', () => {
  expect(isBackOffice(office)).toBe(true)
  expect(mockModules.some(isBackOffice)).toBe(false)
})

test('the side of the account holds its pages from whatever module, and can be gone to', () => {
  const routes = routesOf([
    ...mockModules,
    { moduleId: 'mail', title: '信箱', icon: null, menus: [menuNode('/contribute/boss/1', '总经理信箱', 'mailbox/boss')] },
  ])
  const side = ownSide('account', '个人中心', routes)
  expect(side.menus.map(menu => menu.path)).toEqual(['/contribute/boss/1'])
  expect(side.menus.every(menu => menu.menuId !== null)).toBe(true)
})

describe('the marked entry of the menu', () => {
  const menus = [menuNode('/a/list', '列表', 'list/a'), menuNode('/a', '总览', 'a'), menuNode('/b?kind=1', '乙', 'b')]
  test.each([
    ['/a/list', '/a/list', '/a/list'],
    ['/a/:id', '/a/list/7', '/a/list'],
    [null, '/a/other', '/a'],
    ['/b?kind=1', '/b', '/b?kind=1'],
    [null, '/c', null],
  ])('page %s at %s marks %s', (own, pathname, path) => expect(selectedKey(menus, null, own, pathname)).toBe(path))
})

test('a wrong address is answered with the pages that begin alike', () => {
  const near = nearPages(routesOf(mockModules), '/finance/base/curency')
  expect(near.map(route => route.path)).toEqual(['/finance/base/currency', '/finance/base/country', '/finance/amazon/profit'])
  expect(nearPages(routesOf(mockModules), '/nothing')).toEqual([])
})
