/** How many clicks everyday tasks take after signing in, at a desk and on a phone. Typing is free; nothing lies over what is clicked. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { boxOf, messageShown } from '../setup/screen.ts'

const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } } as const

const { atHome } = useJourneys(sizes.desk, async running => {
  const [hr, admin] = [await goodCallsOf(running, 'hr'), await goodCallsOf(running, 'admin')]
  for (const title of ['活着', '围城'])
    await hr('POST', '/cultureBook/add', { title, author: '作者', lines: { added: [{ id: 'n1', copyNo: `${title}-1` }] } })
  const staff = (await admin('POST', '/workCatalogManagement/allEntryStaffs', { keyword: '郑凯' })) as unknown as { id: string }[]
  const { id: catalogId } = await admin('POST', '/workCatalogManagement/add', { name: '设备报修' })
  await admin('POST', '/workCatalogEmployeeManagement/save', { catalogId, employeeIds: staff.map(one => one.id) })
})

/** Clicks and counts; refuses what something else lies over. */
function counted() {
  let clicks = 0
  const click = async (one: Locator): Promise<void> => {
    await one.waitFor({ timeout: 20_000 })
    await one.scrollIntoViewIfNeeded()
    await expect
      .poll(() =>
        one.evaluate(element => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const met = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
          return element === met || element.contains(met)
        }),
      )
      .toBe(true)
    await one.click()
    clicks += 1
  }
  return { click, count: () => clicks }
}

const link = (p: Page, name: string): Locator => p.locator('.zg-home-modules').getByRole('link', { name, exact: true })

test.each([
  ['desk', '活着'],
  ['phone', '围城'],
] as const)('%s: a book is borrowed in 3 clicks', async (size, title) => {
  const p = await atHome('employee', sizes[size])
  const { click, count } = counted()
  await click(link(p, '图书'))
  await click(p.locator('.zg-book-card').filter({ hasText: title }))
  await click(p.getByRole('button', { name: '申请借阅' }))
  await messageShown(p, /申请|借阅/)
  expect(count()).toBeLessThanOrEqual(3)
  await p.context().close()
})

test.each(['desk', 'phone'] as const)('%s: a work order is filed in 4 clicks', async size => {
  const p = await atHome('employee', sizes[size])
  const { click, count } = counted()
  await click(link(p, '工单'))
  await click(p.getByRole('button', { name: '新增' }).first())
  const form = p.getByRole('dialog')
  // while it still grows, a list that opens is drawn as narrow as its field is at that moment
  await boxOf(form)
  await form.getByLabel('标题').fill('打印机卡纸')
  // opened by its key
  await form.getByLabel('工单类型').press('ArrowDown')
  await click(p.locator('.ant-select-dropdown:visible').getByText('设备报修', { exact: true }).last())
  await form.locator('[contenteditable=true]').fill('每打五张就卡一次')
  await click(form.getByRole('button', { name: '新增工单' }))
  await messageShown(p, '已新增')
  expect(count()).toBeLessThanOrEqual(4)
  await p.context().close()
})
