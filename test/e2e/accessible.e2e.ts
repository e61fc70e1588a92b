/** The shell's further screens without serious violations in the three page styles, and what was typed through a change of language. */
import { expect, test } from 'vitest'
import { seriousViolations } from '../setup/axe.ts'
import { useJourneys } from '../setup/journeys.ts'
import { actOnRow, choosePageStyle, closeDialog } from '../setup/screen.ts'

const { visit, atHome } = useJourneys()

test('before signing in: register, its result, recover, and an address that is none', async () => {
  const p = await visit()
  const found: unknown[] = []
  for (const address of [
    '/user/register',
    '/user/register-result?token=x',
    '/user/recover',
    '/user/recover?token=x',
    '/custom/upload-mobile',
  ]) {
    await p.goto(address)
    await p.getByRole('heading').first().waitFor()
    found.push(...(await seriousViolations(p)).map(violation => [address, violation]))
  }
  expect(found).toEqual([])
  await p.context().close()
})

test('signed in: account, messages, errors, search, tasks, avatar menu, in the three page styles', async () => {
  const p = await atHome('admin')
  const found: unknown[] = []
  const look = async (style: string, where: string): Promise<void> => {
    found.push(...(await seriousViolations(p, style !== '亮色')).map(violation => [style, where, violation]))
  }
  for (const style of ['亮色', '暗色导航', '暗黑']) {
    await choosePageStyle(p, style)
    await closeDialog(p)
    for (const address of ['/account/center', '/account/settings/info/1', '/account/settings/info/2', '/notify/notify', '/nowhere']) {
      await p.goto(address)
      await p.getByRole('heading').first().waitFor()
      await look(style, address)
    }
    await p.keyboard.press('Control+k')
    await p.getByRole('dialog').getByRole('combobox').or(p.getByRole('dialog').getByRole('textbox')).first().fill('hl')
    await look(style, '搜索')
    await closeDialog(p)
    await p.getByRole('button', { name: /^任务中心/ }).click()
    await p.locator('.ant-popover:visible').getByText('任务中心').waitFor()
    await look(style, '任务中心')
    await p.keyboard.press('Escape')
    await p.getByRole('button', { name: /账号菜单/ }).click()
    await p.getByRole('menuitem', { name: '退出登录' }).waitFor()
    await look(style, '账号菜单')
    await p.keyboard.press('Escape')
    await p.goto('/home/workbenches')
    await p.locator('.zg-tab-title').first().waitFor()
  }
  expect(found).toEqual([])
  await p.context().close()
})

test('Ctrl-K takes every letter, also while the matching by pinyin is still on its way', async () => {
  const p = await atHome('sales')
  let release = (): void => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await p.route('**/assets/*.js', async route => {
    await released
    await route.continue()
  })
  await p.keyboard.press('Control+k')
  await p.keyboard.type('shangpin')
  const dialog = p.getByRole('dialog', { name: '搜索页面和记录' })
  await expect.poll(() => dialog.getByRole('textbox', { name: '搜索页面和记录' }).inputValue()).toBe('shangpin')
  await p.keyboard.press('Enter')
  release()
  await p.waitForURL(url => url.pathname !== '/home/workbenches')
  await p.getByRole('heading', { name: '商品', exact: true }).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
  await p.context().close()
})

test('the language changes and nothing typed is lost', async () => {
  const p = await atHome('buyer')
  // from a page of the program to the next, so that going back stays inside it
  await p.getByRole('navigation', { name: '模块' }).getByText('供应链').click()
  await actOnRow(p.locator('.zg-grid-row').first(), '编辑')
  const name = p.getByRole('dialog').getByLabel('商品名称')
  await name.fill('写到一半的名称')
  // at once, from another tab: no moment for the draft to be kept by itself
  await p.goBack()
  await p.getByRole('button', { name: /账号菜单/ }).click()
  await p.getByRole('menuitem', { name: '语言' }).hover()
  await p.getByRole('menuitem', { name: 'English' }).click()
  await p.getByRole('button', { name: 'Products', exact: true }).click()
  await p.getByRole('heading', { name: 'Products' }).waitFor()
  await actOnRow(p.locator('.zg-grid-row').first(), 'Edit')
  await p.getByRole('button', { name: 'Restore draft' }).click()
  await expect.poll(() => p.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue()).toBe('写到一半的名称')
  await p.context().close()
})
