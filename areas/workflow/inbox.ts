/** /approvalNotice: the messages of kind 6 审批 of the one store, so that bell, popup and this page never disagree. */
import { fromStored } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { ApprovalNoticeKind, ApprovalNoticeRow } from '#platform/declare/wire-approval.ts'
import type { Context } from '#platform/server/area.ts'
import { markRead, messageKinds } from '#platform/server/notices.ts'

const approvalKind = messageKinds.approval[0]
const pageSizeDefault = 20
/** read at once */
const batchMax = 1_000

export interface NoticeAsk {
  readonly isRead?: 0 | 1
  readonly kind?: ApprovalNoticeKind
  readonly pageNum?: number
  readonly pageSize?: number
}

const mine = ({ db, caller }: Context) =>
  db.selectFrom('message').where('account_id', '=', caller.accountId).where('org_id', '=', caller.orgId).where('kind', '=', approvalKind)

export async function notices(context: Context, { isRead, kind, pageNum = 1, pageSize = pageSizeDefault }: NoticeAsk) {
  const { house, language } = context
  let found = mine(context)
  if (isRead !== undefined) found = found.where('read_at', isRead === 1 ? 'is not' : 'is', null)
  if (kind !== undefined) found = found.where(sql<boolean>`target -> 'approval' ->> 'kind' = ${String(kind)}`)
  const [{ total }, rows] = await Promise.all([
    found.select(eb => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
    found
      .select(['id', 'title', 'detail', 'target', 'read_at', 'created_at'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
  ])
  const said = (text: string): string => house.registry.inWords(fromStored(text), language)
  const list = rows.map((row): ApprovalNoticeRow => {
    const about = row.target !== null && 'approval' in row.target ? row.target.approval : null
    return {
      id: row.id,
      kind: about?.kind ?? 1,
      title: said(row.title),
      detail: row.detail === null ? null : said(row.detail),
      formCode: about?.formCode ?? '',
      keyValue: about?.keyValue ?? '',
      isRead: row.read_at === null ? 0 : 1,
      createdAt: row.created_at,
    }
  })
  return { list, total: Number(total), pageNum, pageSize }
}

export async function unreadNotices(context: Context): Promise<{ total: number }> {
  const { total } = await mine(context)
    .where('read_at', 'is', null)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { total: Number(total) }
}

/** Those of the ids that are notices of approvals; of none all that are unread, portion by portion. */
export async function readNotices(context: Context, ids: readonly string[] | null): Promise<{ changed: number }> {
  let changed = 0
  if (ids?.length === 0) return { changed }
  for (;;) {
    let found = mine(context).select('id').where('read_at', 'is', null).limit(batchMax)
    if (ids !== null) found = found.where('id', 'in', [...ids])
    const rows = await found.execute()
    if (rows.length === 0) return { changed }
    changed += (
      await markRead(
        context,
        rows.map(row => row.id),
        true,
      )
    ).changed
    if (rows.length < batchMax) return { changed }
  }
}

export async function updateNotice(context: Context, id: string, isRead: boolean): Promise<{ changed: number }> {
  const found = await mine(context).select('id').where('id', '=', id).executeTakeFirst()
  return found === undefined ? { changed: 0 } : markRead(context, [id], isRead)
}
