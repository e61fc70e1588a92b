import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListDefinition, StepDefinition } from '../../declare/wire.ts'
import { menuNode, ok } from '../gallery/mock-api.ts'
import ListPage from '../list/list-page.tsx'
import { field, formItem, listDefinition } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const step = (name: string, title: string, more: Partial<StepDefinition> = {}): StepDefinition => ({
  name,
  title,
  call: { method: 'POST', path: `/api-2024/ticket/${name}` },
  confirm: null,
  input: [],
  body: {},
  tone: null,
  to: 2,
  isSingle: false,
  ...more,
})
const states = [
  { value: 1, label: '新建' },
  { value: 2, label: '已受理' },
]
const definition: ListDefinition = {
  ...listDefinition('ticket', '工单', [
    field('title', '标题', 'text', { isInline: true }),
    field('state', '状态', 'choice', { keyValueList: states }),
  ]),
  calls: {
    list: { method: 'POST', path: '/api-2024/ticket/list' },
    update: { method: 'POST', path: '/api-2024/ticket/update' },
    remove: { method: 'POST', path: '/api-2024/ticket/delete' },
  },
  form: [
    formItem('title', '标题', 'text', { openIn: { field: 'state', states: [1] } }),
    formItem('remark', '备注', 'text', { openIn: { field: 'state', states: [1, 2] } }),
  ],
  states: {
    field: 'state',
    steps: [
      step('accept', '受理', { tone: 'primary' }),
      step('reject', '驳回', {
        tone: 'danger',
        confirm: '确定要驳回这 {n} 条吗？',
        input: [formItem('reason', '原因', 'text', { required: true })],
      }),
      step('byState', '解决', { call: { method: 'POST', path: '/api-2024/ticket/updateState' }, body: { state: 3 } }),
    ],
    editable: [1, 2],
    removable: [1],
  },
}
const rows = [
  { id: '1', version: 4, title: '灯坏了', state: 1, may: ['accept', 'reject'] },
  { id: '2', version: 1, title: '门坏了', state: 2, may: ['reject', 'byState'] },
  { id: '3', version: 1, title: '窗坏了', state: 3, may: [] },
]
const handlers = {
  'POST /listField/getByType': () => ok(definition),
  'POST /ticket/list': () => ok({ list: rows, total: 3, pageNum: 1, pageSize: 10 }),
  'POST /ticket/accept': () => ok({ id: '1' }),
  'POST /ticket/reject': () => ok({ changed: 2 }),
  'POST /ticket/updateState': () => ok({ id: '2' }),
}
const open = (operations: readonly number[] = [2, 3, 4]) =>
  renderPage(<ListPage menu={menuNode('/list', '列表', 'list/ticket')} type="ticket" />, { handlers, operations })
const rowOf = async (title: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(title)).closest<HTMLElement>('[role="row"]')
  if (row === null) throw new Error(`no row of ${title}`)
  return row
}
const buttonsOf = async (title: string): Promise<string[]> => {
  await userEvent.click(within(await rowOf(title)).getByRole('button', { name: '操作' }))
  const items = await screen.findAllByRole('menuitem')
  const names = items.map(one => one.textContent ?? '')
  await userEvent.keyboard('{Escape}')
  return names
}
const besideOf = async (title: string): Promise<string[]> =>
  within(await rowOf(title))
    .getAllByRole('button')
    .map(one => one.textContent ?? '')
    // the title itself opens the row
    .filter(one => one !== title)

test('beside the menu of a row stand its first two actions, never deletion, and looking where there is nothing else', async () => {
  open()
  expect(await besideOf('窗坏了')).toEqual(['查看', '⋯'])
  expect(await besideOf('灯坏了')).toEqual(['受理', '驳回', '⋯'])
})

test('the menu of a row opens by right click on it, and by Shift-F10 on its cell', async () => {
  open()
  await userEvent.pointer({ target: await screen.findByText('窗坏了'), keys: '[MouseRight]' })
  expect(await screen.findAllByRole('menuitem')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryAllByRole('menuitem')).toHaveLength(0))
  screen.getByRole('grid').focus()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  expect((await screen.findAllByRole('menuitem')).map(one => one.textContent)).toEqual(['查看', '受理', '驳回', '编辑', '删除'])
})

test('a row has the buttons of the steps it says, and editing and deleting as its state leaves them', async () => {
  open()
  expect(await buttonsOf('窗坏了')).toEqual(['查看'])
  expect(await buttonsOf('灯坏了')).toEqual(['查看', '受理', '驳回', '编辑', '删除'])
})

test('who may only look still gets the steps that are his', async () => {
  open([2])
  expect(await buttonsOf('灯坏了')).toEqual(['查看', '受理', '驳回'])
  expect(await buttonsOf('门坏了')).toEqual(['查看', '驳回', '解决'])
})

test('a step sends the row with its version and the fixed part of its call', async () => {
  const { bodies } = open([2])
  await userEvent.click(within(await rowOf('灯坏了')).getByRole('button', { name: '受理' }))
  await waitFor(() => expect(bodies('/ticket/accept')).toEqual([{ id: '1', version: 4 }]))
  await userEvent.click(within(await rowOf('门坏了')).getByRole('button', { name: '解决' }))
  await waitFor(() => expect(bodies('/ticket/updateState')).toEqual([{ id: '2', version: 1, state: 3 }]))
})

test('of several rows those step that may, after what the step asks for', async () => {
  const { bodies } = open()
  for (const title of ['灯坏了', '门坏了', '窗坏了']) await userEvent.click(within(await rowOf(title)).getByRole('checkbox'))
  await userEvent.click(await screen.findByRole('button', { name: '驳回（2 行）' }))
  await userEvent.type(await screen.findByLabelText('原因'), '重复')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^驳\s?回$/ }))
  await waitFor(() => expect(bodies('/ticket/reject')).toEqual([{ ids: ['1', '2'], reason: '重复' }]))
})

test('a field that the state closes is read only in the form and in its cell', async () => {
  open()
  await userEvent.click(within(await rowOf('门坏了')).getByRole('button', { name: '操作' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '编辑' }))
  expect((await screen.findByLabelText<HTMLInputElement>('标题')).disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('备注').disabled).toBe(false)
})

test('the drawer of a row has its steps', async () => {
  const { bodies } = open()
  await userEvent.click(within(await rowOf('灯坏了')).getByRole('button', { name: '灯坏了' }))
  const drawer = within(await screen.findByRole('dialog'))
  await userEvent.click(await drawer.findByRole('button', { name: /^受\s?理$/ }))
  await waitFor(() => expect(bodies('/ticket/accept')).toEqual([{ id: '1', version: 4 }]))
})
