/** What is wrong with a flow: dead ends, unreachable steps, loops, steps without anybody, conditions on what is no field. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Approver, FlowCondition, FlowDefinition, FlowNode, StepNode } from '#platform/declare/flow.ts'
import { descendants, edgesFrom, endId, flowNodesMax, flowWords, startId } from '#platform/format/flow-graph.ts'
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'

export interface Fault {
  readonly node?: string
  readonly edge?: number
  readonly level: 'error' | 'warning'
  readonly message: Wording
}
const error = (message: Wording, at: Pick<Fault, 'node' | 'edge'> = {}): Fault => ({ level: 'error', message, ...at })

export function flowFaults(flow: FlowDefinition, r: Resource): readonly Fault[] {
  const shape = shapeFaults(flow)
  // what follows from a broken shape would only confuse
  if (shape.length > 0) return shape
  return [
    ...wayFaults(flow),
    ...flow.nodes.flatMap(node => nodeFaults(flow, r, node)),
    ...neverTaken(flow),
    ...flow.edges.flatMap((edge, i) => conditionFaults(r, edge.when ?? []).map(message => error(message, { edge: i }))),
    ...conditionFaults(r, flow.needed ?? []).map(message => error(message)),
    ...approverFaults(r, flow.cc ?? [], true).map(message => error(message)),
  ]
}

function shapeFaults({ nodes, edges }: FlowDefinition): Fault[] {
  const ids = nodes.map(node => node.id)
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i)
  const named = (id: string): string => nodes.find(node => node.id === id)?.name ?? id
  return [
    ...(nodes.length > flowNodesMax ? [error(sentence`流程最多 ${flowNodesMax} 个节点`)] : []),
    ...[...new Set(twice)].map(id => error(sentence`节点编号 ${id} 重复`, { node: id })),
    ...(nodes.filter(node => node.kind === 'start').length === 1 && nodes.some(node => node.id === startId && node.kind === 'start')
      ? []
      : [error(sentence`流程要有且只有一个“开始”`)]),
    ...(nodes.filter(node => node.kind === 'end').length === 1 && nodes.some(node => node.id === endId && node.kind === 'end')
      ? []
      : [error(sentence`流程要有且只有一个“结束”`)]),
    ...edges.flatMap((edge, i) => [
      ...(ids.includes(edge.from) && ids.includes(edge.to) ? [] : [error(sentence`有连线没有连到节点`, { edge: i })]),
      ...(edge.to === startId ? [error(sentence`连线不能回到“开始”，退回由审批人操作`, { edge: i })] : []),
      ...(edge.from === endId ? [error(sentence`“结束”之后不能再有连线`, { edge: i })] : []),
      ...(edge.from === edge.to ? [error(sentence`“${named(edge.from)}”的连线指向自己`, { edge: i })] : []),
    ]),
  ]
}

function wayFaults(flow: FlowDefinition): Fault[] {
  const reach = descendants(flow)
  const fromStart = reach.get(startId)
  return flow.nodes.flatMap(({ id, name }) => {
    if (reach.get(id)?.has(id)) return [error(sentence`“${name}”在一个循环里，审批会没有尽头`, { node: id })]
    if (id !== startId && fromStart?.has(id) !== true) return [error(sentence`“${name}”无法到达`, { node: id })]
    return id !== endId && reach.get(id)?.has(endId) !== true ? [error(sentence`“${name}”之后走不到“结束”`, { node: id })] : []
  })
}

/** Where the first way that holds is taken, what stands behind one that always holds is never tried. */
function neverTaken(flow: FlowDefinition): Fault[] {
  return flow.edges.flatMap((edge, i): Fault[] => {
    const from = flow.nodes.find(node => node.id === edge.from)
    const isHidden = flow.edges.some((other, at) => at < i && other.from === edge.from && (other.when ?? []).length === 0)
    if (!isHidden || from === undefined || from.kind === 'end' || from.leave !== 'first') return []
    const to = flow.nodes.find(node => node.id === edge.to)?.name ?? edge.to
    return [error(sentence`“${from.name}”到“${to}”的连线排在没有条件的连线之后，永远不会走到`, { edge: i })]
  })
}

function nodeFaults(flow: FlowDefinition, r: Resource, node: FlowNode): Fault[] {
  if (node.kind === 'end') return []
  const at = { node: node.id }
  const out = edgesFrom(flow, node.id)
  const isConditional = out.length > 0 && out.every(edge => (edge.when ?? []).length > 0)
  const targets = new Set(out.map(edge => edge.to))
  return [
    ...(node.name.trim() === '' ? [error(sentence`节点没有名称`, at)] : []),
    ...(isConditional ? [error(sentence`“${node.name}”的去向都有条件，都不成立时无处可去，请加一条没有条件的连线`, at)] : []),
    ...(targets.size < out.length ? [error(sentence`“${node.name}”有两条连线到同一个节点`, at)] : []),
    ...(node.kind === 'step' ? stepFaults(flow, r, node).map(message => error(message, at)) : []),
  ]
}

