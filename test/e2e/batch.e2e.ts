/** Batches as people use them: many rows changed and taken back, rows deleted and brought back, what a shop has in a period deleted. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asOwner } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { choose, messageShown, typeDate, typeRange } from '../setup/screen.ts'

const size = { width: 1600, height: 900 }
const { product, signedIn } = useJourneys(size, async fresh => {
  await asOwner(
    fresh,
    `insert into product (org_id, sku, name, brand) select (select min(id) from organisation), 'BATCH-' || n, '灯' || n, '明' from generate_series(1, 12) n`,
    `insert into amazon_shop_alias (org_id, alias, shop_id, start_on) select org_id, '别名' || n, s.id, date '2026-01-01' + n
     from (select id, org_id from shop order by id limit 1) s, generate_series(0, 4) n`,
  )
})
const values = (...statements: string[]): Promise<string[]> => asOwner(product(), ...statements)
const brands = (): Promise<string[]> => values(`select distinct brand as value from product where sku like 'BATCH-%' order by 1`)
const skus = (): Promise<string[]> => values(`select sku as value from product where sku like 'BATCH-%' order by id`)

/** Does what ends with the message of a batch, and holds that with the pointer: it stays while somebody is about to take the batch back. */
async function ends(p: Page, said: string, act: () => Promise<void>): Promise<Locator> {
  const message = p.locator('.zg-passing-notice', { hasText: said })
  await Promise.all([message.hover(), act()])
  return message
}
async function takeBack(p: Page, message: Locator, after: string): Promise<void> {
  await message.getByRole('button', { name: /^撤\s*销$/ }).click()
  await messageShown(p, after)
}

test('all that match are changed, and taken back', async () => {
  const p = await signedIn('admin')
  await p.goto('/reference/product')
  await p.getByRole('button', { name: '批量修改' }).click()
  // no row is selected: it asks first, with the number
  await p.getByRole('button', { name: /^修改全部 \d+ 条$/ }).click()
  const dialog = p.getByRole('dialog', { name: '批量修改商品' })
  await choose(dialog.getByRole('combobox', { name: '要修改的字段' }), '品牌')
  await dialog.getByLabel('品牌').fill('亮')
  await dialog.getByRole('button', { name: /预\s*览$/ }).click()
  const go = dialog.getByRole('button', { name: /修改 \d+ 行$/ })
  await go.waitFor()
  await dialog.getByRole('region', { name: '修改前后' }).locator('ins', { hasText: '亮' }).first().waitFor()
  const [n] = /\d+/.exec((await go.textContent()) ?? '') ?? []
  const message = await ends(p, `已修改 ${n} 行`, () => go.click())
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => brands()).toEqual(['亮'])
  await takeBack(p, message, `已撤销 ${n} 行`)
  await expect.poll(() => brands()).toEqual(['明'])
  await p.context().close()
})

