/** Subjects in the shell: the entry, its tabs, the switch that is remembered, the gear, a badge, unsaved input. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { menuNode, mockProfile, ok } from '../../gallery/mock-api.ts'
import { menuOf, open, tabTitles } from '../../../../test/setup/web/open-shell.tsx'
import type { MenuMeta } from '../../page/menu-node.ts'

beforeAll(async () => {
  await Promise.all([import('./subject-strip.tsx'), import('./subject-switch.tsx')])
})

const page = (path: string, title: string, type: string, meta: Partial<MenuMeta> = {}) =>
  menuNode(path, title, `list/${type}`, { menuId: `m.${type}`, meta: { title, operations: [], ...meta } })
const platform = { tab: '交易明细', by: ['平台'] }
const modules = [
  {
    moduleId: 'finance',
    title: '财务',
    icon: null,
    sections: [['settle', '结算']] as const,
    menus: [
      menuNode('/finance/settlements', '平台结算', null, {
        menuId: 'subject.settlements',
        hideChildrenInMenu: true,
        redirect: '/finance/list',
        meta: { title: '平台结算', section: 'settle', gearTitle: '设置', was: ['/finance/amazon'] },
        children: [
          page('/finance/list', '结算单', 'one', { formerly: '结算对账', shops: 'shopId' }),
          page('/finance/lines', '亚马逊明细', 'two', { value: ['亚马逊'], ...platform }),
          page('/finance/market', '其他平台明细', 'three', { value: ['其他平台'], shops: 'shop' }),
          page('/finance/ebay-sum', 'eBay 汇总', 'four', { value: ['eBay'], tab: '汇总', by: ['平台'] }),
          page('/finance/market-sum', '其他汇总', 'five', { value: ['其他平台'] }),
          page('/finance/types', '费用类型', 'six', { at: 'gear' }),
        ],
      }),
      menuNode('/finance/claims', '索赔', null, {
        menuId: 'subject.claims',
        hideChildrenInMenu: true,
        redirect: '/finance/claim',
        meta: { title: '索赔', section: 'settle' },
        children: [page('/finance/claim', '索赔单', 'seven', { shops: 'shopId' }), page('/finance/rules', '规则', 'eight')],
      }),
    ],
  },
]
const asked = {
  'GET /system/userprofile': () => ok({ ...mockProfile, modules, saysFormer: true }),
  'GET /menuSetting/hints': () => ok({ 'm.six': '哪种费用归到哪里' }),
  ...Object.fromEntries(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map(type => [`POST /${type}/list`, () => ok('')])),
}
const marked = () => document.querySelector('.zg-pane:not([data-hidden]) .zg-subject-tabs [aria-current]')?.textContent ?? null
const strip = () => menuOf('平台结算的页面')

test('an address of before leads to the first page of the subject, which is marked; its heading stands above it', async () => {
  open('/finance/amazon', asked)
  await screen.findByText(/结算单 true/)
  expect(window.location.pathname).toBe('/finance/list')
  expect(document.querySelector('.zg-side .ant-menu-item-selected')?.textContent).toBe('平台结算')
  expect(document.querySelector('.zg-side .ant-menu-item-group-title')?.textContent).toBe('结算')
  expect(
    strip()
      .getAllByRole('link')
      .map(link => link.textContent),
  ).toEqual(['结算单', '交易明细', '汇总'])
  expect(marked()).toBe('结算单')
})

test('pages of one tab take turns in one tab of the bar; the value goes along and is remembered', async () => {
  const { user, view } = open('/finance/list', asked)
  await screen.findByText(/结算单 true/)
  await user.click(strip().getByText('交易明细'))
  await screen.findByText(/亚马逊明细 true/)
  expect(tabTitles()).toEqual(['结算单', '交易明细'])
  await user.click(await screen.findByText('其他平台'))
  await screen.findByText(/其他平台明细 true/)
  expect(tabTitles()).toEqual(['结算单', '交易明细'])
  await user.click(strip().getByText('汇总'))
  await screen.findByText(/其他汇总 true/)
  view.unmount()
  sessionStorage.clear()
  const again = open('/finance/list', asked)
  await screen.findByText(/结算单 true/)
  await again.user.click(strip().getByText('交易明细'))
  expect(await screen.findByText(/其他平台明细 true/)).toBeTruthy()
})

const search = () => window.location.pathname + window.location.search

test('the shop of a list goes along to each tab that knows shops, past others, and to no other subject', async () => {
  const { user } = open('/finance/list?f.shopId=3&f.state=1', asked)
  await screen.findByText(/结算单 true/)
  await user.click(strip().getByText('交易明细'))
  await screen.findByText(/亚马逊明细 true/)
  expect(search()).toBe('/finance/lines')
  await user.click(await screen.findByText('其他平台'))
  await screen.findByText(/其他平台明细 true/)
  // beside what the list opens with, and without the filters of the other tab
  expect(search()).toBe('/finance/market?opens=1&f.shop=3')
  await user.click(menuOf('财务').getByText('索赔'))
  await screen.findByText(/索赔单 true/)
  expect(search()).toBe('/finance/claim')
  await user.click(menuOf('财务').getByText('平台结算'))
  await screen.findByText(/结算单 true/)
  expect(search()).toBe('/finance/list?f.shopId=3&f.state=1')
})

test('without a shop the others lose theirs; what else they are narrowed to stays', async () => {
  const { user } = open('/finance/market?f.shop=3&f.state=1', asked)
  await screen.findByText(/其他平台明细 true/)
  await user.click(strip().getByText('结算单'))
  await screen.findByText(/结算单 true/)
  expect(search()).toBe('/finance/list?opens=1&f.shopId=3')
  // as the × of the chip leaves it
  await act(async () => {
    window.history.replaceState(null, '', '/finance/list')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await user.click(strip().getByText('交易明细'))
  await screen.findByText(/其他平台明细 true/)
  expect(search()).toBe('/finance/market?f.state=1')
})

test('a page behind the gear marks no tab and is named there; the search finds it, and pages by what they were called', async () => {
  const { user } = open('/finance/types', asked)
  await screen.findByText(/费用类型 true/)
  expect(marked()).toBeNull()
  await user.click(screen.getByRole('button', { name: '设置 / 费用类型' }))
  expect((await screen.findByText('哪种费用归到哪里')).closest('a')?.textContent).toBe('费用类型哪种费用归到哪里')
  await user.keyboard('{Escape}')
  await user.keyboard('{Control>}k{/Control}')
  // at once: a menu that goes may take the focus while one types
  fireEvent.change(await screen.findByLabelText('搜索页面和记录', { selector: 'input' }), { target: { value: '结算对账' } })
  await waitFor(() => expect(screen.getByText('原“结算对账” · 平台结算 (财务)')).toBeTruthy())
})

test('after 90 days a page is found by what it was called, and no longer says so', async () => {
  const { user } = open('/finance/types', { ...asked, 'GET /system/userprofile': () => ok({ ...mockProfile, modules, saysFormer: false }) })
  await screen.findByText(/费用类型 true/)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByLabelText('搜索页面和记录', { selector: 'input' }), '结算对账')
  const found = (await screen.findByText('平台结算 (财务)')).closest('button')
  expect(found?.textContent).toBe('结算单平台结算 (财务)')
})
