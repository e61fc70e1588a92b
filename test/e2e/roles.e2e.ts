/** Roles by subject: a new one from a template in few clicks, what its people then see, and what stands in 全部应用 alone. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousViolations } from '../setup/axe.ts'
import { useJourneys } from '../setup/journeys.ts'
import { messageShown } from '../setup/screen.ts'

const { atHome, signedIn } = useJourneys()
const dialog = (p: Page) => p.getByRole('dialog').last()
const menuOf = async (p: Page, module: string): Promise<string[]> =>
  p.getByRole('navigation', { name: module, exact: true }).getByRole('menuitem').allTextContents()

/** Clicks of the mouse on the page; typing is free. */
async function countClicks(p: Page): Promise<() => Promise<number>> {
  await p.evaluate("window.clicks = 0; addEventListener('pointerdown', () => { window.clicks += 1 }, true)")
  return async () => Number(await p.evaluate('window.clicks'))
}

test('a role from the template 销售, given to a person, in at most eight clicks; he then has the menu of 销售', async () => {
  const admin = await atHome('admin')
  const clicks = await countClicks(admin)
  await admin.getByRole('button', { name: '更多', exact: true }).click()
  await admin.locator('.zg-all').getByRole('link', { name: '角色权限', exact: true }).click()
  await admin.getByRole('button', { name: '新增角色' }).click()
  await admin.keyboard.type('销售三组')
  await dialog(admin).getByText('销售', { exact: true }).click()
  await dialog(admin).getByLabel('成员').click()
  await admin.keyboard.type('何平')
  await admin.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '何平' }).click()
  await dialog(admin).getByRole('button', { name: '新增角色' }).click()
  await admin.locator('.zg-office-name').getByText('销售三组', { exact: true }).waitFor()
  expect(await clicks()).toBeLessThanOrEqual(8)
  await admin.getByRole('tab', { name: '成员 1' }).waitFor()

  // keeper has both roles: what one of them puts in the menu is there
  const keeper = await atHome('keeper')
  await keeper.goto('/sales/orders')
  await expect.poll(() => menuOf(keeper, '销售')).toEqual(['销售统计', '订单', 'Listing', '广告', '退货与索赔', '客户', '店铺'])
  await Promise.all([admin.context().close(), keeper.context().close()])
})

test('what a role keeps for 全部应用 is grey there and found; its star puts it among the favourites', async () => {
  const boss = await atHome('boss')
  await boss.goto('/finance/months')
  await expect.poll(() => menuOf(boss, '财务')).toEqual(['平台应收', '月结', '资金'])
  await boss.getByRole('button', { name: '更多', exact: true }).click()
  const vouchers = boss.locator('.zg-all .zg-more').filter({ hasText: '凭证' })
  await vouchers.getByRole('button', { name: '凭证加入常用' }).click()
  await expect.poll(() => vouchers.getByRole('button').getAttribute('aria-pressed')).toBe('true')
  expect(await seriousViolations(boss)).toEqual([])
  await vouchers.getByRole('link').click()
  // the entry of the page that is open stands in the menu
  await expect.poll(() => menuOf(boss, '财务')).toEqual(['常用', '凭证', '平台应收', '月结', '资金', '凭证'])
  await boss.context().close()
})

test('levels, 更多, the preview and a template at 1280 and on a phone', async () => {
  const admin = await signedIn('admin')
  await admin.goto('/people/role-permission')
  await admin.getByRole('navigation', { name: '角色' }).getByRole('button', { name: /^仓管/ }).click()
  await admin.locator('.zg-office-name').getByText('仓管', { exact: true }).waitFor()
  await admin.getByRole('radiogroup', { name: '供应商的级别' }).getByText('查看', { exact: true }).click()
  await admin
    .getByText('1 处修改未保存')
    .or(admin.getByText(/处修改未保存/))
    .first()
    .waitFor()
  await admin.getByRole('button', { name: '试看' }).click()
  await dialog(admin).getByRole('tab', { name: '供应链' }).click()
  await dialog(admin).getByText('供应商', { exact: false }).first().waitFor()
  await admin.setViewportSize({ width: 375, height: 812 })
  expect(await admin.evaluate('document.documentElement.scrollWidth')).toBe(375)
  expect(await seriousViolations(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await admin.setViewportSize({ width: 1280, height: 800 })
  await admin.getByRole('button', { name: '套用模板' }).click()
  await admin.getByRole('menuitem', { name: '仓管' }).click()
  await dialog(admin).getByText('操作权限没有变化。').waitFor()
  await dialog(admin).getByRole('button', { name: '再改改' }).click()
  await admin.getByRole('button', { name: '核对并保存' }).click()
  await dialog(admin)
    .getByText(/增加 .*供应商 · 查看/)
    .first()
    .waitFor()
  await dialog(admin).getByRole('button', { name: '确认保存' }).click()
  await messageShown(admin, '已保存')
  await admin.context().close()
})
