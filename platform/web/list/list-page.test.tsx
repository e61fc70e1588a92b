import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { menuNode, ok, refused } from '../gallery/mock-api.ts'
import ListPage from './list-page.tsx'
import { listDefinition, field, transactions } from '../gallery/mock-definitions.ts'
import { countryRows } from '../gallery/mock-lists.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const menu = menuNode('/list', '列表', 'list/x')
const page = (type: string) => <ListPage menu={menu} type={type} />
const listPath = '/AmazonTransactionReport/list'

test('a list it has never seen: title, filters, rows, totals by currency, pages', async () => {
  const { bodies } = renderPage(page('amazonTransaction'))
  // what a narrow column cuts is all there on hover
  expect((await screen.findByText('114-1000000-2000000')).getAttribute('title')).toBe('114-1000000-2000000')
  expect(screen.getByRole('heading', { name: '列表' })).toBeTruthy()
  expect(screen.getByText('共 1,284 条')).toBeTruthy()
  const totals = screen.getByText('总计').closest<HTMLElement>('[role="row"]')
  if (totals === null) throw new Error('no totals row')
  expect(within(totals).getByText('1,102')).toBeTruthy()
  expect(within(totals).getByText('458,211.12').getAttribute('title')).toBe('458,211.125')
  expect(within(totals).getByText('−15,822.35')).toBeTruthy()
  // bounded by its default period, and never without
  expect(bodies(listPath)[0]).toMatchObject({
    pageNum: 1,
    pageSize: 10,
    startDate: expect.stringMatching(/^\d{4}-/),
    endDate: expect.stringMatching(/^\d{4}-/),
  })
  expect(bodies(listPath)[0]).not.toHaveProperty('sortField')
})

test('what the address says is asked and shown; going on changes the address', async () => {
  const { bodies, search } = renderPage(page('amazonTransaction'), {
    address: '/list?f.type=1,2&sort=total.DESC&page=3&size=20&f.orderId=a%5C,b',
  })
  await screen.findByText('共 1,284 条')
  expect(bodies(listPath)[0]).toMatchObject({
    pageNum: 3,
    pageSize: 20,
    sortField: 'total',
    sortWay: 'DESC',
    conditionList: [
      { field: 'type', condition: 'IN', value: '1,2' },
      { field: 'orderId', condition: 'LIKE', value: String.raw`a\\\,b` },
    ],
  })
  await userEvent.click(screen.getByTitle('4'))
  await waitFor(() => expect(search().get('page')).toBe('4'))
  expect(search().get('f.type')).toBe('1,2')
})

test('what the search box looks for has no second field in the bar; typing asks once, from the first page on', async () => {
  const { bodies, search } = renderPage(page('country'), { address: '/list?page=1' })
  await screen.findByText('美国')
  const asked = bodies('/countryManage/list').length
  expect(screen.queryByLabelText('名称')).toBeNull()
  await userEvent.type(screen.getByLabelText('查询内容'), ' 德 ')
  expect(bodies('/countryManage/list')).toHaveLength(asked)
  await waitFor(() => expect(search().get('search')).toMatch(/\.德$/))
  await waitFor(() => expect(bodies('/countryManage/list')).toHaveLength(asked + 1))
})

test('without operations, or with viewing alone, there is no action column', async () => {
  renderPage(page('country'), { operations: [2] })
  await screen.findByText('美国')
  expect(screen.queryByText('操作')).toBeNull()
  expect(screen.queryByText('编辑')).toBeNull()
})

test('selected rows: batch action with its confirmation, body and the list asked again', async () => {
  const { bodies } = renderPage(page('amazonTransaction'))
  await screen.findByText('114-1000000-2000000')
  const boxes = screen.getAllByRole('checkbox', { name: /^选择 / })
  await userEvent.click(boxes[0] as HTMLElement)
  await userEvent.click(boxes[1] as HTMLElement)
  expect(screen.getByText('已选 2 行')).toBeTruthy()
  const asked = bodies(listPath).length
  await userEvent.click(screen.getByRole('button', { name: '批量审核' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getAllByText('确定要审核所选 2 行吗？').length).toBeGreaterThan(0)
  await userEvent.click(within(dialog).getByRole('button', { name: '批量审核' }))
  await waitFor(() => expect(bodies('/AmazonTransactionReport/batchAudit')).toEqual([{ ids: ['row-0', 'row-1'], audit: 1 }]))
  await waitFor(() => expect(bodies(listPath).length).toBeGreaterThan(asked))
  expect(screen.queryByText('已选 2 行')).toBeNull()
})

test('batch delete stands from two rows on and names how many', async () => {
  const { bodies } = renderPage(page('country'))
  await screen.findByText('美国')
  const boxes = screen.getAllByRole('checkbox', { name: /^选择 / })
  await userEvent.click(boxes[0] as HTMLElement)
  expect(screen.queryByRole('button', { name: '批量删除' })).toBeNull()
  await userEvent.click(boxes[2] as HTMLElement)
  await userEvent.click(screen.getByRole('button', { name: '批量删除' }))
  await userEvent.click(await screen.findByRole('button', { name: '删除 2 行' }))
  await waitFor(() => expect(bodies('/countryManage/delete')).toEqual([{ ids: ['1', '3'] }]))
})

test('an export without rows is not asked for', async () => {
  const { server } = renderPage(page('country'), {
    handlers: { 'GET /countryManage/list': () => ok({ list: [], total: 0, pageNum: 1, pageSize: 10 }) },
  })
  await screen.findByText('还没有国家')
  await userEvent.click(screen.getByRole('button', { name: /导出/ }))
  expect(await screen.findByText('没有数据，无法导出')).toBeTruthy()
  expect(server.calls.some(one => one.path === '/countryManage/export')).toBe(false)
})

test('empty begins with one primary button, failed says what happened and tries again', async () => {
  let fails = true
  const answer = () =>
    fails ? refused(1002, '查询用时过长，请缩小日期范围后再试') : ok({ list: [...countryRows], total: 3, pageNum: 1, pageSize: 10 })
  renderPage(page('country'), { handlers: { 'GET /countryManage/list': answer } })
  expect(await screen.findByText('查询用时过长，请缩小日期范围后再试')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('美国')).toBeTruthy()
})

test('an estimate of the number of rows says so', async () => {
  const few = listDefinition('few', '流水', [field('no', '单号', 'text')])
  renderPage(page('few'), {
    handlers: {
      'POST /listField/getByType': () => ok(few),
      'POST /few/list': () => ok({ list: [{ id: '1', no: 'A-1' }], total: 1_200_000, totalExact: false, pageNum: 1, pageSize: 10 }),
    },
  })
  expect(await screen.findByText('共 约 1,200,000 条')).toBeTruthy()
  expect(transactions.bound?.days).toBe(90)
})
