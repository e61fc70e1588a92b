import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok } from '../gallery/mock-api.ts'
import { localTasks, noteLocalTask } from './local-tasks.ts'
import TaskCentre from './task-centre.tsx'

/** The websocket as the browser has it, moved by the test. */
class FakeSocket {
  static last: FakeSocket | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSocket.last = this
  }
  close(): void {
    this.onclose?.()
  }
}

beforeEach(() => {
  FakeSocket.last = null
  session.begin('token-1', '0')
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const running = {
  taskId: '7',
  title: '导入 结算报告.txt',
  state: 'running',
  progress: 0.2,
  step: '读取',
  createdAt: new Date(Date.now() - 10_000).toISOString(),
  importIds: ['71'],
}
const done = {
  taskId: '6',
  title: '导出 交易明细',
  state: 'done',
  progress: 1,
  step: '',
  createdAt: '2026-11-20T09:12:00+08:00',
  importIds: [],
}

test('shows what runs, follows pushes, cancels an import', async () => {
  const { bodies } = renderPage(<TaskCentre />, {
    handlers: { 'POST /task/query': () => ok({ list: [running, done] }), 'POST /realtime/ticket': () => ok({ ticket: 'a b' }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: '任务中心，1 个进行中' }))
  expect(await screen.findByText('导入 结算报告.txt')).toBeTruthy()
  expect(screen.getByText('20%')).toBeTruthy()
  expect(screen.getByText('2026-11-20 09:12:00')).toBeTruthy()

  await waitFor(() => expect(FakeSocket.last?.url).toMatch(/^ws:.*\/api-2024\/ws\?ticket=a%20b$/))
  act(() => {
    FakeSocket.last?.onmessage?.({ data: JSON.stringify({ kind: 'hello', no: 4 }) })
    FakeSocket.last?.onmessage?.({
      data: JSON.stringify({ kind: 'task', no: 5, taskId: '7', importIds: ['71'], progress: 0.6, state: 'running', step: '合并' }),
    })
  })
  expect(await screen.findByText('60%')).toBeTruthy()
  expect(screen.getByText('合并')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(bodies('/fileImportHistory/cancel')).toEqual([{ id: '71' }]))
})

test('counts what failed until it was looked at, and what waits for a decision until it is decided', async () => {
  const at = '2026-11-20T09:12:00.000Z'
  const ended = ['failed', 'refused', 'cancelled', 'done', 'waiting'].map((state, i) => ({
    ...done,
    taskId: `${i}`,
    state,
    finishedAt: at,
  }))
  renderPage(<TaskCentre />, {
    handlers: { 'POST /task/query': () => ok({ list: ended }), 'POST /realtime/ticket': () => ok({ ticket: 'a' }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: '任务中心，3 个失败或待处理' }))
  expect(await screen.findByRole('button', { name: '任务中心，1 个失败或待处理' })).toBeTruthy()
  // who may not see the page of timed work has no tab of the system
  expect(screen.queryByText('系统')).toBeNull()
})

test('work of the browser itself stands above that of the server, is cancelled here and ends with the program', async () => {
  const cancel = vi.fn<() => void>()
  renderPage(<TaskCentre />, {
    handlers: { 'POST /task/query': () => ok({ list: [done] }), 'POST /realtime/ticket': () => ok({ ticket: 'a' }) },
  })
  act(() =>
    noteLocalTask({
      ...running,
      state: 'running',
      taskId: 'month',
      title: '月结检查 2026-02',
      importIds: [],
      canCancel: true,
      path: '/t',
      cancel,
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: '任务中心，1 个进行中' }))
  expect((await screen.findAllByRole('listitem')).map(one => one.textContent?.slice(0, 4))).toEqual(['月结检查', '导出 交'])
  await userEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(cancel).toHaveBeenCalledTimes(1)
  cleanup()
  expect(localTasks.get()).toEqual([])
})
