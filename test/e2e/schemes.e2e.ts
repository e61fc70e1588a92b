/** A scheme as people use it: made, made the default, there after a reload; shared, seen by a colleague, opened by its link. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../setup/browser.ts'
import { startWithPeople, type RunningProduct } from '../setup/product.ts'

const list = '/reference/product'
const { page: openPage } = useBrowser()
let product: RunningProduct

beforeAll(async () => {
  product = await startWithPeople()
}, 120_000)
afterAll(async () => product?.remove())

async function signIn(name: string): Promise<Page> {
  const p = await openPage({ baseUrl: product.url, width: 1600, height: 900 })
  await p.goto('/')
  await p.getByLabel('账号').fill(name)
  await p.getByLabel('密码').fill('demo1234')
  await p.keyboard.press('Enter')
  await p.waitForURL(url => url.pathname === '/home/workbenches')
  return p
}

test('made, default, reloaded; shared with a colleague and opened by its link', async () => {
  const p = await signIn('admin')
  await p.goto(list)
  await p.getByRole('button', { name: '筛选方案' }).click()
  const dialog = p.getByRole('dialog', { name: '筛选方案' })
  await dialog.getByRole('textbox', { name: '方案名称' }).fill('灯具')
  await dialog.getByRole('button', { name: '新增条件' }).click()
  await dialog.getByRole('combobox', { name: '字段' }).click()
  await p.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: /的值$/ }).fill('ZG')
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click()
  await p.getByText('方案已保存').waitFor()
  await dialog.getByRole('button', { name: '设为默认' }).click()
  await dialog.getByRole('button', { name: '已是默认方案' }).waitFor()
  await dialog.getByRole('button', { name: /^共\s*享$/ }).click()
  const share = p.getByRole('dialog', { name: '共享方案【灯具】' })
  await share.getByRole('combobox', { name: '同事' }).fill('陈刚')
  await p.locator('.ant-select-dropdown:visible').getByText('陈刚', { exact: true }).click()
  await share.getByRole('button', { name: '保存共享范围' }).click()
  await p.getByText('已共享').waitFor()

  await p.goto(list)
  await p.waitForURL(url => url.searchParams.has('scheme') && (url.searchParams.get('conditions') ?? '').endsWith('.ZG'))
  const id = new URL(p.url()).searchParams.get('scheme')
  await p.context().close()

  const colleague = await signIn('buyer')
  await colleague.goto(`${list}?scheme=${id}`)
  await colleague.waitForURL(url => (url.searchParams.get('conditions') ?? '').endsWith('.ZG'))
  await colleague.getByRole('button', { name: '筛选方案' }).click()
  await colleague.getByRole('button', { name: /灯具/ }).waitFor()
  await expect.poll(() => colleague.getByRole('button', { name: /^保\s*存$/ }).isDisabled()).toBe(true)
  await colleague.context().close()
}, 90_000)
