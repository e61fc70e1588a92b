import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import zhCN from 'antd/es/locale/zh_CN'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { PageContext, type PageInfo } from '../page/page-context.ts'
import { ShellContext, type ShellState } from '../page/shell-context.ts'
import { fetchFrom, mockModules, mockProfile, mockServer, ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import { ThemeRoot } from '../theme/root.tsx'
import { cardKeyOf, registerHomeCard } from '../cards/home-cards.ts'
import HomePage from './home-page.tsx'
import { sparkPath } from './spark-points.ts'
import type { FiguresAnswer, ShownFigure } from '../../declare/wire-home.ts'

function Failing() {
  const { data } = useQuery({
    queryKey: ['failing'],
    retry: false,
    queryFn: () => api.get<{ word: string }>('/failing', undefined, { quiet: true }),
    throwOnError: true,
  })
  return <p>{data?.word}</p>
}
registerHomeCard('test/water', async () => ({ default: ({ large }: { large: boolean }) => <p>{large ? '很多水' : '浇水内容'}</p> }))
registerHomeCard('test/failing', async () => ({ default: Failing }))

const card = (key: string, title: string, component: string, more: object = {}) => ({
  key,
  title,
  component,
  wide: false,
  large: false,
  hidden: false,
  ...more,
})

function openHome(handlers: Readonly<Record<string, MockHandler>>) {
  const server = mockServer(handlers)
  vi.stubGlobal('fetch', fetchFrom(server))
  const shell = { profile: mockProfile, modules: mockModules, routes: [], open: vi.fn<() => void>() } as unknown as ShellState
  const page = { container: () => document.body } as unknown as PageInfo
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ThemeRoot locale={zhCN}>
        <MemoryRouter>
          <ShellContext value={shell}>
            <PageContext value={page}>
              <HomePage />
            </PageContext>
          </ShellContext>
        </MemoryRouter>
      </ThemeRoot>
    </QueryClientProvider>,
  )
  return server
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('cards of the areas: unknown ones are left out, one that fails leaves the others, and is tried again', async () => {
  let isWell = false
  openHome({
    'GET /homeCard/list': () =>
      ok({
        list: [
          card('water', '浇水', 'test/water', { large: true }),
          card('failing', '天气', 'test/failing'),
          card('later', '以后', 'not/there/yet'),
          card('hidden', '藏起来', 'test/water', { hidden: true }),
        ],
      }),
    'GET /failing': () => (isWell ? ok({ word: '晴' }) : refused(1002, '天气服务没有回应')),
  })
  expect(await screen.findByText('浇水内容')).toBeTruthy()
  expect(await screen.findByText('天气服务没有回应')).toBeTruthy()
  expect(screen.queryByText('以后')).toBeNull()
  expect(screen.queryByText('藏起来')).toBeNull()
  isWell = true
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('晴')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '放大浇水' }))
  expect(await within(await screen.findByRole('dialog')).findByText('很多水')).toBeTruthy()
})

test('arranged: a hidden card goes at once, the order is told to the server; a refusal brings the old one back', async () => {
  let cards = [card('a', '甲', 'test/water'), card('b', '乙', 'test/water')]
  let refuses = false
  const server = openHome({
    'GET /homeCard/list': () => ok({ list: cards }),
    'POST /homeCard/update': call => {
      if (refuses) return refused(1004, '首页卡片不存在或已删除', null, 404)
      const { hidden } = call.body as { hidden: string[] }
      cards = cards.map(one => ({ ...one, hidden: hidden.includes(one.key) }))
      return ok(null)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '调整首页' }))
  await userEvent.click(await screen.findByRole('switch', { name: '显示乙' }))
  await waitFor(() => expect(screen.getAllByText('浇水内容')).toHaveLength(1))
  expect(server.calls.find(call => call.path === '/homeCard/update')?.body).toEqual({ shown: ['a'], hidden: ['b'] })
  refuses = true
  await userEvent.click(screen.getByRole('switch', { name: '显示甲' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: '显示甲' }).getAttribute('aria-checked')).toBe('true'))
  // by keyboard alone
  refuses = false
  screen.getByLabelText('拖动甲').focus()
  expect(document.activeElement?.getAttribute('aria-roledescription')).toBe('sortable')
})

test('the list itself fails: says so and can be tried again', async () => {
  openHome({ 'GET /homeCard/list': () => refused(1002, '暂时没有') })
  expect(await screen.findByText('暂时没有')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})

test('of a budget or an earlier figure of zero there is no percentage', async () => {
  const { default: FiguresCard } = await import('./figures.card.tsx')
  registerHomeCard('test/figures', async () => ({ default: FiguresCard }))
  const figure = (title: string, more: Partial<ShownFigure>): ShownFigure => ({
    name: title,
    title,
    kind: 'money',
    value: '62.00',
    url: null,
    ...more,
  })
  const answer: FiguresAnswer = {
    period: { name: 'month', from: '2026-11-01', to: '2026-11-30' },
    compared: { startDate: '2026-10-01', endDate: '2026-10-18', until: '2026-11-18', leftOut: [] },
    elapsed: '0.6',
    list: [
      figure('有预算', { was: '50.00', target: '100.00' }),
      figure('预算为零', { was: '0.00', target: '0.00' }),
      figure('预算为负', { target: '-5.00' }),
      figure('没有预算', { target: null }),
      figure('派遣', { kind: 'integer', value: '3', share: { of: 24, most: 10 } }),
      figure('派遣少', { kind: 'integer', value: '2', share: { of: 24, most: 10 } }),
    ],
    opens: null,
    computing: [],
  }
  openHome({
    'GET /homeCard/list': () => ok({ list: [card('figures', '本月', 'test/figures', { places: 4, periods: ['month'] })] }),
    'GET /homeCard/read': () => ok(answer),
  })
  const said = async (title: string) => (await screen.findByText(title)).closest('li')?.textContent ?? ''
  expect(await said('有预算')).toContain('预算 62% / 时间 60%')
  expect(await said('有预算')).toContain('24')
  expect(await said('派遣')).toContain('占 12.5%，上限 10%')
  const over = async (title: string) => (await screen.findByText(title)).closest('li')?.querySelector('[data-over]') !== null
  expect([await over('派遣'), await over('派遣少')]).toEqual([true, false])
  for (const title of ['预算为零', '预算为负', '没有预算']) {
    const text = await said(title)
    expect(text).toContain('62')
    expect(text).not.toMatch(/%|NaN|Infinity|预算 \d/)
  }
})

test.each([
  ['/areas/finance/profit/report/profit-trend.card.tsx', 'finance/profit/report/profit-trend'],
  ['/platform/web/tasks/tasks.card.tsx', 'tasks/tasks'],
])('%s is %s', (file, key) => expect(cardKeyOf(file)).toBe(key))

test.each([
  [
    ['0', '10'],
    [
      [
        [0, 70],
        [300, 2],
      ],
    ],
    70,
  ],
  [
    ['-5', '5'],
    [
      [
        [0, 70],
        [300, 2],
      ],
    ],
    36,
  ],
  [
    ['1', null, '1', '1'],
    [
      [[0, 2]],
      [
        [200, 2],
        [300, 2],
      ],
    ],
    70,
  ],
  [['4'], [[[150, 2]]], 70],
  [[null], [], 70],
])('a trend of %j', (values, runs, zero) => expect(sparkPath(values, 300, 72)).toEqual({ runs, zero }))
