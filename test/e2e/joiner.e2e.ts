/** A clerk enters who joins tomorrow; midnight passes; the joiner signs in and fills his file; he leaves with open lines, and is out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { usualFlows } from '#areas/workflow/usual-flows.ts'
import { addDays } from '#platform/format/dates.ts'
import { asOwner, goodCallsOf } from '../setup/calls.ts'
import { signIn, submitSignIn, useJourneys } from '../setup/journeys.ts'
import { actOnRow, choose, messageShown, typeDate } from '../setup/screen.ts'

const folder = mkdtempSync(join(tmpdir(), 'zhanggui-clock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const clock = join(folder, 'later')
writeFileSync(clock, '0')
const { product, signedIn, visit } = useJourneys({ width: 1280, height: 800 }, undefined, {
  MOVED_CLOCK: clock,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, '../setup/moved-clock.ts')).href}`,
})

const dayOf = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10)
const later = (then: string): void => writeFileSync(clock, String(new Date(then).getTime() - Date.now()))
/** It is eleven minutes past midnight of this day, and the clock of timed work comes round. */
async function midnightOf(day: string): Promise<void> {
  later(`${day}T00:11:00+08:00`)
  await asOwner(product(), `update graphile_worker._private_jobs set run_at = now() where key = 'timed.clock'`)
}

/** Opens the form of a list, fills it, saves it and submits the record that it made. */
async function submitted(p: Page, path: string, fill: (form: ReturnType<Page['getByRole']>) => Promise<void>): Promise<void> {
  await p.goto(path)
  await p.getByRole('button', { name: '新增' }).first().click()
  const form = p.getByRole('dialog')
  await fill(form)
  await form.getByRole('button', { name: /^新增/ }).click()
  await messageShown(p, '已新增')
}
/** The usual flow of changes of people: the general manager approves. */
async function publishFlow(): Promise<void> {
  const admin = await goodCallsOf(product(), 'admin')
  const [bossId = ''] = await asOwner(
    product(),
    `select m.employee_id::text as value from account_organisation m join account a on a.id = m.account_id where a.username = 'boss'`,
  )
  const flow = usualFlows(() => ({ by: 'person', ids: [bossId] })).find(([code]) => code === 'personnelAction')
  const made = { formCode: 'personnelAction', name: '人事异动审批', definition: flow?.[2] }
  const { id } = (await admin('POST', '/workflowSetting/insert', made)) as { id: string }
  await admin('POST', '/workflowSetting/publish', { id })
}
/** The general manager agrees to the action that was asked for last. */
async function agreed(): Promise<void> {
  const boss = await goodCallsOf(product(), 'boss')
  const [keyValue = ''] = await asOwner(product(), `select max(id)::text as value from personnel_action`)
  const found = async () => {
    const { list } = (await boss('GET', '/approval/allList?box=1&formCode=personnelAction&pageSize=100')) as {
      list: readonly { keyValue: string; processId: string; round: number }[]
    }
    return list.find(one => one.keyValue === keyValue)
  }
  await expect.poll(found).toBeDefined()
  const { processId, round } = (await found()) ?? {}
  await boss('POST', '/workflow/confirmProcess', {
    formCode: 'personnelAction',
    keyValue,
    currentProcessId: processId,
    round,
    opinion: '同意',
  })
}
const rowOf = (p: Page, text: string) => p.locator('.zg-grid-row').filter({ hasText: text }).first()
const stateShown = (p: Page, text: string, state: string): Promise<void> => rowOf(p, text).getByText(state, { exact: true }).waitFor()

