/** What is drawn can be opened, by pointer and by the table of the chart; a single month is a figure with its days. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerOf, euros, eurosBefore, profitList, queryOf, reportHandlers, rowOf, rowsOf } from '../../../test/setup/web/mock-report.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { localStore } from '../api/storage.ts'
import { menuNode, ok, type MockCall } from '../gallery/mock-api.ts'
import ReportPage from './report-page.tsx'

interface Point {
  readonly seriesId?: string
  readonly dataIndex: number
}
/** what listens to clicks of the charts on the page, by what is drawn first on its axis */
const drawn = vi.hoisted(() => new Map<string, (point: Point) => void>())
vi.mock('../chart/echarts.ts', () => ({
  init: () => {
    let name = ''
    return {
      setOption: ({ xAxis, yAxis }: { xAxis: { data?: string[] }; yAxis: { data?: string[] } }) => {
        name = xAxis.data?.[0] ?? yAxis.data?.[0] ?? ''
      },
      on: (_event: string, heard: (point: Point) => void) => drawn.set(name, heard),
      dispatchAction: () => undefined,
      resize: () => undefined,
      dispose: () => undefined,
    }
  },
}))

const day = { name: 'day', title: '日期', kind: 'date', target: null, time: 'day', about: null, opens: null }
const { report } = profitList
const dimensions = [...(report?.dimensions ?? []), day]
const values = { ...euros, sales: '75' }
const totals = [{ currency: 'EUR', values: euros, was: eurosBefore, now: values }]
const compared = { startDate: '2025-09-01', endDate: '2025-09-18', until: '2025-10-18', isEmpty: false, leftOut: [], monthly: [] }

function open(address: string, ofDays = [rowOf({ day: '2025-10-03' }, 'EUR', euros)], more = totals) {
  return renderPage(<ReportPage menu={menuNode('/p', '利润', 'report/amazonProfit')} type="amazonProfit" />, {
    handlers: {
      ...reportHandlers,
      'POST /listField/getByType': () => ok({ ...profitList, report: { ...report, dimensions } }),
      'POST /AmzFinanceProfit/list': (call: MockCall) => {
        const { by } = queryOf(call)
        if (by[0] === 'day') return ok(answerOf(ofDays, { totals: more, compared }))
        if (by[0] === 'shop')
          return ok(answerOf([rowOf({ shop: '3' }, 'EUR', euros, '德国店')], { totals: [{ currency: 'EUR', values: euros }] }))
        return ok(rowsOf(queryOf(call)))
      },
    },
    address,
  })
}
const click = async (chart: string, point: Point): Promise<void> => {
  await waitFor(() => expect(drawn.has(chart)).toBe(true))
  act(() => drawn.get(chart)?.(point))
}

beforeEach(() => localStore.set('report.charts', 'on'))
afterEach(() => {
  drawn.clear()
  localStore.clear()
})

test('one month is a figure with its change above its days; each of these opens what it is made of', async () => {
  const { bodies } = open('/p?from=2025-10&to=2025-10&f.shop=3')
  expect(await screen.findByRole('img', { name: 'EUR 按天趋势' })).toBeTruthy()
  expect(bodies('/AmzFinanceProfit/list').find(one => JSON.stringify(one['by']) === '["day"]')).toMatchObject({ compare: 'before' })
  const panel = within(screen.getByRole('region', { name: '2025-10 每天' }))
  expect(panel.getByRole('button', { name: '销售收入 100.10，查看组成' })).toBeTruthy()
  // like for like: 75 against 50.05, not 100.10
  await userEvent.click(panel.getByRole('button', { name: /^销售收入 环比 .*，查看组成$/ }))
  expect(within(await screen.findByRole('dialog')).getByRole('row', { name: /其中可比 75\.00/ })).toBeTruthy()
  await click('2025-10-01', { seriesId: 'profit', dataIndex: 2 })
  expect(await screen.findByText(/^2025-10-03，/)).toBeTruthy()
  // by keyboard: the table of the chart, whose days without rows open nothing
  await userEvent.click(panel.getByRole('button', { name: '看表格' }))
  expect(within(panel.getByRole('row', { name: /^2025-10-03/ })).getByRole('button', { name: /^利润 79\.74/ })).toBeTruthy()
  expect(within(panel.getByRole('row', { name: /^2025-10-04/ })).queryByRole('button')).toBeNull()
})

test('a click on a month of the trend and on a step of the waterfall opens it', async () => {
  open('/p?from=2025-01&to=2025-12&f.shop=3')
  await click('2025-01', { seriesId: 'sales', dataIndex: 9 })
  expect(await screen.findByText(/^2025-10，/)).toBeTruthy()
  await click('销售收入', { dataIndex: 2 })
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText('平台费用 = 销售佣金 + 订阅费')).toBeTruthy()
})

test('a chart of nothing says so instead of drawing axes', async () => {
  const zeros = { ...euros, sales: '0', profit: '0', margin: '0' }
  open('/p?from=2025-10&to=2025-10&f.shop=3', [], [{ currency: 'EUR', values: zeros, was: eurosBefore, now: zeros }])
  const panel = within(await screen.findByRole('region', { name: '2025-10 每天' }))
  expect(panel.getByText('这个期间的数字都是 0')).toBeTruthy()
  expect(panel.queryByRole('img')).toBeNull()
})
