/** The page of bank matching: what it shows while it waits, without lines and failed; what becomes of a line that is refused. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { feedback } from '#platform/web/api/feedback.ts'
import { ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import { renderPage } from '../../../../test/setup/web/render-page.tsx'
import type { CandidatesAnswer, OverviewAnswer, PaymentAnswer } from './answers.ts'
import ReconcilePage from './reconcile.page.tsx'

const row = (no: number, confidence: number | null) => ({
  id: `row${no}`,
  lineId: String(no),
  postedOn: `2026-03-0${no}`,
  accountIdLabel: '钱包',
  open: '100.0000',
  currency: 'USD',
  counterparty: `对方${no}`,
  purpose: null,
  summary: null,
  confidence,
})
const payment = (no: number): PaymentAnswer => ({
  id: `9${no}`,
  dueOn: '2026-03-01',
  source: '手工登记',
  reference: `R-${no}`,
  party: '某平台',
  shop: '',
  open: '100.0000',
  currency: 'USD',
})
const none: CandidatesAnswer = { taken: null, suggestions: [], payments: null }
const paid = (no: number, isProposed = true): CandidatesAnswer => ({
  ...none,
  suggestions: [
    {
      key: String(no),
      kind: '款项',
      score: 90,
      confidence: 1,
      isProposed,
      others: [],
      payments: [payment(no)],
      item: null,
      itemTitle: '',
      difference: '0',
      reasons: [
        { text: '金额一致', fits: true },
        { text: '早 2 天', fits: false },
      ],
    },
  ],
})
const glance: OverviewAnswer = {
  accounts: [{ id: '1', name: '钱包', open: 3, file: { on: '2026-03-18', until: '2026-03-17' } }],
  items: [{ value: 1, label: '银行手续费' }],
  months: ['2026-03'],
  open: 3,
  sums: [{ currency: 'USD', amount: '300' }],
  suggested: 2,
  high: 0,
}
const lineOf = (body: unknown): number => Number((body as { lineId: string }).lineId)
const lists =
  (rows: readonly object[], next: string | null = null): MockHandler =>
  () =>
    ok({ list: rows, total: rows.length, next })
const handlers = (more: Readonly<Record<string, MockHandler>> = {}): Record<string, MockHandler> => ({
  'POST /bankReconcile/list': lists([row(1, 1), row(2, 1), row(3, null)]),
  'POST /bankReconcile/overview': () => ok(glance),
  'POST /bankReconcile/candidates': ({ body }) => ok(lineOf(body) === 3 ? none : paid(lineOf(body))),
  ...more,
})
const told = (): unknown[] => vi.mocked(feedback.error).mock.calls.flat()
beforeEach(() => {
  vi.spyOn(feedback, 'error').mockReset()
  // rows are drawn for what the window shows
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400)
})
const option = (name: string) => screen.findByRole('option', { name: new RegExp(name) })
const accepting = async (): Promise<void> => {
  await screen.findByText('手工登记 R-1')
  await userEvent.keyboard('{Enter}')
}

test('Enter accepts the first, the line leaves the list, the next is marked and U takes it back', async () => {
  const { bodies } = renderPage(<ReconcilePage />, {
    handlers: handlers({
      'POST /bankReconcile/accept': () => ok({ changed: 1, matchIds: ['71'] }),
      'POST /bankMatch/undoMatch': () => ok({ changed: 1 }),
    }),
  })
  await option('对方1')
  await accepting()
  await screen.findByText('手工登记 R-2')
  expect(screen.queryByRole('option', { name: /对方1/ })).toBeNull()
  expect(bodies('/bankReconcile/accept')).toEqual([{ ids: ['row1'], key: '1' }])
  await userEvent.keyboard('u')
  await waitFor(() => expect(bodies('/bankMatch/undoMatch')).toEqual([{ ids: ['71'] }]))
  await option('对方1')
})

test('somebody was first: the line comes back grey with who, and nothing is accepted on it', async () => {
  let isTaken = false
  const { bodies } = renderPage(<ReconcilePage />, {
    handlers: handlers({
      'POST /bankReconcile/accept': () => {
        isTaken = true
        return refused(1009, '这笔流水已由 李雷 在 2026-03-20 12:00 勾对，请刷新后再操作')
      },
      'POST /bankReconcile/candidates': ({ body }) =>
        ok(isTaken && lineOf(body) === 1 ? { ...none, taken: { by: '李雷', at: '03-20 12:00' } } : paid(lineOf(body))),
    }),
  })
  await accepting()
  const line = await option('李雷 03-20 12:00 已勾对')
  expect(line.getAttribute('aria-disabled')).toBe('true')
  expect(told()).toEqual([])
  await userEvent.click(line)
  await userEvent.keyboard('{Enter}')
  expect(bodies('/bankReconcile/accept')).toHaveLength(1)
})

test('what is refused otherwise says why, and the line is there again', async () => {
  renderPage(<ReconcilePage />, {
    handlers: handlers({ 'POST /bankReconcile/accept': () => refused(1002, '2026-03 及以前的月份已结账') }),
  })
  await accepting()
  await option('对方1')
  await waitFor(() => expect(told()).toEqual(['2026-03 及以前的月份已结账']))
  expect(screen.queryByText(/已勾对 1 笔/)).toBeNull()
})

test('a suggestion that is not kept is matched by what it holds', async () => {
  const { bodies } = renderPage(<ReconcilePage />, {
    handlers: handlers({
      'POST /bankReconcile/candidates': ({ body }) => ok(paid(lineOf(body), false)),
      'POST /bankReconcile/match': () => ok({ changed: 1, matchIds: ['71'] }),
    }),
  })
  await screen.findByText('手工登记 R-1')
  await userEvent.keyboard('1')
  await waitFor(() => expect(bodies('/bankReconcile/match')).toEqual([{ ids: ['row1'], expectedIds: ['91'], item: null, remainder: 1 }]))
})

test('who may only look has no button and no key that does anything', async () => {
  const { server } = renderPage(<ReconcilePage />, { handlers: handlers(), operations: [2] })
  await accepting()
  await userEvent.keyboard('1u')
  expect(screen.queryByRole('button', { name: /接受/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '确认勾对' })).toBeNull()
  expect(server.calls.filter(one => /accept|match|undo/.test(one.path))).toEqual([])
})

test('without lines it says since which file; a refusal of the list says why', async () => {
  renderPage(<ReconcilePage />, {
    handlers: handlers({ 'POST /bankReconcile/list': lists([]), 'POST /bankReconcile/overview': () => ok({ ...glance, open: 0 }) }),
  })
  expect(await screen.findByText('全部账户都已核对')).toBeTruthy()
  expect(await screen.findByText('最近一份流水 2026-03-18 导入，到 2026-03-17 为止')).toBeTruthy()
})

test('a list that can not be read says so and is asked again', async () => {
  let isDown = true
  renderPage(<ReconcilePage />, {
    handlers: handlers({
      'POST /bankReconcile/list': call => (isDown ? refused(1053, '系统正忙') : lists([row(1, 1)])(call)),
    }),
  })
  await screen.findByText('系统正忙')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: /重\s*试/ }))
  expect(await option('对方1')).toBeTruthy()
})

test('a line that was matched here and taken back elsewhere is there again once all is read anew', async () => {
  renderPage(<ReconcilePage />, {
    handlers: handlers({
      'POST /bankReconcile/accept': () => ok({ changed: 1, matchIds: ['71'] }),
      'POST /bankReconcile/run': () => ok({ added: 0, changed: 0, removed: 0, suggested: 2 }),
    }),
  })
  await option('对方1')
  await accepting()
  await screen.findByText('手工登记 R-2')
  expect(screen.queryByRole('option', { name: /对方1/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '更多操作' }))
  await userEvent.click(await screen.findByText('更新建议'))
  await option('对方1')
})
