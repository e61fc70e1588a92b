/** Doors for programs, as people open them: a key that the example of the README is run with, a webhook; and the company's own sign-in. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { programRoutes } from '../../scripts/client.ts'
import { root } from '../../scripts/run-step.ts'
import { asOwner } from '../setup/calls.ts'
import { clientCopy } from '../setup/client-copy.ts'
import { useJourneys } from '../setup/journeys.ts'

const { product, signedIn, atHome, visit } = useJourneys()
const combobox = (p: Page, name: string) => p.getByRole('dialog').getByRole('combobox', { name })

/** The example that stands in both READMEs. */
function example(): string {
  const [first, ...others] = ['README.md', 'README.zh-CN.md'].map(
    file => /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? file,
  )
  expect(others).toEqual([first])
  return first ?? ''
}
function runExample(file: string, key: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(process.execPath, [file], { env: { ...process.env, ZG_ADDRESS: product().url, ZG_KEY: key } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (said += String(part)))
  return new Promise(resolve => child.on('close', code => resolve({ code, said })))
}

test('a key of one shop is made, and the example of the README answers with it; revoked it is refused', async () => {
  const p = await signedIn('boss')
  await p.goto('/account/settings/info/3')
  await p.getByRole('button', { name: '生成密钥' }).click()
  await p.getByRole('dialog').getByLabel('名称').fill('报表程序')
  await combobox(p, '权限').fill('公司利润')
  await p.getByTitle('公司利润 · 查看', { exact: true }).click()
  await p.keyboard.press('Escape')
  await combobox(p, '限定店铺').click()
  const shop = p.locator('.ant-select-dropdown:visible .ant-select-item-option').first()
  await shop.click()
  await p.keyboard.press('Escape')
  await p.getByRole('dialog').getByRole('button', { name: '生成密钥' }).click()
  const key = (await p.getByRole('dialog').locator('code').innerText()).trim()
  expect(key).toMatch(/^zg_live_/)
  await p.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).last().click()
  await p.getByText('1 个店铺').waitFor()

  const copy = clientCopy(programRoutes.filter(one => one.path === '/companyProfit/list'))
  const file = join(copy.folder, 'programs/example.mjs')
  writeFileSync(file, example())
  const answer = await runExample(file, key)
  expect(answer, answer.said).toMatchObject({ code: 0 })
  expect(JSON.parse(answer.said)).toMatchObject({ list: [] })
  await p.getByRole('button', { name: '撤销密钥' }).click()
  await p.locator('.ant-popover:visible, .ant-modal-confirm:visible').getByRole('button', { name: '撤销密钥' }).click()
  await p.getByText('还没有密钥').waitFor()
  const after = await runExample(file, key)
  copy.remove()
  expect(after.code).toBe(1)
  expect(after.said).toContain('Refused')
  await p.context().close()
})

test('a webhook to the receiver of the demo company: tried, told of a shop that changed, seen among the deliveries', async () => {
  const p = await signedIn('admin')
  await p.goto('/operations/webhook')
  await p.getByRole('button', { name: '新增' }).first().click()
  await p.getByRole('dialog').getByLabel('名称').fill('仓库系统')
  await p.getByRole('dialog').getByLabel('地址').fill('https://receiver.invalid/')
  await combobox(p, '事件').fill('店铺 · 修改')
  await p.keyboard.press('Enter')
  await p.keyboard.press('Escape')
  await p.getByRole('dialog').getByRole('button', { name: '新增Webhook' }).click()
  await p.getByRole('row', { name: /仓库系统/ }).waitFor()
  await p
    .getByRole('row', { name: /仓库系统/ })
    .getByRole('button', { name: '发送测试' })
    .press('Enter')
  const call = async (path: string, body: object): Promise<ReturnType<typeof JSON.parse>> => {
    const token = await p.evaluate(() => localStorage.getItem('token'))
    const answer = await p.request.post(`/api-2024${path}`, { data: body, headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()).data
  }
  const [shop] = (await call('/sysShopSetting/list', { pageNum: 1, pageSize: 1 })).list
  await call('/sysShopSetting/update', { id: shop.id, version: shop.version, name: `${shop.name}（新）` })
  await expect
    .poll(async () => (await call('/webhookDelivery/list', { state: 2 })).list.map((one: { event: string }) => one.event).toSorted())
    .toEqual(['shop.changed', 'test'])
  await p.goto('/operations/webhook-delivery')
  await p.getByRole('row', { name: /shop\.changed.*已送达/ }).waitFor()
  await p.context().close()
})

test('company sign-in: a provider of the demonstration is added, linked by oneself, and then signs in without a password', async () => {
  const admin = await atHome('admin')
  const token = await admin.evaluate(() => localStorage.getItem('token'))
  const provider = { name: '演示企业登录', kind: 2, corpId: 'demo', clientId: '1000002', clientSecret: 'demo', isBoth: true, state: 1 }
  const made = await admin.request.post('/api-2024/signInProvider/insert', {
    data: provider,
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await made.json()).code).toBe(0)
  await asOwner(product(), 'update sign_in_provider set is_emulated = true')
  await admin.context().close()

  const p = await signedIn('boss')
  await p.goto('/account/settings/info/3')
  await p.getByRole('button', { name: '关联', exact: true }).click()
  await p.getByRole('link', { name: '沈云帆' }).click()
  await p.getByRole('button', { name: '解除' }).waitFor()
  await p.context().close()

  const another = await visit()
  await another.goto('/user/login')
  await another.getByRole('button', { name: '演示企业登录' }).click()
  await another.getByRole('link', { name: '沈云帆' }).click()
  await another.waitForURL(url => url.pathname === '/home/workbenches')
  await another.getByText('沈云帆').first().waitFor()
  await another.context().close()
})
