/** Whom a comment mentions. Who may not see the record is told nothing, and the writer learns that he was not. */
import { listed, sentence, type Sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { ThreadPerson } from '#platform/declare/wire-thread.ts'
import { mentionsIn, withMentionsOf } from '#platform/format/mentions.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { viewDemands } from '../calls/view-demands.ts'
import type { Person } from '../contract/house.ts'
import { satisfies } from '../calls/may.ts'
import { refuse } from '../calls/refusal.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { byKey } from '../lists/keys.ts'

/** people of one comment */
const mentionsMax = 20
/** colleagues who fit a keyword and are asked whether they may see the record, and those of them who are offered */
const [askedMax, offeredMax] = [24, 8]

/**
 * Whether that account, as its next request would come in, may look at the record. Asked before a transaction: it reads over connections of
 * its own.
 */
export async function maySeeRecord(context: Context, r: Resource, recordId: string, accountId: string): Promise<boolean> {
  const { house, caller, language, requestId } = context
  const key = keyOfRowId(r, recordId)
  const his = key === null ? null : await house.rights.callerOf(accountId, caller.orgId)
  if (key === null || his === null || !viewDemands(house.registry, r).some(demand => satisfies(his, demand))) return false
  const found = await anyTable(house.asUser(his, language, requestId).db)
    .selectFrom(r.table)
    .select(sql<number>`1`.as('one'))
    .where(byKey(r, key))
    .executeTakeFirst()
  return found !== undefined
}

export interface Mentioned {
  /** mentions by the names that people have; of those who may not see the record the words alone */
  readonly content: string
  /** accounts to be told, without the writer's own */
  readonly told: readonly string[]
  readonly notTold: readonly { readonly accountId: string; readonly name: string }[]
}

/** `more`: accounts that the call names beside the text. */
export async function mentionedIn(
  context: Context,
  r: Resource,
  recordId: string,
  text: string,
  more: readonly string[],
): Promise<Mentioned> {
  const said = mentionsIn(text)
  const ids = [...new Set([...said.keys(), ...more])]
  if (ids.length > mentionsMax)
    throw refuse.invalid([{ field: 'content', message: sentence`一条评论最多提到 ${mentionsMax} 人，现在有 ${ids.length} 人` }])
  if (ids.length === 0) return { content: text, told: [], notTold: [] }
  const { house, caller } = context
  const people = new Map((await house.rights.people(caller.orgId, { ids })).map(one => [one.accountId, one.name]))
  const seeing = new Map<string, string>()
  const notTold: { accountId: string; name: string }[] = []
  for (const accountId of ids) {
    const name = people.get(accountId)
    // somebody of another organisation is answered as one who may not see it, by the name that the writer gave him
    if (name !== undefined && (await maySeeRecord(context, r, recordId, accountId))) seeing.set(accountId, name)
    else notTold.push({ accountId, name: name ?? said.get(accountId) ?? accountId })
  }
  return { content: withMentionsOf(text, seeing), told: [...seeing.keys()].filter(id => id !== caller.accountId), notTold }
}

/** The sentence for the writer; null: everybody was told. */
export const noticeOf = (notTold: Mentioned['notTold']): Sentence | null =>
  notTold.length === 0 ? null : sentence`${listed(notTold.map(one => one.name))}看不到这条记录，没有通知`

/** Colleagues whose name holds the keyword and who may see the record, but for the caller himself. */
export async function peopleOf(context: Context, r: Resource, recordId: string, keyword: string): Promise<readonly ThreadPerson[]> {
  const { house, caller } = context
  const fitting = await house.rights.people(caller.orgId, { keyword, max: askedMax })
  const offered: ThreadPerson[] = []
  for (const one of fitting) {
    if (offered.length === offeredMax) break
    if (one.accountId !== caller.accountId && (await maySeeRecord(context, r, recordId, one.accountId))) offered.push(shown(one))
  }
  return offered
}

const shown = ({ accountId, name, avatar, department, position }: Person): ThreadPerson => ({
  accountId,
  name,
  avatar,
  detail: [department, position].filter(Boolean).join(' · ') || null,
})
