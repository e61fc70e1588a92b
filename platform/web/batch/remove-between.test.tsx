import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import ListPage from '../list/list-page.tsx'
import { field, formItem, listDefinition } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { menuNode, ok, refused, type MockHandler } from '../gallery/mock-api.ts'

const path = '/fee/deleteByDateBetween'
const call = (to: string) => ({ method: 'POST' as const, path: `/api-2024${to}` })
const fee = listDefinition('fee', '费用', [field('no', '单号', 'text')], {
  calls: { list: call('/fee/list'), removeBetween: call(path), undo: call('/fee/undo') },
  batchDelete: {
    by: formItem('site', '站点', 'select', { kind: 'choice', required: true, options: [{ value: 1, label: '美国站' }] }),
    period: 'year',
  },
})
afterEach(() => vi.unstubAllGlobals())

async function opened(handler: MockHandler, definition = fee) {
  const staged = renderPage(<ListPage menu={menuNode('/list', '列表', 'list/x')} type="fee" />, {
    handlers: {
      'POST /listField/getByType': () => ok(definition),
      'POST /fee/list': () => ok({ list: [{ id: '1', no: 'F1' }], total: 1, totalExact: true, pageNum: 1, pageSize: 10 }),
      'POST /fee/undo': () => ok({ total: 3, restored: 2, refused: [{ id: '9', reason: '之后又被修改' }] }),
      [`POST ${path}`]: handler,
    },
  })
  await screen.findByText('F1')
  await userEvent.click(screen.getByRole('button', { name: '按期间删除' }))
  return { ...staged, dialog: within(await screen.findByRole('dialog')) }
}
async function fill(dialog: ReturnType<typeof within>): Promise<void> {
  await userEvent.click(dialog.getByRole('combobox', { name: '站点' }))
  await userEvent.click(await screen.findByText('美国站', { selector: '.ant-select-item-option-content' }))
  const year = dialog.getByLabelText('年份')
  await userEvent.click(year)
  await userEvent.type(year, '2025{Enter}')
}

test('site and year are required; the count comes first, then that many are deleted, and can be taken back', async () => {
  const left = { reason: '已审核的数据不能删除，请先反审核', rows: 1 }
  const counted = { total: 4, changed: 3, unchanged: 0, refused: [], reasons: [left] }
  const { dialog, bodies } = await opened(({ body }) =>
    ok(typeof body === 'object' && body !== null && 'preview' in body ? counted : { ...counted, deleted: 3, batchId: '8' }),
  )
  await userEvent.click(await dialog.findByRole('button', { name: /查看行数$/ }))
  expect(await dialog.findByText('请选择站点')).toBeTruthy()
  expect(await dialog.findByText('请选择年份')).toBeTruthy()
  expect(bodies(path)).toEqual([])
  await fill(dialog)
  await userEvent.click(await dialog.findByRole('button', { name: /查看行数$/ }))
  expect(await dialog.findByText('共 4 行，将删除 3 行')).toBeTruthy()
  expect(dialog.getByText('1 行不处理：已审核的数据不能删除，请先反审核')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: /删除 3 行$/ }))
  expect(await dialog.findByText('共 4 行，已删除 3 行')).toBeTruthy()
  expect(bodies(path)).toEqual([
    { site: 1, year: '2025', preview: true },
    { site: 1, year: '2025', expected: 4 },
  ])
  await userEvent.click(await screen.findByRole('button', { name: /撤\s?销/ }))
  await waitFor(() => expect(bodies('/fee/undo')).toEqual([{ batchId: '8' }]))
  expect(await screen.findByText('已撤销 2 行，1 行没有撤销：之后又被修改')).toBeTruthy()
})

test('a refusal stands in the dialog, what was chosen stays', async () => {
  const { dialog } = await opened(() => refused(1009, '符合条件的数据已变为 5 行，请核对后再提交', { total: 5 }))
  await fill(dialog)
  await userEvent.click(await dialog.findByRole('button', { name: /查看行数$/ }))
  expect(await dialog.findByText('符合条件的数据已变为 5 行，请核对后再提交')).toBeTruthy()
  expect(dialog.getByText('美国站')).toBeTruthy()
})

test('a list whose records belong to no shop asks for the year alone', async () => {
  const rates = { ...fee, batchDelete: { by: null, period: 'year' as const } }
  const { dialog, bodies } = await opened(
    () => ok({ total: 2, changed: 0, unchanged: 0, refused: [], reasons: [{ reason: '2026-01 及以前的月份已结账', rows: 2 }] }),
    rates,
  )
  expect(dialog.queryByLabelText('站点')).toBeNull()
  const year = dialog.getByLabelText('年份')
  await userEvent.click(year)
  await userEvent.type(year, '2025{Enter}')
  await userEvent.click(await dialog.findByRole('button', { name: /查看行数$/ }))
  expect(await dialog.findByText('2 行不处理：2026-01 及以前的月份已结账')).toBeTruthy()
  expect(dialog.getByRole('button', { name: /删除 0 行$/ })).toHaveProperty('disabled', true)
  expect(bodies(path)).toEqual([{ year: '2025', preview: true }])
})
