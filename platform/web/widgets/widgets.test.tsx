import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Row } from '../../declare/wire.ts'
import { field } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { MonitorBadge } from './monitor-badge.tsx'
import { StarRating } from './star-rating.tsx'
import { SummaryTable, totalsOf } from '../values/summary-table.tsx'
import { TextEditDialog } from './text-edit-dialog.tsx'
import { MonthButton } from './month-button.tsx'
import { YearMonthModal } from './year-month-modal.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the badge of a page never updated warns and says so', () => {
  renderPage(
    <MonitorBadge info={{ dataPrincipalName: null, isWarning: 0, updatePeriod: null, lastUpdateTime: null, lastUpdateUserName: null }} />,
  )
  const badge = screen.getByRole('status', { name: '数据监控' })
  for (const text of ['预警', '暂未更新', '暂无更新人', '未指定', '未设置']) expect(within(badge).getByText(text)).toBeTruthy()
})
test('the badge of a fresh page names owners, period, time and person', () => {
  renderPage(
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

test('the badge names the shops whose data are late, until when they are there and who was told', () => {
  const shop = (name: string, isWarning: number) => ({ shop: name, completeUntil: '2026-10-10', isWarning, escalatedTo: '沈云帆' })
  renderPage(
    <MonitorBadge
      info={{
        dataPrincipalName: '李财务',
        isWarning: 0,
        updatePeriod: '每 7 天',
        lastUpdateTime: '2026-11-21 09:30:00',
        lastUpdateUserName: '李财务',
        shops: [shop('德国站', 0), shop('美国站', 1)],
      }}
    />,
  )
  const late = screen.getByText(/德国站/).closest('ul')
  expect(late?.textContent).toBe('德国站 2026-10-10 → 沈云帆')
  expect(screen.queryByText(/美国站/)).toBeNull()
})

test('year and month: begins with the month of today, answers what was chosen', () => {
  const onChoose = vi.fn<(month: string) => void>()
  renderPage(<YearMonthModal years="short" today="2026-11-21" onChoose={onChoose} onClose={() => undefined} />)
  expect(screen.getByText('选择年月')).toBeTruthy()
  fireEvent.mouseDown(screen.getByLabelText('年份'))
  expect(screen.queryByTitle('2027')).toBeNull()
  fireEvent.click(screen.getByTitle('2021'))
  fireEvent.mouseDown(screen.getByLabelText('月份'))
  fireEvent.click(screen.getByTitle('3月'))
  fireEvent.click(screen.getByRole('button', { name: /选\s*择/ }))
  expect(onChoose).toHaveBeenCalledWith('2021-03')
})

test('a month is shown on its button, which opens the choice', async () => {
  const onChoose = vi.fn<(month: string) => void>()
  renderPage(<MonthButton years="short" month="2026-10" onChoose={onChoose} />)
  fireEvent.click(screen.getByRole('button', { name: /2026-10/ }))
  fireEvent.mouseDown(await screen.findByLabelText('月份'))
  fireEvent.click(screen.getByTitle('2月'))
  fireEvent.click(screen.getByRole('button', { name: /选\s*择/ }))
  expect(onChoose).toHaveBeenCalledWith('2026-02')
  expect(screen.queryByText('选择年月')).toBeNull()
})

const fields = [
  field('shop', '店铺', 'text'),
  field('units', '销量', 'integer', { isTotal: true }),
  field('sales', '销售额', 'money', { isTotal: true }),
]
test('a summary: exact totals at its foot, a missing figure leaves its total missing, rows are looked into', () => {
  const onView = vi.fn<(row: Row) => void>()
  const rows = [
    { id: '1', shop: '一店', units: '3', sales: '0.105' },
    { id: '2', shop: '二店', units: '4', sales: '-0.305' },
  ]
  expect(totalsOf(fields, rows)).toEqual({ units: '7', sales: '-0.2' })
  expect(totalsOf(fields, [...rows, { id: '3', shop: '三店', units: '1', sales: null }])).toEqual({ units: '8', sales: null })
  renderPage(<SummaryTable fields={fields} rows={rows} empty="还没有数据" onView={onView} />)
  const total = screen.getByText('总计').closest('tr')
  if (total === null) throw new Error('no total')
  // floored for show, the exact value on hover
  expect(within(total).getByText('\u22120.20').getAttribute('title')).toBe('\u22120.2')
  fireEvent.click(screen.getAllByRole('button', { name: '查看' })[1] as HTMLElement)
  expect(onView).toHaveBeenCalledWith(rows[1])
})
test('a summary without rows says what belongs there, and has no total', () => {
  renderPage(<SummaryTable fields={fields} rows={[]} empty="还没有数据" />)
  expect(screen.getByText('还没有数据')).toBeTruthy()
  expect(screen.queryByText('总计')).toBeNull()
  expect(screen.queryByText('操作')).toBeNull()
})

test('stars: chosen one is handed on, unrated says so, a shown one can’t be changed', () => {
  const onChange = vi.fn<(stars: number) => void>()
  renderPage(
    <>
      <StarRating title="服务" value={null} onChange={onChange} />
      <StarRating title="质量" value={4} />
    </>,
  )
  expect(screen.getByRole('group', { name: '服务：未评分' })).toBeTruthy()
  const [, , third] = within(screen.getByRole('group', { name: '服务：未评分' })).getAllByRole('radio')
  fireEvent.click(third as HTMLElement)
  expect(onChange).toHaveBeenCalledWith(3)
  expect(screen.getByRole('group', { name: '质量：4 星' })).toBeTruthy()
})

test('a text below 30 characters is a line, becomes a box where it grows, and an empty one is told', async () => {
  const onSave = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  const onClose = vi.fn<() => void>()
  renderPage(<TextEditDialog title="备注" value={'货'.repeat(28)} optional={false} onSave={onSave} onClose={onClose} />)
  const user = userEvent.setup()
  const text = () => screen.getByRole<HTMLInputElement | HTMLTextAreaElement>('textbox', { name: '备注' })
  expect(text().tagName).toBe('INPUT')
  await user.type(text(), '一')
  expect(text().tagName).toBe('INPUT')
  await user.type(text(), '二')
  expect(text().tagName).toBe('TEXTAREA')
  await user.type(text(), '三')
  expect(text().value).toBe(`${'货'.repeat(28)}一二三`)
  await user.clear(text())
  // it stays a box: nothing jumps
  expect(text().tagName).toBe('TEXTAREA')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('请输入备注')).toBeTruthy()
  expect(onSave).not.toHaveBeenCalled()
  await user.type(text(), ' 好 ')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(onSave).toHaveBeenCalledWith('好')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled(), { timeout: 60_000 })
})
