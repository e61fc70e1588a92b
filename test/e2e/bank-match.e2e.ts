/**
 * 银行对账 by keys alone: ten lines in two clicks and ten keys, many to many, undo, somebody who was first, a right lost in between,
 * a phone.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { seriousViolations } from '../setup/axe.ts'
import { asOwner, callsOf, goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import type { RunningProduct } from '../setup/product.ts'
import { isFocused } from '../setup/screen.ts'

const address = '/finance/bank/reconcile'
const today = new Date().toISOString().slice(0, 10)
const [wallet, other] = ['测试收款户', '空账户']

/** Of two accounts one has fourteen lines that pay what is expected, and one that nobody knows. */
async function withLines(running: RunningProduct): Promise<void> {
  const call = await goodCallsOf(running, 'admin')
  const account = async (name: string): Promise<string> =>
    (await call('POST', '/BankAccount/insert', { name, number: `N-${name}`, currency: 'USD', bank: 99, kind: 1 })).id as string
  const accountId = await account(wallet)
  await account(other)
  for (let no = 1; no <= 14; no += 1) {
    const reference = `PAYOUT-${1000 + no}`
    const postedOn = addDays(today, -no)
    await call('POST', '/bankExpected/insert', { dueOn: postedOn, reference, party: 'Market', amount: `${100 + no}.25`, currency: 'USD' })
    const line = { accountId, postedOn, income: `${100 + no}.25`, outgo: '0', currency: 'USD', counterparty: `Market ${no}` }
    await call('POST', '/FinanceBankStatement/insert', { ...line, purpose: reference, serialNo: `S${no}` })
  }
  const unknown = { accountId, postedOn: today, income: '0', outgo: '77.5', currency: 'USD', counterparty: '无人知道', serialNo: 'S99' }
  await call('POST', '/FinanceBankStatement/insert', unknown)
  await call('POST', '/bankReconcile/run', {})
}

const { product, atHome, signedIn } = useJourneys({ width: 1280, height: 800 }, withLines)
const values = (statement: string): Promise<string[]> => asOwner(product(), statement)
const matches = async (): Promise<number> => Number((await values('select count(*)::text as value from bank_match'))[0])
const head = (p: Page) => p.locator('.zg-match-pane h2').nth(1)
const lines = (p: Page) => p.getByRole('listbox', { name: '银行流水' })

async function opened(p: Page): Promise<void> {
  await p.goto(address)
  await expect.poll(() => isFocused(lines(p)), { timeout: 20_000 }).toBe(true)
  await p.getByRole('button', { name: /^接受/ }).first().waitFor()
}
/** The key, and the next line with what it may be. */
async function press(p: Page, key: string): Promise<void> {
  const before = await head(p).textContent()
  await p.keyboard.press(key)
  await expect.poll(() => head(p).textContent()).not.toBe(before)
}

test('finance matches ten bank lines by two clicks and ten keys, takes them back by keys, and nothing is serious to axe', async () => {
  const p = await atHome('finance')
  await p.locator('.zg-modules').getByRole('button', { name: '财务', exact: true }).click()
  await p.getByRole('menuitem', { name: '银行对账' }).click()
  await expect.poll(() => isFocused(lines(p)), { timeout: 20_000 }).toBe(true)
  await p.getByText('PAYOUT-1001').first().waitFor()
  expect(await p.getByText(/^未核 15 笔/).count()).toBe(1)
  for (let no = 1; no <= 10; no += 1) {
    await p.locator('.zg-match-candidate', { hasText: `PAYOUT-${1000 + no}` }).waitFor()
    await press(p, 'Enter')
  }
  await expect.poll(matches).toBe(10)
  await p.getByText(/^未核 5 笔/).waitFor()
  const offered = p.getByRole('status').filter({ hasText: '已勾对 1 笔' })
  await offered.waitFor()
  // over nothing: not in the foot, and no control lies under it
  const [box, foot] = [await offered.boundingBox(), await p.locator('.zg-match-foot').boundingBox()]
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(foot?.y ?? 0)
  expect(await seriousViolations(p)).toEqual([])
  for (let no = 0; no < 10; no += 1) await p.keyboard.press('u')
  await expect.poll(matches).toBe(0)
  await p.getByText(/^未核 15 笔/).waitFor()
  await p.context().close()
})

