import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListDefinition } from '../../declare/wire.ts'
import { menuNode, ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import ListPage from '../list/list-page.tsx'
import { inlineItems } from './use-inline-edit.tsx'
import { countries } from '../gallery/mock-definitions.ts'
import { countryRows } from '../gallery/mock-lists.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const inline = (definition: ListDefinition, ...names: string[]): ListDefinition => ({
  ...definition,
  result: definition.result.map(one => (names.includes(one.field) ? { ...one, isInline: true } : one)),
  showList: definition.showList.map(one => (names.includes(one.field) ? { ...one, isInline: true } : one)),
})
const definition = inline(countries, 'code', 'name', 'region')

/** The list of countries with names and regions that can be set in their cells. */
async function list(update: MockHandler) {
  const on = renderPage(<ListPage menu={menuNode('/list', '列表', 'list/x')} type="country" />, {
    handlers: { 'POST /listField/getByType': () => ok(definition), 'POST /countryManage/update': update },
  })
  const cell = await screen.findByRole('gridcell', { name: '美国' })
  const asked = () => on.server.calls.filter(one => one.path === '/countryManage/list').length
  return { on, cell, asked }
}

test('a double click opens the control; Enter saves with id and version and the list asks again', async () => {
  const { on, cell, asked } = await list(() => ok({ id: '1', version: 4 }))
  const before = asked()
  await userEvent.dblClick(cell)
  const input = await within(cell).findByRole('textbox')
  expect(document.activeElement).toBe(input)
  await userEvent.clear(input)
  await userEvent.type(input, ' 合众国 {Enter}')
  await waitFor(() => expect(on.bodies('/countryManage/update')).toEqual([{ id: '1', version: 3, name: '合众国' }]))
  await waitFor(() => expect(within(cell).queryByRole('textbox')).toBeNull())
  expect(asked()).toBe(before + 1)
  expect(document.activeElement).toBe(screen.getByRole('grid'))
})

test('by keyboard: Enter opens, Esc drops and saves nothing; unchanged is not sent', async () => {
  const { on, cell } = await list(() => ok({ id: '1', version: 4 }))
  await userEvent.click(cell)
  await userEvent.keyboard('{Enter}')
  await userEvent.type(await within(cell).findByRole('textbox'), '甲{Escape}')
  expect(within(cell).queryByRole('textbox')).toBeNull()
  expect(cell.textContent).toBe('美国')
  await userEvent.keyboard('{F2}')
  await within(cell).findByRole('textbox')
  await userEvent.keyboard('{Enter}')
  expect(within(cell).queryByRole('textbox')).toBeNull()
  expect(on.bodies('/countryManage/update')).toEqual([])
})

test('what is wrong is told beside the cell before the server is asked, and what the server refuses too; what was typed stays', async () => {
  const { on, cell } = await list(() => refused(1002, '请求不正确', { errors: [{ field: 'name', message: '名称已存在' }] }))
  await userEvent.dblClick(cell)
  const input = await within(cell).findByRole<HTMLInputElement>('textbox')
  await userEvent.clear(input)
  await userEvent.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('请输入名称')
  expect(on.bodies('/countryManage/update')).toEqual([])
  await userEvent.type(input, '德国{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('名称已存在'))
  expect(input.value).toBe('德国')
})

test('somebody was first: the newer value is offered, and one’s own saved over it when asked', async () => {
  const current = { ...countryRows[0], version: 9, name: '美利坚' }
  const { on, cell } = await list(({ body }) =>
    (body as { version: number }).version === 9 ? ok({ id: '1', version: 10 }) : refused(1009, '王主管刚刚修改了这条国家', { current }),
  )
  await userEvent.dblClick(cell)
  await userEvent.clear(await within(cell).findByRole('textbox'))
  // another name than the test before: the same write again within a moment is done once
  await userEvent.type(within(cell).getByRole('textbox'), '花旗国{Enter}')
  expect(await screen.findByText('名称：美国 → 美利坚')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '以我填写的为准保存' }))
  await waitFor(() => expect(on.bodies('/countryManage/update').at(-1)).toEqual({ id: '1', version: 9, name: '花旗国' }))
  await waitFor(() => expect(within(cell).queryByRole('textbox')).toBeNull())
})

test('what is chosen is saved at once', async () => {
  const { on } = await list(() => ok({ id: '1', version: 4 }))
  const [region] = screen.getAllByRole('gridcell', { name: '北美' })
  await userEvent.dblClick(region as HTMLElement)
  await userEvent.click(await within(region as HTMLElement).findByRole('combobox'))
  await userEvent.click(await screen.findByText('亚洲', { selector: '.ant-select-item-option-content' }))
  await waitFor(() => expect(on.bodies('/countryManage/update')).toEqual([{ id: '1', version: 3, region: 3 }]))
})

test('what is fixed after adding, and everything without the right to update, has no control', () => {
  expect([...inlineItems(definition).keys()]).toEqual(['name', 'region'])
  const { update: _update, ...calls } = definition.calls
  expect([...inlineItems({ ...definition, calls }).keys()]).toEqual([])
})
