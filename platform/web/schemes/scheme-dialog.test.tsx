import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Scheme } from '../../declare/wire.ts'
import { ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import { field, listDefinition } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import type { Applied } from '../table/scheme-rules.ts'
import SchemeDialog from './scheme-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const definition = listDefinition(
  'parcel',
  '包裹',
  [
    field('no', '物流单号', 'text', { filterKind: 'contains', isSort: true, conditions: ['EQ', 'LIKE', 'IN'] }),
    field('sentOn', '发货日期', 'date', { filterKind: 'range', isSort: true, conditions: ['EQ', 'BETWEEN', 'TODAY'] }),
  ],
  { maySetDefaults: true },
)
const scheme: Scheme = {
  profileId: '5',
  type: 'parcel',
  kind: 1,
  name: '常用',
  isDefault: 0,
  isOwn: true,
  ownerName: '',
  version: 4,
  canUndo: true,
  removed: [],
  sharedWith: { employeeIds: [], deptIds: [] },
  defaultOf: { roleIds: [], isOrganisation: false },
  columnList: [],
  conditionList: [{ field: 'no', condition: 'LIKE', value: 'SF' }],
  orderByList: [{ field: 'sentOn', orderBy: 'DESC' }],
}
const savePath = '/ListProfile/saveListProfile'