test('faulty cells of a file are corrected in the preview; what stays faulty is left out and comes back as a workbook', async () => {
  const p = await signedIn('admin')
  await p.goto('/reference/product')
  await p.getByRole('button', { name: '导入商品' }).click()
  const dialog = p.getByRole('dialog', { name: /^导入商品/ })
  const content = ['库存 SKU,商品名称,状态', 'CELL-1,灯,在售', 'CELL-2,,在售', 'CELL-3,椅,坏'].join('\r\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: '商品.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await dialog.getByText('已上传').waitFor()
  await dialog.getByRole('button', { name: '下一步' }).click()
  await dialog.getByText('有 2 处错误').waitFor()
  const cell = dialog.getByRole('textbox', { name: '修正商品名称：商品名称不能为空' })
  await cell.fill('台灯')
  await cell.press('Enter')
  await dialog.getByText('有 1 处错误').waitFor()
  await dialog.getByRole('button', { name: '导入商品' }).click()
  await p.getByText('商品.csv：导入 2 行，1 行有误不导入，作为工作簿下载').waitFor()
  const workbook = p.waitForEvent('download')
  await p.getByRole('button', { name: '只导入没有错误的行' }).click()
  expect((await workbook).suggestedFilename()).toContain('未导入')
  await dialog.getByRole('button', { name: /完\s*成$/ }).click()
  const cells = () => values(`select sku || ' ' || name as value from product where sku like 'CELL-%' order by sku`)
  await expect.poll(cells).toEqual(['CELL-1 灯', 'CELL-2 台灯'])
  await p.context().close()
})

test('two rows are deleted and come back with their ids', async () => {
  const before = await values(`select id::text as value from product order by id`)
  const p = await signedIn('admin')
  await p.goto('/reference/product')
  const boxes = p.getByRole('checkbox')
  await boxes.nth(1).click()
  await expect.poll(() => p.getByRole('button', { name: '批量删除' }).count()).toBe(0)
  await boxes.nth(2).click()
  await p.getByRole('button', { name: '批量删除' }).click()
  await p.getByText('24 小时内可以撤销。').waitFor()
  const message = await ends(p, '已删除 2 行', () => p.getByRole('button', { name: '删除 2 行' }).click())
  await expect.poll(() => values(`select id::text as value from product order by id`)).toHaveLength(before.length - 2)
  await takeBack(p, message, '已撤销 2 行')
  await expect.poll(() => values(`select id::text as value from product order by id`)).toEqual(before)
  await expect.poll(() => skus()).toHaveLength(12)
  await p.context().close()
})

test('what a shop has in a period: counted, deleted, brought back', async () => {
  const aliases = () => values('select alias as value from amazon_shop_alias order by id')
  const before = await aliases()
  const p = await signedIn('admin')
  await p.goto('/finance/amazon/shop-map')
  await p.getByRole('button', { name: '按期间删除' }).click()
  const dialog = p.getByRole('dialog', { name: '按期间删除店铺别名' })
  await dialog.getByRole('button', { name: /查看行数$/ }).click()
  await dialog.getByText('请选择日期范围').waitFor()
  const [shop = ''] = await values('select name as value from shop order by id limit 1')
  await choose(dialog.getByRole('combobox'), shop)
  await typeRange(dialog, '2026-01-02', '2026-01-03')
  await dialog.getByRole('button', { name: /查看行数$/ }).click()
  await dialog.getByText('共 2 行，将删除 2 行').waitFor()
  const message = await ends(p, '已删除 2 行', () => dialog.getByRole('button', { name: /删除 2 行$/ }).click())
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => aliases()).toHaveLength(before.length - 2)
  await takeBack(p, message, '已撤销 2 行')
  await expect.poll(() => aliases()).toEqual(before)
  await p.context().close()
})

test('what a year holds is deleted but for its closed months, which are told', async () => {
  await values(
    `delete from currency_rate`,
    `insert into currency_rate (org_id, month, currency, rate) select o.id, date '2024-01-01' + n * interval '1 month', 'USD', 7
     from (select min(id) as id from organisation) o, generate_series(0, 2) n`,
    `delete from finance_month`,
    `insert into finance_month (org_id, month, state) select min(id), '2024-01-01', 1 from organisation`,
  )
  const p = await signedIn('admin')
  await p.goto('/reference/currencyRate')
  await p.getByRole('button', { name: '按期间删除' }).click()
  const dialog = p.getByRole('dialog', { name: '按期间删除汇率' })
  await typeDate(dialog.getByLabel('年份'), '2024')
  await dialog.getByRole('button', { name: '查看行数' }).click()
  await dialog.getByText('共 3 行，将删除 2 行').waitFor()
  await dialog.getByText('1 行不处理：2024-01 及以前的月份已结账，汇率不能再改，请先反结账').waitFor()
  await dialog.getByRole('button', { name: /删除 2 行$/ }).click()
  await dialog.getByText('共 3 行，已删除 2 行').waitFor()
  expect(await values(`select to_char(month, 'YYYY-MM') as value from currency_rate`)).toEqual(['2024-01'])
  await values('delete from finance_month')
  await p.context().close()
})
