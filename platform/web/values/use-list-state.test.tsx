import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { menuNode, ok, refused } from '../gallery/mock-api.ts'
import ListPage from '../list/list-page.tsx'
import { readState, splitAddress, withOrders } from './list-state.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { useListState } from './use-list-state.ts'

afterEach(() => vi.unstubAllGlobals())

const page = <ListPage menu={menuNode('/list', '列表', 'list/x')} type="amazonTransaction" />
const listPath = '/AmazonTransactionReport/list'
const row = '114-1000000-2000000'
const values = Array.from({ length: 400 }, (_, at) => `114-${at}`)

test('an address above 2 KB becomes a short key; turning the page keeps it', async () => {
  const { bodies, search } = renderPage(page, {
    address: '/list?search=orderId.a&kind=1',
    handlers: { 'POST /listState/insert': () => ok({ key: 'k1' }) },
  })
  await screen.findByText(row)
  await userEvent.click(screen.getByRole('button', { name: '批量查询' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^批量查询：/ }), { target: { value: values.join(' ') } })
  await userEvent.click(screen.getByRole('button', { name: /^查\s*询$/ }))
  await waitFor(() => expect(search().toString()).toBe('kind=1&s=k1'))
  const [kept] = bodies('/listState/insert')
  expect(kept?.['type']).toBe('amazonTransaction')
  expect(readState(new URLSearchParams(String(kept?.['state']))).search).toEqual({ field: 'orderId', values })
  const asked = [{ field: 'orderId', condition: 'IN', value: values.join(',') }]
  await waitFor(() => expect(bodies(listPath).at(-1)?.['conditionList']).toEqual(asked))
  await userEvent.click(await screen.findByTitle('2'))
  await waitFor(() => expect(search().get('page')).toBe('2'))
  expect(search().get('s')).toBe('k1')
  expect(bodies('/listState/insert')).toHaveLength(1)
  await waitFor(() => expect(bodies(listPath).at(-1)).toMatchObject({ pageNum: 2, conditionList: asked }))
})

test('a page turned while the key is on its way waits for the same key', async () => {
  const answer = Promise.withResolvers<void>()
  const { bodies, search } = renderPage(page, {
    address: '/list?search=orderId.a&kind=1',
    handlers: { 'POST /listState/insert': () => answer.promise.then(() => ok({ key: 'k1' })) },
  })
  await screen.findByText(row)
  await userEvent.click(screen.getByRole('button', { name: '批量查询' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^批量查询：/ }), { target: { value: values.join(' ') } })
  await userEvent.click(screen.getByRole('button', { name: /^查\s*询$/ }))
  await waitFor(() => expect(bodies('/listState/insert')).toHaveLength(1))
  await userEvent.click(await screen.findByTitle('2'))
  await waitFor(() => expect(bodies(listPath).at(-1)).toMatchObject({ pageNum: 2 }))
  expect(search().has('s')).toBe(false)
  answer.resolve()
  await waitFor(() => expect(search().toString()).toBe('kind=1&page=2&s=k1'))
  expect(bodies('/listState/insert')).toHaveLength(1)
})

test('a colleague who opens the link sees the same list, and never asks for the whole one first', async () => {
  const { bodies } = renderPage(page, {
    address: '/list?s=k1&page=2',
    handlers: { 'POST /listState/query': () => ok({ type: 'amazonTransaction', state: 'search=orderId.x%2Cy&f.type=1' }) },
  })
  await waitFor(() => expect(bodies(listPath)).toHaveLength(1))
  expect(bodies(listPath)[0]).toMatchObject({
    pageNum: 2,
    conditionList: [
      { field: 'type', condition: 'EQ', value: '1' },
      { field: 'orderId', condition: 'IN', value: 'x,y' },
    ],
  })
})

test('a link that is gone shows the list without it', async () => {
  renderPage(page, { address: '/list?s=gone', handlers: { 'POST /listState/query': () => refused(1004, '列表链接不存在或已删除') } })
  expect(await screen.findByText(row)).toBeTruthy()
})

test('pages and sort stay in the address whatever its length', () => {
  const { kept, rest } = splitAddress(new URLSearchParams('kind=1&f.a=b&search=a.b&page=2&size=20&sort=a.ASC'))
  expect(kept.toString()).toBe('f.a=b&search=a.b')
  expect(rest.toString()).toBe('kind=1&page=2&size=20&sort=a.ASC')
})

test('what is asked before the last address is drawn adds to it', async () => {
  function Orders() {
    const { state, setState } = useListState('currency')
    const add = (field: string) => () => setState(withOrders(state, [...(state.sort === null ? [] : [state.sort]), { field, way: 'ASC' }]))
    return ['name', 'code'].map(field => (
      <button key={field} type="button" onClick={add(field)}>
        {field}
      </button>
    ))
  }
  const { search } = renderPage(<Orders />, { address: '/list' })
  const [name, code] = await screen.findAllByRole('button', { name: /^(name|code)$/ })
  // clicked as a browser does: fireEvent would wait until everything is drawn
  name?.click()
  await Promise.resolve()
  code?.click()
  await waitFor(() => expect([search().get('sort'), search().get('order')]).toEqual(['name.ASC', 'code.ASC']))
})
