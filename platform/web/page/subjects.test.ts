import { expect, test } from 'vitest'
import { menuNode } from '../gallery/mock-api.ts'
import type { MenuMeta, MenuNode } from './menu-node.ts'
import { routesOf } from './routes.ts'
import { entryPath, hasStrip, pageOfTab, subjectView, switchesOf, tabWith } from './subjects.ts'

const page = (path: string, title: string, meta: Partial<MenuMeta> = {}, more: Partial<MenuNode> = {}): MenuNode =>
  menuNode(path, title, `list${path}`, { menuId: `m${path}`, meta: { title, ...meta }, ...more })
const settlements = menuNode('/finance/settlements', '平台结算', null, {
  menuId: 'subject.settlements',
  hideChildrenInMenu: true,
  redirect: '/list',
  meta: { title: '平台结算', gearTitle: '设置' },
  children: [
    page('/list', '结算单'),
    page('/amazon', '亚马逊明细', { value: ['亚马逊', '结算'], tab: '明细', by: ['平台', '口径'] }),
    page('/ebay', 'eBay 明细', { value: ['eBay', '结算'] }),
    page('/ebay-shipped', 'eBay 发货明细', { value: ['eBay', '发货'] }),
    page('/others', '其他', { value: ['亚马逊', '发货'], tab: '汇总', by: ['平台', '口径'] }),
    page('/types', '费用类型', { at: 'gear' }),
    page('/lines', '结算明细', { at: 'child', of: 'settlement' }),
    page('/detail', '单据', {}, { hidden: true }),
  ],
})
const view = subjectView(settlements)
const at = (path: string): MenuNode => settlements.children?.find(one => one.path === path) ?? settlements
const lines = view.tabs[1]
if (lines === undefined) throw new Error('no second tab')

test('pages that follow one with a tab are that tab; what is set up, belongs to records or is hidden is none', () => {
  expect(view.tabs.map(tab => [tab.title, tab.pages.length])).toEqual([
    ['结算单', 1],
    ['明细', 3],
    ['汇总', 1],
  ])
  expect(view.gear.map(tab => tab.title)).toEqual(['费用类型'])
  expect(tabWith(view.tabs, at('/ebay-shipped'))?.title).toBe('明细')
  expect(tabWith(view.tabs, at('/lines'))).toBeUndefined()
})

test('a tab opens with most of what was chosen before, else its first page', () => {
  expect(pageOfTab(lines, { 平台: 'eBay' })?.path).toBe('/ebay')
  expect(pageOfTab(lines, { 平台: 'eBay', 口径: '发货' })?.path).toBe('/ebay-shipped')
  expect(pageOfTab(lines, { 平台: '沃尔玛' })?.path).toBe('/amazon')
})

test('switches: values he may see, a pair without a page leads nowhere', () => {
  const paths = switchesOf(lines, at('/ebay-shipped')).map(one => ({
    ...one,
    options: one.options.map(({ value, page: to }) => ({ value, path: to?.path ?? null })),
  }))
  expect(paths).toEqual([
    {
      axis: '平台',
      value: 'eBay',
      options: [
        { value: '亚马逊', path: null },
        { value: 'eBay', path: '/ebay-shipped' },
      ],
    },
    {
      axis: '口径',
      value: '发货',
      options: [
        { value: '结算', path: '/ebay' },
        { value: '发货', path: '/ebay-shipped' },
      ],
    },
  ])
  expect(switchesOf({ ...lines, pages: lines.pages.slice(0, 1) }, at('/amazon'))).toEqual([])
})

test('an entry leads to its first page with the values of before; a page to itself', () => {
  const standing = (chosen: Record<string, string> = {}, unread = 0) => ({ chosenIn: () => chosen, unread: () => unread })
  expect(entryPath(settlements, standing())).toBe('/list')
  const first = { ...settlements, redirect: '/amazon' }
  expect(entryPath(first, standing({ 平台: 'eBay' }))).toBe('/ebay')
  expect(entryPath(at('/types'), standing())).toBe('/types')
  const letters = menuNode('/letters', '信箱', null, {
    hideChildrenInMenu: true,
    redirect: '/mine',
    meta: { title: '信箱', opens: 'waiting' },
    children: [page('/mine', '我的'), page('/received', '来信', { badge: 'manager' })],
  })
  expect([entryPath(letters, standing()), entryPath(letters, standing({}, 2))]).toEqual(['/mine', '/received'])
})

test('pages of one tab take turns in one tab of the bar, which is called as that; records and single tabs have no strip', () => {
  const routes = routesOf([{ moduleId: '1', title: '财务', icon: null, menus: [settlements] }])
  const of = (path: string) => routes.find(route => route.path === path)
  expect([of('/ebay')?.turns, of('/ebay')?.title, of('/list')?.turns]).toEqual([of('/amazon')?.turns, '明细', undefined])
  expect(routes.map(route => [route.path, hasStrip(settlements, route)])).toContainEqual(['/detail', false])
  const single = { ...settlements, children: [at('/list')] }
  const [route] = routesOf([{ moduleId: '1', title: '财务', icon: null, menus: [single] }])
  expect(route && hasStrip(single, route)).toBe(false)
})
