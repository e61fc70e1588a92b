/** Every card of the home page stands with grey lines from its first drawing on, while nothing has answered. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import zhCN from 'antd/es/locale/zh_CN'
import { Suspense, type ComponentType } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { ShownCard } from '#platform/declare/wire-home.ts'
import type { HomeCardProps } from '#platform/web/cards/home-cards.ts'
import HomePage from '#platform/web/home/home-page.tsx'
import { mockModules, mockProfile } from '#platform/web/gallery/mock-api.ts'
import { PageContext, type PageInfo } from '#platform/web/page/page-context.ts'
import { ShellContext, type ShellState } from '#platform/web/page/shell-context.ts'
import { ThemeRoot } from '#platform/web/theme/root.tsx'

const files = import.meta.glob<{ readonly default: ComponentType<HomeCardProps> }>(['/areas/**/*.card.tsx', '/platform/web/**/*.card.tsx'])

/** What a card of any word is told. */
const card: ShownCard = {
  key: 'boss.figures',
  title: '本月',
  component: '',
  wide: true,
  large: false,
  hidden: false,
  places: 3,
  periods: ['month'],
  pin: { type: 'currency', url: '/reference/currency' },
  measure: { report: 'companyProfit', measures: ['profit'], by: [], period: 'month', currency: 'CNY', look: 'figure' },
  why: { report: 'companyProfit', period: 'month' },
}
/** grey lines, or the places of figures */
const waits = '.ant-skeleton, [aria-busy="true"]'

/** Nothing is ever answered. */
function draw(Page: ComponentType) {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const shell = { profile: mockProfile, modules: mockModules, routes: [], open: vi.fn<() => void>() } as unknown as ShellState
  const page = { container: () => document.body } as unknown as PageInfo
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ThemeRoot locale={zhCN}>
        <MemoryRouter>
          <ShellContext value={shell}>
            <PageContext value={page}>
              <Suspense fallback={null}>
                <Page />
              </Suspense>
            </PageContext>
          </ShellContext>
        </MemoryRouter>
      </ThemeRoot>
    </QueryClientProvider>,
  ).container
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each(Object.entries(files))('%s', async (_file, load) => {
  const { default: Drawn } = await load()
  const drawn = draw(() => <Drawn large={false} card={card} />)
  expect(drawn.querySelectorAll(waits)).toHaveLength(1)
})

test('the page itself, before it knows its cards', () => {
  const frames = [...draw(HomePage).querySelectorAll('.zg-home-card')]
  expect(frames.length).toBeGreaterThan(0)
  expect(frames.filter(one => one.querySelector(waits) === null)).toEqual([])
})
