/** What a first-time user does, in no more clicks after signing in than the menus were made for. Typing, keys and scrolling are free. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { daysBetween } from '#platform/format/dates.ts'
import { seriousViolations } from '../setup/axe.ts'
import { asOwner, goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import type { RunningProduct } from '../setup/product.ts'
import { boxOf, messageShown } from '../setup/screen.ts'
import { importSettlement, settlementFile } from '../setup/settlement.ts'
import { importOrders, importStock, importTransactions, isEarlyInMonth } from '../setup/two-months.ts'

/** A new supplier needs the boss. */
async function withFlow(running: RunningProduct): Promise<void> {
  const admin = await goodCallsOf(running, 'admin')
  const [boss] = await asOwner(
    running,
    "select m.employee_id::text as value from account_organisation m join account a on a.id = m.account_id where a.username = 'boss'",
  )
  const step = { kind: 'step', name: '总经理审批', mode: 'any', leave: 'first', allowBack: true, allowBackStart: true }
  const definition = {
    nodes: [
      { id: 'start', kind: 'start', name: '开始', leave: 'first' },
      { ...step, id: 'boss', approvers: [{ by: 'person', ids: [boss] }] },
      { id: 'end', kind: 'end', name: '结束' },
    ],
    edges: [
      { from: 'start', to: 'boss' },
      { from: 'boss', to: 'end' },
    ],
    samePerson: 'pass',
    ownRequest: false,
  }
  const flow = await admin('POST', '/workflowSetting/insert', { formCode: 'supplier', name: '供应商准入', definition })
  await admin('POST', '/workflowSetting/publish', { id: flow.id })
}

const { product, atHome } = useJourneys(undefined, withFlow)
const values = (statement: string): Promise<string[]> => asOwner(product(), statement)

/** Counts the clicks of this window from now on, across addresses. */
async function clicksOf(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.evaluate("document.addEventListener('click', event => void (event.isTrusted && window.countClick()), true)")
  return () => clicks
}

test.each([
  ['a wide window', { width: 1280, height: 800 }],
  ['a phone', { width: 375, height: 812 }],
])('boss refuses an approval with an opinion in one click: %s', async (_, size) => {
  const admin = await goodCallsOf(product(), 'admin')
  const name = `待退回的供应商 ${size.width}`
  await admin('POST', '/supplierManage/insert', { code: `BACK-${size.width}`, name })
  const p = await atHome('boss', size)
  const clicks = await clicksOf(p)
  const asked = p.locator('.zg-queue-approval').filter({ hasText: name })
  await asked.getByRole('button', { name: /^退\s*回$/ }).click({ timeout: 20_000 })
  await p.getByLabel('意见').waitFor()
  await p.keyboard.type('缺少营业执照')
  await p.keyboard.press('Enter')
  await asked.getByText('5 秒后提交').waitFor()
  await messageShown(p, '已退回申请人')
  expect(clicks()).toBe(1)
  expect(await values(`select t.opinion as value from approval_task t where t.opinion = '缺少营业执照'`)).not.toEqual([])
  await p.context().close()
})

test('finance imports a settlement and reads its difference in five clicks, its profit with one more', async () => {
  const p = await atHome('finance', { width: 1280, height: 800 })
  const clicks = await clicksOf(p)
  await p.locator('.zg-modules').getByRole('button', { name: '财务', exact: true }).click()
  await p.getByRole('button', { name: '导入报告' }).first().click()
  const dialog = p.getByRole('dialog')
  const [chooser] = await Promise.all([p.waitForEvent('filechooser'), dialog.locator('.ant-upload').first().click()])
  await chooser.setFiles(settlementFile)
  await dialog.getByText('亚马逊结算报告（V2）').first().waitFor()
  await dialog.getByRole('button', { name: '导入报告' }).click()
  await dialog.getByText('已完成').first().waitFor()
  await dialog.getByText(/差异/).first().waitFor()
  expect(clicks()).toBeLessThanOrEqual(5)
  await dialog.getByRole('button', { name: '这份文件的利润' }).click()
  await p.getByRole('heading', { level: 1, name: /利润/ }).waitFor()
  await p
    .getByRole('button', { name: /7,901\.79/ })
    .first()
    .waitFor()
  expect(clicks()).toBeLessThanOrEqual(6)
  await p.context().close()
})

test('finance sees what blocks the first open month without a click, and opens the first with one', async () => {
  await importSettlement(product())
  const p = await atHome('finance', { width: 1280, height: 800 })
  await p.goto('/finance/months')
  const clicks = await clicksOf(p)
  await p.getByText(/^还差 \d+ 项$/).waitFor({ timeout: 30_000 })
  expect(await p.locator('.zg-month-lacks').first().textContent()).not.toBe('')
  expect(clicks()).toBe(0)
  expect(await seriousViolations(p)).toEqual([])
  await p
    .getByRole('button', { name: /^去处理 / })
    .first()
    .click()
  await p.waitForURL(url => url.pathname !== '/finance/months')
  expect(clicks()).toBe(1)
  await p.context().close()
})

