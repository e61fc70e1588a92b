/** For tests: flows in few words, and who of the demo company is which employee. */
import { expect } from 'vitest'
import type { Approver, FlowDefinition, FlowEdge, StepNode } from '#platform/declare/flow.ts'
import { endId, startId } from '#platform/format/flow-graph.ts'
import type { DemoHouse, Person } from './demo-house.ts'

export const stepOf = (id: string, approvers: readonly Approver[], more: Partial<StepNode> = {}): StepNode => ({
  id,
  kind: 'step',
  name: `步骤${id}`,
  approvers,
  mode: 'any',
  leave: 'first',
  allowBack: true,
  allowBackStart: true,
  ...more,
})

export const flowOf = (
  steps: readonly StepNode[],
  edges: readonly FlowEdge[],
  { startLeave = 'first', ...more }: Partial<FlowDefinition> & { readonly startLeave?: 'first' | 'all' } = {},
): FlowDefinition => ({
  nodes: [{ id: startId, kind: 'start', name: '开始', leave: startLeave }, ...steps, { id: endId, kind: 'end', name: '结束' }],
  edges,
  samePerson: 'pass',
  ownRequest: false,
  ...more,
})

/** From the start over these steps to the end. */
export const inLine = (...ids: string[]): FlowEdge[] => [startId, ...ids].map((from, i) => ({ from, to: ids[i] ?? endId }))

/** `start>a a>b b>end` */
export const edgesOf = (text: string): FlowEdge[] =>
  text.split(' ').map(one => {
    const [from = '', to = ''] = one.split('>')
    return { from, to }
  })

/** username -> employee, of the first organisation. */
export async function employeesOf({ db, demo }: DemoHouse): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('account_organisation as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select(['m.employee_id', 'a.username'])
    .where('m.org_id', '=', demo.organisationIds[0] ?? '')
    .where('m.employee_id', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(row => [row.username, String(row.employee_id)]))
}

/** Published as the next version of the flow of these records. */
export async function publishFlow(admin: Person, formCode: string, definition: FlowDefinition): Promise<string> {
  const made = await admin.post('/workflowSetting/insert', { formCode, name: '流程', definition })
  expect(made.msg).toBe('')
  const done = await admin.post('/workflowSetting/publish', { id: made.data.id })
  expect(done.msg).toBe('')
  return made.data.id
}
