/** Subjects in the shell: the entry, its tabs, the switch that is remembered, the gear, a badge, unsaved input. */
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { menuNode, mockProfile, ok } from '../../gallery/mock-api.ts'
import { menuOf, open, tabTitles } from '../../../../test/setup/web/open-shell.tsx'
import type { MenuMeta } from '../menu/menu-node.ts'

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
          page('/finance/list', '结算单', 'one', { formerly: '结算对账' }),
          page('/finance/lines', '亚马逊明细', 'two', { value: ['亚马逊'], ...platform }),
          page('/finance/market', '其他平台明细', 'three', { value: ['其他平台'] }),
          page('/finance/ebay-sum', 'eBay 汇总', 'four', { value: ['eBay'], tab: '汇总', by: ['平台'] }),
          page('/finance/market-sum', '其他汇总', 'five', { value: ['其他平台'] }),
          page('/finance/types', '费用类型', 'six', { at: 'gear' }),
        ],
      }),
    ],
  },
]
const asked = {
  'GET /system/userprofile': () => ok({ ...mockProfile, modules }),
  ...Object.fromEntries(['one', 'two', 'three', 'four', 'five', 'six'].map(type => [`POST /${type}/list`, () => ok('')])),
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

test('a page behind the gear marks no tab and is named there; the search finds it, and pages by what they were called', async () => {
  const { user } = open('/finance/types', asked)
  await screen.findByText(/费用类型 true/)
  expect(marked()).toBeNull()
  expect(screen.getByRole('button', { name: '设置 / 费用类型' })).toBeTruthy()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByLabelText('搜索页面和记录', { selector: 'input' }), '结算对账')
  await waitFor(() => expect(screen.getByText('原“结算对账” · 平台结算 (财务)')).toBeTruthy())
})
