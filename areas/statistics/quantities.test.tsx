/** The screen of quantities: departments with their SKUs, months with their weeks, pages, and what a filter asks for. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../test/setup/web/render-page.tsx'
import { answerOf, reportHandlers } from '../../test/setup/web/mock-report.ts'
import { ok } from '#platform/web/gallery/mock-api.ts'
import QuantitiesPage from './quantities.page.tsx'

// the table draws only the columns that have room
beforeEach(() => vi.stubGlobal('innerWidth', 2_400))
afterEach(() => vi.unstubAllGlobals())

const path = '/SaleStatistics/qtyStatistics'
const plan = { approvalQty: '20', surplusQty: '5', deliveredQty: '15' }
const unplanned = { approvalQty: null, surplusQty: null, deliveredQty: null }
const row = (dept: string | null, sku: string | null, units: string, more: object = unplanned) => ({
  key: { dept, sku },
  label: { dept: dept ?? '未归属', sku: sku ?? '' },
  deptName: dept,
  values: { units, '2026-03': units, '2026-03-02': units },
  children: null,
  ...more,
})
const list = [
  { ...row('北美', null, '1207', plan), children: [row('北美', 'LAMP', '7', plan)] },
  { ...row(null, null, '3'), children: [row(null, 'MAT', '3')] },
]
const week = { field: '2026-03-02', children: null }
const answer = {
  ...answerOf([], { total: 60, totals: [{ currency: '', values: { units: '1210', '2026-03': '1210', ...plan } }] }),
  list,
  columns: [{ field: '2026-03', children: [week] }],
}
const open = (address = '/q?from=2026-03&to=2026-03&f.shop=3') =>
  renderPage(<QuantitiesPage />, { address, handlers: { ...reportHandlers, [`POST ${path}`]: () => ok(answer) } })
const lineOf = async (name: string) => within((await screen.findByText(name)).closest('[role=row]') as HTMLElement)

test('a department has the sums that were answered, its SKUs stand below it and are put away by a click', async () => {
  const { bodies } = open()
  const department = await lineOf('北美')
  // of the period and of its month
  expect(department.getAllByText('1,207')).toHaveLength(2)
  expect((await lineOf('LAMP')).getAllByRole('button', { name: /7，查看组成/ })).toHaveLength(2)
  // nothing was planned: no zero
  expect((await lineOf('MAT')).getAllByText('—')).toHaveLength(3)
  expect((await lineOf('总计')).getAllByText('1,210')).toHaveLength(2)
  expect(bodies(path)).toMatchObject([{ startDate: '2026-03-01', endDate: '2026-03-31', shopIds: ['3'], timeEnum: 'WEEK', pageNum: 1 }])
  await userEvent.click(department.getByRole('button', { name: '收起北美' }))
  expect(screen.queryByText('LAMP')).toBeNull()
})

test('weeks stand beside their month, days are asked for; another page is another question', async () => {
  const { bodies } = open()
  await screen.findByText('LAMP')
  await userEvent.click(screen.getByText('按周'))
  expect((await screen.findByText('03-02 起')).closest('[role=columnheader]')).not.toBeNull()
  await userEvent.click(screen.getByText('按天'))
  await waitFor(() => expect(bodies(path).at(-1)).toMatchObject({ timeEnum: 'DAY', pageNum: 1 }))
  await userEvent.click(screen.getByRole('listitem', { name: '2' }))
  await waitFor(() => expect(bodies(path).at(-1)).toMatchObject({ timeEnum: 'DAY', pageNum: 2 }))
})
