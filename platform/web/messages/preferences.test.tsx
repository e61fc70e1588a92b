import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NoticePreferences } from '../../declare/wire-messages.ts'
import { ok, type MockHandler } from '../gallery/mock-api.ts'
import { registerPage } from '../page/pages.ts'
import { open } from '../../../test/setup/web/open-shell.tsx'

registerPage('messages/notify', () => import('./notify-page.tsx'))

const saved: NoticePreferences = {
  mailTo: 'li@example.com',
  mailReaches: true,
  zone: 'Asia/Shanghai',
  quietFrom: '22:00',
  quietTo: '07:30',
  digestAt: '09:00',
  language: 1,
  list: [
    { code: 'task.due', name: '任务即将到期', kind: 1, mail: 0 },
    { code: 'task.done', name: '任务完成', kind: 1, mail: 2 },
  ],
}
const handlers = (more: Partial<NoticePreferences>, kept: unknown[]): Record<string, MockHandler> => ({
  'GET /notify/unreadCount': () => ok({ total: 0 }),
  'POST /notify/list': () => ok({ list: [], total: 0, pageNum: 1, pageSize: 20, unread: 0 }),
  'POST /noticePreference/list': () => ok({ ...saved, ...more }),
  'POST /noticePreference/robots': () => ok([{ id: '1', name: '仓库群', platform: '钉钉', notices: ['任务完成'] }]),
  'POST /noticePreference/save': ({ body }) => {
    kept.push(body)
    return ok(null)
  },
})

test('a way of mail is chosen for one notice, and saved with the times', async () => {
  const kept: unknown[] = []
  const { user } = open('/notify/notify', handlers({}, kept))
  await user.click(await screen.findByRole('tab', { name: '通知设置' }))
  expect(await screen.findByText('邮件发送到 li@example.com')).toBeTruthy()
  const tasks = screen.getByRole('region', { name: '任务' })
  await user.click(within(tasks).getByRole('combobox', { name: '任务即将到期' }))
  await user.click(await screen.findByTitle('立即发送'))
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(kept).toEqual([
      { quietFrom: '22:00', quietTo: '07:30', digestAt: '09:00', language: 1, mails: [{ code: 'task.due', mail: 1 }] },
    ]),
  )
})

test('who has no mail address is told', async () => {
  const { user } = open('/notify/notify', handlers({ mailTo: null }, []))
  await user.click(await screen.findByRole('tab', { name: '通知设置' }))
  expect(await screen.findByText(/您还没有邮箱/)).toBeTruthy()
})

test('which groups hear of it stands there, and is kept for the session', async () => {
  const { user } = open('/notify/notify', handlers({}, []))
  await user.click(await screen.findByRole('tab', { name: '通知设置' }))
  const robots = await screen.findByRole('region', { name: '群机器人' })
  expect(within(robots).getByText('任务完成')).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('robotList') ?? '{}')).toMatchObject({ list: [{ name: '仓库群' }] })
})
