/** The measures that the specification gives in pixels, taken in the browser: dialogs, table, side menu, QR code, editor, page sizes. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useJourneys } from '../setup/journeys.ts'
import { closeDialog } from '../setup/screen.ts'

const height = 1_200
const list = '/reference/product'
const { signedIn } = useJourneys()

async function atTheList(width = 1_920): Promise<Page> {
  const p = await signedIn('admin', { width, height })
  await p.goto(list)
  await p.locator('.zg-grid-row, .zg-row-card').first().waitFor()
  return p
}
/** Width and height on screen, in whole pixels. */
async function sizeOf(one: Locator): Promise<readonly [width: number, height: number]> {
  const box = await one.boundingBox()
  return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]
}
const modal = (p: Page, title: string): Locator => p.getByRole('dialog', { name: title })

test('list: table of viewport height minus 280, page sizes 10 to 50, 共 N 条, quick jumper; side menu 256 and 80', async () => {
  const p = await atTheList()
  await expect.poll(async () => (await sizeOf(p.locator('.zg-list-table').first()))[1]).toBe(height - 280)
  await p.getByText(/^共 [\d,]+ 条$/).waitFor()
  await expect.poll(() => p.locator('.ant-pagination-options-quick-jumper input').count()).toBe(1)
  await p.locator('.ant-pagination-options-size-changer').click()
  const sizes = p.locator('.ant-select-dropdown:visible .ant-select-item-option-content')
  await expect.poll(async () => (await sizes.allTextContents()).map(one => Number.parseInt(one, 10))).toEqual([10, 20, 30, 40, 50])
  await p.keyboard.press('Escape')
  const side = p.locator('.zg-side').first()
  await expect.poll(async () => (await sizeOf(side))[0]).toBe(256)
  await p.getByRole('button', { name: /收起/ }).first().click()
  await expect.poll(async () => (await sizeOf(side))[0]).toBe(80)
  await p.context().close()
})

test('dialogs: schemes 1500, upload 600, scan to upload 500 with a code of 180 x 180; the editor is 650 high', async () => {
  const p = await atTheList()
  await p.getByRole('button', { name: '筛选方案' }).click()
  await expect.poll(async () => (await sizeOf(modal(p, '筛选方案')))[0]).toBe(1_500)
  await closeDialog(p)

  await p.getByRole('button', { name: '导入商品' }).click()
  await expect.poll(async () => (await sizeOf(modal(p, '导入商品')))[0]).toBe(600)
  await closeDialog(p)

  await p.getByRole('button', { name: '新增' }).first().click()
  await p.getByRole('dialog', { name: '新增商品' }).waitFor()
  await expect.poll(async () => (await sizeOf(p.locator('.zg-rich-text')))[1]).toBe(650)
  await p.getByRole('button', { name: '扫码上传' }).first().click()
  await expect.poll(async () => (await sizeOf(modal(p, '扫码上传')))[0]).toBe(500)
  await expect.poll(() => sizeOf(p.locator('.ant-qrcode canvas, .ant-qrcode svg').first())).toEqual([180, 180])
  await p.context().close()
})

test('on a phone the menu is a drawer, the width fluid whatever is set, dialogs fill the screen', async () => {
  const p = await atTheList(375)
  expect(await p.locator('.zg-side').count()).toBe(0)
  await p.getByRole('button', { name: '打开菜单' }).click()
  const drawer = p.getByRole('dialog', { name: '菜单' })
  await drawer.getByText('汇率', { exact: true }).click()
  await p.waitForURL(url => url.pathname === '/reference/currencyRate')
  await drawer.waitFor({ state: 'hidden' })
  await p.getByRole('navigation', { name: '汇率的页面' }).getByText('币种', { exact: true }).click()
  await p.waitForURL(url => url.pathname === '/reference/currency')
  await p.getByRole('heading', { name: '币种' }).waitFor()
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => p.locator('[data-width]').first().getAttribute('data-width')).toBe('Fluid')
  await p.getByRole('button', { name: '新增' }).first().click()
  await expect.poll(async () => (await sizeOf(modal(p, '新增币种')))[0]).toBeGreaterThan(340)
  await expect.poll(() => p.evaluate('document.documentElement.scrollWidth')).toBe(375)
  await p.context().close()
})
