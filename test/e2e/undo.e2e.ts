/** Undo as people use it: by Ctrl+Z, by the task centre a while later, and to an earlier version from the history. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asOwner } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { messageShown } from '../setup/screen.ts'

const { product, signedIn } = useJourneys({ width: 1280, height: 800 }, async fresh => {
  await asOwner(
    fresh,
    `insert into product (org_id, sku, name) select (select min(id) from organisation), 'AAA-' || n, '灯' || n from generate_series(1, 3) n`,
  )
})
const nameOf = async (sku: string): Promise<string | undefined> =>
  (await asOwner(product(), `select name as value from product where sku = '${sku}'`))[0]
const cell = (p: Page, sku: string) => p.locator('.zg-grid-row', { hasText: sku }).locator('.zg-open').first()

async function rename(p: Page, sku: string, name: string): Promise<void> {
  await cell(p, sku).click()
  await p
    .locator('.zg-row-drawer')
    .getByRole('button', { name: /编\s*辑/ })
    .click()
  const form = p.getByRole('dialog', { name: '编辑商品' })
  await form.getByLabel('商品名称').fill(name)
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await form.waitFor({ state: 'hidden' })
  await expect.poll(() => nameOf(sku)).toBe(name)
}

test('Ctrl+Z right after an edit; in a text field it is the browser’s; not over another’s change', async () => {
  const p = await signedIn('admin')
  await p.goto('/reference/product')
  await rename(p, 'AAA-1', '改错了')
  const search = p.getByPlaceholder('库存 SKU、商品名称')
  await search.fill('灯')
  await search.press('Control+z')
  await expect.poll(() => search.inputValue()).toBe('')
  expect(await nameOf('AAA-1')).toBe('改错了')
  await p.locator('.zg-row-drawer .ant-drawer-close').focus()
  await p.keyboard.press('Control+z')
  await expect.poll(() => nameOf('AAA-1')).toBe('灯1')
  // in the place of the message that offered it
  await p.locator('.zg-passing-notice').getByText('已撤销').waitFor()

  await rename(p, 'AAA-2', '又改错了')
  await asOwner(product(), `update product set name = '别人的', version = version + 1 where sku = 'AAA-2'`)
  await p.locator('.zg-row-drawer .ant-drawer-close').focus()
  await p.keyboard.press('Control+z')
  await messageShown(p, /又修改了这条商品，没有撤销/)
  expect(await nameOf('AAA-2')).toBe('别人的')
  await p.context().close()
})

test('an edit is found in the task centre after a reload, and an earlier version in the history', async () => {
  const p = await signedIn('admin')
  await p.goto('/reference/product')
  await rename(p, 'AAA-3', '第二版')
  await p.reload()
  await p.getByRole('button', { name: '任务中心' }).click()
  await p.getByRole('button', { name: '撤销：修改商品“AAA-3”' }).click()
  await messageShown(p, '已撤销')
  await expect.poll(() => nameOf('AAA-3')).toBe('灯3')
  await p.getByText('已撤销', { exact: true }).first().waitFor()
  await p.keyboard.press('Escape')

  // taken back is a version as well: the one before it can be had again
  await cell(p, 'AAA-3').click()
  await p.getByRole('button', { name: '修改历史' }).click()
  await p.getByRole('button', { name: '恢复到此版本' }).first().click()
  const dialog = p.getByRole('dialog', { name: /^恢复到 / })
  await dialog.getByText('第二版').waitFor()
  await dialog.getByRole('button', { name: /恢\s*复$/ }).click()
  // takes the place of the message before, whose node stays
  await p
    .getByText(/已恢复到 .* 的版本/)
    .first()
    .waitFor()
  await expect.poll(() => nameOf('AAA-3')).toBe('第二版')
  await p.context().close()
})
