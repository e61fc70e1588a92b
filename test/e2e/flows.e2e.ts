/** A flow of approvals as its administrator draws it: steps, a connection, the check, a trial with a record, published. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { useJourneys } from '../setup/journeys.ts'
import { boxOf, choose, messageShown } from '../setup/screen.ts'

const { signedIn } = useJourneys({ width: 1400, height: 900 })

async function middleOf(one: Locator): Promise<readonly [number, number]> {
  const { x, y, width, height } = await boxOf(one)
  return [x + width / 2, y + height / 2]
}

test('drawn, connected, checked, tried with a record, published', async () => {
  const p = await signedIn('admin')
  await p.goto('/admin/workflow/setting')
  await p.getByRole('button', { name: '新增流程' }).click()
  const adding = p.getByRole('dialog', { name: '新增流程' })
  await choose(adding.getByRole('combobox', { name: '业务' }), '供应商')
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
