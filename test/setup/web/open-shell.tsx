/** The shell in jsdom before a mock server: what its tests open, and what they look at. */
import { useQuery } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import zhCN from 'antd/es/locale/zh_CN'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { api } from '#platform/web/api/client.ts'
import { session } from '#platform/web/api/session.ts'
import { browser, forgetSignInAgain } from '#platform/web/api/sign-in-again.ts'
import { registerGeneric, registerPage, type PageProps } from '#platform/web/page/pages.ts'
import { ThemeRoot } from '#platform/web/theme/root.tsx'
import { AddressRoot } from '#platform/web/shell/address.tsx'
import { Gate } from '#platform/web/shell/gate.tsx'
import { useIsShown, usePage } from '#platform/web/page/page-context.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { fetchFrom, mockServer, ok, type MockHandler } from '#platform/web/gallery/mock-api.ts'

/** A list that can be typed into, asks the server, and opens a dialog. */
function TestList({ menu, type }: PageProps) {
  const page = usePage()
  const isShown = useIsShown()
  const { data } = useQuery({ queryKey: ['list', type], queryFn: () => api.post<string>(`/${type}/list`) })
  const [open, setOpen] = useState(false)
  const [form] = Form.useForm()
  return (
    <div data-testid={`page-${type}`}>
      <p>
        {menu.meta.title} {String(isShown)} {page.can(3) ? '可编辑' : '不可编辑'} {data}
      </p>
      <input aria-label={`草稿 ${type}`} />
      <button type="button" onClick={() => setOpen(true)}>
        新增
      </button>
      <TabModal open={open} title="新增记录" onCancel={() => setOpen(false)}>
        <Form form={form}>
          <Form.Item name="name">
            <Input aria-label="名称" />
          </Form.Item>
        </Form>
      </TabModal>
    </div>
  )
}

registerGeneric('list', () => Promise.resolve({ default: TestList }))
registerPage('finance/amazon/profit', () =>
  Promise.resolve({
    default: () => {
      throw new Error('broken')
    },
  }),
)
registerPage('home/workbenches', () => import('#platform/web/home/home-page.tsx'))

export const goTo = vi.spyOn(browser, 'goTo').mockImplementation(() => undefined)
export const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined)

// what the gate loads: on a busy machine translating it takes longer than a test waits for its page
beforeAll(async () => {
  await Promise.all([import('#platform/web/shell/shell.tsx'), import('#platform/web/list/list-page.tsx')])
})
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  goTo.mockClear()
  reload.mockClear()
  forgetSignInAgain()
})
afterEach(() => vi.unstubAllGlobals())

export function open(path: string, handlers: Record<string, MockHandler> = {}, token: string | null = 'token-1') {
  const asked: Record<string, number> = {}
  const counted =
    (type: string): MockHandler =>
    () =>
      ok(`第${(asked[type] = (asked[type] ?? 0) + 1)}次`)
  const server = mockServer({ 'POST /currency/list': counted('currency'), 'POST /country/list': counted('country'), ...handlers })
  vi.stubGlobal('fetch', fetchFrom(server))
  if (token !== null) session.begin(token, '0')
  window.history.replaceState(null, '', path)
  const view = render(
    <ThemeRoot locale={zhCN}>
      <AddressRoot>
        <Gate />
      </AddressRoot>
    </ThemeRoot>,
  )
  return { server, view, user: userEvent.setup() }
}

export const tabTitles = (): (string | null)[] => [...document.querySelectorAll('.zg-tab-title')].map(title => title.textContent)
export const menuOf = (name: string) => within(screen.getByRole('navigation', { name }))
