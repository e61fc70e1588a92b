/** 定时任务: what an administrator does about a run that failed for good, and a run out of turn. The list is read again each time. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { RunState, TimedRunRow, TimedWorkList, TimedWorkRow } from '#platform/declare/wire-timed.ts'
import { ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import TimedWorkPage from './timed-work.page.tsx'

const run = (id: string, state: RunState, more: Partial<TimedRunRow> = {}): TimedRunRow => ({
  id,
  plannedAt: '2026-11-20T02:00:00+08:00',
  state,
  tries: 3,
  startedAt: '2026-11-20T02:00:01+08:00',
  endedAt: '2026-11-20T02:00:02+08:00',
  nextTryAt: null,
  ms: 900,
  said: null,
  orderedBy: null,
  ...more,
})

function open(mayRun = true, handlers: Readonly<Record<string, MockHandler>> = {}) {
  const runs = [run('31', 4, { said: '连接超时' }), run('30', 2)]
  const work = (): TimedWorkRow => ({
    name: 'rates.fetch',
    title: '更新汇率',
    isInstallations: false,
    schedule: '每天 02:00',
    nextAt: '2026-11-21T02:00:00+08:00',
    last: runs[0] ?? null,
    dead: runs.filter(one => one.state === 4).length,
    failures: 1,
    mayRun,
  })
  const list = (): TimedWorkList => ({ list: [work()], zone: 'Asia/Shanghai', holidaysUntil: 2026, holidaysMissing: null })
  const becomes = (state: RunState) => () => {
    runs[0] = run('31', state)
    return ok(null)
  }
  const page = renderPage(<TimedWorkPage />, {
    handlers: {
      'POST /timedWorkManage/list': () => ok(list()),
      'POST /timedWorkManage/runs': () => ok({ list: [...runs] }),
      'POST /timedWorkManage/retry': becomes(0),
      'POST /timedWorkManage/giveUp': becomes(5),
      'POST /timedWorkManage/run': becomes(0),
      ...handlers,
    },
  })
  const reads = () => page.bodies('/timedWorkManage/list').length
  return { ...page, reads }
}
const runsShown = async (): Promise<void> => {
  await screen.findByText('更新汇率')
  await userEvent.click(screen.getByRole('button', { name: /展开|Expand/ }))
  await screen.findByText('连接超时')
}
const button = (name: RegExp) => screen.queryByRole('button', { name })
const [retry, giveUp] = [/^重\s?试$/, /^放\s?弃$/]
const giveUpSurely = async (): Promise<void> => {
  await userEvent.click(screen.getByRole('button', { name: giveUp }))
  const question = within(await screen.findByRole('tooltip'))
  expect(question.getByText('放弃后不再重试，确定吗？')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: giveUp }))
}

test('the runs asked for are those of the work; the failed one alone can be tried again or given up', async () => {
  const { bodies } = open()
  await runsShown()
  expect(bodies('/timedWorkManage/runs')).toEqual([{ name: 'rates.fetch' }])
  expect([screen.getAllByRole('button', { name: retry }).length, screen.getAllByRole('button', { name: giveUp }).length]).toEqual([1, 1])
  expect(screen.getByText('1 次待处理')).toBeTruthy()
})

test('trying again names the work and the run, and both lists are read again', async () => {
  const { bodies, reads } = open()
  await runsShown()
  await userEvent.click(screen.getByRole('button', { name: retry }))
  await waitFor(() => expect(bodies('/timedWorkManage/retry')).toEqual([{ name: 'rates.fetch', id: '31' }]))
  await waitFor(() => expect([reads() > 1, bodies('/timedWorkManage/runs').length > 1]).toEqual([true, true]))
  await waitFor(() => expect(button(retry)).toBeNull())
  expect(screen.queryByText('1 次待处理')).toBeNull()
})

test('giving up is asked about first: a no leaves the run as it is', async () => {
  const { bodies, reads } = open()
  await runsShown()
  await userEvent.click(screen.getByRole('button', { name: giveUp }))
  await userEvent.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: /^取\s?消$/ }))
  expect([bodies('/timedWorkManage/giveUp'), reads()]).toEqual([[], 1])
})

test('giving up names the work and the run, and the list is read again', async () => {
  const { bodies, reads } = open()
  await runsShown()
  await giveUpSurely()
  await waitFor(() => expect(bodies('/timedWorkManage/giveUp')).toEqual([{ name: 'rates.fetch', id: '31' }]))
  // of the work and of its run
  expect(await screen.findAllByText('已放弃')).toHaveLength(2)
  expect(reads()).toBeGreaterThan(1)
})

test.each([
  ['retry', () => userEvent.click(screen.getByRole('button', { name: retry }))],
  ['giveUp', giveUpSurely],
] as const)('a refused %s is said, and what is so now is read', async (call, click) => {
  const { reads } = open(true, { [`POST /timedWorkManage/${call}`]: () => refused(1002, '这次执行已由他人处理') })
  await runsShown()
  await click()
  expect(await screen.findByText('这次执行已由他人处理')).toBeTruthy()
  await waitFor(() => expect(reads()).toBeGreaterThan(1))
})

test('a run out of turn names its work', async () => {
  const { bodies, reads } = open()
  await screen.findByText('更新汇率')
  await userEvent.click(screen.getByRole('button', { name: '立即执行' }))
  await waitFor(() => expect(bodies('/timedWorkManage/run')).toEqual([{ name: 'rates.fetch' }]))
  expect(await screen.findByText('已开始执行')).toBeTruthy()
  expect(reads()).toBeGreaterThan(1)
})

test('who may not run it sees the runs and no buttons', async () => {
  open(false)
  await runsShown()
  expect([button(retry), button(giveUp)]).toEqual([null, null])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '立即执行' }).disabled).toBe(true)
})
