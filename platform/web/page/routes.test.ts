import { describe, expect, test } from 'vitest'
import { menuNode, mockModules } from '../gallery/mock-api.ts'
import { urlOfTab } from '../shell/tabs/tab-commands.ts'
import { withRecordPages } from './record-routes.ts'
import { firstPath, leavesOf, moduleAt, redirectOf, resolvePage, routesOf, visibleMenus } from './routes.ts'

const modules = [
  ...mockModules,
  {
    moduleId: '9',
    title: '两张表',
    icon: null,
    menus: [
      menuNode('/two?kind=1', '甲', 'list/a'),
      menuNode('/two?kind=2&x=1', '乙', 'list/b'),
      menuNode('/two', '丙', 'list/c'),
      menuNode('/finance/order/new', '新单据', 'x'),
    ],
  },
]
const routes = routesOf(modules)

describe('the page at an address', () => {
  test.each([
    ['/finance/amazon/profit', '', '利润', '/finance/amazon/profit'],
    ['/finance/amazon/profit/', '?shop=3', '利润', '/finance/amazon/profit'],
    ['/finance/amazon/settlement', '?kind=1&month=2026-01', '亚马逊结算报告对账明细', '/finance/amazon/settlement?kind=1'],
    ['/two', '?kind=1', '甲', '/two?kind=1'],
    ['/two', '?x=1&kind=2&page=3', '乙', '/two?kind=2&x=1'],
    ['/two', '?kind=3', '丙', '/two'],
    ['/finance/order/17', '', '单据', '/finance/order/17'],
    ['/finance/order/new', '', '新单据', '/finance/order/new'],
  ])('%s%s', (path, search, title, tabKey) => {
    const resolved = resolvePage(routes, path, search)
    expect([resolved?.route.menu.meta.title, resolved?.tabKey]).toEqual([title, tabKey])
  })

  test.each([
    ['/nothing', ''],
    ['/finance/amazon', ''],
    ['/finance/amazon/settlement', ''],
    ['/finance/order/1/2', ''],
  ])('%s%s is no page', (path, search) => {
    expect(resolvePage(routes, path, search)).toBeNull()
  })
})

test('entries of several menus with one screen share its tab, and so do its records', () => {
  const menus = [
    menuNode('/people/employee', '员工', 'list/employee'),
    menuNode('/admin/company/employee', '员工', 'list/employee'),
    menuNode('/admin/company/employee?status=2', '员工', 'list/employee'),
    menuNode('/people/guest', '访客', 'list/employee'),
  ]
  const all = withRecordPages(routesOf([{ moduleId: '1', title: '', icon: null, menus }]))
  const at = (path: string, search = '') => resolvePage(all, path, search)
  expect([at('/people/employee')?.tabKey, at('/admin/company/employee')?.tabKey]).toEqual(['/people/employee', '/people/employee'])
  // the entry that was asked for stays marked in its menu
  expect(at('/admin/company/employee')?.route.menu.path).toBe('/admin/company/employee')
  expect(at('/admin/company/employee', '?status=2')?.tabKey).toBe('/admin/company/employee?status=2')
  expect(at('/people/guest')?.tabKey).toBe('/people/guest')
  expect(at('/admin/company/employee/detail', '?id=7')?.tabKey).toBe('/people/employee/detail?id=7')
})

test.each([
  ['/people/employee?f.no=1', '/people/employee', '/people/employee?f.no=1'],
  ['/people/employee?f.no=1', '/admin/company/employee', '/admin/company/employee?f.no=1'],
  ['/people/employee?f.no=1', null, '/people/employee?f.no=1'],
  [undefined, '/people/employee?f.no=2', '/people/employee?f.no=2'],
])('a tab that shows %s, asked for by %s', (open, asked, address) => expect(urlOfTab(open, asked)).toBe(address))

test('hidden entries are left out of the menu, empty groups too', () => {
  const menus = [
    menuNode('/a', '甲', 'a', { hidden: true }),
    menuNode('/g', '组', null, { children: [menuNode('/b', '乙', 'b', { hidden: true })] }),
  ]
  expect(visibleMenus(menus)).toEqual([])
  expect(routesOf([{ moduleId: '1', title: '', icon: null, menus }]).map(route => route.path)).toEqual(['/a', '/b'])
})

test('an entry that hides its children is a leaf', () => {
  const menus = [menuNode('/a', '甲', 'a', { hideChildrenInMenu: true, children: [menuNode('/a/:id', '乙', 'b')] })]
  expect(leavesOf(menus).map(menu => menu.path)).toEqual(['/a'])
})

test('a group leads to its redirect or its first page', () => {
  expect(redirectOf(modules, '/finance/amazon')).toBe('/finance/amazon/profit')
  expect(redirectOf(modules, '/nothing')).toBeNull()
})

test('first page and module of an address', () => {
  expect(firstPath(modules[1]?.menus ?? [])).toBe('/sales/daily')
  expect(firstPath([])).toBeNull()
  expect(moduleAt(modules, resolvePage(routes, '/sales/shop', ''), '/sales/shop')).toBe('2')
  expect(moduleAt(modules, null, '/purchasing/unknown')).toBe('3')
  expect(moduleAt(modules, null, '/home/workbenches')).toBeNull()
})
