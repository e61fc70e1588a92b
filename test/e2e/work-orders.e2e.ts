/** A work order as two people meet it: asked for, accepted, asked back, answered, solved, confirmed and rated. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { choose, messageShown } from '../setup/screen.ts'

const { product, signedIn } = useJourneys()

const record = (p: Page) => p.locator('article:visible')
const stateOf = (p: Page) => record(p).locator('[aria-current=step]')

/** A type of its own, which 郑凯 handles and which wants to know a place. */
async function makeType(): Promise<void> {
  const admin = await goodCallsOf(product(), 'admin')
  const staff = (await admin('POST', '/workCatalogManagement/allEntryStaffs', { keyword: '郑凯' })) as unknown as { id: string }[]
  const { id: catalogId } = await admin('POST', '/workCatalogManagement/add', { name: '设备报修' })
  await admin('POST', '/workCatalogEmployeeManagement/save', { catalogId, employeeIds: staff.map(one => one.id) })
  await admin('POST', '/workCatalogFieldManagement/insert', { catalogId, name: 'place', title: '地点', required: true })
}

/** Takes a step on the page of the record; `fill` puts in what it asks for. */
async function take(p: Page, step: string, fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>): Promise<void> {
  await record(p).getByRole('button', { name: step, exact: true }).click()
  if (fill === undefined) return
  const dialog = p.getByRole('dialog')
  await fill(dialog)
  await dialog.getByRole('button', { name: step, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('asked for, accepted, asked back, answered, solved, confirmed and rated', async () => {
  await makeType()
  const asking = await signedIn('employee')
  await asking.goto('/work-order/list')
  await asking.getByRole('button', { name: '新增' }).first().click()
  const form = asking.getByRole('dialog')
  await form.getByLabel('标题').fill('打印机卡纸')
  await choose(form.getByLabel('工单类型'), '设备报修')
  await form.getByLabel('地点').fill('三楼')
  await form.locator('[contenteditable=true]').fill('每打五张就卡一次')
  await form.getByRole('button', { name: '新增工单' }).click()
  await messageShown(asking, '已新增')
  const row = asking.locator('.zg-grid-row').filter({ hasText: '打印机卡纸' })
  await row.locator('.zg-open').first().click()
  await asking.getByRole('link', { name: '打开页面' }).click()
  await record(asking).getByText('地点：三楼').waitFor()
  const { pathname, searchParams } = new URL(asking.url())
  expect(pathname).toBe('/work-order/detail')

  const handling = await signedIn('it')
  await handling.goto(`${pathname}?id=${searchParams.get('id') ?? ''}`)
  await take(handling, '受理', async () => undefined)
  await take(handling, '开始处理')
  await take(handling, '要求补充', dialog => dialog.getByLabel('需要补充的内容').fill('哪一台？'))
  await expect.poll(() => stateOf(handling).innerText()).toBe('待补充')
  // told without asking: the page of the other one follows
  await expect.poll(() => stateOf(asking).innerText()).toBe('待补充')
  await take(asking, '已补充', dialog => dialog.getByLabel('补充说明').fill('靠窗的那台'))
  await expect.poll(() => stateOf(handling).innerText()).toBe('处理中')
  await take(handling, '提交解决', dialog => dialog.getByLabel('解决方案').fill('换了搓纸轮'))
  await expect.poll(() => stateOf(asking).innerText()).toBe('待确认')
  await take(asking, '确认完成')
  await expect.poll(() => stateOf(asking).innerText()).toBe('已完成')
  await take(asking, '评价', dialog => dialog.getByLabel('评价').fill('5'))
  await expect.poll(() => stateOf(handling).innerText()).toBe('已评价')
  await asking.context().close()
  await handling.context().close()
})
