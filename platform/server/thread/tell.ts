/** Who is told of a comment: people who were mentioned or answered get a message, whoever has the conversation open a push. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { MessageTarget } from '#platform/declare/wire-messages.ts'
import { plainMentions } from '#platform/format/mentions.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { sendMessage } from '../messages/send.ts'
import { watchersOf, watchType } from '../realtime/announce.ts'
import type { ThreadRecord } from './record.ts'

/** Under which name whoever has the conversation open is noted: the record itself may be open in a form beside it. */
export const watchName = (r: Resource): string => `thread ${r.table}`

export interface ThreadMessage {
  readonly content: string
  /** accounts; all of them see the record */
  readonly mentioned: readonly string[]
  readonly answered: readonly string[]
}

export async function tellThread(
  context: Context,
  tx: Tx,
  r: Resource,
  record: ThreadRecord,
  { content, mentioned, answered }: ThreadMessage,
): Promise<void> {
  const { caller, house } = context
  const watching = (await watchersOf(context, tx, watchName(r), [record.id])).map(one => one.account_id)
  await house.events.push(tx, [...watching, ...mentioned, ...answered], { kind: 'thread', type: watchType(r), id: record.id })
  const about = { kind: 'business', detail: plainMentions(content), ...targetOf(r, record) } as const
  await sendMessage(context, tx, mentioned, { ...about, title: sentence`${caller.name}在${r.title}“${record.label}”的沟通中提到了你` })
  await sendMessage(context, tx, answered, { ...about, title: sentence`${caller.name}在${r.title}“${record.label}”的沟通中回复了你` })
}

const targetOf = (r: Resource, { id }: ThreadRecord): { target?: MessageTarget } =>
  r.type === undefined ? {} : { target: { list: r.type, id } }
