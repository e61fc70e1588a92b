/** Views of a list as people keep and carry them: a board saved as a scheme and opened by its link, every view of tasks on a phone. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { messageShown } from '../setup/screen.ts'

const list = '/project/projectTask'
const phone = { width: 375, height: 812 }
const { signedIn } = useJourneys({ width: 1280, height: 800 }, async product => {
  const call = await goodCallsOf(product, 'admin')
  const [person] = await call('POST', '/listField/options', { type: 'employee', keyword: '陈刚' })
  const days = { startOn: '2026-11-16', endOn: '2026-11-20' }
  const project = await call('POST', '/Project/insert', { name: '换仓', managerId: person.value, ...days })
  const task = { projectId: project.id, assigneeId: person.value, ...days }
  await call('POST', '/ProjectTask/insert', { ...task, title: '盘点', estimateHours: '8' })
  await call('POST', '/ProjectTask/insert', { ...task, title: '搬运', estimateHours: '4.5' })
})

const columns = (p: Page) => p.locator('.zg-column')
const width = (p: Page) => p.evaluate('document.documentElement.scrollWidth')

test('a board is kept in a scheme, opened by its link, on a phone too', async () => {
  const p = await signedIn('admin')
  await p.goto(`${list}?as=board`)
  await columns(p)
    .first()
    .locator('.zg-column-sums')
    .getByText(/预计工时\s*12\.5/)
    .waitFor()
  await p.getByRole('button', { name: '筛选方案' }).click()
  const dialog = p.getByRole('dialog', { name: '筛选方案' })
  await dialog.getByRole('textbox', { name: '方案名称' }).fill('任务看板')
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click()
  await messageShown(p, '方案已保存')
  await dialog.getByRole('button', { name: '设为默认' }).click()
  await dialog.getByRole('button', { name: '已是默认方案' }).waitFor()
  await p.goto(list)
  await p.waitForURL(url => url.searchParams.has('scheme'))
  await columns(p).first().waitFor()
  const id = new URL(p.url()).searchParams.get('scheme')
  await p.context().close()

  const small = await signedIn('admin', phone)
  await small.goto(`${list}?scheme=${id}`)
  await columns(small).first().locator('.zg-card').first().waitFor()
  await columns(small)
    .first()
    .locator('.zg-column-sums')
    .getByText(/预计工时\s*12\.5/)
    .waitFor()
  await expect.poll(() => width(small)).toBe(phone.width)
  await small.context().close()
})

test('on a phone each view of tasks is chosen by its sign and none is wider than the screen', async () => {
  const p = await signedIn('admin', phone)
  await p.goto(list)
  await p.getByRole('button', { name: '更多操作' }).click()
  for (const [title, part] of [
    ['看板', '.zg-column .zg-card'],
    ['日历', '.zg-view .zg-calendar'],
    ['甘特图', '.zg-gantt-name'],
    ['树形', '.zg-view .zg-grid'],
  ] as const) {
    await p.locator('.zg-view-switch').getByTitle(title).click()
    await p.locator(part).first().waitFor()
    await p.locator('.zg-view-total').waitFor()
    await expect.poll(() => width(p)).toBe(phone.width)
  }
  await p.context().close()
})
