/** What a person has seen of a conversation, and that he has it open just now. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { keepWatch, unwatchRecord } from '../verbs/watch.ts'
import { recordOf } from './record.ts'
import { threadOf } from '#platform/declare/thread-tables.ts'
import { watchName } from './tell.ts'

export interface SeenAsk {
  readonly recordId: string
  /** the newest comment on the screen */
  readonly lastId?: string
  /** false: the conversation is closed here; else it stays open for some two minutes */
  readonly isOpen?: boolean
}

/** Where authors are sealed neither is kept: both would name the author. */
export async function markSeen(context: Context, r: Resource, { recordId, lastId, isOpen = true }: SeenAsk): Promise<null> {
  await recordOf(context, r, recordId)
  const { seen } = threadOf(r)
  if (seen === undefined) return null
  if (lastId !== undefined) await noteSeen(context, seen, recordId, lastId)
  if (!isOpen) return unwatchRecord(context, watchName(r), recordId)
  await keepWatch(context, watchName(r), recordId)
  return null
}

const noteSeen = (context: Context, seen: Resource, recordId: string, lastId: string): Promise<unknown> =>
  context.write(tx => {
    const { caller, now } = context
    const at = now().toISOString()
    return anyTable(tx)
      .insertInto(seen.table)
      .values({ org_id: caller.orgId, account_id: caller.accountId, record_id: recordId, last_id: lastId, at })
      .onConflict(conflict =>
        conflict
          .columns(['org_id', 'account_id', 'record_id'])
          .doUpdateSet({ last_id: sql`greatest(${sql.ref(`${seen.table}.last_id`)}, excluded.last_id)`, at }),
      )
      .execute()
  })