test('from the day before he comes to the night after he leaves', async () => {
  const today = dayOf(Date.now())
  const [comes, leaves] = [addDays(today, 1), addDays(today, 2)]
  await publishFlow()
  let clerk = await signedIn('hr')
  await submitted(clerk, '/hr/action', async form => {
    await choose(form.getByLabel('异动类型'), '入职')
    await typeDate(form.getByLabel('生效日期'), comes)
    await form.getByLabel('姓名').fill('苏新')
    await choose(form.getByLabel('部门'), '职能部', '职能')
  })
  await actOnRow(rowOf(clerk, '苏新'), '提交')
  await agreed()
  await clerk.goto('/hr/action')
  await stateShown(clerk, '苏新', '待生效')
  let admin = await goodCallsOf(product(), 'admin')
  const found = (): Promise<string[]> => asOwner(product(), `select id::text as value from employee where name = '苏新'`)
  expect(await found()).toEqual([])
  for (const item of ['交还电脑', '工作交接']) await admin('POST', '/hrTaskTemplate/insert', { kind: 3, item, ownerBy: 1, days: 0 })

  await midnightOf(comes)
  await expect.poll(async () => (await found()).length).toBe(1)
  // who was signed in yesterday signs in anew
  ;[clerk, admin] = [await signedIn('hr'), await goodCallsOf(product(), 'admin')]
  await clerk.goto('/hr/action')
  await stateShown(clerk, '苏新', '已生效')
  const [employeeId] = await found()
  const { password } = (await admin('POST', '/userManage/openAccount', { employeeId, username: 'suxin' })) as { password: string }

  const joiner = await visit()
  await joiner.goto('/user/login')
  await submitSignIn(joiner, 'suxin', password)
  await joiner.getByLabel('新密码', { exact: true }).fill('Berg-1357')
  await joiner.getByLabel('再次输入新密码').fill('Berg-1357')
  await joiner.getByRole('button', { name: '修改密码' }).click()
  await joiner.waitForURL(url => url.pathname === '/user/login')
  await signIn(joiner, 'suxin', 'Berg-1357')
  await joiner.goto('/hr/mine')
  await rowOf(joiner, '苏新').getByText('紧急联系人').waitFor()
  await submitted(joiner, '/hr/file-change', async form => {
    await form.getByLabel('现住址').fill('杭州西湖区')
    await form.getByLabel('紧急联系人').fill('苏母')
    await form.getByLabel('紧急联系电话').fill('13900000001')
    await form.getByLabel('银行账号').fill('6222021111222233334')
  })
  await actOnRow(rowOf(joiner, '苏新'), '提交')
  await clerk.goto('/hr/file-change')
  await actOnRow(rowOf(clerk, '苏新'), '采用')
  await stateShown(clerk, '苏新', '已采用')
  await joiner.goto('/hr/mine')
  await rowOf(joiner, '苏新').waitFor()
  await expect.poll(() => rowOf(joiner, '苏新').getByText('紧急联系人').count()).toBe(0)

  await submitted(clerk, '/hr/action', async form => {
    await choose(form.getByLabel('异动类型'), '离职')
    await choose(form.getByLabel('员工', { exact: true }), '苏新', '苏新')
    await typeDate(form.getByLabel('生效日期'), leaves)
  })
  await actOnRow(rowOf(clerk, '离职'), '提交')
  await agreed()
  await clerk.goto('/hr/action')
  await stateShown(clerk, '离职', '待生效')
  // twenty minutes before midnight of his last day he works
  later(`${leaves}T23:50:00+08:00`)
  const working = await visit()
  await signIn(working, 'suxin', 'Berg-1357')
  await working.goto('/hr/task')
  for (const item of ['交还电脑', '工作交接']) await rowOf(working, item).waitFor()
  await midnightOf(addDays(leaves, 1))
  await expect.poll(() => asOwner(product(), `select stage::text as value from hr_file where employee_id = ${employeeId}`)).toEqual(['5'])
  await working.goto('/hr/mine')
  await working.waitForURL(url => url.pathname === '/user/login')
  await submitSignIn(working, 'suxin', 'Berg-1357')
  await working.locator('.zg-user-refusal [role=alert]').waitFor()
  const open = await asOwner(
    product(),
    `select count(*)::text as value from hr_task where kind = 3 and state = 0 and item in ('交还电脑', '工作交接')`,
  )
  expect(open).toEqual(['2'])
})
