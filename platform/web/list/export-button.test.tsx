import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ok, refused } from '../gallery/mock-api.ts'
import { ExportButton } from './export-button.tsx'
import { countries } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = '/countryManage/listExport'
const definition = { ...countries, calls: { ...countries.calls, export: { method: 'POST' as const, path } } }
const columns = definition.result.slice(0, 1)
const state = {
  filters: {},
  pageNum: 1,
  pageSize: 10,
  sort: null,
  search: null,
  presets: null,
  scheme: null,
  conditions: null,
  order: null,
  view: null,
  day: null,
  span: null,
}
const open = (total: number, answer = ok({ taskId: '1' })) =>
  renderPage(<ExportButton definition={definition} columns={columns} state={state} fixed={{}} selectedIds={[]} total={total} />, {
    handlers: { [`POST ${path}`]: () => answer },
  })

test('no rows: nothing is asked', async () => {
  const on = open(0)
  await userEvent.click(screen.getByRole('button', { name: /导出/ }))
  expect(await screen.findByText('没有数据，无法导出')).toBeTruthy()
  expect(on.bodies(path)).toEqual([])
})

test('the shown columns as workbook by the button, all of them as CSV by the menu', async () => {
  const on = open(3)
  await userEvent.click(screen.getByRole('button', { name: /导出/ }))
  await waitFor(() => expect(on.bodies(path)).toHaveLength(1))
  expect(on.bodies(path)[0]).toMatchObject({ fields: columns.map(c => c.field) })
  expect(on.bodies(path)[0]).not.toHaveProperty('format')
  await userEvent.click(await screen.findByRole('button', { name: '格式和列' }))
  await userEvent.click(await screen.findByText('CSV，全部列'))
  await waitFor(() => expect(on.bodies(path)).toHaveLength(2))
  expect(on.bodies(path)[1]).toMatchObject({ format: 'csv', fields: definition.result.map(c => c.field) })
})

test('from a hundred thousand rows in the background, CSV too', async () => {
  const on = open(100_000)
  await userEvent.click(screen.getByRole('button', { name: '格式和列' }))
  await userEvent.click(await screen.findByText('CSV，显示的列'))
  await waitFor(() => expect(on.bodies(path)).toMatchObject([{ async: true, format: 'csv' }]))
  expect(await screen.findByText('导出已转入后台，完成后在任务中心下载')).toBeTruthy()
})

test('a refusal leaves the button as it was', async () => {
  open(3, refused(1003, '没有导出的权限'))
  await userEvent.click(screen.getByRole('button', { name: /导出/ }))
  expect(await screen.findByText('没有导出的权限')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /导出$/ })).toBeTruthy()
})
