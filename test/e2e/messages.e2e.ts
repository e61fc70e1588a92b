/** Messages and pinned lists as people meet them: told of at once, read, gone; a list on the home page until its right is taken away. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { messageShown } from '../setup/screen.ts'

const { product, atHome } = useJourneys()

// the bell by its label: the tab of the page has the same words
const nothingUnread = (p: Page): Locator => p.getByLabel('消息通知', { exact: true })

test('a changed role is told at once, and a pinned list goes with its right', async () => {
  const p = await atHome('finance')
  await nothingUnread(p).waitFor()
  await p.goto('/reference/currency?f.name=民币')
  await p.getByRole('gridcell', { name: '人民币' }).first().waitFor()
  await p.getByRole('button', { name: '固定到首页' }).click()
  await p.getByRole('textbox', { name: '卡片名称' }).fill('本位币')
  await p.keyboard.press('Enter')
  await messageShown(p, '已固定到首页')
  await p.goto('/home/workbenches')
  const card = p.locator('.zg-home-card').filter({ hasText: '本位币' })
  await card.getByRole('cell', { name: '人民币' }).first().waitFor()
  await card.getByRole('link', { name: '打开币种' }).click()
  await p.waitForURL(url => url.pathname === '/reference/currency' && url.searchParams.get('f.name') === '民币')

  const admin = await goodCallsOf(product(), 'admin')
  const { list } = await admin('POST', '/userManage/list', { pageSize: 100 })
  const employeeId = (list as { id: string; name: string }[]).find(one => one.name === '周敏')?.id
  const roles = ((await admin('POST', '/userManage/access', { employeeId })).roles as { id: string }[]).map(one => one.id)
  await admin('POST', '/userManage/empAddRole', { employeeId, roleIds: [] })
  // pushed, without anybody asking; it stays until it is closed
  await p.getByRole('button', { name: '消息通知，1 条未读' }).waitFor()
  const reminder = p.getByRole('alert').filter({ hasText: '调整了您的角色' })
  await reminder.getByRole('button', { name: /查\s*看/ }).click()
  await p.waitForURL(url => url.pathname === '/notify/notify')
  await p.getByRole('button', { name: '标为已读' }).click()
  await nothingUnread(p).waitFor()
  await p.goto('/home/workbenches')
  await p.getByRole('heading', { name: '待我处理' }).waitFor()
  await expect.poll(() => card.count()).toBe(0)
  await admin('POST', '/userManage/empAddRole', { employeeId, roleIds: roles })
  // what somebody may is believed for half a second without asking again
  await expect
    .poll(async () => {
      await p.reload()
      await p.getByRole('heading', { name: '待我处理' }).waitFor()
      return card.count()
    })
    .toBe(1)
  await card.getByRole('cell', { name: '人民币' }).first().waitFor()
  await card.getByRole('button', { name: '取消固定本位币' }).click()
  await card.waitFor({ state: 'detached' })
  await p.context().close()
})
