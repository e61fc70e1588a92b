/** 角色授权: the difference before saving, refusals beside it, another person who saved first, changes that are not lost unasked. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { countries } from '#platform/web/gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import type { RoleAccess, RoleDifference } from '../answers.ts'
import RolePermissionPage from './role-permission.page.tsx'

const operations = [2, 3].map(operation => ({ operation, title: operation === 2 ? '查看' : '修改' }))
const of = (title: string) => ({ menuId: null, subject: `subject.${title}`, isGear: false, pages: [title] })
const access = (roleId: string, granted: readonly string[], version = 1): RoleAccess => ({
  roleId,
  roleName: roleId === '1' ? '采购' : '仓管',
  remark: null,
  version,
  people: [],
  modules: [
    {
      moduleId: 'reference',
      title: '基础资料',
      subjects: ['国家', '店铺'].map(title => ({ menuId: `subject.${title}`, title, everybody: false })),
      permissions: [
        { permissionId: 'country', title: '国家', place: '基础资料 / 通用资料', ...of('国家'), scopedBy: null, operations },
        { permissionId: 'shop', title: '店铺', place: '基础资料 / 店铺', ...of('店铺'), scopedBy: 'list', operations },
      ],
    },
  ],
  granted,
  gone: [],
  more: [],
  scopes: [],
})
const difference: RoleDifference = { gained: ['国家 · 查看'], lost: [], scopesChanged: false, toMore: [], toMenu: [], people: [] }
const present = { granted: ['shop 2'] as readonly string[], version: 1 }
beforeEach(() => Object.assign(present, { granted: ['shop 2'], version: 1 }))

function open(handlers: Readonly<Record<string, MockHandler>> = {}) {
  return renderPage(<RolePermissionPage />, {
    operations: [1, 2, 3, 4, 100],
    handlers: {
      'POST /listField/getByType': () => ok({ ...countries, type: 'role', title: '角色' }),
      'POST /roleManagement/list': () =>
        ok({
          list: [
            { id: '1', version: 1, name: '采购', remark: '下单' },
            { id: '2', version: 1, name: '仓管', remark: null },
          ],
          total: 2,
          pageNum: 1,
          pageSize: 1000,
        }),
      'GET /roleManagement/roles': () => ok([{ roleId: '1', roleName: '采购', remark: null, people: 3 }]),
      'POST /roleManagement/permissions': ({ body }) => ok(access((body as { roleId: string }).roleId, present.granted, present.version)),
      'POST /roleManagement/difference': () => ok(difference),
      ...handlers,
    },
  })
}
const unfold = async (title: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name: title, expanded: false }))
const tick = async (): Promise<void> => {
  await unfold('国家')
  await userEvent.click(within(await screen.findByRole('group', { name: '国家' })).getByLabelText('查看'))
}
const dialog = (): Promise<HTMLElement> => screen.findByRole('dialog')

test('roles are searched by pinyin and say how many people have them', async () => {
  open()
  const side = within(await screen.findByRole('navigation', { name: '角色' }))
  expect((await side.findByText('3 人')).closest('button')?.textContent).toContain('采购')
  await userEvent.type(side.getByLabelText('搜索角色'), 'caig')
  expect([side.queryByText('采购') !== null, side.queryByText('仓管')]).toEqual([true, null])
  await userEvent.type(side.getByLabelText('搜索角色'), 'zzz')
  expect(await side.findByText('没有匹配“caigzzz”的内容')).toBeTruthy()
})

test('what would change is shown before it is saved; then exactly that is sent, with the version read', async () => {
  const on = open({ 'POST /roleManagement/savePermissions': () => ok({ version: 2 }) })
  await tick()
  expect(screen.getByText('1 处修改未保存')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '核对并保存' }))
  expect(within(await dialog()).getByText('增加 国家 · 查看')).toBeTruthy()
  await userEvent.click(within(await dialog()).getByRole('button', { name: '确认保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(on.bodies('/roleManagement/savePermissions')).toEqual([
    {
      roleId: '1',
      version: 1,
      permissions: [
        { permissionId: 'shop', operations: [2] },
        { permissionId: 'country', operations: [2] },
      ],
      scopes: [],
      more: [],
    },
  ])
  expect(screen.queryByText(/处修改未保存/)).toBeNull()
})

test('a refusal stands in the dialog, and what was chosen stays', async () => {
  open({ 'POST /roleManagement/savePermissions': () => refused(1006, '不能授予自己没有的权限：国家 · 查看') })
  await tick()
  await userEvent.click(screen.getByRole('button', { name: '核对并保存' }))
  await userEvent.click(within(await dialog()).getByRole('button', { name: '确认保存' }))
  expect(await within(await dialog()).findByText('不能授予自己没有的权限：国家 · 查看')).toBeTruthy()
  await userEvent.click(within(await dialog()).getByRole('button', { name: '再改改' }))
  expect(screen.getByText('1 处修改未保存')).toBeTruthy()
})

test('another person saved first: the latest rights are loaded, and one saves again on top of them', async () => {
  const on = open({
    'POST /roleManagement/savePermissions': ({ body }) => {
      if ((body as { version: number }).version === 2) return ok({ version: 3 })
      Object.assign(present, { granted: ['shop 2', 'shop 3'], version: 2 })
      return refused(1009, '角色 采购 刚被别人修改过，请刷新后再保存')
    },
  })
  await tick()
  for (const _try of [1, 2]) {
    await userEvent.click(await screen.findByRole('button', { name: /核对并保存/ }))
    await userEvent.click(within(await dialog()).getByRole('button', { name: '确认保存' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    if (_try === 1) {
      expect(await screen.findByText(/别人刚修改过这个角色，已载入最新权限；您的 1 处修改仍在/)).toBeTruthy()
      await unfold('店铺')
      await waitFor(() =>
        expect(within(screen.getByRole('group', { name: '店铺' })).getByLabelText<HTMLInputElement>('修改').checked).toBe(true),
      )
    }
  }
  expect(on.bodies('/roleManagement/savePermissions').at(-1)).toMatchObject({
    version: 2,
    permissions: [
      { permissionId: 'shop', operations: [2, 3] },
      { permissionId: 'country', operations: [2] },
    ],
  })
})

test('going to another role with something unsaved asks, naming the role', async () => {
  open()
  await tick()
  const other = screen.getByText('仓管').closest('button')!
  await userEvent.click(other)
  expect((await screen.findAllByText('角色“采购”的修改还没有保存，确定要放弃吗？')).length).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '继续修改' }))
  expect(screen.getByText('1 处修改未保存')).toBeTruthy()
  await userEvent.click(other)
  await userEvent.click((await screen.findAllByRole('button', { name: '放弃修改' })).at(-1)!)
  await waitFor(() => expect(screen.queryByText(/处修改未保存/)).toBeNull())
  expect(other.getAttribute('aria-current')).toBe('true')
})

test('a copy is asked for its name; a name that is taken stands at the field', async () => {
  const on = open({
    'POST /roleManagement/copy': () =>
      refused(1002, '角色名称已存在，请换一个', { errors: [{ field: 'name', message: '角色名称已存在，请换一个' }] }),
  })
  await userEvent.click(await screen.findByRole('button', { name: '复制' }))
  const copy = within(await dialog())
  expect(copy.getByLabelText<HTMLInputElement>('新角色名称').value).toBe('采购 副本')
  await userEvent.click(copy.getByRole('button', { name: '复制角色' }))
  expect(await copy.findByText('角色名称已存在，请换一个')).toBeTruthy()
  expect(on.bodies('/roleManagement/copy')).toEqual([{ roleId: '1', name: '采购 副本' }])
})

test('one choice gives a subject its level; its place in the menu is another', async () => {
  const on = open({ 'POST /roleManagement/savePermissions': () => ok({ version: 2 }) })
  const level = within(await screen.findByRole('radiogroup', { name: '国家的级别' }))
  await userEvent.click(level.getByText('处理'))
  await userEvent.click(screen.getByRole('button', { name: '核对并保存' }))
  await userEvent.click(within(await dialog()).getByRole('button', { name: '确认保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(on.bodies('/roleManagement/savePermissions')).toMatchObject([
    {
      permissions: [
        { permissionId: 'shop', operations: [2] },
        { permissionId: 'country', operations: [2, 3] },
      ],
      more: [],
    },
  ])
})

test('a template is applied once its difference was seen; looked at alone it changes nothing', async () => {
  const sales = { presetId: 'sales', title: '销售', pairs: ['country 2', 'country 3'], more: ['subject.国家'] }
  const on = open({
    'GET /roleManagement/presets': () => ok([sales]),
    'POST /roleManagement/savePermissions': () => ok({ version: 2 }),
  })
  for (const button of ['再改改', '确认保存']) {
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '套用模板' }).disabled).toBe(false))
    await userEvent.click(screen.getByRole('button', { name: '套用模板' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '销售' }))
    await userEvent.click(within(await dialog()).getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText(/处修改未保存/)).toBeNull()
  }
  expect(on.bodies('/roleManagement/savePermissions')).toMatchObject([
    { permissions: [{ permissionId: 'country', operations: [2, 3] }], more: ['subject.国家'] },
  ])
})

test('a new role asks its name, a template and its people at once', async () => {
  const on = open({
    'GET /roleManagement/presets': () => ok([{ presetId: 'sales', title: '销售', pairs: [], more: [] }]),
    'POST /roleManagement/begin': () => ok({ id: '3' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: '新增角色' }))
  const form = within(await dialog())
  await userEvent.type(form.getByLabelText('角色名称'), '销售二组')
  await userEvent.click(await form.findByText('销售'))
  await userEvent.click(form.getByRole('button', { name: '新增角色' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(on.bodies('/roleManagement/begin')).toEqual([{ name: '销售二组', presetId: 'sales', employeeIds: [] }])
})
