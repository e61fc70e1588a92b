/**
 * A flow of approvals as its administrator draws it: steps, a connection, the check, a trial with a record, published; and its answer from
 * a mail.
 */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { asOwner, goodCallsOf } from '../setup/calls.ts'
import { submitSignIn, useJourneys } from '../setup/journeys.ts'
import { boxOf, choose, messageShown } from '../setup/screen.ts'

const { product, visit, signedIn } = useJourneys({ width: 1400, height: 900 }, undefined, { PUBLIC_URL: 'http://zhanggui.example' })

async function middleOf(one: Locator): Promise<readonly [number, number]> {
  const { x, y, width, height } = await boxOf(one)
  return [x + width / 2, y + height / 2]
}

test('drawn, connected, checked, tried with a record, published', async () => {
  const p = await signedIn('admin')
  await p.goto('/admin/workflow/setting')
  await p.getByRole('button', { name: '新增流程' }).click()
  const adding = p.getByRole('dialog', { name: '新增流程' })
  await choose(adding.getByRole('combobox', { name: '业务单据' }), '供应商')
  await adding.getByRole('textbox', { name: '流程名称' }).fill('供应商两人同时审批')
  await adding.getByRole('button', { name: /^确\s*定$/ }).click()

  const editor = p.getByRole('dialog', { name: /供应商两人同时审批/ })
  const node = (name: string): Locator => editor.locator('.react-flow__node', { hasText: name })
  for (const [name, person] of [
    ['采购审核', '陈刚'],
    ['财务审核', '吴佳怡'],
  ] as const) {
    await editor.getByRole('button', { name: '添加步骤' }).click()
    await editor.getByRole('textbox', { name: '名称' }).fill(name)
    await choose(editor.getByRole('combobox', { name: '第 1 组审批人' }), '指定人员')
    await choose(editor.getByRole('combobox', { name: '人员' }), person, person)
    await node(name).waitFor()
  }

  // from the start to the second step as well: a way that would never be taken
  const from = await middleOf(node('开始').locator('.react-flow__handle.source'))
  const to = await middleOf(node('财务审核').locator('.react-flow__handle.target'))
  await p.mouse.move(...from)
  await p.mouse.down()
  await p.mouse.move(...to, { steps: 8 })
  await p.mouse.up()
  await expect.poll(() => editor.locator('.react-flow__edge').count()).toBe(4)
  await editor.getByRole('tab', { name: /检查/ }).click()
  await editor.getByRole('button', { name: /永远不会走到/ }).click()
  await expect.poll(() => editor.getByRole('button', { name: '发布' }).isDisabled()).toBe(true)

  await node('开始').click()
  await choose(editor.getByRole('combobox', { name: '之后怎样走' }), '成立的同时走')
  await editor.getByRole('tab', { name: /检查/ }).click()
  await editor.getByText('没有发现问题，可以发布').waitFor()

  await editor.getByRole('tab', { name: '试走' }).click()
  await choose(editor.getByRole('combobox', { name: '选择记录' }), '东莞市佳美包装有限公司')
  await editor.getByRole('button', { name: '开始试走' }).click()
  await editor.getByRole('button', { name: '1. 采购审核' }).waitFor()
  await expect.poll(() => editor.locator('.zg-canvas-node[data-lit]').count()).toBe(4)

  await editor.getByRole('button', { name: '发布' }).click()
  await p
    .getByRole('dialog', { name: /发布第/ })
    .getByRole('button', { name: '发布' })
    .click()
  await messageShown(p, '已发布')
  await editor.getByText('已发布的版本只能查看').waitFor()
  await expect.poll(() => editor.getByRole('button', { name: '添加步骤' }).count()).toBe(0)
  await p.context().close()
})

test('a mail leads to its approval: only after signing in, once, and agreed on a phone', async () => {
  const [admin, finance] = await Promise.all([goodCallsOf(product(), 'admin'), goodCallsOf(product(), 'finance')])
  const values = (statement: string): Promise<string[]> => asOwner(product(), statement)
  const ids = await values(
    "select m.employee_id::text as value from account_organisation m join account a on a.id = m.account_id where a.username = 'finance'",
  )
  const step = { kind: 'step', name: '财务审核', mode: 'any', leave: 'first', allowBack: true, allowBackStart: true }
  const definition = {
    nodes: [
      { id: 'start', kind: 'start', name: '开始', leave: 'first' },
      { ...step, id: 'money', approvers: [{ by: 'person', ids: ids.slice(0, 1) }] },
      { id: 'end', kind: 'end', name: '结束' },
    ],
    edges: [
      { from: 'start', to: 'money' },
      { from: 'money', to: 'end' },
    ],
    samePerson: 'pass',
    ownRequest: false,
  }
  const flow = await admin('POST', '/workflowSetting/insert', { formCode: 'supplier', name: '供应商准入', definition })
  await admin('POST', '/workflowSetting/publish', { id: flow.id })
  const mails = [{ code: 'approval.todo', mail: 1 }]
  await finance('POST', '/noticePreference/save', { quietFrom: null, quietTo: null, digestAt: '09:00', language: 1, mails })
  await admin('POST', '/supplierManage/insert', { code: 'MAIL-1', name: '邮件里的供应商' })
  const linked = async (): Promise<string> =>
    /\/approval\/mine\?link=[\w.-]+/.exec(
      (await values("select coalesce(max(body), '') as value from outbox_message where subject like '%邮件里的供应商%'"))[0] ?? '',
    )?.[0] ?? ''
  await expect.poll(linked).not.toBe('')
  const link = await linked()

  const p = await visit({ width: 375, height: 740 })
  await p.goto(link)
  await submitSignIn(p, 'finance')
  const asked = p.getByRole('dialog').filter({ hasText: '邮件里的供应商' })
  await asked.getByRole('button', { name: /^同\s*意$/ }).click()
  await p.keyboard.press('Enter')
  await messageShown(p, '已同意')
  expect(await values("select status::text as value from supplier where code = 'MAIL-1'")).toEqual(['2'])
  await p.context().close()

  const again = await signedIn('finance')
  await again.goto(link)
  await again.getByText('链接已经用过，只能打开一次').waitFor()
  await again.context().close()
})
