import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ActionDefinition, ListDefinition } from '../../declare/wire.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { menuNode, ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import { field, formItem, listDefinition } from '../gallery/mock-definitions.ts'
import ListPage from './list-page.tsx'
import { pageOf } from '../actions/run-action.ts'

afterEach(() => vi.unstubAllGlobals())

const action = (name: string, title: string, more: Partial<ActionDefinition> = {}): ActionDefinition => ({
  name,
  title,
  call: { method: 'POST', path: `/api-2024/ticket/${name}` },
  over: 'filter',
  operation: 2,
  confirm: null,
  input: [],
  body: {},
  ...more,
})
const definition: ListDefinition = {
  ...listDefinition('ticket', '工单', [field('title', '标题', 'text', { filterKind: 'equals' })]),
  calls: { list: { method: 'POST', path: '/api-2024/ticket/list' } },
  actions: [
    action('urge', '催办', { confirm: '催办符合条件的 {n} 张工单？' }),
    action('assign', '改派', { isJob: true, input: [formItem('to', '新负责人', 'text', { required: true })] }),
  ],
}
const rows = [{ id: '1', version: 1, title: '灯坏了' }]
const open = (more: Readonly<Record<string, MockHandler>>) =>
  renderPage(<ListPage menu={menuNode('/list', '列表', 'list/ticket')} type="ticket" />, {
    address: '/list?f.title=灯坏了',
    handlers: {
      'POST /listField/getByType': () => ok(definition),
      'POST /ticket/list': () => ok({ list: rows, total: 12, pageNum: 1, pageSize: 10 }),
      ...more,
    },
  })
/** counts first, then does it */
const counted =
  (total: number, answer: MockHandler): MockHandler =>
  call =>
    (call.body as { preview?: boolean }).preview === true ? ok({ total }) : answer(call)

test('the filter is counted, the number named and sent along; what was left is told with its reason', async () => {
  const reasons = [{ reason: '只有申请人可以催办工单', rows: 2 }]
  const answer = { total: 12, changed: 10, unchanged: 0, refused: [], reasons, batchId: null }
  const { bodies } = open({ 'POST /ticket/urge': counted(12, () => ok(answer)) })
  await userEvent.click(await screen.findByRole('button', { name: '催办' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText('催办符合条件的 12 张工单？').length).toBeGreaterThan(0)
  await userEvent.click(dialog.getByRole('button', { name: '催办' }))
  expect(await screen.findByText('催办：10 行完成，2 行没有处理：只有申请人可以催办工单')).toBeTruthy()
  const [preview, done] = bodies('/ticket/urge')
  expect(preview?.['preview']).toBe(true)
  expect(JSON.stringify(preview?.['query'])).toContain('灯坏了')
  expect(done).toEqual({ query: preview?.['query'], expected: 12 })
})

test('nothing that matches asks for nothing', async () => {
  const { bodies } = open({ 'POST /ticket/urge': counted(0, () => ok({})) })
  await userEvent.click(await screen.findByRole('button', { name: '催办' }))
  expect(await screen.findByText('没有符合条件的数据')).toBeTruthy()
  expect(bodies('/ticket/urge')).toHaveLength(1)
})

test('an action that is a task names the number above its form, and the task centre when it is ordered', async () => {
  const { bodies } = open({ 'POST /ticket/assign': counted(12, () => ok({ taskId: '7' })) })
  await userEvent.click(await screen.findByRole('button', { name: '改派' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  expect(dialog.getByText('改派（12 行）')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('新负责人'), '李雷')
  await userEvent.click(dialog.getByRole('button', { name: '改派' }))
  expect(await screen.findByText('改派已开始，可在任务中心查看进度')).toBeTruthy()
  expect(bodies('/ticket/assign')[1]).toMatchObject({ expected: 12, to: '李雷' })
})

test('a number that has changed is told and nothing is done', async () => {
  open({ 'POST /ticket/urge': counted(12, () => refused(1009, '符合条件的行数已从 12 变为 13，请重新预览')) })
  await userEvent.click(await screen.findByRole('button', { name: '催办' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '催办' }))
  await waitFor(() => expect(screen.getByText('符合条件的行数已从 12 变为 13，请重新预览')).toBeTruthy())
})

test('an answer opens an address of the product or the page of a record, and nothing else', () => {
  const opens = action('into', '转为需求', { over: 'row', result: 'page' })
  const urlOf = (type: string, id: string): string | null => (type === 'unseen' ? null : `/${type}/detail?id=${id}`)
  expect(pageOf(opens, { page: { list: 'require', id: '7' } }, urlOf)).toBe('/require/detail?id=7')
  expect(pageOf(opens, { page: { list: 'unseen', id: '7' } }, urlOf)).toBeNull()
  expect(pageOf(opens, { page: '/project/project' }, urlOf)).toBe('/project/project')
  for (const answer of [null, {}, { page: 'https://x' }, { page: { id: '7' } }]) expect(pageOf(opens, answer, urlOf)).toBeNull()
  expect(pageOf(action('x', 'x'), { page: '/a' }, urlOf)).toBeNull()
})
