/** The main job as a person does it: sign in, import a real Amazon file, read its report, open the profit, go down to the lines, export and read back. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkbook } from '../../platform/server/sheets/read-xlsx.ts'
import { useBrowser } from '../setup/browser.ts'
import { startProduct, type RunningProduct } from '../setup/product.ts'

const fixtures = join(import.meta.dirname, '../fixtures/amazon')
const startMsMax = 60_000
const { page: openPage } = useBrowser()
let product: RunningProduct
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: 'people' })
  for (const end = Date.now() + startMsMax; !product.output().includes('掌柜已启动'); await new Promise(next => setTimeout(next, 100))) {
    if (Date.now() > end) throw new Error(`the demo company was not made:\n${product.output()}`)
  }
}, 120_000)
afterAll(async () => product?.remove())

async function signIn(name: string): Promise<Page> {
  const p = await openPage({ baseUrl: product.url, width: 1280, height: 800 })
  await p.goto('/')
  await p.getByLabel('账号').fill(name)
  await p.getByLabel('密码').fill('demo1234')
  await p.keyboard.press('Enter')
  await p.waitForURL(url => url.pathname === '/home/workbenches')
  return p
}

async function importFiles(p: Page, files: string[]): Promise<void> {
  await p.getByRole('button', { name: '导入报告' }).first().click()
  const dialog = p.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(files)
  await dialog.getByText('亚马逊结算报告（V2）').first().waitFor()
  await dialog.getByRole('button', { name: '导入报告' }).click()
}

test('a wrong password is refused at the form, the right one leads home', async () => {
  const p = await openPage({ baseUrl: product.url, width: 1280, height: 800 })
  await p.goto('/finance/amazon/transactions')
  await p.getByLabel('账号').fill('finance')
  await p.getByLabel('密码').fill('wrong-one')
  await p.keyboard.press('Enter')
  await p.getByText('账号或密码').waitFor()
  await p.getByLabel('密码').fill('demo1234')
  await p.keyboard.press('Enter')
  // back where he wanted to go
  await p.waitForURL(url => url.pathname === '/finance/amazon/transactions')
  await p.getByRole('heading', { name: '交易明细' }).waitFor()
  expect(new URL(p.url()).pathname).toBe('/finance/amazon/transactions')
  await p.context().close()
}, 60_000)

test('a real settlement is imported and its report tells lines and control total', async () => {
  page = await signIn('finance')
  await page.goto('/finance/amazon/settlements')
  await importFiles(page, [join(fixtures, 'settlement-v2/25671855822-amazon.de.txt')])
  const dialog = page.getByRole('dialog')
  await dialog.getByText('已完成').waitFor({ timeout: 30_000 })
  const report = await dialog.innerText()
  expect(report).toContain('云帆德国站')
  expect(report).toMatch(/1,086/)
  expect(report).toMatch(/7,589\.14/)
  await page.keyboard.press('Escape')
}, 90_000)

test('the same file again changes nothing', async () => {
  await page.goto('/finance/amazon/settlements')
  await importFiles(page, [join(fixtures, 'settlement-v2/25671855822-amazon.de.txt')])
  const dialog = page.getByRole('dialog')
  await dialog.getByText('已完成').waitFor({ timeout: 30_000 })
  const text = (await dialog.innerText()).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/新增 ?0/)
  expect(text).toMatch(/无变化 ?1,086/)
  await page.keyboard.press('Escape')
}, 90_000)

test('the profit page shows the settlement, and a figure opens the lines it is made of', async () => {
  await page.goto('/finance/amazon/profit?from=2025-09&to=2025-10')
  await page.getByText('云帆德国站').first().waitFor({ timeout: 30_000 })
  await page
    .getByRole('button', { name: /7,901\.79/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('商品销售额').first().waitFor()
  await drawer
    .getByRole('button', { name: /7,269\.94/ })
    .first()
    .click()
  await drawer.getByText('与数字一致').waitFor()
  expect((await drawer.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/7,269\.94/)
}, 90_000)

test('the export equals the list and can be read back', async () => {
  await page.goto('/finance/amazon/settlement-lines?f.postedOn=2025-09-01,2025-10-31')
  await page.getByText(/共 1,086 条/).waitFor({ timeout: 30_000 })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).first().click()
  const file = join(mkdtempSync(join(tmpdir(), 'zhanggui-export-')), 'export.xlsx')
  await (await download).saveAs(file)
  const book = await openWorkbook(file)
  let rows = 0
  let cents = 0n
  let amountAt = -1
  for await (const batch of book.rows()) {
    for (const { cells } of batch) {
      if (amountAt < 0) amountAt = cells.indexOf('金额')
      else if (cells[amountAt]) {
        rows += 1
        cents += BigInt(Math.round(Number(cells[amountAt]) * 100))
      }
    }
  }
  await book.close()
  expect(rows).toBe(1086)
  expect(cents).toBe(758_914n)
}, 90_000)

test('another person sees nothing of a shop he was not granted', async () => {
  const other = await signIn('employee')
  await other.goto('/finance/amazon/profit')
  await other.getByText('404').first().waitFor()
  await expect.poll(() => other.getByText('云帆德国站').count()).toBe(0)
  await other.context().close()
}, 60_000)
