/** A dashboard as it is looked at: notes, marks, what leads on, and a wall. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { afterEach, expect, test, vi } from 'vitest'
import type { DashboardCard, MeasureAsk, MeasureLook } from '#platform/declare/wire-dashboards.ts'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { menuNode, mockModules, mockProfile, ok, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import { countries } from '#platform/web/gallery/mock-definitions.ts'
import { routeOf } from '#platform/web/page/routes.ts'
import { ShellContext, type ShellState } from '#platform/web/page/shell-context.ts'
import { answerOf, euros, profit, profitList, rowOf } from '../../test/setup/web/mock-report.ts'
import { renderPage } from '../../test/setup/web/render-page.tsx'
import DashboardsPage from './dashboards.page.tsx'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})

const measured = (key: string, look: MeasureLook, ask: Partial<MeasureAsk> = {}): DashboardCard => ({
  key,
  title: key,
  width: 6,
  height: 2,
  measure: { report: 'amazonProfit', look, measures: ['sales'], by: [], period: 'months12', currency: 'CNY', ...ask },
})
const counted: DashboardCard = {
  key: '国家数',
  title: '国家数',
  width: 3,
  height: 1,
  page: { type: 'country', url: '/base/country', look: 'count' },
}
const complete = { method: 'POST', path: '/api-2024/report/completeUntil' } as const
const definitions = [{ ...profitList, report: { ...profit, calls: { ...profit.calls, complete } } }, countries]
const months = ['2026-01', '2026-02', '2026-03']

function openDashboard(cards: readonly DashboardCard[], filter: object = {}, more: Readonly<Record<string, MockHandler>> = {}) {
  const go = vi.fn<(url: string) => void>()
  const open = vi.fn<(url: string) => void>()
  const routes = [
    routeOf(menuNode('/finance/profit', '利润', 'report/amazonProfit'), '1'),
    routeOf(menuNode('/base/country', '国家', 'list/country'), '1'),
  ]
  const shell = { profile: mockProfile, modules: mockModules, routes, go, open } as unknown as ShellState
  const list = ['1', '2'].map(id => ({ id, name: `看板${id}`, isOwn: true }))
  const page = renderPage(
    <ShellContext value={shell}>
      <App>
        <DashboardsPage />
      </App>
    </ShellContext>,
    {
      handlers: {
        'GET /dashboard/list': ({ query }) => {
          const id = query.get('id') ?? '1'
          return ok({
            list,
            roles: [],
            dashboard: { id, name: `看板${id}`, version: 1, isOwn: true, roleIds: [], cards, filter, seconds: 30 },
          })
        },
        'POST /listField/getByType': ({ body }) => ok(definitions.find(one => one.type === (body as { type: string }).type)),
        'POST /AmzFinanceProfit/list': ({ body }) => {
          const { by } = body as ReportQuery
          const rows = by.includes('month')
            ? months.map(month => rowOf(by.includes('shop') ? { shop: '3', month } : { month }, 'CNY', euros))
            : [rowOf(by.includes('shop') ? { shop: '3' } : {}, 'CNY', euros, '德国店')]
          return ok(answerOf(rows, { totals: [{ currency: 'CNY', values: euros }] }))
        },
        'POST /report/completeUntil': () => ok({ until: '2026-01-31', shops: [{ shop: '德国店', until: '2026-01-31' }] }),
        ...more,
      },
    },
  )
  return { ...page, go, open }
}
const cardOf = async (name: string): Promise<HTMLElement> => {
  const head = await screen.findByRole('heading', { name, level: 2 })
  return head.closest('li') as HTMLElement
}

test('figures over days that are not there say so, and these are hatched in each look over time', async () => {
  openDashboard([measured('数', 'figure'), measured('热', 'heat', { by: ['shop', 'month'] }), measured('表', 'table', { by: ['month'] })])
  const figure = await cardOf('数')
  expect(await within(figure).findByText('数据完整至 2026-01-31')).toBeTruthy()
  expect(figure.querySelectorAll('.zg-spark-incomplete')).toHaveLength(1)
  const heat = await cardOf('热')
  await within(heat).findByText('数据完整至 2026-01-31')
  expect(heat.querySelectorAll('.zg-dash-incomplete')).toHaveLength(2)
  const table = await cardOf('表')
  expect(await within(table).findByRole('button', { name: '2026-02（数据未到齐）' })).toBeTruthy()
  expect(within(table).getByRole('button', { name: '2026-01' })).toBeTruthy()
})

test('a card names its period and, where it is asked for, the change with both sides; a click leads to the same figures', async () => {
  const compared = { startDate: '2024-04-01', endDate: '2025-03-31', until: null, isEmpty: false, leftOut: [], monthly: [] }
  const totals = [{ currency: 'CNY', values: { ...euros, sales: '1234567.89' }, was: { sales: '1000000' } }]
  const { go } = openDashboard(
    [
      measured('数', 'figure', { compare: 'before', period: 'month' }),
      measured('店', 'ranking', { by: ['shop'], compare: 'before', period: 'lastMonth' }),
      measured('无', 'figure'),
    ],
    {},
    {
      'POST /AmzFinanceProfit/list': ({ body }) => {
        const { by, compare } = body as ReportQuery
        const row = {
          ...rowOf(by.includes('shop') ? { shop: '3' } : { month: '2026-03' }, 'CNY', euros, '德国店'),
          was: { sales: '200.20' },
        }
        return ok(
          compare === undefined ? answerOf([row], { totals: [{ currency: 'CNY', values: euros }] }) : answerOf([row], { totals, compared }),
        )
      },
    },
  )
  const figure = within(await cardOf('数'))
  // short, never cut; exact on hover
  expect((await figure.findByRole('button', { name: '123万' })).title).toBe('1,234,567.89 CNY')
  const change = figure.getByText('环比 ▲ 23.5%')
  expect(change.title).toMatch(/^环比\n.*1,234,567\.89\n.*1,000,000\.00/)
  expect(figure.getByRole('button', { name: '本月' }).title).toMatch(/^\d{4}-\d{2}-01 至 /)
  const shops = within(await cardOf('店'))
  expect(await shops.findByText('▼ 50.0%')).toBeTruthy()
  const plain = within(await cardOf('无'))
  await plain.findByRole('button', { name: '近 12 个月' })
  expect(plain.queryByText(/环比/)).toBeNull()
  await userEvent.click(shops.getByRole('button', { name: '上月' }))
  expect(go.mock.calls[0]?.[0]).toMatch(/^\/finance\/profit\?.*compare=before/)
})

test('a chart of nothing says so', async () => {
  const zeros = months.map(month => rowOf({ month }, 'CNY', { ...euros, sales: '0.00' }))
  openDashboard(
    [measured('线', 'line')],
    {},
    {
      'POST /AmzFinanceProfit/list': () => ok(answerOf(zeros, { totals: [{ currency: 'CNY', values: euros }] })),
    },
  )
  const card = within(await cardOf('线'))
  expect(await card.findByText('这个期间的数字都是 0')).toBeTruthy()
  expect(card.queryByRole('img')).toBeNull()
})

test('each card is narrowed by what it knows and names the rest; it leads to the same figure', async () => {
  const { go, open, bodies, server } = openDashboard([measured('店', 'ranking', { by: ['shop'] }), counted], {
    period: 'yesterday',
    where: { shop: ['3'], brand: ['Volty'] },
  })
  const ranking = await cardOf('店')
  expect(await within(ranking).findByText(/“亚马逊利润”没有“品牌”，未按它筛选/)).toBeTruthy()
  const asked = bodies('/AmzFinanceProfit/list').find(one => JSON.stringify(one['by']) === '["shop"]')
  expect(asked).toMatchObject({ where: { shop: ['3'] } })
  await userEvent.click(within(ranking).getByRole('button', { name: '德国店' }))
  const opened = new URLSearchParams(go.mock.calls[0]?.[0].split('?')[1])
  expect([opened.get('f.shop'), opened.get('from'), opened.get('to')]).toEqual(['3', asked?.['startDate'], asked?.['endDate']])
  const count = await cardOf('国家数')
  expect(await within(count).findByText(`“${countries.title}”没有“期间、店铺、品牌”，未按它筛选`)).toBeTruthy()
  await userEvent.click(await within(count).findByRole('link'))
  expect(open).toHaveBeenCalledWith('/base/country')
  expect(server.calls.some(call => call.path === '/countryManage/list')).toBe(true)
})

test('the bell of a card sets an alert on its first measure, narrowed as the card is', async () => {
  const { bodies } = openDashboard(
    [measured('店', 'ranking', { by: ['shop'], where: { sku: ['A'] } })],
    { where: { shop: ['3'], brand: ['Volty'] } },
    { 'POST /measureAlert/insert': () => ok({ id: '1' }) },
  )
  await within(await cardOf('店')).findByText(/未按它筛选/)
  await userEvent.click(screen.getByRole('button', { name: '给店设预警' }))
  await userEvent.type(await screen.findByRole('spinbutton', { name: /阈值/ }), '5')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(bodies('/measureAlert/insert')).toEqual([
      { name: '店', report: 'amazonProfit', measure: 'sales', where: { sku: ['A'], shop: ['3'] }, rule: 2, threshold: '5' },
    ]),
  )
})

test('a measure that was removed from the report is named, and nothing is asked', async () => {
  const { bodies } = openDashboard([measured('旧', 'figure', { measures: ['gone'] })])
  expect(await within(await cardOf('旧')).findByText('报表里已没有：gone。请编辑或删除这张卡片')).toBeTruthy()
  expect(bodies('/AmzFinanceProfit/list')).toEqual([])
})

test('a card with other measures does without it, and says so', async () => {
  const { bodies } = openDashboard([measured('旧', 'ranking', { measures: ['gone', 'sales'], by: ['shop'] })])
  expect(await within(await cardOf('旧')).findByText(/报表里已没有：gone，其余照常显示/)).toBeTruthy()
  await waitFor(() => expect(bodies('/AmzFinanceProfit/list')).toMatchObject([{ measures: ['sales'], sortField: 'sales' }]))
})

test('on a wall dashboards take turns by their seconds, and figures are asked again; off it they stay', async () => {
  const { server, bodies } = openDashboard([measured('数', 'figure')])
  await within(await cardOf('数')).findByText('数据完整至 2026-01-31')
  const opened = (): (string | null)[] => server.calls.flatMap(one => (one.path === '/dashboard/list' ? [one.query.get('id')] : []))
  const turnTo = (element: Element | null): void => {
    Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true })
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const place = document.querySelector('.zg-dashboards')
  await waitFor(() => {
    turnTo(place)
    expect(screen.queryByRole('button', { name: '大屏' })).toBeNull()
  })
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await waitFor(() => expect(opened()).toEqual([null, '2']))
  expect(await screen.findByRole('heading', { name: '看板2', level: 1 })).toBeTruthy()
  const before = bodies('/AmzFinanceProfit/list').length
  expect(before).toBeGreaterThan(0)
  turnTo(null)
  expect(await screen.findByRole('button', { name: '大屏' })).toBeTruthy()
})
