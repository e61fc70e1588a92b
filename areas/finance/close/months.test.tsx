import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import type { BookMonth, ItemTitle, ListedItem } from '../base/answers.ts'
import { endLocalTasks, localTasks } from '#platform/web/tasks/local-tasks.ts'
import { monthOperations } from './months/month-operations.ts'
import MonthsPage from './months.page.tsx'

afterEach(() => {
  endLocalTasks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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
const due = { ...open, month: '2026-02', due: true, over: true }
const closed = {
  ...open,
  month: '2026-01',
  id: '5',
  state: 1 as const,
  over: true,
  profit: '-86.4',
  closedByName: '王芳',
  closedAt: '2026-02-03T01:00:00Z',
}
const titles: ItemTitle[] = [
  { code: 'files', title: '文件齐全', group: 'data', isLong: false },
  { code: 'proof', title: '账实相符', group: 'match', isLong: true },
  { code: 'bank', title: '银行已对账', group: 'match', isLong: false },
]
const item = (code: string, more: Partial<ListedItem> = {}): ListedItem => ({
  code,
  title: titles.find(one => one.code === code)?.title ?? code,
  needs: 'reason',
  path: '/t',
  company: null,
  state: 'clean',
  gaps: [],
  more: 0,
  owner: null,
  reason: '',
  saidBy: '',
  saidAt: null,
  version: null,
  ...more,
})
const lacking = item('bank', { state: 'open', gaps: [{ message: '2 笔流水未勾对', path: '/t' }], version: 4 })
const all = [2, 3, monthOperations.close, monthOperations.reopen]

type Answer = ReturnType<typeof ok>
const page = (
  list: readonly BookMonth[],
  more: {
    handlers?: Readonly<Record<string, MockHandler>>
    operations?: readonly number[]
    isWhole?: boolean
    items?: Readonly<Record<string, () => Answer | Promise<Answer>>>
  } = {},
) =>
  renderPage(<MonthsPage />, {
    operations: more.operations ?? all,
    handlers: {
      // what was carried is a list of its own
      'POST /listField/getByType': () => refused(1004, '没有这个列表'),
      'POST /financeMonth/months': () => ok({ list, items: titles, isWhole: more.isWhole ?? true }),
      'POST /financeMonth/checkItem': ({ body }) => {
        const { item: code } = body as { item: string }
        return more.items?.[code]?.() ?? ok({ list: [item(code)], parts: 1 })
      },
      ...more.handlers,
    },
    address: '/t',
  })
const group = async (name: string) => within(await screen.findByRole('region', { name }))
const buttonOf = (name: string) => screen.getByRole('button', { name })

test('the first open month is checked without a click; what lacks stands in its row, the rest is one line for each group', async () => {
  page([open, due, closed], { items: { bank: () => ok({ list: [lacking], parts: 1 }) } })
  expect(await screen.findByText('还差 1 项')).toBeTruthy()
  expect(screen.getByRole('heading', { name: '2026-02' })).toBeTruthy()
  const match = await group('对账')
  expect(match.getByText('2 笔流水未勾对')).toBeTruthy()
  expect(match.getByText('1 / 2')).toBeTruthy()
  expect(match.getByRole('button', { name: /账实相符/ }).getAttribute('aria-expanded')).toBe('false')
  expect((await group('数据齐全')).queryAllByRole('listitem')).toHaveLength(0)
  const months = within(screen.getByRole('navigation', { name: '月份' }))
  expect(months.getByRole('button', { name: /2026-02/ }).textContent).toContain('未结 · 2 / 3')
  expect(months.getByRole('button', { name: /2026-01/ }).textContent).toContain('已结 · 3 / 3')
  expect(months.getByRole('button', { name: /2026-03/ }).textContent).toContain('进行中')
  expect(buttonOf('结账')).toHaveProperty('disabled', true)
})

test('a reason is given in place, and that item alone is asked for again', async () => {
  let answer = lacking
  const { bodies } = page([due], {
    items: { bank: () => ok({ list: [answer], parts: 1 }) },
    handlers: {
      'POST /financeMonth/sayOfItem': () => {
        answer = { ...lacking, state: 'said', reason: '款项在途', saidBy: '周敏', saidAt: '2026-03-02T01:00:00Z', version: 5 }
        return ok({ month: '2026-02' })
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '说明 银行已对账' }))
  await userEvent.keyboard('款项在途{Enter}')
  expect(await screen.findByText('没有阻止结账的问题')).toBeTruthy()
  expect(bodies('/financeMonth/sayOfItem')).toEqual([
    { month: '2026-02', item: 'bank', companyId: '0', version: 4, isSaid: true, reason: '款项在途' },
  ])
  expect(bodies('/financeMonth/checkItem').filter(one => one['item'] !== 'bank')).toHaveLength(2)
})

test('closing lists what was said instead of done, asks once, and then shows the profit of the month', async () => {
  const said = item('bank', { state: 'said', reason: '款项在途', saidBy: '周敏', gaps: lacking.gaps })
  let list: readonly BookMonth[] = [due, closed]
  const { bodies } = page([], {
    items: { bank: () => ok({ list: [said], parts: 1 }) },
    handlers: {
      'POST /financeMonth/months': () => ok({ list, items: titles, isWhole: true }),
      'POST /financeMonth/close': () => {
        list = [{ ...closed, month: '2026-02', id: '6', profit: '531.29' }, closed]
        return ok({ month: '2026-02', profit: '531.29' })
      },
    },
  })
  await waitFor(() => expect(buttonOf('结账')).toHaveProperty('disabled', false))
  await userEvent.click(buttonOf('结账'))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('银行已对账：款项在途（周敏）')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: '结账' }))
  await waitFor(() => expect(bodies('/financeMonth/close')).toEqual([{ month: '2026-02' }]))
  expect(await screen.findByText('531.29')).toBeTruthy()
  expect(screen.getByRole('heading', { name: '2026-02' })).toBeTruthy()
})

