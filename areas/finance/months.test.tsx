import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../test/setup/web/render-page.tsx'
import { ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import type { BookMonth, Finding, ListedItem, MonthCheck } from './amazon/answers.ts'
import { monthOperations } from './amazon/months/month-operations.ts'
import MonthsPage from './months.page.tsx'

afterEach(() => vi.unstubAllGlobals())

const open: BookMonth = {
  month: '2026-03',
  id: null,
  state: 0,
  approval: null,
  due: false,
  over: false,
  profit: '12.349',
  sales: '100.00',
  closedByName: null,
  closedAt: null,
  blockers: null,
}
const blocked: Finding = { code: 'unmapped', message: '费用类型 仓储 未映射：2 行，USD 5.00', path: '/finance/amazon/type-map' }
const due = { ...open, month: '2026-02', due: true, over: true, blockers: [] }
const closed = {
  ...open,
  month: '2026-01',
  id: '5',
  state: 1 as const,
  over: true,
  profit: null,
  closedByName: '王芳',
  closedAt: '2026-02-03T01:00:00Z',
}
const check: MonthCheck = {
  month: '2026-02',
  closed: false,
  blockers: [blocked],
  items: [],
  titles: [],
  altered: [],
  isWhole: true,
  result: {
    shops: { USD: { sales: '100.00', refund: '-5.00', profit: '12.349' } },
    cny: { sales: '700.00', refund: null, profit: '-86.4' },
  },
}
const all = [2, monthOperations.close, monthOperations.reopen]

const page = (
  list: readonly BookMonth[],
  more: { handlers?: Readonly<Record<string, MockHandler>>; operations?: readonly number[]; isWhole?: boolean } = {},
) =>
  renderPage(<MonthsPage />, {
    operations: more.operations ?? all,
    handlers: {
      'POST /financeMonth/months': () => ok({ list, isWhole: more.isWhole ?? true }),
      'POST /financeMonth/check': () => ok({ ...check, isWhole: more.isWhole ?? true }),
      ...more.handlers,
    },
    address: '/t',
  })
const rowOf = async (month: string) => within((await screen.findByText(month)).closest('[role=row]') as HTMLElement)

test('each month says its state in words; money is floored, exact on hover, and missing where a rate is', async () => {
  page([open, due, closed])
  expect((await rowOf('2026-03')).getByText('进行中')).toBeTruthy()
  expect((await rowOf('2026-03')).getByText('12.34').title).toBe('12.349')
  expect((await rowOf('2026-02')).getByText('可以结账')).toBeTruthy()
  expect((await rowOf('2026-01')).getByText('已结账')).toBeTruthy()
  expect((await rowOf('2026-01')).getByTitle('缺少汇率，无法折算')).toBeTruthy()
})

test('the due month is closed after one question, and the list is read again', async () => {
  const { bodies } = page([open, due, closed], { handlers: { 'POST /financeMonth/close': () => ok({ month: '2026-02' }) } })
  await userEvent.click((await rowOf('2026-02')).getByRole('button', { name: '结账' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getAllByText('确定要结 2026-02 的账吗？').length).toBeGreaterThan(0)
  await userEvent.click(question.getByRole('button', { name: '结账' }))
  await waitFor(() => expect(bodies('/financeMonth/close')).toEqual([{ month: '2026-02' }]))
  await waitFor(() => expect(bodies('/financeMonth/months')).toHaveLength(2))
})

test('only the last closed month can be opened; a refusal leaves the list as the server has it', async () => {
  const { bodies } = page([due, closed, { ...closed, month: '2025-12', id: '4' }], {
    handlers: { 'POST /financeMonth/reopen': () => refused(1, '账目正在写入（导入、审核或另一人结账），请稍后再试') },
  })
  expect((await rowOf('2025-12')).queryByRole('button', { name: '反结账' })).toBeNull()
  await userEvent.click((await rowOf('2026-01')).getByRole('button', { name: '反结账' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '反结账' }))
  await waitFor(() => expect(bodies('/financeMonth/reopen')).toEqual([{ id: '5' }]))
  await waitFor(() => expect(bodies('/financeMonth/months')).toHaveLength(2))
})

test('what keeps a month open is counted, named, and closing is not offered', async () => {
  page([{ ...due, blockers: [blocked] }])
  const row = await rowOf('2026-02')
  expect(row.getByText('待处理 1 项')).toBeTruthy()
  expect(row.getByRole('button', { name: '结账' })).toHaveProperty('disabled', true)
  await userEvent.click(row.getByRole('button', { name: '检查' }))
  expect(await screen.findByText(blocked.message)).toBeTruthy()
  expect(screen.getByText('−86.40').title).toBe('-86.4')
})

test('who may only look can check, neither close nor open', async () => {
  page([due, closed], { operations: [2] })
  const row = await rowOf('2026-02')
  expect(row.getByRole('button', { name: '检查' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '结账' })).toBeNull()
  expect(screen.queryByRole('button', { name: '反结账' })).toBeNull()
})

test('who sees a part of the shops is told so, and neither closes nor opens, whatever was granted', async () => {
  page([due, closed], { isWhole: false })
  expect(await screen.findByText('金额只包含您能看到的店铺。结账由能看到全部店铺的人操作。')).toBeTruthy()
  expect((await rowOf('2026-02')).queryByText('可以结账')).toBeNull()
  expect(screen.queryByRole('button', { name: '结账' })).toBeNull()
  expect(screen.queryByRole('button', { name: '反结账' })).toBeNull()
})

test('without any month the page says where months come from', async () => {
  page([])
  expect(await screen.findByText('导入结算报告或交易明细后，有金额的月份显示在这里')).toBeTruthy()
})

test('a check shows what it is doing from the beginning, fills item by item, and can be left: the server is told', async () => {
  const waiting = new Map<string, (answer: ReturnType<typeof ok>) => void>()
  const held = (key: string) => new Promise<ReturnType<typeof ok>>(done => waiting.set(key, done))
  const item = (code: string, state: 'clean' | 'open'): ListedItem => ({
    code,
    title: `项目${code}`,
    needs: 'reason',
    path: '/t',
    company: null,
    state,
    gaps: [],
    more: 0,
    owner: null,
    reason: '',
    saidBy: '',
    saidAt: null,
    version: null,
  })
  const titles = ['a', 'b', 'c'].map(code => ({ code, title: `项目${code}` }))
  page([due], {
    handlers: {
      'POST /financeMonth/check': () => held('figures'),
      'POST /financeMonth/checkItem': ({ body }) => held((body as { item: string }).item),
    },
  })
  await userEvent.click((await rowOf('2026-02')).getByRole('button', { name: '检查' }))
  const drawer = within(await screen.findByRole('dialog'))
  expect((await drawer.findByRole('status')).textContent).toContain('正在核对 2026-02 的金额和导入')
  waiting.get('figures')?.(ok({ ...check, blockers: [], titles }))
  // the figures stand while the checklist is still being asked for, two items at a time
  expect(await drawer.findByText('现在的数字')).toBeTruthy()
  expect(drawer.getByRole('status').textContent).toContain('正在检查 项目a（0 / 3）')
  expect([...waiting.keys()]).toEqual(['figures', 'a', 'b'])
  waiting.get('a')?.(ok({ list: [item('a', 'clean')] }))
  expect(await drawer.findByText('项目a')).toBeTruthy()
  await waitFor(() => expect(waiting.has('c')).toBe(true))
  expect(drawer.queryByText('没有阻止结账的问题')).toBeNull()
  await userEvent.click(drawer.getByRole('button', { name: '取消检查' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('only with every item asked and settled nothing keeps the month open', async () => {
  let state: 'clean' | 'open' = 'open'
  page([due], {
    handlers: {
      'POST /financeMonth/check': () => ok({ ...check, blockers: [], titles: [{ code: 'a', title: '项目a' }] }),
      'POST /financeMonth/checkItem': () => (state === 'open' ? refused(1002, '这一项没有查完') : ok({ list: [] })),
    },
  })
  await userEvent.click((await rowOf('2026-02')).getByRole('button', { name: '检查' }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText('这一项没有查完')).toBeTruthy()
  expect(drawer.queryByText('没有阻止结账的问题')).toBeNull()
  state = 'clean'
  await userEvent.click(drawer.getByRole('button', { name: '重试' }))
  expect(await drawer.findByText('没有阻止结账的问题')).toBeTruthy()
})
