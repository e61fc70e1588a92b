import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { useSearchParams } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { StoredTabs } from '#platform/format/open-tabs.ts'
import { session } from '../../api/session.ts'
import { registerGeneric } from '../../page/pages.ts'
import { usePage } from '../../page/page-context.ts'
import { mockProfile, ok } from '../../gallery/mock-api.ts'
import { menuOf, open, tabTitles } from '../../../../test/setup/web/open-shell.tsx'

const currency = { key: '/finance/base/currency', url: '/finance/base/currency?pageNum=3', title: '币种' }
const country = { key: '/finance/base/country', url: '/finance/base/country', title: '国家' }
const titleOf = (text: string): HTMLElement => screen.getByText(text, { selector: '.zg-tab-title' })
const saves = (calls: readonly { path: string; body: unknown }[]): StoredTabs[] =>
  calls.filter(call => call.path === '/userTab/save').map(call => call.body as StoredTabs)
const leaveWindow = (): boolean => window.dispatchEvent(new Event('pagehide'))

test('tabs survive a reload of the browser, only the shown one is drawn', async () => {
  const first = open('/finance/base/currency')
  await screen.findByText(/币种 true/)
  await first.user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  first.view.unmount()

  const { server } = open('/finance/base/country')
  await screen.findByText(/国家 true/)
  expect(tabTitles()).toEqual(['币种', '国家'])
  expect(document.title).toBe('国家 - 掌柜')
  expect(server.calls.some(call => call.path === '/currency/list')).toBe(false)
})

test('another device begins with the tabs the server keeps, each at its own address; a page gone from the menus is left out', async () => {
  const gone = { key: '/finance/gone', url: '/finance/gone', title: '旧页面' }
  const { server, user } = open('/finance/base/country', {
    'POST /userTab/query': () => ok({ tabs: [currency, gone, country], activeKey: country.key }),
  })
  await screen.findByText(/国家 true/)
  expect(tabTitles()).toEqual(['币种', '国家'])
  expect(server.calls.some(call => call.path === '/currency/list')).toBe(false)
  await user.click(titleOf('币种'))
  await screen.findByText(/币种 true/)
  // the address follows a frame after the page
  await waitFor(() => expect(window.location.search).toBe('?pageNum=3'))
})

test('what changes is saved: after a moment, and at once when the window goes', async () => {
  const { server, user } = open('/finance/base/currency?f.name=a')
  await screen.findByText(/币种 true/)
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  const place = document.querySelector<HTMLElement>('[data-page="/finance/base/country"] [data-scroll=page]')
  if (place === null) throw new Error('the page has no scrolled place')
  place.scrollTop = 240
  fireEvent.scroll(place)
  leaveWindow()
  await waitFor(() => expect(saves(server.calls).at(-1)?.activeKey).toBe(country.key))
  expect(saves(server.calls).at(-1)?.tabs).toEqual([
    { key: currency.key, url: '/finance/base/currency?f.name=a', title: '币种', scroll: {} },
    { ...country, scroll: { page: 240 } },
  ])
  const told = saves(server.calls).length
  leaveWindow()
  expect(saves(server.calls)).toHaveLength(told)
})

test('a page comes back where it was scrolled to, also after a reload', async () => {
  const first = open('/finance/base/currency', {
    'POST /userTab/query': () => ok({ tabs: [{ ...currency, scroll: { page: 320 } }], activeKey: currency.key }),
  })
  await screen.findByText(/币种 true/)
  expect(document.querySelector('[data-scroll=page]')?.scrollTop).toBe(320)
  await first.user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  const hidden = document.querySelector(`[data-page="${currency.key}"] [data-scroll=page]`)
  // a browser forgets the place of what is not displayed
  if (hidden !== null) hidden.scrollTop = 0
  await first.user.click(titleOf('币种'))
  await screen.findByText(/币种 true/)
  expect(hidden?.scrollTop).toBe(320)
})

test('tabs of one organisation are not saved as those of another', async () => {
  const { server } = open('/finance/base/currency')
  await screen.findByText(/币种 true/)
  // another window of this browser has switched
  session.setOrganisationId('2')
  leaveWindow()
  expect(saves(server.calls)).toEqual([])
})

test('right click: the four closings with their refusals', async () => {
  const { user } = open('/finance/base/currency')
  await screen.findByText(/币种 true/)
  const choose = async (title: string, command: string): Promise<void> => {
    fireEvent.contextMenu(titleOf(title))
    // the menu that opened last: in jsdom no motion ends, so the one before still stands
    await user.click((await screen.findAllByText(command)).at(-1) as HTMLElement)
  }
  await choose('币种', '关闭当前')
  expect(await screen.findByText('这是最后一个标签了, 无法被关闭')).toBeTruthy()
  await choose('币种', '关闭左侧')
  expect(await screen.findByText('左侧没有标签')).toBeTruthy()
  await choose('币种', '关闭右侧')
  expect(await screen.findByText('右侧没有标签')).toBeTruthy()
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  await choose('国家', '关闭全部')
  await waitFor(() => expect(tabTitles()).toEqual(['首页']))
  expect(window.location.pathname).toBe('/home/workbenches')
})

test('the row by keyboard: arrows walk, Enter opens, Ctrl+Shift+arrows put in order, Delete closes', async () => {
  const { user } = open('/finance/base/country', {
    'POST /userTab/query': () => ok({ tabs: [currency, country], activeKey: country.key }),
  })
  await screen.findByText(/国家 true/)
  act(() => titleOf('国家').focus())
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(titleOf('币种'))
  await user.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}')
  expect(tabTitles()).toEqual(['国家', '币种'])
  expect(screen.getByText('币种移到第2个')).toBeTruthy()
  await user.keyboard('{Enter}')
  await screen.findByText(/币种 true/)
  act(() => titleOf('币种').focus())
  await user.keyboard('{Delete}')
  await waitFor(() => expect(tabTitles()).toEqual(['国家']))
})

