/** Tells whoever started long work that it has ended; not who stopped it himself. */
import { type Part, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { MessageTarget } from '#platform/declare/wire-messages.ts'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import { taskStates } from '../db/house-tables.ts'
import { sendMessage } from '../messages/send.ts'

const titleOf: ReadonlyMap<number, (task: Part) => Wording> = new Map([
  [taskStates.done[0], task => sentence`${task}：已完成`],
  [taskStates.refused[0], task => sentence`${task}：已拒绝`],
  [taskStates.failed[0], task => sentence`${task}：失败`],
  [taskStates.waiting[0], task => sentence`${task}：待确认`],
])

export interface EndedTask {
  readonly orgId: string
  readonly accountId: string
  readonly title: Part
  /** code of its state */
  readonly state: number
  readonly detail?: Part | null
  readonly target?: MessageTarget
}

/** In the transaction in which the task ends, before its own push. */
export async function tellTaskEnded(house: House, tx: Tx, { orgId, accountId, title, state, detail, target }: EndedTask): Promise<void> {
  const ended = titleOf.get(state)
  if (ended === undefined) return
  await sendMessage({ house, caller: { orgId } }, tx, [accountId], {
    kind: 'work',
    title: ended(title),
    ...(detail === undefined ? {} : { detail }),
    ...(target === undefined ? {} : { target }),
  })
}
