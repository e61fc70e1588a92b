import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addUnsaved, removeUnsaved } from '../../api/unsaved-store.ts'
import type { Module } from '../../page/profile.ts'
import { menuNode, mockModules, mockProfile, ok } from '../../gallery/mock-api.ts'
import { goTo, menuOf, open, tabTitles } from '../../../../test/setup/web/open-shell.tsx'

const office: Module = {
  moduleId: 'admin',
  title: '管理后台',
  icon: null,
  menus: [
    menuNode('/admin/company', '企业', null, {
      redirect: '/admin/company/sys-menu',
      children: [menuNode('/admin/company/sys-menu', '菜单配置', 'list/currency'), menuNode('/admin/company/role', '角色', 'list/country')],
    }),
  ],
}
const asAdmin = {
  'GET /system/userprofile': () => ok({ ...mockProfile, positionName: '系统管理员', modules: [...mockModules, office] }),
  'GET /roleManagement/roles': () => ok([{ roleId: '9', roleName: '财务专员' }]),
  'POST /myCommonMenu/roleDefault': () => ok(null),
}

test('/admin leads to the menus of the back office: its own frame and side menu, home and exit', async () => {
  const { user } = open('/admin', asAdmin)
  await screen.findByText(/菜单配置 true/)
  expect(window.location.pathname).toBe('/admin/company/sys-menu')
  expect(menuOf('管理后台').getByText('角色')).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: '模块' })).toBeNull()
  await user.click(menuOf('管理后台').getByText('角色'))
  await screen.findByText(/角色 true/)
  await user.click(screen.getByRole('button', { name: /返回首页/ }))
  await waitFor(() => expect(window.location.pathname).toBe('/home/workbenches'))
  // the open pages of both frames stay side by side
  expect(tabTitles()).toEqual(['菜单配置', '角色', '首页'])
  expect(within(screen.getByRole('navigation', { name: '模块' })).queryByText('管理后台')).toBeNull()
})

test('exit asks first and signs out', async () => {
  const { server, user } = open('/admin/company', asAdmin)
  await screen.findByText(/菜单配置 true/)
  await user.click(screen.getByRole('button', { name: /退出系统/ }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getAllByText('确定要退出当前账号吗？').length).toBeGreaterThan(0)
  await user.click(within(dialog).getByRole('button', { name: '退出登录' }))
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/user/login'))
  expect(server.calls.some(call => call.path === '/auth/user/logout')).toBe(true)
})

test('others than system administrators get 403 in the back office', async () => {
  open('/admin/company/sys-menu')
  expect(await screen.findByText('没有访问权限')).toBeTruthy()
  expect(screen.getByRole('navigation', { name: '模块' })).toBeTruthy()
})

test('a wrong address names the pages that begin alike', async () => {
  const { user } = open('/finance/base/curency')
  await screen.findByText('页面不存在')
  await user.click(within(screen.getByRole('navigation', { name: '可能要找的页面' })).getByText('币种'))
  expect(await screen.findByText(/币种 true/)).toBeTruthy()
})

test('closing a tab with something unsaved asks once and names it', async () => {
  const { user } = open('/finance/base/currency')
  await screen.findByText(/币种 true/)
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  const entry = { pageKey: '/finance/base/currency', place: () => document.body }
  addUnsaved(entry)
  fireEvent.click(screen.getByRole('button', { name: '关闭币种' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/“币种”还没有保存/)).toBeTruthy()
  expect(tabTitles()).toEqual(['币种', '国家'])
  await user.click(within(dialog).getByRole('button', { name: '关闭标签' }))
  await waitFor(() => expect(tabTitles()).toEqual(['国家']))
  removeUnsaved(entry)
})

test('an administrator makes his pins the default of a role, others have no such button', async () => {
  const { server, user } = open('/finance/base/currency', asAdmin)
  await user.click(await screen.findByRole('button', { name: /更多/ }))
  await user.click(await screen.findByRole('button', { name: '设为角色默认' }))
  await user.click(await screen.findByRole('combobox', { name: '角色' }))
  await user.click(await screen.findByText('财务专员'))
  await user.click(screen.getByRole('button', { name: '设为默认' }))
  expect(await screen.findByText('已设为“财务专员”的默认置顶应用')).toBeTruthy()
  const saved = server.calls.find(call => call.path === '/myCommonMenu/roleDefault')
  expect(saved?.body).toEqual({ roleId: '9', ids: ['1', '2', '3', '4', '5'] })
})

test('an employee has no such button', async () => {
  const { user } = open('/finance/base/currency')
  await user.click(await screen.findByRole('button', { name: /更多/ }))
  await screen.findByRole('button', { name: '编辑' })
  expect(screen.queryByRole('button', { name: '设为角色默认' })).toBeNull()
})

test('with 500 menus the shell opens and goes from page to page', async () => {
  const many: readonly Module[] = Array.from({ length: 10 }, (_, m) => ({
    moduleId: `m${m}`,
    title: `模块${m}`,
    icon: null,
    menus: Array.from({ length: 50 }, (__, p) => menuNode(`/m${m}/p${p}`, `页面${m}-${p}`, 'list/currency')),
  }))
  const { user } = open('/m9/p49?x=1', { 'GET /system/userprofile': () => ok({ ...mockProfile, modules: many }) })
  await screen.findByText(/页面9-49 true/)
  await user.click(menuOf('模块9').getByText('页面9-48'))
  expect(await screen.findByText(/页面9-48 true/)).toBeTruthy()
})

test('the module one works in is stored, and follows from the address again', async () => {
  const first = open('/sales/shop', { 'POST /shop/list': () => ok('店') })
  await screen.findByText(/店铺 true/)
  const marked = (): string | null | undefined =>
    screen.getByRole('navigation', { name: '模块' }).querySelector('[aria-current], .ant-menu-item-selected')?.textContent
  expect(localStorage.getItem('navigation.module')).toBe('2')
  expect(marked()).toBe('销售')
  first.view.unmount()
  // home belongs to no module and has no menu at the side: it is marked itself
  const second = open('/home/workbenches')
  await screen.findByRole('navigation', { name: '模块' })
  expect(marked()).toBe('首页')
  expect(screen.queryByRole('navigation', { name: '销售' })).toBeNull()
  await second.user.click(within(screen.getByRole('navigation', { name: '模块' })).getByText('财务'))
  await screen.findByRole('navigation', { name: '财务' })
  await waitFor(() => expect(localStorage.getItem('navigation.module')).toBe('1'))
})
