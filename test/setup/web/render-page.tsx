/** Draws a part of the generic pages as a page of the shell does: theme, queries, address, page context, a mock server. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import { forgetFinished } from '#platform/web/api/once.ts'
import { PageContext, canWith } from '#platform/web/page/page-context.ts'
import { fetchFrom, menuNode, mockServer, type MockHandler, type MockServer } from '#platform/web/gallery/mock-api.ts'
import { ThemeRoot } from '#platform/web/theme/root.tsx'
import { listHandlers } from '#platform/web/gallery/mock-lists.ts'

export interface RenderedPage {
  readonly server: MockServer
  /** bodies sent to a path, in order */
  bodies(path: string): Record<string, unknown>[]
  /** query string of the page's address */
  search(): URLSearchParams
}

function Watch({ onSearch }: { onSearch: (search: string) => void }) {
  onSearch(useLocation().search)
  return null
}

interface StageOptions {
  readonly handlers?: Readonly<Record<string, MockHandler>>
  readonly operations?: readonly number[]
  readonly address?: string
}

export function renderPage(
  children: ReactNode,
  { handlers = {}, operations = [1, 2, 3, 4, 5, 6, 7], address = '/list' }: StageOptions = {},
): RenderedPage {
  const server = mockServer({ ...listHandlers, ...handlers })
  // each test is a person of its own: the change of the test before must not answer for an equal one
  forgetFinished()
  vi.stubGlobal('fetch', fetchFrom(server))
  const present = { search: '' }
  const page = {
    menu: menuNode('/list', '列表', 'list/x', { meta: { title: '列表', operations } }),
    tabKey: '/list',
    operations,
    can: canWith(operations),
    query: {},
    container: () => document.body,
    setTitle: () => undefined,
  }
  render(
    <ThemeRoot locale={zhCN}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })}>
        <MemoryRouter initialEntries={[address]}>
          <Watch onSearch={search => (present.search = search)} />
          <PageContext value={page}>{children}</PageContext>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeRoot>,
  )
  return {
    server,
    bodies: path =>
      server.calls.filter(one => one.path === path).map(one => (typeof one.body === 'object' && one.body !== null ? { ...one.body } : {})),
    search: () => new URLSearchParams(present.search),
  }
}
