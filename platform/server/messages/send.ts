/** Sending a message to persons: one function, called inside the transaction of the event. */
import { type Part, shortened, toStored, type Wording } from '#platform/declare/sentence.ts'
import type { MessageTarget } from '#platform/declare/wire-messages.ts'
import type { Caller } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import { tellUnread } from '../realtime/unread.ts'
import { messageKinds, partMax } from './tables.ts'
import { jsonText } from '../db/json-text.ts'

/** Who sends: the organisation the message stands in is the caller's. */
export interface Sender {
  readonly house: House
  readonly caller: Pick<Caller, 'orgId'>
}

export interface MessageToSend {
  readonly kind: keyof typeof messageKinds
  /** code of the notice it is of; absent: what is told of its kind besides notices */
  readonly notice?: string
  readonly title: Wording
  /** a plain text: what a person wrote */
  readonly detail?: Part | null
  readonly target?: MessageTarget
}

/** The code of what is told of a kind without a notice of its own. */
export const otherNotice = (kind: keyof typeof messageKinds): string => `message.${kind}`

/** One message to each of these accounts. */
export async function sendMessage(sender: Sender, tx: Tx, accountIds: readonly string[], message: MessageToSend): Promise<void> {
  const { house, caller } = sender
  const ids = [...new Set(accountIds)]
  if (ids.length === 0) return
  const { kind, notice = otherNotice(kind), title, detail = null, target } = message
  // whom it is for is the server's word: the sender's own door would refuse a row of another account
  const sent = await tx
    .withoutPlugins()
    .insertInto('message')
    .values(
      ids.map(id => ({
        org_id: caller.orgId,
        account_id: id,
        kind: messageKinds[kind][0],
        title: toStored(shortened(title, partMax)),
        detail: detail === null || detail === '' ? null : toStored(shortened(detail, partMax)),
        target: target === undefined ? null : jsonText(target),
        created_at: house.now().toISOString(),
      })),
    )
    .returning(['id', 'account_id as accountId'])
    .execute()
  for (const area of house.areas) await area.channel?.toPersons(sender, tx, notice, sent)
  await tellUnread(house, tx, 'message', ids)
}
