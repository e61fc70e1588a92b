/**
 * Filters and schemes as people use them: every kind of filter, a tab kept, a link given to a colleague, columns by hand, two windows at
 * one scheme, a phone.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asOwner } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { boxOf, steady, messageShown } from '../setup/screen.ts'

const { product, signedIn } = useJourneys()

async function open(p: Page, address: string): Promise<void> {
  await p.goto(address)
  await p.locator('.zg-grid-row, .zg-row-card').first().waitFor()
}
const filtered = (p: Page, name: string, value: string | null): Promise<void> =>
  p.waitForURL(url => url.searchParams.get(`f.${name}`) === value)
/** Rows over all pages; their number may come after the rows. */
const rowCount = (p: Page): Promise<number> =>
  steady(async () => Number((await p.locator('.ant-pagination-total-text').innerText()).replaceAll(/\D/g, '')))
const button = (from: Page | Locator, name: string): Locator => from.getByRole('button', { name, exact: true })

test('tags and records below their group stay in the address; reset asks and empties all', async () => {
  const p = await signedIn('admin')
  await open(p, '/reference/skuMap')
  const all = await rowCount(p)
  await p.getByRole('search').getByRole('button', { name: '商品', exact: true }).click()
  const choices = p.locator('.zg-filter-choices:visible')
  await choices.getByRole('searchbox', { name: '查找选项' }).fill('EL-10')
  await choices.locator('.zg-choice-tag', { hasText: 'KT-' }).first().waitFor({ state: 'hidden' })
  const found = choices.locator('.zg-choice-tag', { hasText: 'EL-10' })
  await found.nth(0).click()
  await found.nth(1).click()
  await p.waitForURL(url => (url.searchParams.get('f.productId') ?? '').includes(','))
  await expect.poll(() => rowCount(p)).toBeLessThan(all)
  await p.reload()
  await p.locator('.zg-grid-row, .zg-row-card').first().waitFor()
  const some = await rowCount(p)
  expect(some).toBeGreaterThan(0)
  expect(some).toBeLessThan(all)
  await button(p, '重置').first().click()
  await p.getByText('确定要重置全部筛选条件吗？').waitFor()
  await p.locator('.ant-popover:visible').getByRole('button', { name: '重置' }).click()
  await filtered(p, 'productId', null)
  await expect.poll(() => rowCount(p)).toBe(all)
  await p.context().close()
})

test('a date shortcut is kept as its period, days of one’s own as days', async () => {
  const p = await signedIn('admin')
  await p.goto('/finance/amazon/transactions')
  const range = p.locator('.zg-filter-range input').first()
  await range.click()
  await button(p, '上月').click()
  await filtered(p, 'postedOn', 'LAST_MONTH')
  await range.click()
  await button(p, '自定义').click()
  await p.waitForURL(url => url.searchParams.get('f.postedOn') !== 'LAST_MONTH')
  expect(new URL(p.url()).searchParams.get('f.postedOn')).toMatch(/^\d{4}-\d\d-01,\d{4}-\d\d-\d\d$/)
  await p.context().close()
})

test('a filter kept as a tab is there after a reload, opens the filter again, and goes when deleted', async () => {
  const p = await signedIn('admin')
  await open(p, '/reference/shop')
  await button(p, '更多筛选').click()
  await button(p.getByRole('dialog', { name: '更多筛选' }), '营业').click()
  await button(p.getByRole('dialog', { name: '更多筛选' }), '应用').click()
  await filtered(p, 'status', '1')
  await button(p, '保存为标签').click()
  await button(p, '保存').click()
  await messageShown(p, '标签名称不能为空')
  await p.getByRole('textbox', { name: '标签名称' }).fill('营业中')
  await p.keyboard.press('Enter')
  await messageShown(p, '已保存为标签')
  await open(p, '/reference/shop')
  const tabs = p.getByRole('navigation', { name: '筛选标签' })
  await button(tabs, '营业中').click()
  await filtered(p, 'status', '1')
  await tabs.locator('button[aria-pressed=true]', { hasText: '营业中' }).waitFor()
  await button(tabs, '全部').click()
  await filtered(p, 'status', null)
  await button(tabs, '删除标签 营业中').click()
  await p.getByText('确定要删除吗？').waitFor()
  await p.locator('.ant-popover:visible').getByRole('button', { name: '删除' }).click()
  await tabs.waitFor({ state: 'hidden' })
  expect(new URL(p.url()).searchParams.size).toBe(0)
  await p.context().close()
})