test('many to many by Space: a rest must be told, the other pane by Tab, a line without a document by D', async () => {
  const p = await signedIn('finance')
  await opened(p)
  const confirm = p.getByRole('button', { name: '确认勾对' })
  expect(await confirm.isDisabled()).toBe(true)
  await p.getByText('请在右边勾选款项，或直接归类').waitFor()
  // two lines of 101.25 and 102.25, two payments of 103.25 and 101.25
  await p.keyboard.press(' ')
  await p.keyboard.press('ArrowDown')
  await p.keyboard.press(' ')
  await p.getByText('已选 2 笔 203.50 USD').waitFor()
  await p.locator('.zg-match-candidate', { hasText: 'PAYOUT-1002' }).waitFor()
  await p.keyboard.press('Tab')
  await p.keyboard.press('/')
  await p.keyboard.type('PAYOUT-1003')
  await p.locator('.zg-match-payment', { hasText: 'PAYOUT-1003' }).waitFor()
  await expect.poll(() => p.locator('.zg-match-payment').count()).toBe(1)
  await p.keyboard.press('Escape')
  // the suggestion of the marked line stands above
  await p.keyboard.press('ArrowDown')
  await p.keyboard.press(' ')
  await p.getByText('已选 1 笔 103.25 USD').waitFor()
  await p.keyboard.press('ArrowUp')
  await p.keyboard.press(' ')
  await p.getByText('已选 2 笔 205.50 USD').waitFor()
  await p.getByText('差额 −2.00 USD').waitFor()
  await p.getByText('两边有差额，请选择差额怎么处理').waitFor()
  expect(await confirm.isDisabled()).toBe(true)
  await p.keyboard.press('Enter')
  expect(await matches()).toBe(0)
  await p.getByRole('radiogroup', { name: '余下的差额' }).getByRole('radio').nth(1).focus()
  await p.keyboard.press(' ')
  await expect.poll(() => confirm.isDisabled()).toBe(false)
  expect(await seriousViolations(p)).toEqual([])
  await confirm.focus()
  await p.keyboard.press('Enter')
  await expect.poll(matches).toBe(1)
  expect(await values('select charge::text || lines || payments as value from bank_match')).toEqual(['2.000022'])
  await lines(p).focus()
  await p.keyboard.press('u')
  await expect.poll(matches).toBe(0)
  await lines(p).focus()
  await p.locator('.zg-match-line', { hasText: '无人知道' }).click()
  await p.getByText('没有建议：').waitFor()
  await p.keyboard.press('d')
  await p.locator('.ant-select-dropdown:visible').waitFor()
  await p.keyboard.type('手续费')
  await p.keyboard.press('Enter')
  await expect.poll(matches).toBe(1)
  expect(await values('select item::text as value from bank_match')).toEqual(['1'])
  await p.context().close()
})

test('of two calls at once one matches the line, the other is refused; once more it is told by whom', async () => {
  const people = await Promise.all(['admin', 'finance'].map(name => callsOf(product(), name)))
  const [first] = people
  const { data } = (await first?.('POST', '/bankReconcile/list', { pageSize: 50 })) ?? {}
  const row = (data.list as readonly { id: string; confidence: number | null }[]).findLast(one => one.confidence !== null)
  const before = await matches()
  const both = await Promise.all(people.map(call => call('POST', '/bankReconcile/accept', { ids: [row?.id] })))
  expect(both.map(one => one.code).filter(code => code === 0)).toHaveLength(1)
  expect(both.map(one => one.code).find(code => code !== 0)).toSatisfy(code => code === 1009 || code === 1002)
  expect(await matches()).toBe(before + 1)
  expect((await first?.('POST', '/bankReconcile/accept', { ids: [row?.id] }))?.code).toBe(1009)
})

test('somebody was first: the line turns grey with who; a right that is lost in between matches nothing', async () => {
  const p = await signedIn('finance')
  await opened(p)
  const lead = (await head(p).textContent()) ?? ''
  const reference = /PAYOUT-\d+/.exec(lead)?.[0] ?? ''
  const admin = await callsOf(product(), 'admin')
  const { data } = await admin('POST', '/bankReconcile/list', { pageSize: 50 })
  const row = (data.list as readonly { id: string; purpose: string | null }[]).find(one => one.purpose === reference)
  expect((await admin('POST', '/bankReconcile/accept', { ids: [row?.id] })).code).toBe(0)
  const before = await matches()
  await press(p, 'Enter')
  const taken = p.locator('.zg-match-taken')
  await expect.poll(() => taken.textContent()).toMatch(/\d\d:\d\d 已勾对/)
  expect(await matches()).toBe(before)
  const [employeeId] = await values(
    "select m.employee_id::text as value from account_organisation m join account a on a.id = m.account_id where a.username = 'finance'",
  )
  expect((await admin('POST', '/userManage/empAddRole', { employeeId, roleIds: [] })).code).toBe(0)
  const [answer] = await Promise.all([
    p.waitForResponse(one => /\/bankReconcile\/(accept|match)$/.test(one.url())),
    p.keyboard.press('Enter'),
  ])
  expect(((await answer.json()) as { code: number }).code).toBe(1003)
  expect(await matches()).toBe(before)
  await p.context().close()
})

test('an account without open lines says so and offers the import; on a phone a line opens what it may be from below', async () => {
  const p = await signedIn('admin', { width: 375, height: 812 })
  await p.goto(address)
  await p.getByRole('option').first().waitFor({ timeout: 20_000 })
  await p.locator('.zg-match-line', { hasText: 'Market' }).first().click()
  const sheet = p.getByRole('dialog', { name: '建议匹配' })
  const accept = sheet.getByRole('button', { name: /^接受/ }).first()
  await accept.waitFor()
  expect(await seriousViolations(p)).toEqual([])
  const before = await matches()
  await accept.click()
  await expect.poll(matches).toBe(before + 1)
  await p.keyboard.press('Escape')
  await p.getByRole('combobox', { name: '账户' }).click()
  await p.locator('.ant-select-dropdown:visible').getByText(other, { exact: true }).click()
  await p.getByText('这个账户已全部核对').waitFor()
  await p.getByText('还没有导入过流水文件').waitFor()
  await p.getByRole('button', { name: '导入银行流水' }).click()
  await p.getByRole('dialog', { name: '导入流水' }).waitFor()
  await p.context().close()
})
