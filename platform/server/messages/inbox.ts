/** The message centre: one's own messages in the organisation one is in, newest first, and which of them are read. */
import { fromStored } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { MessageList } from '#platform/declare/wire-messages.ts'
import type { Context } from '../contract/context.ts'
import type { House } from '../contract/house.ts'
import { tellUnread } from '../realtime/unread.ts'

const pageSizeDefault = 20
const keptDays = 180
const dayMs = 86_400_000

export interface InboxAsk {
  readonly isUnread?: boolean
  readonly kind?: number
  readonly pageNum?: number
  readonly pageSize?: number
}

/** POST /notify/list. */
export async function inbox(context: Context, { isUnread, kind, pageNum = 1, pageSize = pageSizeDefault }: InboxAsk): Promise<MessageList> {
  const { db, caller, house, language } = context
  let mine = db.selectFrom('message').where('account_id', '=', caller.accountId)
  if (isUnread === true) mine = mine.where('read_at', 'is', null)
  if (kind !== undefined) mine = mine.where('kind', '=', kind as 1)
  const [{ total }, rows, unread] = await Promise.all([
    mine.select(eb => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
    mine
      .select(['id', 'kind', 'title', 'detail', 'target', 'read_at', 'created_at'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
    unreadMessages(context),
  ])
  const said = (text: string): string => house.registry.inWords(fromStored(text), language)
  const list = rows.map(row => ({
    id: row.id,
    kind: row.kind,
    title: said(row.title),
    detail: row.detail === null ? null : said(row.detail),
    target: row.target,
    isRead: row.read_at !== null,
    createdAt: row.created_at,
  }))
  return { list, total: Number(total), pageNum, pageSize, unread }
}

/** POST /notify/read: these messages, or all of them, are read, or (`isRead` false) to be read again. What is another's is left alone. */
export async function markRead(context: Context, ids: readonly string[] | null, isRead: boolean): Promise<{ changed: number }> {
  const { caller } = context
  return context.write(async tx => {
    let change = tx
      .updateTable('message')
      .set({ read_at: isRead ? context.now().toISOString() : null })
      .where('account_id', '=', caller.accountId)
      .where('read_at', isRead ? 'is' : 'is not', null)
    if (ids !== null) change = change.where(sql<boolean>`id = any(${[...new Set(ids)]})`)
    const done = await change.executeTakeFirst()
    const changed = Number(done.numUpdatedRows)
    if (changed > 0) await tellUnread(context.house, tx, 'message', [caller.accountId])
    return { changed }
  })
}

/** How many the caller has not read in the organisation he is in. */
export async function unreadMessages({ db, caller }: Context): Promise<number> {
  const { n } = await db
    .selectFrom('message')
    .select(eb => eb.fn.countAll<string>().as('n'))
    .where('account_id', '=', caller.accountId)
    .where('org_id', '=', caller.orgId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Messages of half a year ago go, read or not. */
export async function removeOldMessages(house: House): Promise<void> {
  const before = new Date(house.now().getTime() - keptDays * dayMs).toISOString()
  await house.unscoped('messages that are past their time').deleteFrom('message').where('created_at', '<', before).execute()
}
