/** The main job as a person does it: sign in, import a real Amazon file, read its report, open the profit, go down to the lines, export and read back. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWorkbook } from '../../platform/server/sheets/read-xlsx.ts'
import { submitSignIn, useJourneys } from '../setup/journeys.ts'

const fixtures = join(import.meta.dirname, '../fixtures/amazon')
const { visit, signedIn } = useJourneys()
let page: Page

async function importFiles(p: Page, files: string[]): Promise<void> {
  await p.getByRole('button', { name: '导入报告' }).first().click()
  const dialog = p.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(files)
  await dialog.getByText('亚马逊结算报告（V2）').first().waitFor()
  await dialog.getByRole('button', { name: '导入报告' }).click()
}

test('a wrong password is refused at the form, the right one leads home', async () => {
  const p = await visit()
  await p.goto('/finance/amazon/transactions')
  await submitSignIn(p, 'finance', 'wrong-one')
  await p.getByText('账号或密码').waitFor()
  await p.getByLabel('密码').fill('demo1234')
  await p.getByLabel('密码').press('Enter')
  // back where he wanted to go
  await p.waitForURL(url => url.pathname === '/finance/amazon/transactions')
  await p.getByRole('heading', { name: '交易明细' }).waitFor()
  expect(new URL(p.url()).pathname).toBe('/finance/amazon/transactions')
  await p.context().close()
})

test('a real settlement is imported and its report tells lines and control total', async () => {
  page = await signedIn('finance')
  await page.goto('/finance/amazon/settlements')
  await importFiles(page, [join(fixtures, 'settlement-v2/25671855822-amazon.de.txt')])
  const dialog = page.getByRole('dialog')
  await dialog.getByText('已完成').waitFor()
  const report = await dialog.innerText()
  expect(report).toContain('云帆德国站')
  expect(report).toMatch(/1,086/)
  expect(report).toMatch(/7,589\.14/)
  await page.keyboard.press('Escape')
})

test('the same file again changes nothing', async () => {
  await page.goto('/finance/amazon/settlements')
  await importFiles(page, [join(fixtures, 'settlement-v2/25671855822-amazon.de.txt')])
  const dialog = page.getByRole('dialog')
  await dialog.getByText('已完成').waitFor()
  const text = (await dialog.innerText()).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/新增 ?0/)
  expect(text).toMatch(/无变化 ?1,086/)
  await page.keyboard.press('Escape')
})

test('the profit page shows the settlement, and a figure opens the lines it is made of', async () => {
  await page.goto('/finance/amazon/profit?from=2025-09&to=2025-10')
  await page.getByText('云帆德国站').first().waitFor()
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
})

test('the export equals the list and can be read back', async () => {
  await page.goto('/finance/amazon/settlement-lines?f.postedOn=2025-09-01,2025-10-31')
  await page.getByText(/共 1,086 条/).waitFor()
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
})

test('another person sees nothing of a shop he was not granted', async () => {
  const other = await signedIn('employee')
  await other.goto('/finance/amazon/profit')
  await other.getByText('404').first().waitFor()
  await expect.poll(() => other.getByText('云帆德国站').count()).toBe(0)
  await other.context().close()
})
