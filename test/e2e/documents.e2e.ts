/** A purchase price list as its buyer keeps it: lines pasted from a spreadsheet, a fault mended, and another person at the same list. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { messageShown } from '../setup/screen.ts'

const { product, signedIn } = useJourneys()

interface Line {
  readonly id: string
  readonly version: number
  readonly sku: string
  readonly price: string
}

const lines = (p: Page) => p.getByRole('dialog').locator('.zg-lines')
/** behind check box and number */
const cell = (p: Page, row: number, column: number) => lines(p).locator(`[aria-rowindex="${row + 1}"] [aria-colindex="${column + 3}"]`)
const paste = (p: Page, text: string): Promise<unknown> =>
  p.evaluate(`{
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(text)})
    const grid = document.querySelector('[role=dialog] .zg-lines [role=grid]')
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }`)
/** what a person types into a chosen cell */
async function type(p: Page, row: number, column: number, text: string): Promise<void> {
  await cell(p, row, column).click()
  await p.keyboard.type(text)
  await p.keyboard.press('Enter')
}

test('lines are pasted with a fault, mended and saved; what another person changes meanwhile is kept, or told', async () => {
  const boss = await goodCallsOf(product(), 'admin')
  const [supplier] = (await boss('POST', '/supplierManage/list', { pageSize: 1 }))['list'] as { id: string }[]
  const goods = (await boss('POST', '/productManage/list', { pageSize: 3 }))['list'] as { sku: string }[]
  const [first, second, third] = goods.map(one => one.sku)
  const line = (sku: string | undefined) => ({ sku, minQty: 9_000, price: '12.5', currency: 'CNY', validFrom: '2036-01-01' })
  const { id } = await boss('POST', '/purchasePriceListManage/insert', {
    businessOn: '2026-11-21',
    supplierId: supplier?.id,
    lines: { added: [line(first), line(second)] },
  })
  const stored = async () => (await boss('POST', '/listField/lines', { type: 'purchasePriceList', id }))['list'] as unknown as Line[]

  const buyer = await signedIn('buyer')
  await buyer.goto(`/supply/purchasePriceList/detail?id=${String(id)}`)
  const open = async (): Promise<void> => {
    await buyer.locator('article:visible').getByRole('button', { name: '编辑' }).click()
    await cell(buyer, 2, 0)
      .filter({ hasText: String(second) })
      .waitFor()
  }
  const save = (): Promise<void> => buyer.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await open()
  // two rows of a spreadsheet behind the last line: one names goods that are not there
  await cell(buyer, 3, 0).click()
  await paste(buyer, `${String(third)}\t9000\t8\tCNY\t2036/1/1\r\nNO-SUCH\t9000\t9\tCNY\t2036/1/1\r\n`)
  await lines(buyer).getByText('第 4 行：SKU“NO-SUCH”不存在或无权使用，请从列表中选择').waitFor()
  await cell(buyer, 4, 0).click()
  await paste(buyer, String(third))
  await type(buyer, 4, 1, '9500')
  await expect.poll(() => lines(buyer).getByRole('status').count()).toBe(0)

  // another line, changed by another person meanwhile
  const [theirs] = await stored()
  await boss('POST', '/purchasePriceListManage/update', {
    id,
    lines: { changed: [{ id: theirs?.id, version: theirs?.version, price: '7' }] },
  })
  await save()
  await messageShown(buyer, /已保存/)
  expect((await stored()).map(one => [one.sku, Number(one.price)])).toEqual([
    [first, 7],
    [second, 12.5],
    [third, 8],
    [third, 9],
  ])

  // the same line: the later one is told
  await open()
  await type(buyer, 2, 2, '11')
  const same = (await stored())[1]
  await boss('POST', '/purchasePriceListManage/update', { id, lines: { changed: [{ id: same?.id, version: same?.version, price: '6' }] } })
  await save()
  await buyer
    .getByText(/刚修改了其中 1 行/)
    .first()
    .waitFor()
  expect(Number((await stored())[1]?.price)).toBe(6)
})
