import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { feedback } from '../api/feedback.ts'
import { menuNode } from '../gallery/mock-api.ts'
import { transactions } from '../gallery/mock-definitions.ts'
import { SearchBox } from './search-box.tsx'
import ListPage from './list-page.tsx'
import { filterQuery } from '../values/list-query.ts'
import { emptyState, type ListState } from '../values/list-state.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const menu = menuNode('/list', '列表', 'list/x')
const page = <ListPage menu={menu} type="amazonTransaction" />
const listPath = '/AmazonTransactionReport/list'
const openBatch = async (): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name: '批量查询' }))
  return screen.findByRole('textbox', { name: /^批量查询：/ })
}

test('it begins with the first field there is; without one nothing is asked, and the page says what is missing', async () => {
  const warned = vi.spyOn(feedback, 'warning').mockImplementation(() => undefined)
  const { bodies } = renderPage(page)
  await screen.findByText('114-1000000-2000000')
  const box = document.querySelector<HTMLElement>('.zg-search')
  expect(box?.textContent).toContain('订单号')
  fireEvent.click(box?.querySelector('.ant-select-clear') ?? screen.getByLabelText('查询内容'))
  await userEvent.type(screen.getByLabelText('查询内容'), '114{Enter}')
  await userEvent.click(screen.getByRole('button', { name: '批量查询' }))
  expect(warned.mock.calls).toEqual([['请先选择查询条件！'], ['请先选择查询条件！']])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bodies(listPath)).toHaveLength(1)
})

test('a value is trimmed, asked after a moment and kept in the address; emptied it is gone', async () => {
  const { bodies, search } = renderPage(page, { address: '/list?search=orderId.a' })
  await screen.findByText('114-1000000-2000000')
  const box = screen.getByLabelText('查询内容')
  await userEvent.clear(box)
  await userEvent.type(box, ' 114 ')
  await waitFor(() => expect(search().get('search')).toBe('orderId.114'))
  await waitFor(() => expect(bodies(listPath).at(-1)?.['conditionList']).toEqual([{ field: 'orderId', condition: 'LIKE', value: '114' }]))
  await userEvent.clear(box)
  await waitFor(() => expect(search().has('search')).toBe(false))
})

test('/ brings the cursor into the search box, and is a character where one types', async () => {
  renderPage(page, { address: '/list?search=orderId.a' })
  await screen.findByText('114-1000000-2000000')
  await userEvent.keyboard('/')
  const box = screen.getByLabelText<HTMLInputElement>('查询内容')
  expect(document.activeElement).toBe(box)
  await userEvent.keyboard('/')
  expect(box.value).toBe('a/')
})

test('batch box: hundreds of values become one condition; more than 5,000 are refused and stay typed', async () => {
  const { bodies } = renderPage(page, { address: '/list?search=orderId.a' })
  await screen.findByText('114-1000000-2000000')
  const typed = Array.from({ length: 100_000 }, (_, at) => `114-${at}`).join(' ')
  const box = await openBatch()
  fireEvent.change(box, { target: { value: typed } })
  const asked = bodies(listPath).length
  await userEvent.click(screen.getByRole('button', { name: /^查\s*询$/ }))
  expect(await screen.findByText('一次最多查询 5,000 个值，现有 100,000 个，请分次查询')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^批量查询：/ }).value).toBe(typed)
  expect(bodies(listPath)).toHaveLength(asked)
  fireEvent.change(box, { target: { value: '114-1, 114-2\n114-1' } })
  await userEvent.click(screen.getByRole('button', { name: /^查\s*询$/ }))
  await waitFor(() =>
    expect(bodies(listPath).at(-1)?.['conditionList']).toEqual([{ field: 'orderId', condition: 'IN', value: '114-1,114-2' }]),
  )
})

test('a list that has it opens on 全部文本; emptied, or for many values, a field must be chosen first', async () => {
  const warned = vi.spyOn(feedback, 'warning').mockImplementation(() => undefined)
  const definition = { ...transactions, search: { field: 'allText', title: '全部文本', within: ['订单号', 'SKU'] } }
  let state: ListState = emptyState
  const onState = vi.fn<(next: ListState) => void>(next => {
    state = next
    box.rerender(<SearchBox definition={definition} state={state} onState={onState} />)
  })
  const box = render(<SearchBox definition={definition} state={state} onState={onState} />)
  expect(screen.getByText('全部文本')).toBeTruthy()
  const input = screen.getByLabelText<HTMLInputElement>('查询内容')
  expect(input.placeholder).toBe('订单号、SKU')
  await userEvent.type(input, '收纳, 50%')
  await waitFor(() => expect(state.search).toEqual({ field: 'allText', values: ['收纳, 50%'] }))
  expect(filterQuery(definition, state, {}, '2026-11-22').conditionList).toEqual([
    { field: 'allText', condition: 'LIKE', value: '收纳\\, 50%' },
  ])
  await userEvent.click(screen.getByRole('button', { name: '批量查询' }))
  expect(warned.mock.calls).toEqual([['请先选择查询条件！']])
  const clear = box.container.querySelector('.ant-select-clear')
  if (clear === null) throw new Error('the selector cannot be emptied')
  fireEvent.click(clear)
  await waitFor(() => expect(state.search).toBeNull())
  expect(screen.queryByText('全部文本')).toBeNull()
  expect(input.value).toBe('收纳, 50%')
  await userEvent.type(input, '{Enter}')
  await userEvent.click(screen.getByRole('button', { name: '批量查询' }))
  expect(warned).toHaveBeenCalledTimes(3)
})
