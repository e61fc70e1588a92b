/** Refusals of the engine in words. */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { nodeOf } from '#platform/format/flow-graph.ts'
import { refuse, type Refusal } from '#platform/server/area.ts'
import type { Refused } from './engine/state.ts'
import type { Organisation } from './people.ts'

export const nameOfNode = (flow: FlowDefinition, id: string): string => nodeOf(flow, id)?.name ?? id

export async function refusalOf(why: Refused, flow: FlowDefinition, people: Organisation): Promise<Refusal> {
  switch (why.why) {
    case 'notRunning':
      return refuse.rule(sentence`这个审批已经结束，请刷新`)
    case 'noTask':
      return refuse.conflict(sentence`这一步已经处理过了，请刷新`)
    case 'notOpen':
      return refuse.rule(sentence`还没有轮到您审批，请等前面的人处理`)
    case 'noBack':
      return refuse.rule(sentence`这一步不能退回上一步`)
    case 'noBackStart':
      return refuse.rule(sentence`这一步不能退回申请人`)
    case 'noTransfer':
      return refuse.rule(sentence`这一步不能转交`)
    case 'noCountersign':
      return refuse.rule(sentence`这一步不能加签`)
    case 'asked':
      return refuse.rule(sentence`${await people.name(why.person)} 已在这一步的审批人中`)
    case 'nobody':
      return refuse.rule(sentence`步骤“${nameOfNode(flow, why.node)}”没有审批人，请联系流程管理员`)
    case 'noWay':
      return refuse.rule(sentence`步骤“${nameOfNode(flow, why.node)}”之后没有符合条件的去向，请联系流程管理员`)
    case 'choose':
      return refuse.invalid([{ field: 'processId', message: sentence`请选择下一步：${listed(why.among.map(id => nameOfNode(flow, id)))}` }])
    case 'unknownStep':
      return refuse.invalid([{ field: 'processId', message: sentence`不能到步骤“${nameOfNode(flow, why.node)}”，请刷新后重新选择` }])
  }
}

/** Why a record stays as it is. */
export const inApproval: Wording = sentence`正在审批，不能修改；可以撤回后再改`
