/** Those who have not read a notice yet, or not confirmed it, are told of it once more. */
import { sentence } from '#platform/declare/sentence.ts'
import { givenAccounts, notice as noticeText } from '#platform/declare/notice.ts'
import { instantMs } from '#platform/format/instants.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { tellAccounts, missingAccounts } from '#platform/server/notices.ts'
import { oneRecord } from '#platform/server/records.ts'
import { notice } from './tables.ts'

const againAfterMs = 3_600_000

export const noticeReminded = noticeText('culture.noticeReminder', ['公告未读提醒', 'Reminder of notices'], {
  title: ['请阅读公告：{label}', 'Please read the notice: {label}'],
  to: [givenAccounts],
})

/** Answers how many people were told. At most once an hour: a second click tells nobody twice. */
export async function remindReaders(context: Context, id: string): Promise<{ told: number }> {
  const row = await oneRecord(context, notice.draft, id)
  if (row['status'] !== 1) throw refuse.rule(sentence`只有已发布的公告可以提醒阅读，请先发布`)
  const accounts = await missingAccounts(context, notice, row.id)
  if (accounts.length === 0) throw refuse.rule(sentence`所有人都已读完，不需要提醒`)
  const now = context.now()
  return context.write(async tx => {
    const { db } = await context.house.asSystem(context.caller.orgId, 'when readers were reminded last', tx)
    const of = db.selectFrom('publication_count').where('subject', '=', notice.draft.table).where('record_id', '=', row.id)
    const last = await of.select('reminded_at').forUpdate().executeTakeFirst()
    if (last?.reminded_at != null && now.getTime() - instantMs(last.reminded_at) < againAfterMs)
      throw refuse.rule(sentence`一小时内已经提醒过，请稍后再提醒`)
    await db
      .updateTable('publication_count')
      .set({ reminded_at: now.toISOString() })
      .where('subject', '=', notice.draft.table)
      .where('record_id', '=', row.id)
      .execute()
    const target = { list: `${notice.draft.type}Published`, id: row.id }
    await tellAccounts(context, tx, noticeReminded, accounts, { label: String(row['title']) }, target)
    return { told: accounts.length }
  })
}
