/** Entries in the browser: of a series it is asked which times are meant, an invitation is answered, an address is revoked. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ok } from '#platform/web/gallery/mock-api.ts'
import { renderPage } from '../../test/setup/web/render-page.tsx'
import type { Occurrence } from './answers.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { EntryForm } from './entry-form.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { ScopeDialog, type SeriesQuestion } from './scope-dialog.tsx'

const weekly: Occurrence = {
  id: '5',
  version: 2,
  source: 'entry',
  title: '周会',
  kind: 2,
  startAt: '2027-03-08T01:00:00.000Z',
  endAt: '2027-03-08T02:00:00.000Z',
  allDay: false,
  place: null,
  remark: null,
  remind: 15,
  repeat: 'FREQ=WEEKLY;BYDAY=MO',
  visibility: 1,
  done: false,
  occurrenceOn: '2027-03-08',
  isOwn: true,
  answer: 2,
  owner: { employeeId: '4', name: '林晓' },
  participants: [
    { employeeId: '4', name: '林晓', answer: 2 },
    { employeeId: '9', name: '王芳', answer: 3 },
  ],
  target: null,
}

function Edited({ one, write }: { one: Occurrence; write: (call: string, body: object) => Promise<boolean> }) {
  const [asked, setAsked] = useState<SeriesQuestion | null>(null)
  return (
    <>
      <EntryForm
        draft={{ one, startAt: one.startAt, endAt: one.endAt, allDay: one.allDay }}
        write={write}
        onAsk={setAsked}
        onClose={() => undefined}
      />
      {asked !== null && <ScopeDialog asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
const saved = () => vi.fn<(call: string, body: object) => Promise<boolean>>(() => Promise.resolve(true))
const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: /^保\s*存$/ }))

test.each([
  ['只这一次（2027-03-08）', 1, undefined],
  ['这一次及以后', 2, 'FREQ=WEEKLY;BYDAY=MO'],
  ['全部', 3, 'FREQ=WEEKLY;BYDAY=MO'],
])('of a series %s is saved', async (choice, scope, repeat) => {
  const write = saved()
  renderPage(<Edited one={weekly} write={write} />)
  await save()
  const radio = await screen.findByRole('radio', { name: choice })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '只这一次（2027-03-08）' }).checked).toBe(true)
  await userEvent.click(radio)
  await userEvent.click(screen.getByRole('button', { name: /^确\s*定$/ }))
  await waitFor(() => expect(write).toHaveBeenCalledOnce())
  const body = write.mock.calls[0]?.[1] as Record<string, unknown>
  expect(body).toMatchObject({ id: '5', version: 2, scope, occurrenceOn: '2027-03-08', participants: ['9'], startAt: weekly.startAt })
  expect(body['repeat']).toBe(repeat)
})

test('an end before the beginning is not sent', async () => {
  const write = saved()
  renderPage(<Edited one={{ ...weekly, repeat: null, occurrenceOn: null, endAt: '2027-03-08T00:30:00.000Z' }} write={write} />)
  await save()
  expect(await screen.findByText('结束时间应晚于开始时间')).toBeTruthy()
  expect(write).not.toHaveBeenCalled()
})

test('a series on the 31st says which months it leaves out', async () => {
  const monthly = { ...weekly, repeat: 'FREQ=MONTHLY', startAt: '2027-01-31T01:00:00.000Z', endAt: '2027-01-31T02:00:00.000Z' }
  renderPage(<Edited one={monthly} write={saved()} />)
  expect(await screen.findByText('没有 31 日的月份会跳过；每月最后一天请选“每月最后一天”')).toBeTruthy()
})

test('who takes part sees the answers of all, and accepts or declines', async () => {
  const write = saved()
  const one = { ...weekly, isOwn: false, answer: 1 }
  renderPage(<EntryDrawer one={one} write={write} onClose={() => undefined} onEdit={() => undefined} onAsk={() => undefined} />)
  expect(await screen.findByText('王芳')).toBeTruthy()
  expect(screen.getByText('已谢绝')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^编\s*辑$/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^接\s*受$/ }))
  expect(write.mock.calls.map(([call, body]) => [call, body])).toEqual([['answer', { id: '5', answer: 2 }]])
})

test('an address is shown once, and revoked when that is confirmed', async () => {
  let madeAt: string | null = null
  const { bodies } = renderPage(<FeedDialog onClose={() => undefined} />, {
    handlers: {
      'POST /MyScheduleData/feed': () => ok({ madeAt, readAt: null }),
      'POST /MyScheduleData/newFeed': () => {
        madeAt = '2026-11-21T01:00:00.000Z'
        return ok({ madeAt, readAt: null, path: '/api-2024/MyScheduleData/ics/secret' })
      },
      'POST /MyScheduleData/revokeFeed': () => {
        madeAt = null
        return ok(null)
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '生成地址' }))
  expect(await screen.findByText(`${window.location.origin}/api-2024/MyScheduleData/ics/secret`)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^停\s*用$/ }))
  expect(bodies('/MyScheduleData/revokeFeed')).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: /^确\s*定$/ }))
  expect(await screen.findByRole('button', { name: '生成地址' })).toBeTruthy()
  expect(bodies('/MyScheduleData/revokeFeed')).toHaveLength(1)
})
