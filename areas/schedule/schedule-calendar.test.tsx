/** The grid: one's own entries, busy times of colleagues, deadlines and approvals of the suite, holidays and make-up workdays. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../test/setup/web/render-page.tsx'
import type { Occurrence } from './answers.ts'
import { ScheduleCalendar } from './schedule-calendar.tsx'

const one = (title: string, startAt: string, endAt: string, more: Partial<Occurrence> = {}): Occurrence => ({
  id: '5',
  version: 1,
  source: 'entry',
  title,
  kind: 2,
  startAt,
  endAt,
  allDay: false,
  place: null,
  remark: null,
  remind: null,
  repeat: null,
  visibility: 1,
  done: false,
  occurrenceOn: null,
  isOwn: true,
  answer: 2,
  owner: { employeeId: '4', name: '林晓' },
  participants: [],
  target: null,
  ...more,
})
const outside: Partial<Occurrence> = { id: null, version: null, kind: null, isOwn: false, answer: null }
const times = [
  // 23:00 to 02:00 on the clock of the organisation
  one('系统升级', '2026-10-08T15:00:00.000Z', '2026-10-08T18:00:00.000Z'),
  one('', '2026-10-09T01:00:00.000Z', '2026-10-09T02:00:00.000Z', { ...outside, source: 'busy', owner: { employeeId: '9', name: '王芳' } }),
  one('改模具', '2026-10-12T10:00:00.000Z', '2026-10-12T10:00:00.000Z', {
    ...outside,
    source: 'deadline',
    owner: null,
    target: { list: 'workOrder', id: '7' },
  }),
  one('供应商准入：宁波海达', '2026-10-13T08:00:00.000Z', '2026-10-13T08:00:00.000Z', {
    ...outside,
    source: 'approval',
    owner: null,
    target: { approval: { formCode: 'supplier', keyValue: '7' } },
  }),
]
const special = [
  { day: '2026-10-01', kind: 2 as const, name: ['国庆节', 'National Day'] as const },
  { day: '2026-10-10', kind: 1 as const, name: ['国庆节', 'National Day'] as const },
]

test('a month shows all of them, and each opens what it is', async () => {
  const open = vi.fn<(one: Occurrence) => void>()
  const nothing = (): void => undefined
  renderPage(
    <ScheduleCalendar
      span="month"
      day="2026-10-08"
      times={times}
      special={special}
      hours={[{ from: '09:00', to: '18:00' }]}
      isBusy={false}
      onOpen={open}
      onMove={nothing}
      onCreate={nothing}
      onDay={nothing}
    />,
  )
  expect(await screen.findByText('系统升级')).toBeTruthy()
  for (const text of ['王芳 忙', '截止：改模具', '待审批：供应商准入：宁波海达', '国庆节', '国庆节 调休上班'])
    expect(screen.getByText(text)).toBeTruthy()
  // over midnight it begins late in the evening of the organisation's clock
  expect(screen.getByText('系统升级').closest('.zg-event')?.textContent).toContain('23:00')
  await userEvent.click(screen.getByText('待审批：供应商准入：宁波海达'))
  expect(open.mock.calls.map(([shown]) => shown.target)).toEqual([{ approval: { formCode: 'supplier', keyValue: '7' } }])
  // a holiday is no entry
  await userEvent.click(screen.getByText('国庆节 调休上班'))
  expect(open).toHaveBeenCalledOnce()
})
