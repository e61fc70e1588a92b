/** 载入常用流程: flows that most companies have, as drafts, with the roles that approve. */
import type { Approver, FlowDefinition, FlowEdge, StepNode } from '#platform/declare/flow.ts'
import { endId, startId } from '#platform/format/flow-graph.ts'
import type { Context } from '#platform/server/area.ts'
import { insert } from './settings.ts'

/** Jobs that approve, with the usual role of each. */
const roleOf = { boss: '总经理', finance: '财务', buyer: '采购', clerk: '采购', hr: '人事', it: '信息技术' } as const
export type Job = keyof typeof roleOf

const step = (id: string, name: string, approvers: readonly Approver[], more: Partial<StepNode> = {}): StepNode => ({
  id,
  kind: 'step',
  name,
  approvers,
  mode: 'any',
  leave: 'first',
  allowBack: true,
  allowBackStart: true,
  ...more,
})
const flow = (steps: readonly StepNode[], edges: readonly FlowEdge[], more: Partial<FlowDefinition> = {}): FlowDefinition => ({
  nodes: [{ id: startId, kind: 'start', name: '开始', leave: 'first' }, ...steps, { id: endId, kind: 'end', name: '结束' }],
  edges,
  samePerson: 'pass',
  ownRequest: false,
  urgeHours: 4,
  ...more,
})
const inLine = (...ids: string[]): FlowEdge[] => [startId, ...ids].map((from, i) => ({ from, to: ids[i] ?? endId }))

/** decided by whoever leads the person that asks */
const byHead = [
  ['leaveRequest', '请假审批'],
  ['supplement', '补卡审批'],
  ['outing', '外出审批'],
  ['trip', '出差审批'],
  ['overtimeOrder', '加班审批'],
] as const

const contractFlow = (of: (...some: readonly Job[]) => Approver): FlowDefinition =>
  flow(
    [step('money', '财务审核', [of('finance')]), step('boss', '总经理审批', [of('boss')])],
    [
      { from: startId, to: 'money' },
      { from: 'money', to: 'boss', name: '10 万元以上', when: [{ field: 'amount', condition: 'GE', value: '100000' }] },
      { from: 'money', to: endId },
      { from: 'boss', to: endId },
    ],
  )

export const usualFlows = (of: (...some: readonly Job[]) => Approver): readonly (readonly [string, string, FlowDefinition])[] => [
  [
    'supplier',
    '供应商准入与银行账户变更',
    flow(
      [
        step('check', '资质初审', [of('clerk')], { limit: { hours: 16, remindHours: 4 } }),
        step('money', '财务复核', [of('finance', 'hr')], { limit: { hours: 16, remindHours: 4, escalate: true } }),
        step('boss', '总经理审批', [of('boss')]),
      ],
      [
        { from: startId, to: 'check' },
        { from: 'check', to: 'money' },
        { from: 'money', to: 'boss', name: '账期 60 天以上', when: [{ field: 'paymentDays', condition: 'GE', value: '60' }] },
        { from: 'money', to: endId },
        { from: 'boss', to: endId },
      ],
      { cc: [of('hr')], ccAt: 'end' },
    ),
  ],
  [
    'productCost',
    '产品成本审批（单价 500 以上）',
    flow([step('price', '采购核价', [of('buyer')]), step('boss', '总经理审批', [of('boss')])], inLine('price', 'boss'), {
      needed: [{ field: 'unitCost', condition: 'GE', value: '500' }],
    }),
  ],
  [
    'purchaseOrder',
    '采购单审批（2 万元以上）',
    flow([step('money', '财务审批', [of('finance')]), step('boss', '总经理审批', [of('boss')])], inLine('money', 'boss'), {
      needed: [{ field: 'total', condition: 'GE', value: '20000' }],
    }),
  ],
  ['contract', '合同审批（10 万元以上由总经理审批）', contractFlow(of)],
  ['purchaseInvoice', '发票差异审批', flow([step('money', '财务审批', [of('finance')])], inLine('money'))],
  ['financeMonth', '反结账审批', flow([step('boss', '总经理审批', [of('boss')])], inLine('boss'))],
  [
    'role',
    '扩大数据权限审批',
    flow(
      [
        step('hr', '人事确认', [of('hr')]),
        step('both', '会签', [of('it', 'finance')], { mode: 'all' }),
        step('boss', '总经理审批', [of('boss')]),
      ],
      inLine('hr', 'both', 'boss'),
    ),
  ],
  ['notice', '必读与全员公告审批', flow([step('boss', '总经理审批', [of('boss')], { limit: { hours: 8 } })], inLine('boss'))],
  ['personnelAction', '人事异动审批', flow([step('boss', '总经理审批', [of('boss')])], inLine('boss'))],
  [
    'chronicle',
    '大事记发布审批',
    flow(
      [
        step('hr', '内容审核', [of('hr')], { forms: [{ field: 'title', mode: 2 }] }),
        step('boss', '总经理审批', [of('boss')], { limit: { hours: 24 } }),
      ],
      inLine('hr', 'boss'),
    ),
  ],
  ...byHead.map(
    ([formCode, name]) => [formCode, name, flow([step('head', '主管审批', [{ by: 'line', levels: 1 }])], inLine('head'))] as const,
  ),
]

/**
 * Forms of this installation that have no flow yet get a draft: whoever has the usual role of a job approves; where there is no such role,
 * the head of whoever asks. Answers how many came.
 */
export const bringFlows = (context: Context): Promise<number> =>
  context.write(async (tx, inside) => {
    const roles = new Map((await tx.selectFrom('role').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]))
    const approver = (...jobs: readonly Job[]): Approver => {
      const ids = jobs.flatMap(job => roles.get(roleOf[job]) ?? [])
      return ids.length === 0 ? { by: 'line', levels: 1 } : { by: 'role', ids }
    }
    const known = new Set((await tx.selectFrom('workflow_setting').select('form_code').distinct().execute()).map(one => one.form_code))
    const lacking = usualFlows(approver).filter(([formCode]) => inside.house.registry.types.has(formCode) && !known.has(formCode))
    for (const [formCode, name, definition] of lacking) await insert(inside, { formCode, name, definition })
    return lacking.length
  })
