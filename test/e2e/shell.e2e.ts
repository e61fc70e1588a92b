/**
 * The shell as people live in it: accessible in every page style, tabs that survive, one connection per browser, a new version, a lost
 * line, the keyboard.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousViolations } from '../setup/axe.ts'
import { goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { actOnRow, boxOf, choosePageStyle, closeDialog, isFocused } from '../setup/screen.ts'

const { product, visit, signedIn, atHome } = useJourneys()

const tabTitles = (p: Page): Promise<string[]> => p.locator('.zg-tab-title').allTextContents()
const rowShown = (p: Page, text: string): Promise<void> => p.getByRole('gridcell', { name: text }).first().waitFor()

test('no serious violation on the sign-in page, home, a list, the settings and all applications, in the three page styles', async () => {
  const login = await visit()
  await login.goto('/user/login')
  await login.locator('input[autocomplete=username]').waitFor()
  await expect.poll(() => seriousViolations(login)).toEqual([])
  await login.context().close()
  const p = await signedIn('admin')
  for (const style of ['亮色', '暗色导航', '暗黑']) {
    await p.goto('/reference/currency')
    await rowShown(p, '人民币')
    await choosePageStyle(p, style)
    expect([style, '界面设置', ...(await seriousViolations(p, style !== '亮色'))]).toEqual([style, '界面设置'])
    await closeDialog(p)
    expect([style, '列表', ...(await seriousViolations(p, style !== '亮色'))]).toEqual([style, '列表'])
    await p.getByRole('button', { name: '更多', exact: true }).click()
    await p.getByRole('button', { name: '设为角色默认' }).waitFor()
    expect([style, '全部应用', ...(await seriousViolations(p, style !== '亮色'))]).toEqual([style, '全部应用'])
    await p.goto('/home/workbenches')
    await p.getByRole('heading', { level: 1 }).waitFor()
    expect([style, '首页', ...(await seriousViolations(p, style !== '亮色'))]).toEqual([style, '首页'])
  }
  await p.context().close()
})

test('tabs are there again after a reload and on another device, each at its own address', async () => {
  const p = await atHome('buyer')
  await p.goto('/reference/country?pageNum=2')
  await p.getByRole('heading', { name: '国家' }).waitFor()
  await p.getByRole('navigation', { name: '模块' }).getByText('供应链', { exact: true }).click()
  await p.getByRole('heading', { name: '商品' }).waitFor()
  await expect.poll(() => tabTitles(p)).toEqual(['首页', '国家', '商品'])
  // put in order with the mouse, once the row has followed the page (it is drawn after it)
  await p.locator('.zg-tab[data-active]', { hasText: '商品' }).waitFor()
  const [from, to] = [await boxOf(p.locator('.zg-tab').nth(2)), await boxOf(p.locator('.zg-tab').nth(1))]
  // saved while it is still being drawn; the opening of the page may be saved only now
  const inOrder = (body: string | null): boolean => body !== null && body.indexOf('商品') < body.indexOf('国家')
  const saved = p.waitForResponse(answer => answer.url().endsWith('/userTab/save') && inOrder(answer.request().postData()))
  await p.mouse.move(from.x + 20, from.y + 15)
  await p.mouse.down()
  await p.mouse.move(from.x - 5, from.y + 15)
  await p.mouse.move(to.x + 5, to.y + 15, { steps: 4 })
  await expect.poll(() => tabTitles(p)).toEqual(['首页', '商品', '国家'])
  await p.mouse.up()
  await expect.poll(() => tabTitles(p)).toEqual(['首页', '商品', '国家'])
  await saved
  await p.reload()
  await p.getByRole('heading', { name: '商品' }).waitFor()
  await expect.poll(() => tabTitles(p)).toEqual(['首页', '商品', '国家'])
  const other = await atHome('buyer')
  await expect.poll(() => tabTitles(other)).toEqual(['首页', '商品', '国家'])
  await other.getByRole('button', { name: '国家', exact: true }).click()
  await other.waitForURL(url => url.pathname === '/reference/country' && url.search === '?pageNum=2')
  // a phone keeps tabs of its own, and nothing is wider than it
  const phone = await atHome('buyer', { width: 375 })
  await expect.poll(() => tabTitles(phone)).toEqual(['首页'])
  await phone.goto('/reference/country?pageNum=2')
  await phone.locator('.zg-row-card').first().waitFor()
  await expect.poll(() => phone.evaluate('document.documentElement.scrollWidth')).toBe(375)
  await phone.context().close()
  await other.context().close()
  await p.context().close()
})

test('the tab row by keyboard alone, its menu too', async () => {
  const p = await atHome('sales')
  await p.goto('/reference/shop')
  await p.getByRole('heading', { name: '店铺' }).waitFor()
  await p.getByRole('button', { name: '店铺', exact: true }).focus()
  await p.keyboard.press('Control+Shift+ArrowLeft')
  await expect.poll(() => tabTitles(p)).toEqual(['店铺', '首页'])
  const home = p.getByRole('toolbar').getByRole('button', { name: '首页', exact: true })
  await expect.poll(() => isFocused(p.getByRole('button', { name: '店铺', exact: true }))).toBe(true)
  await p.keyboard.press('ArrowRight')
  await expect.poll(() => isFocused(home)).toBe(true)
  await p.keyboard.press('Enter')
  await p.waitForURL(url => url.pathname === '/home/workbenches')
  await home.focus()
  await p.keyboard.press('Shift+F10')
  const menu = p.getByRole('menuitem', { name: '关闭左侧' })
  await menu.waitFor()
  await p.keyboard.press('ArrowDown')
  await p.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await home.focus()
  await p.keyboard.press('Delete')
  await p.getByRole('heading', { name: '店铺' }).waitFor()
  await expect.poll(() => tabTitles(p)).toEqual(['店铺'])
  await p.context().close()
})

test('two windows of a browser have one connection; when the first goes the second takes over', async () => {
  const first = await signedIn('hr')
  // a line that was lost under way and taken up again is the same window's
  const sockets = new Set<string>()
  const count = (p: Page, name: string): void => void p.on('websocket', () => sockets.add(name))
  count(first, 'first')
  await first.goto('/home/workbenches')
  await expect.poll(() => [...sockets]).toEqual(['first'])
  const second = await first.context().newPage()
  count(second, 'second')
  await second.goto('/home/workbenches')
  await second.getByRole('heading', { level: 1 }).waitFor()
  await second.waitForTimeout(1_500)
  expect([...sockets]).toEqual(['first'])
  await first.close()
  await expect.poll(() => [...sockets]).toEqual(['first', 'second'])
  await second.context().close()
})

test('who has a record open is told who changed it', async () => {
  const p = await signedIn('admin')
  await p.goto('/reference/currency')
  await rowShown(p, '人民币')
  await p.goto('/reference/product')
  const watching = p.waitForResponse(answer => answer.url().endsWith('/realtime/watch'))
  await actOnRow(p.locator('.zg-grid-row').first(), '编辑')
  const id = ((await watching).request().postDataJSON() as { id: string }).id
  const buyer = await goodCallsOf(product(), 'buyer')
  const { list } = (await buyer('POST', '/productManage/list', { pageSize: 200 })) as { list: Record<string, string>[] }
  const record = list.find(one => one['id'] === id)
  await buyer('POST', '/productManage/update', { id, version: record?.['version'], name: `${record?.['name']}（新）` })
  await expect.poll(() => p.getByText(/刚刚修改了这条记录/).count()).toBeGreaterThan(0)
  await p.context().close()
})

test('a new version is taken between two pages, with all tabs; a lost line is said and comes back', async () => {
  const p = await atHome('it')
  await p.goto('/reference/country')
  await p.getByRole('heading', { name: '国家' }).waitFor()
  await p.context().setOffline(true)
  await p.getByText('网络已断开，恢复后自动继续，已填写的内容不会丢').waitFor()
  await p.context().setOffline(false)
  await p.getByText('网络已断开，恢复后自动继续，已填写的内容不会丢').waitFor({ state: 'detached' })
  await p.evaluate('window.before = true')
  await p.route('**/api-2024/countryManage/list?*', async route => {
    const answer = await route.fetch()
    const { 'content-encoding': _coding, ...headers } = answer.headers()
    await route.fulfill({ response: answer, headers: { ...headers, 'x-build': 'index-newer.js' } })
  })
  await p.getByRole('button', { name: '刷新页面' }).click()
  await p.getByText('系统已更新，打开其他页面时自动刷新').waitFor()
  await expect.poll(() => p.evaluate('window.before')).toBe(true)
  await p.unroute('**/api-2024/countryManage/list?*')
  await p.getByRole('toolbar').getByRole('button', { name: '首页', exact: true }).click()
  await expect.poll(() => p.evaluate('window.before')).toBeUndefined()
  await p.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => tabTitles(p)).toEqual(['首页', '国家'])
  await p.context().close()
})

