import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { BatchResult } from '../../declare/wire.ts'
import ListPage from '../list/list-page.tsx'
import { field, formItem, listDefinition } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { menuNode, ok, refused, type MockHandler } from '../gallery/mock-api.ts'

afterEach(() => vi.unstubAllGlobals())

const option = '.ant-select-item-option-content'
const path = '/shelf/batchUpdate'
const title = '批量修改货架'
const shelf = listDefinition('shelf', '货架', [field('code', '编号', 'text'), field('zone', '区域', 'text')], {
  calls: {
    list: { method: 'POST', path: '/api-2024/shelf/list' },
    update: { method: 'POST', path: '/api-2024/shelf/update' },
    batchUpdate: { method: 'POST', path: `/api-2024${path}` },
  },
  form: [formItem('code', '编号', 'text', { required: true }), formItem('zone', '区域', 'text', { required: true })],
  batchFields: ['zone'],
})
const rows = [
  { id: '1', version: 4, code: 'A1', zone: 'A' },
  { id: '2', version: 1, code: 'A2', zone: 'A' },
]
const counted: BatchResult = { total: 2, changed: 2, unchanged: 0, refused: [], reasons: [] }
const answers = (handler: MockHandler) => ({
  'POST /listField/getByType': () => ok(shelf),
  'POST /shelf/list': () => ok({ list: rows, total: 2, totalExact: true, pageNum: 1, pageSize: 10 }),
  [`POST ${path}`]: handler,
})
/** A button that still turns from the step before takes no click. */
async function press(dialog: ReturnType<typeof within>, name: RegExp): Promise<void> {
  await waitFor(() => expect(dialog.getByRole('button', { name }).className).not.toContain('loading'))
  await userEvent.click(dialog.getByRole('button', { name }))
}
async function opened(handler: MockHandler) {
  const staged = renderPage(<ListPage menu={menuNode('/list', '列表', 'list/x')} type="shelf" />, { handlers: answers(handler) })
  await screen.findByText('A1')
  await userEvent.click(screen.getByRole('button', { name: '批量修改' }))
  // without a selection it asks first, with the number
  await userEvent.click(await screen.findByRole('button', { name: '修改全部 2 条' }))
  // the question is still on its way out: nothing here ends its motion
  const box = (await screen.findByText(title)).closest<HTMLElement>('[role=dialog]')
  if (box === null) throw new Error('no dialog')
  const dialog = within(box)
  await userEvent.click(dialog.getByRole('combobox', { name: '要修改的字段' }))
  await userEvent.click(await screen.findByText('区域', { selector: option }))
  return { ...staged, dialog }
}

test('all rows that match: counted first, then written with that count', async () => {
  const { dialog, bodies } = await opened(() => ok(counted))
  await userEvent.type(dialog.getByLabelText('区域'), 'B')
  await press(dialog, /预\s?览/)
  expect(await dialog.findByText('共 2 行，将修改 2 行，0 行原本就是这些值')).toBeTruthy()
  await press(dialog, /修改 2 行$/)
  await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  expect(bodies(path)).toEqual([
    { query: {}, changes: { zone: 'B' }, preview: true },
    { query: {}, changes: { zone: 'B' }, expected: 2 },
  ])
})

test('the key is not offered; nothing is sent while a value is missing; another value is counted again', async () => {
  const { dialog, bodies } = await opened(() => ok(counted))
  expect(screen.queryByText('编号', { selector: option })).toBeNull()
  await press(dialog, /预\s?览/)
  expect(await dialog.findByText('请输入区域')).toBeTruthy()
  expect(bodies(path)).toEqual([])
  await userEvent.type(dialog.getByLabelText('区域'), 'B')
  await press(dialog, /预\s?览/)
  await dialog.findByRole('button', { name: /修改 2 行$/ })
  await userEvent.type(dialog.getByLabelText('区域'), 'C')
  expect(dialog.queryByRole('button', { name: /修改 2 行$/ })).toBeNull()
})

test('what was typed stays when the server refuses', async () => {
  const { dialog } = await opened(() => refused(1009, '符合条件的数据已变为 3 行，请核对后再提交', { total: 3 }))
  await userEvent.type(dialog.getByLabelText('区域'), 'B')
  await press(dialog, /预\s?览/)
  expect(await dialog.findByText('符合条件的数据已变为 3 行，请核对后再提交')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('区域').value).toBe('B')
})

test('refused rows are told by reason', async () => {
  const stale = { id: '1', reason: '已被修改，请刷新后再改' }
  const { dialog } = await opened(() =>
    ok({ total: 2, changed: 1, unchanged: 0, refused: [stale], reasons: [{ reason: stale.reason, rows: 1 }] }),
  )
  await userEvent.type(dialog.getByLabelText('区域'), 'B')
  await press(dialog, /预\s?览/)
  await press(dialog, /修改 1 行$/)
  expect(await dialog.findByText('共 2 行，已修改 1 行，0 行原本就是这些值')).toBeTruthy()
  expect(dialog.getByText('1 行不处理：已被修改，请刷新后再改')).toBeTruthy()
})

test('many rows become a task; few offer the way back', async () => {
  const { dialog, bodies } = await opened(({ body }) =>
    ok(typeof body === 'object' && body !== null && 'preview' in body ? { ...counted, total: 20_000, changed: 20_000 } : { taskId: '5' }),
  )
  await userEvent.type(dialog.getByLabelText('区域'), 'B')
  await press(dialog, /预\s?览/)
  await press(dialog, /修改 20000 行$/)
  await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  expect(bodies(path)[1]).toMatchObject({ expected: 20_000 })
})
