import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import zhCN from 'antd/es/locale/zh_CN'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { ReportQuery } from '../../declare/wire.ts'
import { countries } from '../gallery/mock-definitions.ts'
import { listHandlers } from '../gallery/mock-lists.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { answerOf, euros, profitList, rowOf } from '../../../test/setup/web/mock-report.ts'
import { routeOf } from '../page/routes.ts'
import { PageContext, type PageInfo } from '../page/page-context.ts'
import { ShellContext, type ShellState } from '../page/shell-context.ts'
import { fetchFrom, menuNode, mockModules, mockProfile, mockServer, ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import { ThemeRoot } from '../theme/root.tsx'
import { registerHomeCard } from '../cards/home-cards.ts'
import HomePage from './home-page.tsx'
import { PinButton } from '../cards/pin-button.tsx'

registerHomeCard('home/pinned', () => import('./pinned.card.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pinned = (type: string, title: string, url: string) => ({
  key: 'pin.7',
  title,
  component: 'home/pinned',
  own: true,
  wide: true,
  large: true,
  hidden: false,
  pin: { type, url },
})

function openHome(card: ReturnType<typeof pinned>, handlers: Readonly<Record<string, MockHandler>>) {
  let cards = [card]
  const server = mockServer({
    'GET /homeCard/list': () => ok({ list: cards }),
    'POST /homeCard/unpin': () => {
      cards = []
      return ok(null)
    },
    ...handlers,
  })
  vi.stubGlobal('fetch', fetchFrom(server))
  const open = vi.fn<(url: string) => void>()
  const routes = [routeOf(menuNode('/base/country?isOpen=1', '国家', 'list/country'), '1')]
  const shell = { profile: mockProfile, modules: mockModules, routes, open } as unknown as ShellState
  const page = { active: true, container: () => document.body } as unknown as PageInfo
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
  return { server, open }
}

test('a pinned list shows its first rows by the filter of its address, leads to its page, and can be taken away', async () => {
  const url = '/base/country?isOpen=1&f.name=国'
  const { server, open } = openHome(pinned('country', '我的国家', url), {
    ...listHandlers,
    'POST /listField/getByType': () => ok(countries),
  })
  expect(await screen.findByRole('cell', { name: '美国' })).toBeTruthy()
  const asked = server.calls.find(call => call.path === '/countryManage/list')?.query
  expect(asked?.get('pageSize')).toBe('4')
  expect(asked?.get('only')).toBe('rows')
  expect(JSON.parse(asked?.get('conditionList') ?? '')).toEqual([
    { field: 'isOpen', condition: 'EQ', value: '1' },
    { field: 'name', condition: 'LIKE', value: '国' },
  ])
  await userEvent.click(screen.getByRole('link', { name: `打开${countries.title}` }))
  expect(open).toHaveBeenCalledWith(url)
  await userEvent.click(screen.getByRole('button', { name: '取消固定我的国家' }))
  await waitFor(() => expect(screen.queryByText('我的国家')).toBeNull())
  expect(server.calls.find(call => call.path === '/homeCard/unpin')?.body).toEqual({ key: 'pin.7' })
})

test('a pinned report shows its totals and a trend of its own drawing; large, its charts', async () => {
  const queries: ReportQuery[] = []
  openHome(pinned('amazonProfit', '利润', '/finance/amazon/profit?from=2025-09&to=2025-11&columns=profit%2Cmargin'), {
    'POST /listField/getByType': () => ok(profitList),
    'POST /AmzFinanceProfit/list': ({ body }) => {
      queries.push(body as ReportQuery)
      const months = ['2025-09', '2025-10', '2025-11'].map(month => rowOf({ month }, 'EUR', euros))
      return ok(answerOf(months, { totals: [{ currency: 'EUR', values: euros }] }))
    },
  })
  expect(await screen.findByText('2025-09 至 2025-11')).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: '利润率' })).toBeTruthy()
  expect(screen.getByRole('cell', { name: '79.74' }).getAttribute('title')).toBe('79.745')
  expect(screen.getByRole('img', { name: '利润走势' })).toBeTruthy()
  expect(queries[0]).toMatchObject({ by: ['month'], startDate: '2025-09-01', endDate: '2025-11-30', currency: 'shop' })
  await userEvent.click(screen.getByRole('button', { name: '放大利润' }))
  expect(await within(await screen.findByRole('dialog')).findByRole('region', { name: '趋势' })).toBeTruthy()
})

test('amounts of several currencies have no common trend', async () => {
  openHome(pinned('amazonProfit', '利润', '/finance/amazon/profit'), {
    'POST /listField/getByType': () => ok(profitList),
    'POST /AmzFinanceProfit/list': () =>
      ok(
        answerOf([], {
          totals: [
            { currency: 'EUR', values: euros },
            { currency: 'USD', values: euros },
          ],
        }),
      ),
  })
  expect(await screen.findByRole('rowheader', { name: 'USD' })).toBeTruthy()
  expect(screen.queryByRole('img', { name: /走势/ })).toBeNull()
})

test('a refusal stands in the card alone', async () => {
  openHome(pinned('country', '国家', '/base/country?s=gone'), {
    'POST /listField/getByType': () => ok(countries),
    'POST /listState/query': () => refused(1004, '列表链接不存在或已删除', null, 404),
  })
  expect(await screen.findByText('列表链接不存在或已删除')).toBeTruthy()
  expect(screen.getByRole('button', { name: /重\s*试/ })).toBeTruthy()
})

test('the page is pinned under a name, with the state of its address', async () => {
  window.history.replaceState(null, '', '/base/country?f.name=国')
  const { bodies } = renderPage(<PinButton type="country" title="国家" />, {
    handlers: { 'POST /homeCard/pin': () => ok({ key: 'pin.1' }) },
  })
  await userEvent.click(screen.getByRole('button', { name: '固定到首页' }))
  const name = await screen.findByRole('textbox', { name: '卡片名称' })
  expect(name).toHaveProperty('value', '国家')
  await userEvent.clear(name)
  await userEvent.type(name, '常看{Enter}')
  await waitFor(() =>
    expect(bodies('/homeCard/pin')).toEqual([{ type: 'country', title: '常看', url: `/base/country?f.name=${encodeURIComponent('国')}` }]),
  )
  expect(await screen.findByText('已固定到首页')).toBeTruthy()
})
