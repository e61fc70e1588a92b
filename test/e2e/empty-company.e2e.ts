/** An empty company up to its first profit: what 开始使用 asks for, step by step, as its first administrator does it. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { useBrowser } from '../setup/browser.ts'
import { demoPassword, goodCallsOf } from '../setup/calls.ts'
import { submitSignIn } from '../setup/journeys.ts'
import { startProduct, type RunningProduct } from '../setup/product.ts'
import { choose, typeDate } from '../setup/screen.ts'
import { settlementFile } from '../setup/settlement.ts'

const browser = useBrowser()
let product: RunningProduct
// a try that is repeated begins with an empty company again
beforeEach(async () => {
  product = await startProduct({ DEMO: '0' })
  return () => product.remove()
})

const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name: new RegExp(`${[...name].join(' *')}$`) }).locator('visible=true')
const steps = (page: Page): Locator => page.locator('.zg-setup:visible')

async function isAt(page: Page, done: number): Promise<void> {
  await page.goto('/home/workbenches')
  await page.getByText(`${done}/8`, { exact: true }).waitFor()
}
/** The form of a new record of a step's page. */
async function newOf(page: Page, step: string): Promise<Locator> {
  await steps(page).getByRole('link', { name: step, exact: true }).click()
  await button(page, '新增').first().click()
  return page.getByRole('dialog')
}
async function save(dialog: Locator): Promise<void> {
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click()
  await dialog.waitFor({ state: 'hidden' })
}

async function firstSignIn(page: Page): Promise<void> {
  const printed = /初始密码 (\S+?)（/.exec(product.output())?.[1]
  await page.goto('/user/login')
  await submitSignIn(page, 'admin', printed)
  await page.getByLabel('新密码', { exact: true }).fill(demoPassword)
  await page.getByLabel('再次输入新密码').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname === '/user/login')
  await submitSignIn(page, 'admin')
  await page.waitForURL(url => url.pathname === '/home/workbenches')
}

/** A department is lacking where the employee is entered: the form leads there and is as it was when one comes back. */
async function firstEmployee(page: Page): Promise<void> {
  const dialog = await newOf(page, '员工与账号')
  await dialog.getByLabel('工号').fill('1001')
  await dialog.getByLabel('部门').click()
  await page.getByRole('link', { name: '去新增部门' }).click()
  await button(page, '载入常用部门').last().click()
  await page.getByRole('gridcell', { name: '财务部', exact: true }).waitFor()
  await page.locator('.zg-tab-title', { hasText: /^员工$/ }).click()
  expect(await dialog.getByLabel('工号').inputValue()).toBe('1001')
  await dialog.getByLabel('姓名').fill('李财')
  await choose(dialog.getByLabel('部门'), '财务部')
  await save(dialog)
}

test('from the printed password to the profit of the first settlement', async () => {
  const page = await browser.page({ baseUrl: product.url })
  await firstSignIn(page)
  await isAt(page, 0)
  const company = await newOf(page, '公司主体')
  await company.getByLabel('公司名称').fill('云山贸易有限公司')
  await save(company)

  await isAt(page, 1)
  const shop = await newOf(page, '店铺')
  await shop.getByLabel('店铺名称').fill('云山德国站')
  await shop.getByLabel('卖家账号').fill('yunshan-eu')
  await choose(shop.getByLabel('国家'), '德国', '德国')
  await shop.getByLabel('站点').click()
  await page
    .locator('.ant-select-item-option:visible', { hasText: /亚马逊|Amazon/ })
    .first()
    .click()
  await choose(shop.getByLabel('币种'), 'EUR', 'EUR')
  await save(shop)

  await isAt(page, 2)
  await firstEmployee(page)

  await isAt(page, 3)
  await button(steps(page), '载入常用角色').click()
  await page.getByText(/已新增 \d+ 项/).waitFor()
  await steps(page).getByRole('link', { name: '员工与账号' }).click()
  await button(page, '按名单开通账号').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('名单').fill('1001\tli.cai\t财务')
  const [file] = await Promise.all([page.waitForEvent('download'), sheet.locator('.ant-modal-footer .ant-btn-primary').click()])
  expect(file.suggestedFilename()).toBe('新开账号.xlsx')

  // people and roles are there now
  await isAt(page, 5)
  const rate = await newOf(page, '本月汇率')
  await typeDate(rate.getByLabel('月份'), new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7))
  await choose(rate.getByLabel('币种'), 'EUR', 'EUR')
  await rate.getByLabel('对人民币汇率').fill('8.1')
  await save(rate)
  const admin = await goodCallsOf(product, 'admin')
  await admin('POST', '/currencyManage/add', { month: '2025-10', currency: 'EUR', rate: '8' })

  await isAt(page, 6)
  const goods = await newOf(page, '商品')
  await goods.getByLabel('库存 SKU').fill('YS-1')
  await goods.getByLabel('商品名称').fill('台灯')
  await save(goods)

  await isAt(page, 7)
  await steps(page).getByRole('link', { name: '第一份平台报告' }).click()
  await page.locator('.zg-list-notice:visible .ant-btn-primary').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(settlementFile)
  await dialog.getByText('亚马逊结算报告（V2）').first().waitFor()
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click()
  await dialog.getByText('已完成').first().waitFor()

  // every step is done: the card has gone
  await page.goto('/home/workbenches')
  await page.locator('.zg-home-card').first().waitFor()
  expect(await page.getByText('开始使用').count()).toBe(0)
  await page.goto('/finance/profit?from=2025-10&to=2025-10&currency=EUR')
  await page
    .getByRole('button', { name: /7,901\.79/ })
    .first()
    .waitFor()

  // months before the first file are not asked to be closed
  const { list } = await admin('POST', '/financeMonth/months', {})
  expect((list as { month: string }[]).at(-1)).toMatchObject({ month: '2025-10', due: true })
})
