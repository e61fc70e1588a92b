/**
 * A form as people fill it in: every kind of item, an edit that another person crosses, a draft after a reload, and nothing thrown away
 * unasked.
 */
import sharp from 'sharp'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asOwner } from '../setup/calls.ts'
import { submitSignIn, useJourneys } from '../setup/journeys.ts'
import { actOnRow, choose, isFocused, typeRange } from '../setup/screen.ts'

/** the product that the first journey makes, and one that is there for the others */
const [made, ready] = ['FORM-1', 'READY-1']
const listOf = (sku: string): string => `/reference/product?f.sku=${sku}`
const { signedIn } = useJourneys({ width: 1440, height: 900 }, async fresh => {
  await asOwner(
    fresh,
    `insert into product (org_id, sku, name, description) values ((select min(id) from organisation), '${ready}', '台灯', '<p>三档亮度</p>')`,
  )
})

const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name: new RegExp(`${[...name].join(' *')}$`) })
async function edit(p: Page, sku: string = ready): Promise<Locator> {
  await p.goto(listOf(sku))
  // one that the filter leaves, when it has been applied
  await actOnRow(p.locator('.zg-grid-row', { hasText: sku }), '编辑')
  const dialog = p.getByRole('dialog', { name: '编辑商品' })
  await dialog.getByLabel('商品名称').waitFor()
  return dialog
}
const gone = (dialog: Locator): Promise<void> => dialog.waitFor({ state: 'hidden' })

test('a product with every kind of item; the category was made just before', async () => {
  const p = await signedIn('buyer')
  await p.goto('/reference/productCategory')
  await button(p, '新增').click()
  const category = p.getByRole('dialog', { name: '新增商品品类' })
  await category.getByLabel('品类名称').fill('灯具')
  await choose(category.getByLabel('上级品类'), '家居日用', '家居日')
  await category.getByLabel('品类名称').press('Control+Enter')
  await gone(category)

  await p.goto(listOf(made))
  await button(p, '新增').first().click()
  const dialog = p.getByRole('dialog', { name: '新增商品' })
  await dialog.getByLabel('商品名称').fill('台灯')
  await button(dialog, '新增商品').click()
  await dialog.getByText('请输入库存 SKU').waitFor()
  await expect.poll(() => isFocused(dialog.getByLabel('库存 SKU'))).toBe(true)
  await p.keyboard.type(made)
  await choose(dialog.getByLabel('品类'), '灯具', '灯')
  await dialog.getByRole('radio', { name: '清仓' }).check()
  await dialog.getByRole('checkbox', { name: '带电' }).check()
  await dialog.getByRole('checkbox', { name: '易碎' }).check()
  await dialog.getByLabel('单件净重').fill('1.25')
  await typeRange(dialog, '2026-03-01', '2026-12-31')
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a8' } })
    .png()
    .toBuffer()
  await dialog.locator('input[type=file]').first().setInputFiles({ name: '正面.png', mimeType: 'image/png', buffer: picture })
  // one on its way has no link yet, and the form would wait for it
  await dialog.getByRole('link', { name: '下载 正面.png' }).waitFor()
  await dialog.locator('[contenteditable=true]').fill('三档亮度')
  await button(dialog, '新增商品').click()
  await gone(dialog)
  await p.getByRole('gridcell', { name: '带电、易碎' }).waitFor()

  const again = await edit(p, made)
  await expect.poll(() => again.getByLabel('库存 SKU').isDisabled()).toBe(true)
  const kept = [again.getByLabel('单件净重'), again.getByPlaceholder('开始日期'), again.getByPlaceholder('结束日期')]
  await expect.poll(() => Promise.all(kept.map(one => one.inputValue()))).toEqual(['1.25', '2026-03-01', '2026-12-31'])
  await again.getByTitle('灯具').waitFor()
  await again.getByRole('link', { name: '下载 正面.png' }).waitFor()
  await again.getByText('三档亮度').waitFor()
  await p.context().close()
})

test('two people in one record: who saved second sees what the first changed, and loses nothing', async () => {
  const [p, colleague] = [await signedIn('buyer'), await signedIn('admin')]
  const [mine, theirs] = [await edit(p), await edit(colleague)]
  await theirs.getByLabel('品牌').fill('明月')
  await theirs.locator('[contenteditable=true]').fill('五档亮度')
  await button(theirs, '保存').click()
  await gone(theirs)
  await mine.getByLabel('商品名称').fill('护眼台灯')
  await button(mine, '保存').click()
  await mine.getByText('品牌：— → 明月').waitFor()
  await mine.getByText('商品描述：三档亮度 → 五档亮度').waitFor()
  await button(mine, '以我填写的为准保存').click()
  await gone(mine)
  const after = await edit(p)
  const names = [after.getByLabel('商品名称'), after.getByLabel('品牌')]
  await expect.poll(() => Promise.all(names.map(one => one.inputValue()))).toEqual(['护眼台灯', '明月'])
  await after.getByText('五档亮度').waitFor()
  await Promise.all([p.context().close(), colleague.context().close()])
})

test('what was typed survives a reload and the end of the session; nothing is thrown away unasked', async () => {
  const p = await signedIn('buyer')
  let asked = 0
  p.on('dialog', question => {
    asked += 1
    void question.accept()
  })
  const dialog = await edit(p)
  await dialog.getByLabel('商品名称').fill('半句话')
  await button(dialog, '取消').click()
  await button(p, '继续填写').click()
  await p.waitForTimeout(500)
  await p.reload()
  expect(asked).toBe(1)

  const reopened = await edit(p)
  await button(reopened, '恢复草稿').click()
  await expect.poll(() => reopened.getByLabel('商品名称').inputValue()).toBe('半句话')

  // the session ends elsewhere: the save fails, the page goes to the login and comes back
  await button(reopened, '保存').evaluate((save: { click(): void }) => {
    // at once: any other call of the page would meet the end of the session first
    localStorage.setItem('token', 'over')
    save.click()
  })
  await p.waitForURL(url => url.pathname === '/user/login')
  expect(asked).toBe(1)
  await submitSignIn(p, 'buyer')
  await p.waitForURL(url => url.pathname === '/reference/product')
  const after = await edit(p)
  await button(after, '恢复草稿').click()
  await expect.poll(() => after.getByLabel('商品名称').inputValue()).toBe('半句话')
  await button(after, '取消').click()
  await button(p, '放弃修改').click()
  await gone(after)
  const clean = await edit(p)
  await p.waitForTimeout(500)
  await expect.poll(() => button(clean, '恢复草稿').count()).toBe(0)
  await p.context().close()
})
