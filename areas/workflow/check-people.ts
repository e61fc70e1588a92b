/** Whether the people and roles that a flow names are there: who has left is replaced by his head, which a draft should say better. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Approver, FlowDefinition } from '#platform/declare/flow.ts'
import type { Context } from '#platform/server/area.ts'
import type { Fault } from './check.ts'

const employed = 1

const partsOf = (approvers: readonly Approver[]): readonly Approver[] =>
  approvers.flatMap(one => (one.by === 'formula' ? one.cases.flatMap(each => partsOf(each.of)) : [one]))

const isId = (id: string): boolean => /^[1-9][0-9]{0,17}$/.test(id)

export async function peopleFaults({ db }: Context, flow: FlowDefinition): Promise<readonly Fault[]> {
  const steps = flow.nodes.flatMap(node => (node.kind === 'step' ? [{ node: node.id, parts: partsOf(node.approvers) }] : []))
  const all = [...steps, { node: undefined, parts: partsOf(flow.cc ?? []) }]
  const idsOf = (by: 'person' | 'role') => [
    ...new Set(all.flatMap(({ parts }) => parts.flatMap(part => (part.by === by && 'ids' in part ? part.ids : []))).filter(isId)),
  ]
  const [people, roles] = [idsOf('person'), idsOf('role')]
  const employees =
    people.length === 0 ? [] : await db.selectFrom('employee').select(['id', 'name', 'status']).where('id', 'in', people).execute()
  const known = roles.length === 0 ? [] : await db.selectFrom('role').select('id').where('id', 'in', roles).execute()
  return all.flatMap(({ node, parts }) => {
    const at = node === undefined ? {} : { node }
    return parts.flatMap((part): Fault[] => {
      if (part.by === 'person')
        return part.ids.flatMap((id): Fault[] => {
          const found = employees.find(one => one.id === id)
          if (found === undefined) return [{ ...at, level: 'error', message: sentence`审批人中有不存在的员工` }]
          return found.status === employed ? [] : [{ ...at, level: 'warning', message: sentence`${found.name} 已离职，将由其上级审批` }]
        })
      if (part.by === 'role')
        return part.ids.some(id => !known.some(one => one.id === id))
          ? [{ ...at, level: 'error', message: sentence`审批人中有不存在的角色` }]
          : []
      return []
    })
  })
}
