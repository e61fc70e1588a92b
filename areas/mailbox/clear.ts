/** What was deleted longer ago than it is kept goes for good. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Context, Timed } from '#platform/server/area.ts'
import { timed } from '#platform/server/jobs.ts'
import { keptDays, letterCodes } from './codes.ts'
import { erase, eraseOwn } from './erase.ts'
import { bossLetter, bossLetterCopy, bossReply, bossReplyCopy } from './tables.ts'

const portion = 500
const dayMs = 86_400_000
const { draft, withdrawn } = letterCodes

async function trashedIn(inside: Context, table: 'boss_letter' | 'boss_letter_copy' | 'boss_reply' | 'boss_reply_copy') {
  const before = new Date(inside.now().getTime() - keptDays * dayMs).toISOString()
  const isOwn = table === 'boss_letter' || table === 'boss_reply'
  const rows = await inside.db
    .selectFrom(table)
    .select(['id', isOwn ? sql<number>`state`.as('state') : sql<number>`0`.as('state')])
    .where('org_id', '=', inside.caller.orgId)
    .where('trashed_at', '<', before)
    .$if(isOwn, query => query.where(sql<boolean>`removed_at is null`))
    .orderBy('trashed_at')
    .limit(portion)
    .execute()
  return rows.map(row => ({ id: row.id, isSent: row.state !== draft && row.state !== withdrawn }))
}

export const mailboxTimed: readonly Timed[] = [
  timed('mailbox.clear', ['清理已删除的信件', 'Deleted letters are cleared'], {
    at: '03:30',
    work: async inside => {
      const letters = await trashedIn(inside, 'boss_letter')
      const replies = await trashedIn(inside, 'boss_reply')
      const received = await trashedIn(inside, 'boss_letter_copy')
      const answers = await trashedIn(inside, 'boss_reply_copy')
      await eraseOwn(inside, bossLetter, letters)
      await eraseOwn(inside, bossReply, replies)
      await erase(
        inside,
        bossLetterCopy,
        received.map(row => row.id),
      )
      await erase(
        inside,
        bossReplyCopy,
        answers.map(row => row.id),
      )
      const all = letters.length + replies.length + received.length + answers.length
      return all === 0 ? undefined : sentence`清理 ${all} 封信件`
    },
  }),
]
