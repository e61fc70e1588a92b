/** What stands behind the avatar, and for whom. */
import { cleanup, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { menuNode, mockModules, mockProfile, ok } from '../../gallery/mock-api.ts'
import { open } from '../../../../test/setup/web/open-shell.tsx'

// parts that come when they are needed; on a busy machine that takes longer than a test waits
beforeAll(() => import('../shortcuts/shortcuts-modal.tsx'))

const own = {
  moduleId: '20',
  title: '我的',
  icon: null,
  menus: [menuNode('/account/center', '个人中心', 'list/account'), menuNode('/contribute/employee/1', '消息', 'list/message')],
}
const office = { moduleId: '21', title: '管理后台', icon: null, menus: [menuNode('/admin/company/sys-menu', '菜单', 'list/sysMenu')] }

async function menuFor(more: object, unread = 3) {
  const { user } = open('/home/workbenches', {
    'GET /system/userprofile': () => ok({ ...mockProfile, modules: [...mockModules, own, office], ...more }),
    'GET /emp/unreadCount': () => ok({ total: unread }),
  })
  await user.click(await screen.findByRole('button', { name: /账号菜单/ }))
  const menu = (await screen.findByRole('menuitem', { name: '退出登录' })).closest<HTMLElement>('[role=menu]')
  if (menu === null) throw new Error('no menu')
  return within(menu)
}

test('nickname before name, level, points over the maximum of the level, how far along', async () => {
  const menu = await menuFor({ niceName: '小陈', culturalLever: '银牌', culturalPoint: 150, curLevelMaxPoint: 200 })
  expect(menu.getByText('小陈')).toBeTruthy()
  expect(menu.getByText('银牌')).toBeTruthy()
  expect(menu.getByText(/积分\s*150 \/ 200/)).toBeTruthy()
  expect(menu.getByRole('progressbar', { name: '积分' }).getAttribute('aria-valuenow')).toBe('75')
})

test('without points of the culture area there is no level', async () => {
  const menu = await menuFor({})
  expect(menu.queryByRole('progressbar')).toBeNull()
})

test('an employee has his messages with the number of unread ones', async () => {
  const menu = await menuFor({})
  expect(within(menu.getByRole('menuitem', { name: /消息/ })).getByTitle('3')).toBeTruthy()
})

test('a manager has no messages of his own here', async () => {
  const menu = await menuFor({ isManager: true })
  expect(menu.queryByRole('menuitem', { name: /消息/ })).toBeNull()
  for (const name of ['个人中心', '修改密码', '退出登录']) expect(menu.getByRole('menuitem', { name })).toBeTruthy()
  expect(menu.queryByRole('menuitem', { name: '管理后台' })).toBeNull()
})

test('the back office is offered to system administrators alone', async () => {
  const menu = await menuFor({ positionName: '系统管理员' })
  expect(menu.getByRole('menuitem', { name: '管理后台' })).toBeTruthy()
})

test('? lists the keys, but not while something is typed; the menu offers it too', async () => {
  const { user } = open('/home/workbenches')
  await screen.findByRole('button', { name: /账号菜单/ })
  const box = document.body.appendChild(document.createElement('input'))
  box.focus()
  await user.keyboard('?')
  expect([box.value, screen.queryByText('到查询框')]).toEqual(['?', null])
  box.remove()
  await user.keyboard('?')
  await screen.findByText('到查询框')
  cleanup()
  expect((await menuFor({})).getByText('快捷键')).toBeTruthy()
})
