/** Tells whoever is given a scheme, a filter tab or a column set. */
import { sentence } from '#platform/declare/sentence.ts'
import type { SchemeContent } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { sendMessage } from '../messages/send.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const kindTitles = { 1: ['筛选方案', 'filter scheme'], 2: ['筛选标签', 'filter tab'], 3: ['列方案', 'column set'] } as const

interface Shared {
  readonly type: string
  readonly kind: number
  /** marks of those who saw it so far */
  readonly audience: readonly string[]
  readonly content: SchemeContent | null
}

/** Whom it is shared with from now on; who had it before, and who shares it, is not told. */
export async function tellReceivers(context: Context, tx: Tx, shared: Shared, audience: readonly string[]): Promise<void> {
  const { caller, house } = context
  const added = audience.filter(mark => !shared.audience.includes(mark))
  if (added.length === 0) return
  const known = new Set([...(await house.rights.accountsOf(caller.orgId, shared.audience, tx)), caller.accountId])
  const to = (await house.rights.accountsOf(caller.orgId, added, tx)).filter(id => !known.has(id))
  await sendMessage(context, tx, to, {
    kind: 'shared',
    title: sentence`${caller.name} 与您共享了${ownValue(kindTitles, String(shared.kind)) ?? kindTitles[1]}“${shared.content?.name ?? ''}”`,
    detail: house.registry.types.get(shared.type)?.title ?? null,
    target: { list: shared.type },
  })
}