test('dragging over a neighbour changes places, the menu does the same', async () => {
  const { user } = open('/finance/base/country', {
    'POST /userTab/query': () => ok({ tabs: [currency, country], activeKey: country.key }),
  })
  await screen.findByText(/国家 true/)
  const [first, second] = [titleOf('币种').parentElement, titleOf('国家').parentElement]
  if (first === null || second === null) throw new Error('no tabs')
  const places = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const at = [...(this.parentElement?.children ?? [])].indexOf(this)
    return new DOMRect(at * 100, 0, 100, 34)
  })
  fireEvent.pointerDown(first, { button: 0, clientX: 50, pointerType: 'mouse' })
  fireEvent.pointerMove(first, { clientX: 160, pointerType: 'mouse' })
  fireEvent.pointerUp(first)
  places.mockRestore()
  // what ends a drag is no click
  fireEvent.click(titleOf('币种'))
  expect(window.location.pathname).toBe('/finance/base/country')
  expect(tabTitles()).toEqual(['国家', '币种'])
  fireEvent.contextMenu(titleOf('币种'))
  await user.click(await screen.findByText('左移'))
  expect(tabTitles()).toEqual(['币种', '国家'])
})

test('a page that is not kept alive asks anew when it is shown again, a kept one does not', async () => {
  const modules = mockProfile.modules.map(module => ({
    ...module,
    menus: module.menus.map(menu => ({
      ...menu,
      children: (menu.children ?? []).map(child =>
        child.component === 'list/currency' ? { ...child, meta: { ...child.meta, keepAlive: false } } : child,
      ),
    })),
  }))
  const { user } = open('/finance/base/currency', { 'GET /system/userprofile': () => ok({ ...mockProfile, modules }) })
  await screen.findByText(/币种 true 可编辑 第1次/)
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true 可编辑 第1次/)
  expect(screen.queryByTestId('page-currency')).toBeNull()
  await user.click(titleOf('币种'))
  await screen.findByText(/币种 true 可编辑 第2次/)
  await user.click(titleOf('国家'))
  await screen.findByText(/国家 true 可编辑 第1次/)
})

test('a title is cut to eight characters, all of it stands on hover', async () => {
  open('/finance/amazon/settlement?kind=1')
  await waitFor(() => expect(tabTitles()).toEqual(['亚马逊结算报告对…']))
  expect(titleOf('亚马逊结算报告对…').title).toBe('亚马逊结算报告对账明细')
})

const paneOf = (key: string): Element | null => document.querySelector(`[data-page="${key}"]`)?.closest('.zg-pane') ?? null
const isInFront = (key: string): boolean => paneOf(key)?.hasAttribute('data-hidden') === false

test('an open page is in front at the click, the address follows', async () => {
  const { user } = open(currency.key)
  await screen.findByText(/币种 true/)
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  fireEvent.click(titleOf('币种'))
  expect([isInFront(currency.key), isInFront(country.key)]).toEqual([true, false])
  expect(titleOf('币种').getAttribute('aria-current')).toBe('page')
  expect(window.location.pathname).toBe(country.key)
  // another click before the address has followed: the last one counts
  fireEvent.click(titleOf('国家'))
  fireEvent.click(titleOf('币种'))
  await waitFor(() => expect(window.location.pathname).toBe(currency.key))
  await screen.findByText(/币种 true/)
  expect([isInFront(currency.key), isInFront(country.key)]).toEqual([true, false])
  act(() => window.history.back())
  await waitFor(() => expect(isInFront(country.key)).toBe(true))
  expect(isInFront(currency.key)).toBe(false)
})

test('closing the tab just gone to shows its neighbour, and it does not come back with the address', async () => {
  const { user } = open(currency.key)
  await screen.findByText(/币种 true/)
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  fireEvent.click(titleOf('币种'))
  fireEvent.click(screen.getByRole('button', { name: '关闭币种' }))
  await waitFor(() => expect(tabTitles()).toEqual(['国家']))
  expect(isInFront(country.key)).toBe(true)
  await user.click(menuOf('财务').getByText('利润'))
  await waitFor(() => expect(tabTitles()).toEqual(['国家', '利润']))
})

test('a change of tab draws no page anew, neither the one that goes nor the one that comes', async () => {
  let drawn = 0
  const Counted = () => {
    usePage()
    useSearchParams()
    return (
      <Profiler id="report" onRender={() => (drawn += 1)}>
        <p>报表内容</p>
      </Profiler>
    )
  }
  registerGeneric('report', () => Promise.resolve({ default: Counted }))
  const { user } = open('/sales/daily?month=2026-01', { 'POST /shop/list': () => ok('') })
  await screen.findByText('报表内容')
  await user.click(menuOf('销售').getByText('店铺'))
  await screen.findByText(/店铺 true/)
  const before = drawn
  for (const [title, key] of [
    ['每日销量', '/sales/daily'],
    ['店铺', '/sales/shop'],
    ['每日销量', '/sales/daily'],
  ] as const) {
    await user.click(titleOf(title))
    await waitFor(() => expect(window.location.pathname).toBe(key))
    await waitFor(() => expect(isInFront(key)).toBe(true))
  }
  await screen.findByText(/店铺 false/)
  // drawn while hidden, and laid out all the same
  const hidden = document.querySelector<HTMLElement>('[data-page="/sales/shop"]')
  await waitFor(() => expect(hidden?.style.display).toBe(''))
  expect(isInFront('/sales/shop')).toBe(false)
  expect(drawn).toBe(before)
  expect(window.location.search).toBe('?month=2026-01')
})