test('a settlement is a statement that adds up to its file; a row unfolds to its lines, and its profit is one click away', async () => {
  await importSettlement(product())
  const [id] = await values(`select rtrim(translate(encode(convert_to('["' || shop_id || '","' || settlement_id || '"]', 'UTF8'), 'base64'),
    '+/', '-_'), '=') as value from amazon_settlement where settlement_id = '25671855822'`)
  const p = await atHome('finance', { width: 1280, height: 800 })
  await p.goto(`/finance/amazon/settlements/detail?id=${id}`)
  const statement = p.getByRole('region', { name: '结算单', exact: true })
  await statement.getByText('缺交易明细').waitFor()
  await statement.getByText('= 打款 7,589.14 EUR').waitFor()
  await statement.getByRole('rowheader', { name: /^合计 = 文件控制总额 7,589\.14/ }).waitFor()
  expect(await seriousViolations(p)).toEqual([])
  const clicks = await clicksOf(p)
  await statement.getByRole('button', { name: '商品销售额' }).click()
  await statement.getByRole('region', { name: '结算明细' }).getByRole('row').nth(1).waitFor()
  await statement.getByRole('button', { name: '这张的利润' }).click()
  await p.getByRole('heading', { level: 1, name: /利润/ }).waitFor()
  await p
    .getByRole('button', { name: /7,901\.79/ })
    .first()
    .waitFor()
  expect(clicks()).toBe(2)
  await p.context().close()
})

/** The profit of the month, what it is held against and the first sentence of why; without a click. */
async function saysProfitAndWhy(p: Page): Promise<Locator> {
  const card = p.locator('.zg-home-card[data-strip]').filter({ hasText: '本月' }).first()
  const profit = card.getByRole('listitem').filter({ hasText: /^利润/ }).first()
  await profit.locator('.zg-delta').filter({ hasText: '▼' }).waitFor({ timeout: 30_000 })
  const first = p.locator('.zg-report-why-first')
  await first.getByText(/比上月同期少/).waitFor()
  expect(await first.textContent()).toMatch(/^\d+ 月 1–\d+ 日利润.+，比上月同期少 .+。$/)
  return first
}

test.skipIf(isEarlyInMonth())('boss sees at once which shop fell most, and has the lines of it in two clicks', async () => {
  await importTransactions(product())
  const p = await atHome('boss')
  const clicks = await clicksOf(p)
  const card = p.locator('.zg-home-card').filter({ hasText: '店铺变动' })
  await saysProfitAndWhy(p)
  const fell = card.getByRole('listitem').filter({ hasText: /▼ \d/ }).first()
  await fell.getByRole('link', { name: '云帆美国站' }).waitFor({ timeout: 30_000 })
  expect(clicks()).toBe(0)
  await fell.getByRole('link', { name: '云帆美国站' }).click()
  await p
    .getByRole('button', { name: /^销量 \d+，查看组成$/ })
    .first()
    .click()
  const lines = p.getByRole('dialog')
  await lines.getByText('与数字一致').waitFor()
  await lines.getByText('Desk lamp').first().waitFor()
  expect(clicks()).toBe(2)
  await p.goto('/dashboards/overview')
  await p.getByRole('heading', { level: 1, name: '经营概览' }).waitFor()
  await expect.poll(() => p.locator('[aria-busy=true], .ant-skeleton').filter({ visible: true }).count()).toBe(0)
  expect(await seriousViolations(p)).toEqual([])
  await p.context().close()
  const phone = await atHome('boss', { width: 375, height: 812 })
  const { y, height } = await boxOf(await saysProfitAndWhy(phone))
  expect(y + height).toBeLessThan(812)
  await phone.context().close()
})

test('sales on a phone: his own shops, the last 7 days against the 7 before, and the report of them in one click', async () => {
  await importOrders(product())
  const p = await atHome('sales', { width: 375, height: 812 })
  const clicks = await clicksOf(p)
  const card = p.locator('.zg-home-card').filter({ hasText: '我的店铺' })
  const sold = card.getByRole('listitem').filter({ hasText: '销售额' })
  await sold.locator('.zg-delta').filter({ hasText: /[▼▲]/ }).waitFor({ timeout: 30_000 })
  expect(await card.locator('.ant-segmented-item-selected').textContent()).toBe('近 7 天')
  expect(clicks()).toBe(0)
  const figure = await sold.getByRole('link').innerText()
  await sold.getByRole('link').click()
  await p.waitForURL(url => url.pathname === '/sales/company/statistics' && url.searchParams.get('compare') === 'before')
  const { searchParams: asked } = new URL(p.url())
  expect(daysBetween(asked.get('from') ?? '', asked.get('to') ?? '')).toBe(6)
  await p.getByText(figure, { exact: true }).filter({ visible: true }).first().waitFor()
  expect(clicks()).toBe(1)
  await p.context().close()
})

test('sales sees without a click what runs out before new stock can arrive, and the plan of it with one', async () => {
  await importOrders(product())
  await importStock(product())
  const p = await atHome('sales', { width: 1280, height: 800 })
  const clicks = await clicksOf(p)
  const card = p.locator('.zg-home-card').filter({ hasText: '即将断货' })
  const row = card.getByRole('row').filter({ hasText: 'YF-A' })
  await row.waitFor({ timeout: 30_000 })
  // 可售 and the days it lasts stand beside it
  await row.getByRole('cell', { name: '5', exact: true }).waitFor()
  await row.getByRole('cell', { name: /^[0-3]\.\d$/ }).waitFor()
  expect(clicks()).toBe(0)
  await card.getByRole('link', { name: '补货计划' }).click()
  await p.waitForURL(url => url.pathname === '/sales/stock-plan')
  await p.getByRole('heading', { level: 1, name: '备货计划' }).waitFor()
  expect(clicks()).toBe(1)
  await p.context().close()
})