function stepFaults(flow: FlowDefinition, r: Resource, step: StepNode): Wording[] {
  const { name, share = 0, limit } = step
  const gates = edgesFrom(flow, step.id).filter(edge => flow.nodes.some(node => node.id === edge.to && node.kind === 'gate'))
  const isHours = (hours: number | undefined): boolean => hours === undefined || (Number.isFinite(hours) && hours > 0 && hours <= 2_000)
  return [
    ...(step.approvers.length === 0 ? [sentence`步骤“${name}”没有审批人`] : []),
    ...approverFaults(r, step.approvers, true),
    ...(step.mode === 'share' && !(Number.isInteger(share) && share >= 1 && share <= 100)
      ? [sentence`步骤“${name}”的通过比例要在 1 到 100 之间`]
      : []),
    ...(step.leave === 'choose' && gates.length > 0 ? [sentence`步骤“${name}”由审批人选择去向，去向要是步骤或“结束”`] : []),
    ...(limit !== undefined && !(isHours(limit.hours) && isHours(limit.remindHours) && (limit.remindHours ?? 0) < limit.hours)
      ? [sentence`步骤“${name}”的时限不正确，提醒要早于时限`]
      : []),
    ...(step.forms ?? []).flatMap(({ field, mode }) => {
      const found = ownValue(r.fields, field)
      if (found === undefined) return [sentence`步骤“${name}”的字段 ${field} 已不存在`]
      return mode >= 2 && (found.options.computed === true || found.options.hidden === true)
        ? [sentence`步骤“${name}”不能开放字段“${found.title}”`]
        : []
    }),
  ]
}

/** A column for few may be asked for where whoever approves is shown it: an amount above which somebody else decides. */
export const mayBeAsked = (r: Resource, name: string, { options }: Field): boolean =>
  options.hidden !== true && options.sensitive !== true && (options.see === undefined || r.approval?.figures?.includes(name) === true)

const words: ReadonlySet<string> = new Set(Object.values(flowWords))

function conditionFaults(r: Resource, conditions: readonly FlowCondition[]): Wording[] {
  return conditions.flatMap(({ field, condition, value }) => {
    if (field === '') return [sentence`条件没有选择字段`]
    const found = ownValue(r.fields, field)
    if (found === undefined && !words.has(field)) return [sentence`条件用到的字段 ${field} 已不存在`]
    if (found !== undefined && !mayBeAsked(r, field, found)) return [sentence`条件不能用字段“${found.title}”`]
    const needsNone = condition === 'EMPTY' || condition === 'NOT_EMPTY'
    const list = Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value]
    const enough = condition === 'BETWEEN' ? list.length === 2 : list.length > 0
    return needsNone || enough ? [] : [sentence`条件“${found?.title ?? field}”没有填写值`]
  })
}

function approverFaults(r: Resource, approvers: readonly Approver[], isTop: boolean): Wording[] {
  return approvers.flatMap((one): Wording[] => {
    switch (one.by) {
      case 'person':
        return one.ids.length === 0 ? [sentence`请选择审批人`] : []
      case 'role':
        return one.ids.length === 0 ? [sentence`请选择审批角色`] : []
      case 'line':
        return Number.isInteger(one.levels) && one.levels >= 1 && one.levels <= 10 ? [] : [sentence`汇报线的级数要在 1 到 10 之间`]
      case 'departmentHead': {
        const field = one.field === undefined ? null : ownValue(r.fields, one.field)
        if (field === undefined || (field !== null && field.to !== 'department')) return [sentence`字段 ${one.field ?? ''} 不是部门`]
        const up = one.up ?? 0
        return Number.isInteger(up) && up >= 0 && up <= 10 ? [] : [sentence`上级的级数要在 0 到 10 之间`]
      }
      case 'field': {
        if (one.field === '') return [sentence`请选择记录中的哪个人员审批`]
        const field = ownValue(r.fields, one.field)
        if (field === undefined) return [sentence`审批人用到的字段 ${one.field} 已不存在`]
        return field.to === 'employee' && field.by === undefined ? [] : [sentence`字段“${field.title}”不是员工`]
      }
      case 'formula':
        if (!isTop || one.cases.length === 0) return [sentence`公式至少要有一种情况，且不能再套公式`]
        return one.cases.flatMap(each => [
          ...(each.of.length === 0 ? [sentence`公式中有一种情况没有审批人`] : []),
          ...conditionFaults(r, each.when),
          ...approverFaults(r, each.of, false),
        ])
    }
  })
}