test('a link shows a colleague the same list, within his own rights', async () => {
  const link = '/reference/skuMap?f.sellerSku=EL-1&sort=sellerSku.DESC&size=50'
  const boss = await signedIn('admin')
  await open(boss, link)
  const all = await rowCount(boss)
  await boss.context().close()
  const p = await signedIn('sales')
  await open(p, link)
  const mine = await rowCount(p)
  expect(mine).toBeGreaterThan(0)
  expect(mine).toBeLessThan(all)
  const shops = new Set(await p.locator('.zg-grid-row [role=gridcell][aria-colindex="2"]').allInnerTexts())
  expect([...shops].filter(shop => !['云帆美国站', '云帆德国站', '店铺'].includes(shop.trim()))).toEqual([])
  expect(new URL(p.url()).searchParams.get('f.sellerSku')).toBe('EL-1')
  await p.context().close()
})

const dialogOf = (p: Page): Locator => p.getByRole('dialog', { name: '筛选方案' })
async function openDialog(p: Page): Promise<Locator> {
  await button(p, '筛选方案').click()
  await dialogOf(p).getByRole('textbox', { name: '方案名称' }).waitFor()
  return dialogOf(p)
}

test('columns are put in order and drawn wider by hand; two windows at one scheme, the second is told; a column that is gone is named', async () => {
  const p = await signedIn('admin')
  await open(p, '/reference/shop')
  const dialog = await openDialog(p)
  await dialog.getByRole('tab', { name: '显示列' }).click()
  const rows = dialog.locator('tr[data-at]')
  const [from, to] = [await boxOf(rows.nth(0).locator('.zg-drag')), await boxOf(rows.nth(2))]
  await p.mouse.move(from.x + 4, from.y + 4)
  await p.mouse.down()
  await p.mouse.move(from.x + 4, to.y + to.height / 2, { steps: 5 })
  await dialog.locator('tr.zg-drop-below[data-at="2"]').waitFor()
  await p.mouse.up()
  await expect.poll(() => rows.nth(2).innerText()).toContain('店铺名称')
  await dialog.getByRole('slider', { name: /店铺名称/ }).fill('400')
  await dialog.getByRole('textbox', { name: '方案名称' }).fill('两个窗口')
  await button(dialog, '保存').click()
  await messageShown(p, '方案已保存')

  const other = await p.context().newPage()
  await open(other, '/reference/shop')
  const second = await openDialog(other)
  await second.getByRole('button', { name: /两个窗口/ }).click()
  await expect.poll(() => second.getByRole('textbox', { name: '方案名称' }).inputValue()).toBe('两个窗口')
  await second.getByRole('textbox', { name: '方案名称' }).fill('第二个窗口')
  await button(second, '保存').click()
  await messageShown(other, '方案已保存')
  await dialog.getByRole('textbox', { name: '方案名称' }).fill('第一个窗口')
  await button(dialog, '保存').click()
  await messageShown(p, /修改了这条筛选方案/)
  // what was typed stays
  await expect.poll(() => dialog.getByRole('textbox', { name: '方案名称' }).inputValue()).toBe('第一个窗口')
  await other.close()

  await asOwner(
    product(),
    `update list_profile set content = jsonb_set(content, '{columnList,0,field}', '"goneBy"') where name = '第二个窗口'`,
  )
  await open(p, '/reference/shop')
  const again = await openDialog(p)
  await again.getByRole('button', { name: /第二个窗口/ }).click()
  await messageShown(p, /方案中的 .+ 已不存在，其余照常使用/)
  await p.context().close()
})

test('on a phone all filters stand in the drawer, open, and nothing is wider than the screen', async () => {
  const p = await signedIn('admin', { width: 375, height: 740 })
  await open(p, '/reference/shop')
  await expect.poll(() => p.locator('.zg-filter-bar .zg-filter').count()).toBe(0)
  await button(p, '更多筛选').click()
  const drawer = p.getByRole('dialog', { name: '更多筛选' })
  await button(drawer, '停业').click()
  await button(drawer, '应用').click()
  await filtered(p, 'status', '2')
  await expect.poll(() => p.evaluate('document.documentElement.scrollWidth')).toBe(375)
  await p.context().close()
})
