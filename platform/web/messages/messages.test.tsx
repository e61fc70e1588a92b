import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Message } from '../../declare/wire-messages.ts'
import { feedback } from '../api/feedback.ts'
import { registerPage } from '../page/pages.ts'
import { ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import { open } from '../../../test/setup/web/open-shell.tsx'
import { registerTopBarSlot } from '../shell/top-bar-slots.ts'
import { Bell } from './bell.tsx'

registerTopBarSlot({ key: 'bell', order: 20, component: Bell })
registerPage('messages/notify', () => import('./notify-page.tsx'))

const said = (id: string, title: string, more: Partial<Message> = {}): Message => ({
  id,
  kind: 1,
  title,
  detail: null,
  target: null,
  isRead: false,
  createdAt: '2026-11-21T09:00:00+08:00',
  ...more,
})

/** A mailbox that remembers what was read. */
function mailbox(messages: readonly Message[]): { handlers: Record<string, MockHandler>; asked: unknown[] } {
  let all = messages
  const asked: unknown[] = []
  const unread = (): number => all.filter(one => !one.isRead).length
  const mark = (ids: readonly string[] | null, isRead: boolean) => {
    all = all.map(one => (ids === null || ids.includes(one.id) ? { ...one, isRead } : one))
    return ok({ changed: 1 })
  }
  return {
    asked,
    handlers: {
      'GET /notify/unreadCount': () => ok({ total: unread() }),
      'POST /notify/list': ({ body }) => {
        asked.push(body)
        const { isUnread, kind } = body as { isUnread?: boolean; kind?: number }
        const list = all.filter(one => (isUnread !== true || !one.isRead) && (kind === undefined || one.kind === kind))
        return ok({ list, total: list.length, pageNum: 1, pageSize: 20, unread: unread() })
      },
      'POST /notify/read': ({ body }) => {
        const { ids, isRead } = body as { ids: string[]; isRead: boolean }
        return mark(ids, isRead)
      },
      'POST /notify/readAll': () => mark(null, true),
    },
  }
}

const three = [
  said('3', '导入 结算报告.txt：已拒绝', { detail: '第 12 行“金额”：应为数字', target: { imports: ['9'] } }),
  said('2', '林晓 与您共享了筛选方案“常用”', { kind: 2, target: { list: 'currency' } }),
  said('1', '旧消息', { isRead: true }),
]
const line = (title: string): HTMLElement => screen.getByText(title).closest('li')!

test('the bell says how many are unread and leads to them; what is opened is read', async () => {
  const { handlers } = mailbox(three)
  const { user, server } = open('/home/workbenches', handlers)
  await user.click(await screen.findByRole('button', { name: '消息通知，2 条未读' }))
  expect(await screen.findByText('第 12 行“金额”：应为数字')).toBeTruthy()
  expect(window.location.pathname).toBe('/notify/notify')
  expect(within(line('旧消息')).queryByText('未读')).toBeNull()
  // what has nothing to open is no button
  expect(screen.queryByRole('button', { name: '旧消息' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '林晓 与您共享了筛选方案“常用”' }))
  await waitFor(() => expect(window.location.pathname).toBe('/finance/base/currency'))
  expect(await screen.findByRole('button', { name: '消息通知，1 条未读' })).toBeTruthy()
  expect(server.calls.filter(call => call.path === '/notify/read').map(call => call.body)).toEqual([{ ids: ['2'], isRead: true }])
})

test('marking one, marking all, unread alone, one kind', async () => {
  const { handlers, asked } = mailbox(three)
  const { user } = open('/notify/notify', handlers)
  await screen.findByText('旧消息')
  await user.click(within(line('旧消息')).getByRole('button', { name: '标为未读' }))
  expect(await screen.findByText('未读 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '全部已读' }))
  await waitFor(() => expect(screen.getByRole('button', { name: '全部已读' }).hasAttribute('disabled')).toBe(true))
  await user.click(screen.getByText('未读', { selector: '.ant-segmented-item-label' }))
  expect(await screen.findByText('没有未读消息')).toBeTruthy()
  await user.click(screen.getByText('全部', { selector: '.ant-segmented-item-label' }))
  await user.click(screen.getByRole('combobox', { name: '种类' }))
  await user.click(await screen.findByText('共享', { selector: '.ant-select-item-option-content' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ kind: 2, pageNum: 1, pageSize: 20 }))
  await waitFor(() => expect(screen.queryByText('旧消息')).toBeNull())
})

test('a mark that could not be kept is taken back', async () => {
  const { handlers } = mailbox(three)
  const { user } = open('/notify/notify', { ...handlers, 'POST /notify/read': () => refused(1029, '操作过于频繁，请稍后再试') })
  await screen.findByText('旧消息')
  await user.click(within(line('旧消息')).getByRole('button', { name: '标为未读' }))
  expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeTruthy()
  await waitFor(() => expect(within(line('旧消息')).getByRole('button', { name: '标为未读' })).toBeTruthy())
})

test('a failure says what happened and tries again', async () => {
  const { handlers } = mailbox([])
  let fails = true
  const list = handlers['POST /notify/list']!
  const { user } = open('/notify/notify', { ...handlers, 'POST /notify/list': call => (fails ? refused(1029, '请稍后再试') : list(call)) })
  expect(await screen.findByText('请稍后再试')).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: /重\s*试/ }))
  expect(await screen.findByText('导入和导出的结果、别人的共享、权限的变化会通知到这里')).toBeTruthy()
})