test('somebody was first: the refusal is shown, and the months are read again', async () => {
  const { bodies } = page([due], { handlers: { 'POST /financeMonth/close': () => refused(1002, '2026-02 已结账') } })
  await waitFor(() => expect(buttonOf('结账')).toHaveProperty('disabled', false))
  await userEvent.click(buttonOf('结账'))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '结账' }))
  expect(await screen.findByText('2026-02 已结账')).toBeTruthy()
  await waitFor(() => expect(bodies('/financeMonth/months')).toHaveLength(2))
})

test('only the last closed month can be opened, with a reason', async () => {
  const { bodies } = page([due, closed, { ...closed, month: '2025-12', id: '4' }], {
    handlers: { 'POST /financeMonth/reopen': () => ok({ month: '2026-01' }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: /2025-12/ }))
  expect(await screen.findByText('−86.40')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '反结账' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /2026-01/ }))
  await userEvent.click(await screen.findByRole('button', { name: '反结账' }))
  const question = within(await screen.findByRole('dialog'))
  await userEvent.click(question.getByRole('button', { name: '反结账' }))
  expect(await question.findByText('请填写反结账的原因')).toBeTruthy()
  await userEvent.type(question.getByRole('textbox'), '补来上月账单')
  await userEvent.click(question.getByRole('button', { name: '反结账' }))
  await waitFor(() => expect(bodies('/financeMonth/reopen')).toEqual([{ id: '5', reason: '补来上月账单' }]))
})

test('who may only look can check, neither say, close nor open', async () => {
  page([due, closed], { operations: [2], items: { bank: () => ok({ list: [lacking], parts: 1 }) } })
  expect(await screen.findByText('还差 1 项')).toBeTruthy()
  for (const name of ['结账', '反结账', /(?:说明|已复核) 银行已对账$/, /指定负责人 银行已对账$/])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('who sees a part of the shops is told so, and neither closes nor opens, whatever was granted', async () => {
  page([due, closed], { isWhole: false })
  expect(await screen.findByText('金额只包含您能看到的店铺。结账由能看到全部店铺的人操作。')).toBeTruthy()
  expect(await screen.findByText('您能看到的店铺没有阻止结账的问题')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '结账' })).toBeNull()
})

test('without any month the page says where months come from', async () => {
  page([])
  expect(await screen.findByText('导入结算报告或交易明细后，有金额的月份显示在这里')).toBeTruthy()
})

test('rows stand from the beginning and fill one by one, slow ones last and shop by shop; stopped, the rest stays unanswered', async () => {
  const waiting: ((answer: Answer) => void)[] = []
  const held = () => new Promise<Answer>(done => waiting.push(done))
  const { bodies } = page([due], { items: { files: held, bank: held, proof: held } })
  expect(await screen.findByText('正在检查，还有 3 项')).toBeTruthy()
  const asked = () => bodies('/financeMonth/checkItem').map(({ item: code, part }) => [code, part])
  expect(asked()).toEqual([
    ['files', undefined],
    ['bank', undefined],
  ])
  expect((await group('对账')).getByText('账实相符')).toBeTruthy()
  waiting[0]?.(ok({ list: [item('files')], parts: 1 }))
  await waitFor(() => expect(asked().at(-1)).toEqual(['proof', 1]))
  waiting[2]?.(ok({ list: [item('proof')], parts: 3 }))
  await waitFor(() => expect(asked().at(-1)).toEqual(['proof', 2]))
  expect((await group('数据齐全')).getByText('1 / 1')).toBeTruthy()
  await userEvent.click(buttonOf('取消检查'))
  expect(await screen.findByText('2 项未检查')).toBeTruthy()
  expect((await group('对账')).getAllByText('未检查')).toHaveLength(2)
  expect(buttonOf('结账')).toHaveProperty('disabled', true)
  expect(asked()).toHaveLength(4)
})