test('the back office is for system administrators; whoever wants no motion has none', async () => {
  const p = await signedIn('employee')
  await p.goto('/admin')
  await p.getByText('没有访问权限').waitFor()
  await p.emulateMedia({ reducedMotion: 'reduce' })
  const motion = (): Promise<string> =>
    p.evaluate('getComputedStyle(document.querySelector(".zg-page-scroll") ?? document.body).animationDuration')
  await p.goto('/home/workbenches')
  await p.locator('.zg-page-scroll').first().waitFor()
  expect(Number.parseFloat(await motion())).toBeLessThan(0.01)
  await p.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => motion()).toBe('0.5s')
  await p.context().close()
  const admin = await signedIn('admin')
  await admin.goto('/admin')
  await admin.getByRole('button', { name: '返回首页' }).first().waitFor()
  expect(new URL(admin.url()).pathname).toBe('/admin/company/sys-menu')
  // a pop-up is measured before it shows: a transition time on everything once put each of them outside the window
  await admin.emulateMedia({ reducedMotion: 'reduce' })
  await admin.goto('/reference/country')
  await admin.getByRole('button', { name: '显示的列' }).click()
  const popup = admin.locator('.ant-popover')
  await popup.getByText('恢复默认').waitFor()
  await expect.poll(async () => (await popup.boundingBox())?.y ?? -1).toBeGreaterThan(0)
  await admin.context().close()
})
