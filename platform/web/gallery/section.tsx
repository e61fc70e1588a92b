/** Frame of the gallery: sections with specimens, each drawn as on a page of its own. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { menuNode } from './mock-api.ts'
import { PageContext, canWith, type PageInfo } from '../page/page-context.ts'

export interface SectionFace {
  readonly key: string
  readonly title: string
  readonly Content: () => ReactNode
}

const operations = [1, 2, 3, 4, 5, 6, 7]
const page: PageInfo = {
  menu: menuNode('/list', '列表', 'list/x', { meta: { title: '列表', operations } }),
  tabKey: '/list',
  query: {},
  operations,
  can: canWith(operations),
  container: () => document.body,
  setTitle: () => undefined,
}

/** One state of one control; `address`: what the page's address says. */
export function Specimen({ title, address = '/list', children }: { title: string; address?: string; children: ReactNode }) {
  const client = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: false, throwOnError: false } } }), [])
  return (
    <figure className="zg-specimen">
      <figcaption>{title}</figcaption>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[address]}>
          <PageContext value={page}>{children}</PageContext>
        </MemoryRouter>
      </QueryClientProvider>
    </figure>
  )
}

/** A dialog, opened by its name. */
export function Opened({ title, children }: { title: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{title}</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