function open(schemes: readonly Scheme[] = [scheme], handlers: Readonly<Record<string, MockHandler>> = {}) {
  const onApply = vi.fn<(applied: Applied) => void>()
  const onClose = vi.fn<() => void>()
  const { bodies } = renderPage(
    <SchemeDialog definition={definition} state={{ scheme: null, conditions: null, order: null }} onApply={onApply} onClose={onClose} />,
    {
      handlers: {
        'GET /ListProfile/profileList': () => ok(schemes),
        [`POST ${savePath}`]: () => ok({ profileId: '5', version: 5 }),
        'POST /listField/saveLayout': () => ok({}),
        ...handlers,
      },
    },
  )
  return { onApply, onClose, bodies, user: userEvent.setup() }
}
const press = (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const two = (text: string): RegExp => new RegExp(`^${[...text].join(String.raw`\s*`)}$`)

test('conditions: select before delete and insert, no more rows than fields, a taken field is closed to others', async () => {
  const { user } = open()
  await press(user, '删除条件')
  expect(await screen.findByText('请先选择一个条件')).toBeTruthy()
  await press(user, '插入条件')
  expect(await screen.findByText('请先选择一行')).toBeTruthy()
  await press(user, '新增条件')
  await press(user, '新增条件')
  await press(user, '新增条件')
  expect(await screen.findByText('条件数量不能超过字段数量！')).toBeTruthy()
  const [first, second] = screen.getAllByRole('combobox', { name: '字段' })
  if (!first || !second) throw new Error('two rows were added')
  await user.click(first)
  await user.click(await screen.findByText('物流单号', { selector: '.ant-select-item-option-content' }))
  expect(await screen.findByRole('textbox', { name: '物流单号 的值' })).toBeTruthy()
  await user.click(second)
  await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option-disabled').length).toBeGreaterThan(0))
})

test('without a selection: copy, default, reset and delete ask for one; a name is needed to save', async () => {
  const { user, bodies } = open([])
  await screen.findByText('还没有保存的方案')
  for (const name of ['复制', '重置', '删除', '设为默认']) await press(user, two(name))
  expect((await screen.findAllByText('请至少选择一个方案')).length).toBeGreaterThan(0)
  await press(user, two('保存'))
  expect(await screen.findByText('方案名称不能为空')).toBeTruthy()
  expect(bodies(savePath)).toEqual([])
})

test('a chosen scheme is drawn, confirmed with its version, applied and closed', async () => {
  const { user, bodies, onApply, onClose } = open()
  await user.click(await screen.findByRole('button', { name: '常用' }))
  expect(screen.getByRole('textbox', { name: '方案名称' })).toHaveProperty('value', '常用')
  await user.type(screen.getByRole('textbox', { name: '物流单号 的值' }), ',1')
  await press(user, two('确定'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const conditionList = [{ field: 'no', condition: 'LIKE', value: String.raw`SF\,1` }]
  expect(bodies(savePath)[0]).toMatchObject({ type: 'parcel', kind: 1, name: '常用', profileId: '5', version: 4, conditionList })
  expect(onApply).toHaveBeenCalledWith({ scheme: '5', conditions: conditionList, order: [{ field: 'sentOn', orderBy: 'DESC' }] })
})

test('copy saves as new; a stale save is refused, the dialog stays with what was typed', async () => {
  const { user, bodies, onClose } = open([scheme], {
    [`POST ${savePath}`]: ({ body }) =>
      typeof body === 'object' && body !== null && 'profileId' in body
        ? refused(1009, '王芳修改了这条筛选方案')
        : ok({ profileId: '6', version: 1 }),
  })
  await user.click(await screen.findByRole('button', { name: '常用' }))
  await user.type(screen.getByRole('textbox', { name: '方案名称' }), '二')
  await press(user, two('确定'))
  expect(await screen.findByText('王芳修改了这条筛选方案')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: '方案名称' })).toHaveProperty('value', '常用二')
  await press(user, two('复制'))
  await waitFor(() => expect(bodies(savePath).at(-1)).toMatchObject({ name: '常用二' }))
  expect(bodies(savePath).at(-1)).not.toHaveProperty('profileId')
})

test('reset and delete name the scheme before they are done', async () => {
  const { user, bodies } = open([scheme], { 'POST /ListProfile/deleteListProfile': () => ok({ deleted: 1 }) })
  await user.click(await screen.findByRole('button', { name: '常用' }))
  await press(user, two('重置'))
  const asked = await screen.findByText('确定要重置【常用】该方案吗')
  const popup = asked.closest<HTMLElement>('.ant-popover')
  if (popup === null) throw new Error('no question')
  await user.click(within(popup).getByRole('button', { name: two('重置') }))
  await waitFor(() => expect(bodies(savePath)[0]).toMatchObject({ profileId: '5', conditionList: [], orderByList: [] }))
  await press(user, two('删除'))
  expect(await screen.findByText('确定要删除【常用】该方案吗')).toBeTruthy()
})

test('the default says so; another one’s scheme is read, not changed', async () => {
  const { user, onApply, bodies } = open([
    { ...scheme, isDefault: 1 },
    { ...scheme, profileId: '9', name: '同事的', isOwn: false, ownerName: '王芳' },
  ])
  await user.click(await screen.findByRole('button', { name: /常用/ }))
  expect(screen.getByRole('button', { name: '已是默认方案' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: /同事的/ }))
  expect(screen.getByRole('button', { name: two('保存') })).toHaveProperty('disabled', true)
  await press(user, two('确定'))
  await waitFor(() => expect(onApply).toHaveBeenCalledWith(expect.objectContaining({ scheme: '9' })))
  expect(bodies(savePath)).toEqual([])
})

test('columns and order: ends are told, rows out of range are refused with the range', async () => {
  const { user } = open()
  await user.click(screen.getByRole('tab', { name: '显示列' }))
  await press(user, two('置顶'))
  expect(await screen.findByText('请选择要移动的行！')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '选择第 1 行 物流单号' }))
  await press(user, two('上移'))
  expect(await screen.findByText('已经到达第一行！')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: '移动到第几行' }), '3')
  await press(user, '移动到该行')
  expect(await screen.findByText('请输入 1 到 2 的行号')).toBeTruthy()
  await press(user, two('置底'))
  expect(screen.getByRole('radio', { name: '选择第 2 行 物流单号' })).toBeTruthy()
  await press(user, two('下移'))
  expect(await screen.findByText('已经到达最后一行！')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: '排序' }))
  await press(user, '新增排序')
  const panel = screen.getByRole('tabpanel', { name: '排序' })
  await user.click(within(panel).getByRole('button', { name: two('上移') }))
  expect(await screen.findByText('已经是第一个了')).toBeTruthy()
  await user.click(within(panel).getByRole('button', { name: two('下移') }))
  expect(await screen.findByText('已经是最后一个了')).toBeTruthy()
})

