import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { stage } from '../list/test/stage.tsx'
import { MonitorBadge } from './monitor-badge.tsx'
import { YearMonthModal } from './year-month-modal.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the badge of a page never updated warns and says so', () => {
  stage(
    <MonitorBadge info={{ dataPrincipalName: null, isWarning: 0, updatePeriod: null, lastUpdateTime: null, lastUpdateUserName: null }} />,
  )
  const badge = screen.getByRole('status', { name: '数据监控' })
  for (const text of ['预警', '暂未更新', '暂无更新人', '未指定', '未设置']) expect(within(badge).getByText(text)).toBeTruthy()
})
test('the badge of a fresh page names owners, period, time and person', () => {
  stage(
    <MonitorBadge
      info={{
        dataPrincipalName: '王主管,李财务',
        isWarning: 1,
        updatePeriod: '每天',
        lastUpdateTime: '2026-11-21 09:30:00',
        lastUpdateUserName: '李财务',
      }}
    />,
  )
  for (const text of ['正常', '王主管、李财务', '每天', '2026-11-21 09:30:00', '李财务']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText('预警')).toBeNull()
})

test('year and month: begins with the month of today, answers what was chosen', () => {
  const onChoose = vi.fn<(month: string) => void>()
  stage(<YearMonthModal years="short" today="2026-11-21" onChoose={onChoose} onClose={() => undefined} />)
  expect(screen.getByText('选择年月')).toBeTruthy()
  fireEvent.mouseDown(screen.getByLabelText('年份'))
  expect(screen.queryByTitle('2027')).toBeNull()
  fireEvent.click(screen.getByTitle('2021'))
  fireEvent.mouseDown(screen.getByLabelText('月份'))
  fireEvent.click(screen.getByTitle('3月'))
  fireEvent.click(screen.getByRole('button', { name: /选\s*择/ }))
  expect(onChoose).toHaveBeenCalledWith('2021-03')
})
