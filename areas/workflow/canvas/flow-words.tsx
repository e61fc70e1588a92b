/** What the canvas, its list and its panels say of parts of a flow. */
import type { Approver, FlowCondition, FlowOperator, FlowNode, Leave, StepMode } from '#platform/declare/flow.ts'
import { flowWords } from '#platform/format/flow-graph.ts'
import type { FlowForm } from '#platform/declare/wire-approval.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { NoEdge } from './flow-graph.tsx'

export const modeTitles: Readonly<Record<StepMode, () => string>> = {
  any: () => t('一人同意即可'),
  all: () => t('全部同意'),
  order: () => t('依次同意'),
  share: () => t('按比例同意'),
}
export const leaveTitles: Readonly<Record<Leave, () => string>> = {
  first: () => t('走第一条成立的'),
  all: () => t('成立的同时走'),
  choose: () => t('由审批人选择'),
}
export const byTitles: Readonly<Record<Approver['by'], () => string>> = {
  person: () => t('指定人员'),
  role: () => t('角色'),
  departmentHead: () => t('部门负责人'),
  line: () => t('汇报线'),
  field: () => t('记录中的人员'),
  formula: () => t('按条件选择'),
}
export const kindTitles: Readonly<Record<FlowNode['kind'], () => string>> = {
  start: () => t('开始'),
  step: () => t('步骤'),
  gate: () => t('分支'),
  end: () => t('结束'),
}
export const formModeTitles = [() => t('不显示'), () => t('只读'), () => t('可修改'), () => t('必填')] as const

const operators: Readonly<Record<FlowOperator, { readonly sign: string; readonly title: () => string }>> = {
  EQ: { sign: '=', title: () => t('等于') },
  NE: { sign: '≠', title: () => t('不等于') },
  GT: { sign: '>', title: () => t('大于') },
  GE: { sign: '≥', title: () => t('不小于') },
  LT: { sign: '<', title: () => t('小于') },
  LE: { sign: '≤', title: () => t('不大于') },
  IN: { sign: '∈', title: () => t('是其中之一') },
  NOT_IN: { sign: '∉', title: () => t('不是其中之一') },
  BETWEEN: { sign: '∈', title: () => t('介于') },
  LIKE: { sign: '⊃', title: () => t('包含') },
  EMPTY: { sign: '', title: () => t('为空') },
  NOT_EMPTY: { sign: '', title: () => t('不为空') },
}
export const operatorTitle = (one: FlowOperator): string => operators[one].title()

const noEdges: Readonly<Record<NoEdge, () => string>> = {
  unknown: () => t('有连线没有连到节点'),
  intoStart: () => t('连线不能回到“开始”'),
  outOfEnd: () => t('“结束”之后不能再有连线'),
  self: () => t('连线不能指向自己'),
  twice: () => t('这两个节点已经有连线'),
  loop: () => t('这样会成为循环，审批会没有尽头'),
}
export const noEdgeText = (why: NoEdge): string => noEdges[why]()

/** What conditions may name: the fields of the form, and what is known of whoever asks. */
export interface ConditionField {
  readonly field: string
  readonly title: string
  readonly kind: string
  readonly to: string | null
  readonly choices: readonly { readonly value: number | string; readonly label: string }[]
}
export function conditionFields(form: FlowForm | undefined): readonly ConditionField[] {
  const own = form?.fields ?? []
  const matters = form?.matters.map(one => ({ value: one.code, label: one.name })) ?? []
  return [
    ...own.map(({ field, title, kind, to, choices }) => ({ field, title, kind, to, choices })),
    { field: flowWords.matter, title: t('事项'), kind: 'choice', to: null, choices: matters },
    { field: flowWords.applicant, title: t('申请人'), kind: 'reference', to: 'employee', choices: [] },
    { field: flowWords.department, title: t('申请人的部门'), kind: 'reference', to: 'department', choices: [] },
  ]
}

/** Names of records are not known here: how many there are. */
export function conditionText(one: FlowCondition, fields: readonly ConditionField[]): string {
  const field = fields.find(each => each.field === one.field)
  const title = field?.title ?? (one.field === '' ? t('未选字段') : one.field)
  const { sign } = operators[one.condition]
  if (sign === '') return `${title} ${operatorTitle(one.condition)}`
  const values = [one.value ?? []].flat()
  if (field !== undefined && field.to !== null)
    return `${title} ${operatorTitle(one.condition)} ${t('{count} 项', { count: values.length })}`
  const texts = values.map(value => field?.choices.find(choice => String(choice.value) === String(value))?.label ?? String(value))
  return one.condition === 'BETWEEN' ? `${texts[0] ?? ''} ≤ ${title} ≤ ${texts[1] ?? ''}` : `${title} ${sign} ${texts.join(t('、'))}`
}
export const conditionsText = (all: readonly FlowCondition[] | undefined, fields: readonly ConditionField[]): string =>
  (all ?? []).map(one => conditionText(one, fields)).join(t('，且 '))

export function approverText(one: Approver, form: FlowForm | undefined): string {
  switch (one.by) {
    case 'person':
      return t('指定人员 {count} 人', { count: one.ids.length })
    case 'role':
      return t('角色 {count} 个', { count: one.ids.length })
    case 'departmentHead':
      return (one.up ?? 0) === 0 ? t('部门负责人') : t('上 {count} 级部门负责人', { count: one.up ?? 0 })
    case 'line':
      return t('汇报线 {count} 级', { count: one.levels })
    case 'field':
      return t('记录的“{field}”', { field: form?.fields.find(each => each.field === one.field)?.title ?? one.field })
    case 'formula':
      return t('按条件选择')
  }
}
