/** The word to whoever asked for long work that it has ended; who stopped it himself knows. */
import type { MessageTarget } from '#platform/declare/wire-messages.ts'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import { taskStates } from '../db/house-tables.ts'
import { sendMessage } from '../messages/send.ts'

const words: ReadonlyMap<number, string> = new Map([taskStates.done, taskStates.refused, taskStates.failed].map(([code, zh]) => [code, zh]))

export interface EndedTask {
  readonly orgId: string
  readonly accountId: string
  readonly title: string
  /** code of its state */
  readonly state: number
  readonly detail?: string | null
  readonly target?: MessageTarget
}

/** In the transaction in which the task ends, before its own push. */
export async function tellTaskEnded(house: House, tx: Tx, { orgId, accountId, title, state, detail, target }: EndedTask): Promise<void> {
  const word = words.get(state)
  if (word === undefined) return
  await sendMessage({ house, caller: { orgId } }, tx, [accountId], {
    kind: 'work',
    title: `${title}：${word}`,
    ...(detail === undefined ? {} : { detail }),
    ...(target === undefined ? {} : { target }),
  })
}
