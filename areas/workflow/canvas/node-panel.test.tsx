/** The panel of a step: what is set there is in the flow, and what is read only offers nothing to set. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import type { FlowForm } from '#platform/declare/wire-approval.ts'
import { nodeOf, stepOf } from '#platform/format/flow-graph.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { connect, newStep } from './flow-graph.tsx'
import { EdgePanel } from './edge-panel.tsx'
import { NodePanel } from './node-panel.tsx'
import type { Selection } from './selection.tsx'

const form: FlowForm = {
  formCode: 'order',
  name: '订单',
  matters: [{ code: 'admit', name: '准入' }],
  fields: [
    { field: 'amount', title: '金额', kind: 'money', to: null, isOpen: 1, choices: [] },
    { field: 'total', title: '合计', kind: 'money', to: null, isOpen: 0, choices: [] },
  ],
}
const flow: FlowDefinition = {
  nodes: [
    { id: 'start', kind: 'start', name: '开始', leave: 'first' },
    newStep('s1', '审核'),
    newStep('s2', '复核'),
    { id: 'end', kind: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 's1' },
    { from: 's1', to: 'end' },
  ],
  samePerson: 'pass',
  ownRequest: false,
}

let now = flow
let chosen: Selection | null = null
beforeEach(() => {
  now = flow
  chosen = null
})
function Held({ id, isOpen = true }: { id: string; isOpen?: boolean }) {
  const [value, setValue] = useState(flow)
  const onChange = (next: FlowDefinition): void => {
    now = next
    setValue(next)
  }
  const panel = { flow: value, form, isOpen, onChange, onSelect: (next: Selection) => (chosen = next) }
  const node = nodeOf(value, id)
  if (node !== undefined) return <NodePanel node={node} {...panel} />
  const edge = value.edges[Number(id)]
  return edge === undefined ? null : <EdgePanel edge={edge} at={Number(id)} {...panel} />
}
const pick = async (user: ReturnType<typeof userEvent.setup>, control: string, option: string): Promise<void> => {
  await user.click(screen.getByRole('combobox', { name: control }))
  const shown = await screen.findAllByText(option, { selector: '.ant-select-item-option-content' })
  await user.click(shown.at(-1) as HTMLElement)
}

test('name, share, limit and fields of a step', async () => {
  const user = userEvent.setup()
  renderPage(<Held id="s1" />)
  await user.type(screen.getByRole('textbox', { name: '名称' }), '一')
  await pick(user, '通过方式', '按比例同意')
  await user.clear(screen.getByRole('spinbutton', { name: '比例（%）' }))
  await user.type(screen.getByRole('spinbutton', { name: '比例（%）' }), '60')
  await user.type(screen.getByRole('spinbutton', { name: '时限（工作小时）' }), '8')
  await user.click(screen.getByRole('switch', { name: '超时由上级审批' }))
  await user.click(screen.getByRole('switch', { name: '可退回上一步' }))
  await pick(user, '开放或隐藏字段', '金额')
  await pick(user, '开放或隐藏字段', '合计')
  expect(stepOf(now, 's1')).toEqual({
    ...newStep('s1', '审核一'),
    mode: 'share',
    share: 60,
    limit: { hours: 8, escalate: true },
    allowBack: false,
    forms: [
      { field: 'amount', mode: 2 },
      // what is reckoned cannot be opened
      { field: 'total', mode: 0 },
    ],
  })
  await pick(user, '通过方式', '全部同意')
  expect(stepOf(now, 's1')).not.toHaveProperty('share')
})

test('connected without a mouse, in order, and removed', async () => {
  const user = userEvent.setup()
  renderPage(<Held id="s1" />)
  await pick(user, '连到', '复核')
  expect(now).toEqual(connect(flow, 's1', 's2'))
  const ways = screen.getByRole('group', { name: '去向' })
  await user.click(within(ways).getAllByRole('button', { name: '上移' })[1] as HTMLElement)
  expect(now.edges.map(edge => edge.to)).toEqual(['s1', 's2', 'end'])
  await user.click(within(ways).getByRole('button', { name: '删除到“复核”的连线' }))
  expect(now).toEqual(flow)
  await user.click(screen.getByRole('button', { name: '删除节点' }))
  expect(now.edges).toEqual([{ from: 'start', to: 'end' }])
  expect(chosen).toEqual({ nodes: [], edges: [] })
})

test('a condition of an edge: a field, how it compares, a value', async () => {
  const user = userEvent.setup()
  renderPage(<Held id="1" />)
  await user.click(screen.getByRole('button', { name: '添加条件' }))
  await pick(user, '第 1 个条件的字段', '金额')
  await pick(user, '第 1 个条件怎样比较', '不小于')
  await user.type(screen.getByRole('spinbutton', { name: '第 1 个条件的值' }), '5000.5')
  await user.tab()
  expect(now.edges[1]).toEqual({ from: 's1', to: 'end', when: [{ field: 'amount', condition: 'GE', value: '5000.5' }] })
  await user.click(screen.getByRole('button', { name: '删除第 1 个条件' }))
  expect(now.edges[1]).toEqual({ from: 's1', to: 'end' })
})

test('read only: seen, not set', () => {
  renderPage(<Held id="s1" isOpen={false} />)
  expect((screen.getByRole('textbox', { name: '名称' }) as HTMLInputElement).disabled).toBe(true)
  expect((screen.getByRole('combobox', { name: '第 1 组审批人' }) as HTMLInputElement).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: '删除节点' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: '连到' })).toBeNull()
})
