/** The record that a conversation is about, through the caller's own door. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { refuse } from '../calls/refusal.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { byKey } from '../lists/keys.ts'
import { statesOf } from '../states/machine.ts'

export interface ThreadRecord {
  readonly id: string
  /** what messages call it; empty where its name is not for everybody who sees it */
  readonly label: string
  /** why nothing can be written any more; null: it can */
  readonly closed: Wording | null
}

/** Refuses a record that the caller does not see. `hold`: it stays, and in its state, until the transaction of `context` ends. */
export async function recordOf(context: Context, r: Resource, id: string, hold = false): Promise<ThreadRecord> {
  const key = keyOfRowId(r, id)
  if (key === null) throw refuse.unknown(r.title)
  const state = r.states === undefined ? sql<number | null>`null::integer` : sql<number | null>`${columnIn(r, r.states.field)}`
  const query = anyTable(context.db)
    .selectFrom(r.table)
    .select([labelIn(r).as('label'), state.as('state'), openIn(r).as('open')])
    .where(byKey(r, key))
  const found = await (hold ? query.forKeyShare() : query).executeTakeFirst()
  if (found === undefined) throw refuse.unknown(r.title)
  return { id, label: found.label ?? '', closed: found.open ? closedBy(r, found.state) : sentence`这条${r.title}没有开放评论` }
}

const columnIn = (r: Resource, field: string) => sql.ref(`${r.table}.${columnOf(field)}`)

/** Whether its writer lets people talk about it. */
function openIn(r: Resource): RawBuilder<boolean> {
  const flag = r.thread === undefined || r.thread === true ? undefined : r.thread.openIf
  return flag === undefined ? sql<boolean>`true` : sql<boolean>`${columnIn(r, flag)}`
}

function labelIn(r: Resource): RawBuilder<string | null> {
  const name = labelOf(r)
  const options = ownValue(r.fields, name)?.options
  const isOpen = options === undefined || (options.see === undefined && !options.sensitive && !options.hidden)
  return isOpen ? sql<string | null>`${columnIn(r, name)}::text` : sql<string | null>`null::text`
}

function closedBy(r: Resource, code: number | null): Wording | null {
  const { closedIn = [] } = r.thread === undefined || r.thread === true ? {} : r.thread
  const state = r.states === undefined ? undefined : statesOf(r, r.states).find(one => one.code === code)
  return state !== undefined && closedIn.includes(state.name) ? sentence`${r.title}已是“${state.title}”，不能再发言` : null
}
