/**
 * Doors for programs, as people open them: a key that the example of the README is run with, a webhook, the company's own sign-in, and a
 * marketplace whose data arrive by a press.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { programRoutes } from '../../scripts/client.ts'
import { root } from '../../scripts/run-step.ts'
import { asOwner, goodCallsOf } from '../setup/calls.ts'
import { clientCopy } from '../setup/client-copy.ts'
import { useJourneys } from '../setup/journeys.ts'
import { messageShown } from '../setup/screen.ts'
import { settlementFile } from '../setup/settlement.ts'
import { timesSlower } from '../setup/slow.ts'

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

/** What a German shop left to the marketplace, as the first start of the demo company keeps it, and its connection; answers its id. */
async function connectionLeft(call: Awaited<ReturnType<typeof goodCallsOf>>): Promise<string> {
  const folder = join(product().dataDir, 'marketplaces')
  const since = new Date(Date.now() - 86_400_000).toISOString()
  const files = [{ report: 'settlement', since, text: readFileSync(settlementFile, 'utf8') }]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'left.json'), JSON.stringify([{ platform: 1, site: 'A1PA6795UKMFR9', name: 'amazon.de', files }]))
  const keys = { name: '演示应用', platform: 1, region: 2, clientId: 'demo', clientSecret: 'demo' }
  const app = await call('POST', '/marketplaceApp/insert', keys)
  const made = await call('POST', '/shopConnection/insert', { name: '演示：云帆德国站', appId: app.id, refreshToken: 'demo' })
  await asOwner(product(), 'update shop_connection set is_emulated = true')
  return String(made.id)
}

test('a connection is tested and fetched: a bar that fills, lines with their import, profit; pressed again nothing is due', async () => {
  const call = await goodCallsOf(product(), 'admin')
  const id = await connectionLeft(call)
  const month = { startDate: '2025-10-01', endDate: '2025-10-31', by: ['shop'], currency: 'shop' }
  const profit = async (): Promise<unknown[]> =>
    (await call('POST', '/companyProfit/list', month)).list.map((row: { values: { ledger: string } }) => Number(row.values.ledger))
  expect(await profit()).toEqual([])

  const p = await atHome('admin')
  await p.goto(`/operations/connection/detail?id=${id}`)
  const press = (name: string) => p.getByRole('button', { name, exact: true }).click()
  await press('测试')
  await p.getByText('已连接', { exact: true }).first().waitFor()
  await p.getByText('amazon.de', { exact: true }).first().waitFor()
  // the shop left a settlement alone
  await asOwner(product(), "update sync_plan set state = 2 where report <> 'settlement'")
  await press('同步')
  await p.getByText(/^█{10} (\d+)\/\1$/).waitFor({ timeout: 60_000 * timesSlower })
  await p.getByRole('tab', { name: '同步任务' }).click()
  await p.getByRole('link', { name: /^amazon_A1PA6795UKMFR9_settlement_/ }).waitFor()
  await p.getByText('1,086', { exact: true }).waitFor()
  await expect.poll(profit, { timeout: 60_000 * timesSlower }).toEqual([7_589.14])
  await press('同步')
  await messageShown(p, '数据已是最新，没有要取的区间')
  await p.context().close()
})