test('what somebody else did is reminded of once, whatever windows open; long work is not', async () => {
  const { handlers, asked } = mailbox(three)
  const reminded = vi.spyOn(feedback, 'unread')
  const { view } = open('/home/workbenches', handlers)
  await waitFor(() => expect(reminded.mock.calls).toEqual([['林晓 与您共享了筛选方案“常用”', null, expect.any(Function)]]))
  expect(await screen.findByText('林晓 与您共享了筛选方案“常用”')).toBeTruthy()
  reminded.mock.calls[0]?.[2]()
  await waitFor(() => expect(window.location.pathname).toBe('/notify/notify'))
  view.unmount()
  const before = asked.length
  open('/home/workbenches', handlers)
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
  expect(reminded).toHaveBeenCalledTimes(1)
})

test('approvals have one popup with their count, once, which leads to them; closing it reads none', async () => {
  const { handlers } = mailbox([said('12', '待审批：新供应商', { kind: 6 }), said('11', '待审批：角色“财务主管”', { kind: 6 })])
  const reminded = vi.spyOn(feedback, 'unread').mockClear()
  const { view, server, user } = open('/home/workbenches', handlers)
  await waitFor(() => expect(reminded.mock.calls).toEqual([['2 条未读审批通知', '待审批：新供应商', expect.any(Function), 'approvals']]))
  const popup = (await screen.findByText('2 条未读审批通知')).closest<HTMLElement>('.zg-unread-bar')!
  await user.click(within(popup).getByRole('button', { name: /关闭/ }))
  expect(server.calls.filter(call => call.path.startsWith('/notify/read'))).toEqual([])
  reminded.mock.calls[0]?.[2]()
  await waitFor(() => expect(window.location.pathname).toBe('/approval-notice'))
  view.unmount()
  open('/home/workbenches', handlers)
  expect(await screen.findByRole('button', { name: '消息通知，2 条未读' })).toBeTruthy()
  expect(reminded).toHaveBeenCalledTimes(1)
})

test('what came while nobody looked is no popup when a page is loaded: one per sign-in', async () => {
  const { handlers } = mailbox(three)
  const reminded = vi.spyOn(feedback, 'unread').mockClear()
  const { view } = open('/home/workbenches', handlers)
  await waitFor(() => expect(reminded).toHaveBeenCalledTimes(1))
  view.unmount()
  const later = mailbox([said('20', '李雷 与您共享了筛选方案“新”', { kind: 2 }), ...three])
  open('/home/workbenches', later.handlers)
  expect(await screen.findByRole('button', { name: '消息通知，3 条未读' })).toBeTruthy()
  await waitFor(() => expect(later.asked.length).toBeGreaterThan(0))
  expect(reminded).toHaveBeenCalledTimes(1)
})

test('a message about one record opens its page; of a list whose records have none, the list', async () => {
  const about = mailbox([
    said('5', '李雷：受理（币种“人民币”）', { kind: 5, target: { list: 'currency', id: '7' } }),
    said('4', '李雷：受理（不在菜单中）', { kind: 5, target: { list: 'unseen', id: '8' } }),
  ])
  const { user } = open('/notify/notify', about.handlers)
  await user.click(await screen.findByRole('button', { name: '李雷：受理（币种“人民币”）' }))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/finance/base/currency/detail?id=7'))
  expect(screen.queryByRole('button', { name: '李雷：受理（不在菜单中）' })).toBeNull()
})
