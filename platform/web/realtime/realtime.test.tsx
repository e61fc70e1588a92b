import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Push } from '../../declare/wire.ts'
import { session } from '../api/session.ts'
import { fetchFrom, menuNode, mockProfile, mockServer, ok } from '../gallery/mock-api.ts'
import { open } from '../../../test/setup/web/open-shell.tsx'
import { createPushConnection, parseMessage, retryAfterMs, type PushConnection } from './push-connection.ts'

class FakeSocket {
  static all: FakeSocket[] = []
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  readonly url: string
  readonly sent: string[] = []
  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.onclose?.()
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}
const task = (id: string, no: number) => ({ kind: 'task', taskId: id, importIds: [], progress: 1, state: 'running', step: '', no })

let heard: { id: string; no: number }[]
let isLive: boolean
let last: number | null
let line: PushConnection | null = null

beforeEach(() => {
  FakeSocket.all = []
  heard = []
  isLive = false
  last = null
  session.begin('token-1', '0')
  vi.stubGlobal('WebSocket', FakeSocket)
  const server = mockServer({ 'POST /realtime/ticket': () => ok({ ticket: `t${FakeSocket.all.length}` }) })
  vi.stubGlobal('fetch', fetchFrom(server))
})
afterEach(() => {
  line?.close()
  line = null
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function begin(): Promise<FakeSocket> {
  line = createPushConnection({
    onPush: (push: Push, no) => heard.push({ id: push.kind === 'task' ? push.taskId : push.kind, no }),
    onLive: now => (isLive = now),
    last: () => last,
    setLast: no => (last = no),
  })
  line.open()
  return socketAt(0)
}
async function socketAt(at: number): Promise<FakeSocket> {
  await vi.waitFor(() => expect(FakeSocket.all.length).toBeGreaterThan(at), { timeout: 60_000 })
  return FakeSocket.all[at] as FakeSocket
}

test.each(['', 'no json', '[]', 'null', '{"kind":"other","no":1}', '{}', '{"kind":"hello"}'])('%s is dropped', text =>
  expect(parseMessage(text)).toBeNull(),
)
test('binary is dropped, a message is read', () => {
  expect(parseMessage(new ArrayBuffer(2))).toBeNull()
  expect(parseMessage(JSON.stringify(task('7', 3)))).toEqual({ message: task('7', 3), no: 3 })
})

test.each([
  [0, 0, 1_000],
  [1, 0, 2_000],
  [3, 1, 4_000],
  [10, 0, 60_000],
  [99, 1, 30_000],
])('after %i failures, at random %d: %i ms', (failures, random, ms) => expect(retryAfterMs(failures, random)).toBe(ms))

test('messages are heard once and in order, what is missing is asked for', async () => {
  const socket = await begin()
  expect(socket.url).toMatch(/^ws:.*\/api-2024\/ws\?ticket=t0$/)
  expect(isLive).toBe(false)
  socket.say({ kind: 'hello', no: 4 })
  expect(isLive).toBe(true)
  socket.say(task('a', 5))
  socket.say(task('a', 5))
  socket.say(task('c', 7))
  expect(socket.sent).toEqual(['{"since":5}'])
  socket.say(task('b', 6))
  socket.say(task('c', 7))
  expect(heard).toEqual([
    { id: 'a', no: 5 },
    { id: 'b', no: 6 },
    { id: 'c', no: 7 },
  ])
})

test('a lost line is opened again with a new ticket, and asks for what came meanwhile', async () => {
  const first = await begin()
  first.say({ kind: 'hello', no: 4 })
  first.say(task('a', 5))
  first.close()
  expect(isLive).toBe(false)
  const second = await vi.waitFor(() => socketAt(1), 60_000)
  expect(second.url).toContain('ticket=t1')
  second.say({ kind: 'hello', no: 7 })
  expect(second.sent).toEqual(['{"since":5}'])
  second.say(task('b', 6))
  second.say(task('c', 7))
  expect(heard.map(one => one.no)).toEqual([5, 6, 7])
})

test('what is no longer kept is told as a gap, and the count goes on from there', async () => {
  const socket = await begin()
  last = 2
  socket.say({ kind: 'hello', no: 9 })
  expect(socket.sent).toEqual(['{"since":2}'])
  socket.say({ kind: 'gap', no: 9 })
  socket.say(task('a', 10))
  expect(heard).toEqual([
    { id: 'gap', no: 9 },
    { id: 'a', no: 10 },
  ])
})

test('the message count is polled each minute, and asked for at once by a push and when the line opens', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let total = 2
  const { server } = open('/finance/base/currency', {
    'POST /realtime/ticket': () => ok({ ticket: 'x' }),
    'GET /emp/unreadCount': () => ok({ total }),
  })
  const asked = (): number => server.calls.filter(call => call.path === '/emp/unreadCount').length
  expect(await screen.findByRole('button', { name: /账号菜单，2 条未读消息/ })).toBeTruthy()
  const before = asked()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked()).toBe(before + 1)
  const socket = await socketAt(0)
  // came while the line was being opened: pushed by nobody
  total = 3
  act(() => socket.say({ kind: 'hello', no: 1 }))
  expect(await screen.findByRole('button', { name: /账号菜单，3 条未读消息/ })).toBeTruthy()
  total = 4
  act(() => socket.say({ kind: 'unread', of: 'employee', no: 2 }))
  expect(await screen.findByRole('button', { name: /账号菜单，4 条未读消息/ })).toBeTruthy()
  const after = asked()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked()).toBeGreaterThan(after)
})

test('the number at the manager’s mailbox is fetched for the general manager only, who has no badge of his own', async () => {
  const mailbox = menuNode('/contribute/boss/1', '总经理信箱', 'list/currency', {
    meta: { title: '总经理信箱', icon: null, badge: 'manager' },
  })
  const boss = {
    ...mockProfile,
    isManager: true,
    roleNames: ['总经理'],
    modules: [{ moduleId: '9', title: '信箱', icon: null, menus: [mailbox] }],
  }
  const { server } = open('/contribute/boss/1', {
    'GET /system/userprofile': () => ok(boss),
    'GET /manager/unreadCount': () => ok({ total: 4 }),
  })
  expect(await screen.findByTitle('4 条未读消息')).toBeTruthy()
  expect(server.calls.some(call => call.path === '/emp/unreadCount')).toBe(false)
})

test('an employee does not ask for the manager’s number', async () => {
  const { server } = open('/finance/base/currency')
  await screen.findByText(/币种 true/)
  await waitFor(() => expect(server.calls.some(call => call.path === '/emp/unreadCount')).toBe(true))
  expect(server.calls.some(call => call.path === '/manager/unreadCount')).toBe(false)
})
