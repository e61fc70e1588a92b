/** 账号与权限: what can't be undone is asked about by name, refusals stand at their fields, unsaved choices are not lost unasked. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ShellContext, type ShellState } from '#platform/web/page/shell-context.ts'
import { mockProfile, ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import type { PersonAccess } from '../answers.ts'
import { EmployeeDrawer } from './employee-drawer.tsx'

const person: PersonAccess = {
  employeeId: '5',
  name: '何平',
  deptName: '供应链部',
  isEmployed: true,
  account: {
    username: 'keeper',
    isEnabled: true,
    mustChange: false,
    isSystemAdmin: false,
    isInstallationAdmin: false,
    isManager: false,
    dataScope: 0,
    namedDeptIds: [],
  },
  otherDeptIds: [],
  roles: [{ id: '9', name: '仓管' }],
  shops: [],
  warehouses: [],
  channels: [],
  shippingOrders: [],
}
const shell = { profile: { ...mockProfile, positionName: '系统管理员' } } as unknown as ShellState

function open(handlers: Readonly<Record<string, MockHandler>> = {}, of: PersonAccess = person) {
  const onClose = vi.fn<() => void>()
  const on = renderPage(
    <ShellContext value={shell}>
      <EmployeeDrawer row={{ id: '5' }} onClose={onClose} onChanged={() => undefined} />
    </ShellContext>,
    {
      operations: [2, 3, 8, 9, 100, 101, 102],
      handlers: {
        'POST /userManage/access': () => ok(of),
        'POST /listField/options': () =>
          ok([
            { value: '9', label: '仓管' },
            { value: '10', label: '采购' },
          ]),
        ...handlers,
      },
    },
  )
  return { on, onClose }
}

test.each<[string, string, string, string]>([
  ['重置密码', '重置 何平 的密码？', '重置密码', '/auth/user/resetPassword'],
  ['停用账号', '停用 何平 的账号？', '停用账号', '/userManage/disable'],
])('%s asks first, naming whom', async (button, question, okText, path) => {
  const { on } = open({ [`POST ${path}`]: () => ok({ password: 'Abcd123456' }) })
  await userEvent.click(await screen.findByRole('button', { name: button }))
  expect((await screen.findAllByText(question)).length).toBeGreaterThan(0)
  expect(on.bodies(path)).toEqual([])
  await userEvent.click(screen.getAllByRole('button', { name: okText }).at(-1)!)
  await waitFor(() => expect(on.bodies(path)).toHaveLength(1))
})

test('a new password is shown once, with its account, and can be copied', async () => {
  open({ 'POST /auth/user/resetPassword': () => ok({ password: 'Abcd123456' }) })
  await userEvent.click(await screen.findByRole('button', { name: '重置密码' }))
  await userEvent.click(screen.getAllByRole('button', { name: '重置密码' }).at(-1)!)
  expect(await screen.findByText('Abcd123456')).toBeTruthy()
  expect(screen.getByText('密码只显示这一次')).toBeTruthy()
})

test('whoever becomes a system administrator is named before', async () => {
  const { on } = open({ 'POST /userManage/systemAdmin': () => ok(null) })
  await userEvent.click(await screen.findByRole('switch', { name: '系统管理员' }))
  expect((await screen.findAllByText('把 何平 设为系统管理员？')).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: '设为系统管理员' }))
  await waitFor(() => expect(on.bodies('/userManage/systemAdmin')).toEqual([{ employeeId: '5', on: true }]))
})

test('an account name that is refused stays typed, with the reason at its field', async () => {
  const message = '这个账号名已被使用，请换一个'
  open(
    { 'POST /userManage/openAccount': () => refused(1002, message, { errors: [{ field: 'username', message }] }) },
    { ...person, account: null },
  )
  const name = await screen.findByPlaceholderText<HTMLInputElement>('账号，例如姓名拼音')
  await userEvent.type(name, 'heping')
  await userEvent.click(screen.getByRole('button', { name: '开通账号' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(name.value).toBe('heping')
})

test('roles are saved as they are chosen; a refusal stands at them, and closing asks', async () => {
  const message = '角色 采购 含有您自己没有的权限，不能由您授予'
  const { on, onClose } = open({ 'POST /userManage/empAddRole': () => refused(1002, message, { errors: [{ field: 'roleIds', message }] }) })
  const roles = within(await screen.findByRole('region', { name: '角色' }))
  expect(roles.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true)
  await userEvent.click(roles.getByRole('combobox'))
  await userEvent.click(await screen.findByTitle('采购'))
  await userEvent.click(roles.getByRole('button', { name: '保存' }))
  expect(await roles.findByText(message)).toBeTruthy()
  expect(on.bodies('/userManage/empAddRole')).toEqual([{ employeeId: '5', roleIds: ['9', '10'] }])
  await userEvent.click(document.querySelector('.ant-drawer-close')!)
  expect((await screen.findAllByText('有未保存的修改，确定要放弃吗？')).length).toBeGreaterThan(0)
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '放弃修改' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
