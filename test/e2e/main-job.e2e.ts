/**
 * The main job as a person does it: sign in, import a real Amazon file, read its report, open the profit, go down to the lines, export and
 * read back.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWorkbook } from '../../platform/server/sheets/read-xlsx.ts'
import { asOwner } from '../setup/calls.ts'
import { submitSignIn, useJourneys } from '../setup/journeys.ts'
import { importSettlement, settlementFile } from '../setup/settlement.ts'

const { product, visit, signedIn } = useJourneys()

/** Somebody of finance, where the settlement is there: the journey before has brought it, unless this one is tried again by itself. */
async function whereImported(): Promise<Page> {
  const isThere = await asOwner(product(), `select 1 as value from amazon_settlement_line limit 1`)
  if (isThere.length === 0) await importSettlement(product())
  return await signedIn('finance')
}

/** Imports the settlement by the dialog and gives what is then told of it. */
async function importSettlementAt(p: Page): Promise<Locator> {
  await p.goto('/finance/amazon/settlements')
  await p.getByRole('button', { name: '导入报告' }).first().click()
  const dialog = p.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(settlementFile)
  await dialog.getByText('亚马逊结算报告（V2）').first().waitFor()
  await dialog.getByRole('button', { name: '导入报告' }).click()
  await dialog.getByText('已完成').first().waitFor()
  return dialog
}
const textOf = async (one: Locator): Promise<string> => (await one.innerText()).replaceAll(/\s+/g, ' ')

test('a wrong password is refused at the form, the right one leads home', async () => {
  const p = await visit()
  await p.goto('/finance/amazon/transactions')
  await submitSignIn(p, 'finance', 'wrong-one')
  await p.getByText('账号或密码').waitFor()
  await submitSignIn(p, 'finance')
  // back where he wanted to go
  await p.waitForURL(url => url.pathname === '/finance/amazon/transactions')
  await p.getByRole('heading', { name: '交易明细' }).waitFor()
  expect(new URL(p.url()).pathname).toBe('/finance/amazon/transactions')
  await p.context().close()
})

test('a real settlement is imported and its report tells lines and control total', async () => {
  const p = await signedIn('finance')
  const report = await importSettlementAt(p)
  for (const told of ['云帆德国站', '1,086', '7,589.14']) await expect.poll(() => textOf(report)).toContain(told)
  await p.context().close()
})

test('the same file again changes nothing', async () => {
  const p = await whereImported()
  const report = await importSettlementAt(p)
  await expect.poll(() => textOf(report)).toMatch(/新增 ?0/)
  await expect.poll(() => textOf(report)).toMatch(/无变化 ?1,086/)
  await p.context().close()
})

test('the profit page shows the settlement, and a figure opens the lines it is made of', async () => {
  const page = await whereImported()
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
  await expect.poll(() => textOf(drawer)).toMatch(/7,269\.94/)
  await page.context().close()
})

test('the export equals the list and can be read back', async () => {
  const page = await whereImported()
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
  await page.context().close()
})

test('another person sees nothing of a shop he was not granted', async () => {
  const other = await signedIn('employee')
  await other.goto('/finance/amazon/profit')
  await other.getByText('404').first().waitFor()
  await expect.poll(() => other.getByText('云帆德国站').count()).toBe(0)
  await other.context().close()
})
