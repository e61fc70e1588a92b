import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { newBuild } from '../../api/build.ts'
import { isOffline } from '../../api/connection.ts'
import { serverNowMs } from '../../api/clock.ts'
import { addUnsaved, removeUnsaved } from '../../api/unsaved-store.ts'
import { withReload } from '../../page/chunk-load.ts'
import { mockProfile, ok } from '../../gallery/mock-api.ts'
import { menuOf, open, reload, tabTitles } from '../../../../test/setup/web/open-shell.tsx'

/** The document as the build named `build` has it. */
function runBuild(build: string): void {
  const script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', `/assets/${build}`)
  // jsdom must not fetch it
  script.setAttribute('data-test', '')
  document.head.append(script)
}
const servedBy = (build: string) => ({ 'GET /system/userprofile': () => ({ ...ok(mockProfile), headers: { 'x-build': build } }) })

afterEach(() => {
  document.querySelector('script[data-test]')?.remove()
  newBuild.set(null)
  isOffline.set(false)
})

test('a newer build is taken when the person goes to another page, once', async () => {
  runBuild('index-old.js')
  const { user } = open('/finance/base/currency', servedBy('index-new.js'))
  await screen.findByText('系统已更新，打开其他页面时自动刷新')
  expect(reload).not.toHaveBeenCalled()
  await user.click(menuOf('财务').getByText('国家'))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  // the servers behind the address are not all new yet: the old program may come again, and must not reload for ever
  await user.click(menuOf('财务').getByText('币种'))
  await screen.findByText(/币种 true/)
  expect(reload).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: '立即刷新' }))
  expect(reload).toHaveBeenCalledTimes(2)
})

test('what is typed and not saved holds it back', async () => {
  runBuild('index-old.js')
  const { user } = open('/finance/base/currency', servedBy('index-newer.js'))
  await screen.findByText('系统已更新，打开其他页面时自动刷新')
  const entry = { pageKey: '/finance/base/currency', place: () => document.body }
  addUnsaved(entry)
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  expect(reload).not.toHaveBeenCalled()
  removeUnsaved(entry)
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  hidden.mockRestore()
})

test('the same build, or none in development, says nothing', async () => {
  runBuild('index-old.js')
  open('/finance/base/currency', servedBy('index-old.js'))
  await screen.findByText(/币种 true/)
  expect(screen.queryByText(/系统已更新/)).toBeNull()
})

test('a part that is missing reloads once per build, then says so', async () => {
  runBuild('index-broken.js')
  const load = withReload(() => Promise.reject(new Error('404')))
  void load()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await expect(load()).rejects.toThrow('Loading chunk failed')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a part that does not come within two minutes has failed', async () => {
  vi.useFakeTimers()
  runBuild('index-slow.js')
  const load = withReload(() => new Promise(() => {}))
  void load()
  await vi.advanceTimersByTimeAsync(119_999)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

test('without a connection the shell says so, and asks again when it is back', async () => {
  const { server, user } = open('/finance/base/currency')
  await screen.findByText(/币种 true/)
  const answering = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await user.click(screen.getByRole('button', { name: '刷新页面' }))
  expect(await screen.findByText('网络已断开，恢复后自动继续，已填写的内容不会丢')).toBeTruthy()
  expect(tabTitles()).toEqual(['币种'])
  const asked = server.calls.filter(call => call.path === '/currency/list').length
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => (input === '/healthz' ? new Response('') : answering(input, init)))
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(/网络已断开/)).toBeNull())
  await waitFor(() => expect(server.calls.filter(call => call.path === '/currency/list').length).toBeGreaterThan(asked))
})

test('a desk whose clock is a year behind goes by the clock of the server', async () => {
  const date = new Date(Date.now() + 365 * 86_400_000)
  open('/finance/base/currency', {
    'GET /system/userprofile': () => ({ ...ok(mockProfile), headers: { date: date.toUTCString() } }),
  })
  await screen.findByText(/币种 true/)
  expect(Math.abs(serverNowMs() - date.getTime())).toBeLessThan(60_000)
})

test('another window of this browser signs in as somebody else, or goes to another organisation: this one starts anew', async () => {
  open('/finance/base/currency')
  await screen.findByText(/币种 true/)
  const heard = (init: StorageEventInit): void => void window.dispatchEvent(new StorageEvent('storage', init))
  heard({ key: 'shell.settings', oldValue: 'a', newValue: 'b' })
  heard({ key: 'orgId', oldValue: null, newValue: '1' })
  expect(reload).not.toHaveBeenCalled()
  heard({ key: 'token', oldValue: 'token-1', newValue: 'token-2' })
  expect(reload).toHaveBeenCalledTimes(1)
  heard({ key: 'orgId', oldValue: '1', newValue: '2' })
  expect(reload).toHaveBeenCalledTimes(2)
  heard({ key: null })
  expect(reload).toHaveBeenCalledTimes(3)
})

test('a full or forbidden storage costs nothing but the memory of it', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { user } = open('/finance/base/currency')
  await screen.findByText(/币种 true/)
  await user.click(menuOf('财务').getByText('国家'))
  expect(await screen.findByText(/国家 true/)).toBeTruthy()
  expect(tabTitles()).toEqual(['币种', '国家'])
  full.mockRestore()
})

test('while the demo company is made the shell says how far it is, and pages come anew with each step until it is whole', async () => {
  let now: object | null = { percent: 42, doing: '正在导入平台文件', failed: null }
  const { server } = open('/finance/base/currency', {
    'GET /system/userprofile': () => ok({ ...mockProfile, firstFill: now }),
    'GET /system/firstFill': () => ok(now),
  })
  await screen.findByText(/币种 true/)
  expect(screen.getByText(/演示公司已完成 42%/).textContent).toContain('正在导入平台文件')
  const rowsAsked = (): number => server.calls.filter(call => call.path === '/currency/list').length
  const before = rowsAsked()
  now = { percent: 43, doing: '正在导入平台文件', failed: null }
  await screen.findByText(/演示公司已完成 43%/, {}, { timeout: 5_000 })
  expect(rowsAsked()).toBe(before)
  now = null
  await waitFor(() => expect(screen.queryByText(/演示公司/)).toBeNull(), { timeout: 5_000 })
  await waitFor(() => expect(rowsAsked()).toBe(before + 1))
})

test('a demo company that was not finished is told with the reason, and not asked for again', async () => {
  const failed = { percent: 42, doing: '正在导入平台文件', failed: '磁盘空间已满' }
  const { server } = open('/finance/base/currency', { 'GET /system/userprofile': () => ok({ ...mockProfile, firstFill: failed }) })
  expect(await screen.findByText('演示公司没有建完：磁盘空间已满')).toBeTruthy()
  expect(server.calls.filter(call => call.path === '/system/firstFill')).toEqual([])
})

test('who has to set a second step up before a day is told so, and led there', async () => {
  const due = { ...mockProfile, factorDue: '2026-12-24' }
  const { user } = open('/finance/base/currency', { 'GET /system/userprofile': () => ok(due) })
  await screen.findByText('从 2026-12-24 起登录要做第二步验证，请提前设置')
  await user.click(screen.getByRole('button', { name: '去设置' }))
  await waitFor(() => expect(window.location.pathname).toBe('/account/settings/info/3'))
})