test('an item that could not be asked says why and is asked again alone', async () => {
  let isBroken = true
  page([due], { items: { bank: () => (isBroken ? refused(1002, '这一项没有查完') : ok({ list: [item('bank')], parts: 1 })) } })
  expect(await screen.findByText('这一项没有查完')).toBeTruthy()
  expect(screen.queryByText('没有阻止结账的问题')).toBeNull()
  isBroken = false
  await userEvent.click((await group('对账')).getByRole('button', { name: '重试' }))
  expect(await screen.findByText('没有阻止结账的问题')).toBeTruthy()
})

/** Items that are answered when the test says so, in the order in which they were asked for. */
function held(): { items: Readonly<Record<string, () => Promise<Answer>>>; answer: (at: number, one: Answer) => void } {
  const waiting: ((answer: Answer) => void)[] = []
  const item_ = () => new Promise<Answer>(done => waiting.push(done))
  return { items: { files: item_, bank: item_, proof: item_ }, answer: (at, one) => waiting[at]?.(one) }
}
const tasks = () => localTasks.get().map(({ title, state, step, path, message }) => ({ title, state, step, path, message }))

test('a check is an entry of the task centre that goes on while its page is left, and says how it ended', async () => {
  const { items, answer } = held()
  const { bodies } = page([due], { items })
  await screen.findByText('正在检查，还有 3 项')
  const entry = { title: '月结检查 2026-02', path: '/list?month=2026-02', message: undefined }
  expect(tasks()).toEqual([{ ...entry, state: 'running', step: '0 / 3' }])
  cleanup()
  answer(0, ok({ list: [item('files')], parts: 1 }))
  await waitFor(() => expect(tasks()).toEqual([{ ...entry, state: 'running', step: '1 / 3' }]))
  await waitFor(() => expect(bodies('/financeMonth/checkItem')).toHaveLength(3))
  answer(1, ok({ list: [lacking], parts: 1 }))
  answer(2, ok({ list: [item('proof')], parts: 1 }))
  await waitFor(() => expect(tasks()).toEqual([{ ...entry, state: 'done', step: '3 / 3', message: '还差 1 项' }]))
})

test('cancelled in the task centre it asks for nothing more', async () => {
  const { items, answer } = held()
  const { bodies } = page([due], { items })
  await screen.findByText('正在检查，还有 3 项')
  act(() => localTasks.get()[0]?.cancel())
  expect(await screen.findByText('3 项未检查')).toBeTruthy()
  answer(0, ok({ list: [item('files')], parts: 1 }))
  expect(tasks()).toMatchObject([{ state: 'cancelled' }])
  expect(bodies('/financeMonth/checkItem')).toHaveLength(2)
  expect(screen.getByText('3 项未检查')).toBeTruthy()
})

test('after 20 seconds an item that still waits says how many of its shops were asked', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { items, answer } = held()
  page([due], { items: { proof: items['proof'] as () => Promise<Answer> } })
  await screen.findByText('正在检查，还有 1 项')
  answer(0, ok({ list: [item('proof')], parts: 4 }))
  const match = await group('对账')
  expect(match.getByText('正在检查')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(19_000))
  expect(match.queryByText(/正在计算/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(match.getByText('正在计算 1 / 4')).toBeTruthy()
})

test('a right that is lost in between is said in each row that was not asked yet, and closes nothing', async () => {
  let isLost = false
  const { items, answer } = held()
  page([due], {
    items: {
      files: items['files'] as () => Promise<Answer>,
      bank: () => ok({ list: [item('bank')], parts: 1 }),
      proof: () => (isLost ? refused(1003, '没有权限') : ok({ list: [item('proof')], parts: 2 })),
    },
  })
  await screen.findByText('正在检查，还有 1 项')
  isLost = true
  answer(0, refused(1003, '没有权限'))
  await waitFor(() => expect(screen.queryAllByText('没有权限').length).toBeGreaterThan(0))
  expect(screen.queryByText('没有阻止结账的问题')).toBeNull()
  await waitFor(() => expect(buttonOf('结账')).toHaveProperty('disabled', true))
  expect(tasks()).toMatchObject([{ state: 'done' }])
})

test('another month is chosen by its address', async () => {
  const { search } = page([due, closed])
  await userEvent.click(await screen.findByRole('button', { name: /2026-01/ }))
  expect(search().get('month')).toBe('2026-01')
})