test('columns: a width is drawn by the slider; a named set is made, taken over, changed and shared', async () => {
  let sets: Scheme[] = []
  const saved = { ...scheme, profileId: '30', kind: 3 as const, name: '窄', columnList: [{ field: 'sentOn', width: 60 }] }
  const { user, bodies } = open([], {
    'POST /dyColumns/list': () => ok(sets),
    'POST /dyColumns/insert': () => {
      sets = [saved]
      return ok({ profileId: '30', version: 1 })
    },
    'POST /dyColumns/update': () => ok({ profileId: '30', version: 5 }),
    'POST /dyColumns/share': () => ok({ profileId: '30', version: 5 }),
  })
  const width = () => screen.getByRole('textbox', { name: '物流单号 宽度' })
  await user.click(screen.getByRole('tab', { name: '显示列' }))
  fireEvent.change(screen.getByRole('slider', { name: '拖动调整 物流单号 宽度' }), { target: { value: '300' } })
  expect(width()).toHaveProperty('value', '300')
  await press(user, '存为列方案')
  await press(user, '保存列方案')
  expect(await screen.findByText('列方案名称不能为空')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: '列方案名称' }), '窄{Enter}')
  expect(await screen.findByRole('button', { name: '更新列方案' })).toBeTruthy()
  expect(bodies('/dyColumns/insert')).toMatchObject([
    { type: 'parcel', name: '窄', columnList: [{ field: 'no', width: 300 }, { field: 'sentOn' }] },
  ])
  await user.click(screen.getByRole('combobox', { name: '列方案' }))
  await user.click(await screen.findByText('窄', { selector: '.ant-select-item-option-content' }))
  // the set names the date alone: it stands first, the number is hidden
  expect(screen.getByRole('radio', { name: '选择第 1 行 发货日期' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: '物流单号' })).toHaveProperty('checked', false)
  await press(user, '更新列方案')
  await waitFor(() =>
    expect(bodies('/dyColumns/update')).toMatchObject([{ id: '30', version: 4, columnList: [{ field: 'sentOn', width: 60 }] }]),
  )
  await press(user, '共享列方案')
  await user.click(await screen.findByRole('button', { name: '保存共享范围' }))
  await waitFor(() => expect(bodies('/dyColumns/share')).toEqual([{ id: '30', employeeIds: [], deptIds: [] }]))
})

test('an administrator names the default of roles and of the organisation in the share dialog', async () => {
  const { user, bodies } = open([{ ...scheme, defaultOf: { roleIds: ['7'], isOrganisation: false } }], {
    'POST /ListProfile/share': () => ok({ profileId: '5', version: 4 }),
    'POST /ListProfile/setDefault': () => ok({ id: '5' }),
    'POST /listField/options': () => ok([{ value: '7', label: '财务' }]),
  })
  await user.click(await screen.findByRole('button', { name: '常用' }))
  await press(user, two('共享'))
  await user.click(await screen.findByRole('checkbox', { name: '作为整个组织的默认方案' }))
  await user.click(screen.getByRole('button', { name: '保存共享范围' }))
  await waitFor(() => expect(bodies('/ListProfile/setDefault')).toEqual([{ id: '5', listType: 'parcel', isDefault: 1 }]))
  expect(await screen.findByText('已保存')).toBeTruthy()
})

test('schemes that can’t be had are no empty list: it is told, and tried again', async () => {
  let fails = true
  const { user } = open([], { 'GET /ListProfile/profileList': () => (fails ? refused(1002, '查询用时过长') : ok([scheme])) })
  expect(await screen.findByText('方案加载失败')).toBeTruthy()
  expect(screen.queryByText('还没有保存的方案')).toBeNull()
  fails = false
  await press(user, '重试')
  expect(await screen.findByRole('button', { name: '常用' })).toBeTruthy()
})

test('leaving with unsaved work asks, and the focus is on staying', async () => {
  const { user, onClose } = open()
  const name = screen.getByRole('textbox', { name: '方案名称' })
  await user.type(name, '新')
  await user.keyboard('{Escape}')
  await screen.findAllByText('方案有未保存的修改，确定要放弃吗？')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('继续修改'))
  await user.keyboard('{Enter}')
  expect(onClose).not.toHaveBeenCalled()
  expect(name).toHaveProperty('value', '新')
})
