/** The page of a record: from a list and along it, edited, back; by a link alone; references, the search and a reload; a phone. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useJourneys } from '../setup/journeys.ts'
import { messageShown } from '../setup/screen.ts'

const { signedIn } = useJourneys()

const products = '/reference/product?sort=sku.DESC&size=20'
const heading = (p: Page) => p.locator('article:visible').getByRole('heading', { level: 1 })
const row = (p: Page, at: number) => p.locator(`.zg-grid-row[aria-rowindex="${at + 2}"] .zg-open`).first()

/** The quick look of a row of the list, and from there its page. */
async function openRow(p: Page, at: number): Promise<string> {
  const name = await row(p, at).innerText()
  await row(p, at).click()
  await p.getByRole('link', { name: '打开页面' }).click()
  await heading(p).filter({ hasText: name }).waitFor()
  return name
}

test('from the list to a record, on to the next, edited there, and back at the place one left', async () => {
  const p = await signedIn('admin')
  await p.goto(products)
  await row(p, 3).waitFor()
  const names = await Promise.all([3, 4, 5].map(at => row(p, at).innerText()))
  expect(await openRow(p, 3)).toBe(names[0])
  expect(new URL(p.url()).pathname).toBe('/reference/product/detail')
  const tabs = await p.locator('.zg-tab-title').count()
  await p.getByRole('button', { name: '下一条 (J)' }).click()
  await heading(p)
    .filter({ hasText: names[1] ?? '' })
    .waitFor()
  await p.getByRole('button', { name: '上一条 (K)' }).and(p.locator(':enabled')).waitFor()
  await p.keyboard.press('j')
  await heading(p)
    .filter({ hasText: names[2] ?? '' })
    .waitFor()
  expect(await p.locator('.zg-tab-title').count()).toBe(tabs)
  await p.keyboard.press('Alt+ArrowUp')
  await heading(p)
    .filter({ hasText: names[1] ?? '' })
    .waitFor()

  await p.locator('article:visible').getByRole('button', { name: '编辑' }).click()
  const form = p.getByRole('dialog')
  await form.getByLabel('商品名称').fill('改过名的商品')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await messageShown(p, '已保存')
  await p.locator('.zg-record-keys:visible').getByText('改过名的商品').waitFor()
  await p.locator('article:visible').getByRole('tab', { name: '修改历史' }).click()
  await p.locator('.zg-history:visible ins').getByText('改过名的商品').waitFor()

  await p.getByRole('button', { name: '返回列表' }).click()
  await p.waitForURL(url => url.pathname === '/reference/product' && url.searchParams.get('sort') === 'sku.DESC')
  await expect.poll(() => row(p, 3).innerText()).toBe(names[0] ?? '')
  await p.context().close()
})

test('a link alone opens the record, a reload leaves it there, and a reference leads to another record', async () => {
  const p = await signedIn('admin')
  await p.goto('/reference/product')
  await row(p, 0).waitFor()
  const name = await openRow(p, 0)
  const url = p.url()
  await p.reload()
  await heading(p).filter({ hasText: name }).waitFor()
  expect(p.url()).toBe(url)
  expect(await p.title()).toContain(name)

  const other = await signedIn('boss')
  await other.goto(url)
  await heading(other).filter({ hasText: name }).waitFor()
  const category = other.locator('.zg-record-keys:visible a').first()
  const wanted = await category.innerText()
  await category.click()
  await heading(other).filter({ hasText: wanted }).waitFor()
  expect(new URL(other.url()).pathname).toBe('/reference/productCategory/detail')
  // products stand among what refers to it, and lead back
  await other.locator('article:visible').getByRole('tab', { name: '关联记录' }).click()
  await other.locator('.zg-related:visible .zg-open').first().click()
  await other.waitForURL(one => one.pathname === '/reference/product/detail')

  await other.goto('/reference/product/detail?id=999999')
  await other.getByText('记录不存在或没有权限').waitFor()
  await Promise.all([p.context().close(), other.context().close()])
})

test('the search over everything opens the record', async () => {
  const p = await signedIn('admin')
  await p.goto('/reference/product')
  await row(p, 0).waitFor()
  const sku = await row(p, 0).innerText()
  await p.keyboard.press('Control+k')
  await p.getByPlaceholder('搜索页面、单号、SKU、人员和操作').fill(sku)
  await p.locator('.zg-found').first().waitFor()
  await p.keyboard.press('Enter')
  await heading(p).filter({ hasText: sku }).waitFor()
  expect(new URL(p.url()).pathname).toBe('/reference/product/detail')
  await p.context().close()
})

test('on a phone the buttons stand below, nothing is wider than the screen', async () => {
  const p = await signedIn('admin', { width: 390, height: 740 })
  await p.goto('/reference/product')
  // a row is a card here
  const name = await p.locator('.zg-row-card strong').first().innerText()
  await p.locator('.zg-row-card').first().click()
  await p.getByRole('link', { name: '打开页面' }).click()
  await heading(p).filter({ hasText: name }).waitFor()
  const bar = await p.locator('.zg-record-bar').boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeGreaterThan(735)
  for (const tab of ['关联记录', '修改历史']) {
    await p.locator('article:visible').getByRole('tab', { name: tab }).click()
    await p.locator('[role=tabpanel]:visible').waitFor()
    expect(await p.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
  }
  await p.context().close()
})
