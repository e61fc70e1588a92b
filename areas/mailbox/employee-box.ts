/** The writer's boxes: what he sent and drafted, what was answered to him. */
import { sql } from 'kysely'
import type { Context, Ask, Blob } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import type { Mail, MailPage } from './answers.ts'
import { pageOfBox, type BoxAsk, type BoxColumns } from './boxes.ts'
import { letterCodes } from './codes.ts'
import { anyOfIds, dayText, deskOf, idsOfMarks, markOf, ownLetters, quietOffice, unknown } from './desk.ts'
import { erase, eraseOwn } from './erase.ts'
import { letterOf, receivedReplies } from './letters.ts'
import { filesIn, mailFile } from './mail-files.ts'
import { bossLetter, bossReply, bossReplyCopy } from './tables.ts'

const { draft, sent, withdrawn } = letterCodes
const manager = '总经理'
const boxes = {
  sent: { table: 'boss_letter', at: sql<string>`coalesce(sent_at, updated_at)`, kind: true, state: true },
  inbox: { table: 'boss_reply_copy', at: sql<string>`sent_at`, isRead: true, from: sql<string>`${sql.lit(manager)}` },
} as const satisfies Record<string, BoxColumns>
export type EmployeeBox = keyof typeof boxes

const inMarks = (desk: Context, of: 'letter' | 'reply', page: MailPage): MailPage => ({
  ...page,
  list: page.list.map(row => ({ ...row, id: markOf(desk, of, row.id) })),
})

/** Sent (withdrawn ones stand there too), withdrawn alone, drafts. */
export async function sentBox(context: Context, ask: BoxAsk): Promise<MailPage> {
  const desk = await deskOf(context)
  const states = ask.status === draft ? [draft] : ask.status === withdrawn ? [withdrawn] : [1, 2, 3, 4]
  const own = sql<boolean>`id = any(${[...(await ownLetters(desk))]}::bigint[]) and removed_at is null`
  const shown = ask.trash === true ? own : sql<boolean>`${own} and state = any(${states}::smallint[])`
  const page = inMarks(desk, 'letter', await pageOfBox(desk, boxes.sent, ask, shown))
  return { ...page, list: page.list.map(row => ({ ...row, at: dayText(desk, row.at) })) }
}

export async function employeeInbox(context: Context, ask: BoxAsk): Promise<MailPage> {
  const desk = await deskOf(context)
  return inMarks(desk, 'reply', await pageOfBox(desk, boxes.inbox, ask, anyOfIds('letter_id', await ownLetters(desk))))
}

/** Counted when it is asked for: a stored number would say whose it is. */
export async function employeeUnread(context: Context): Promise<number> {
  if (context.caller.viewer !== undefined) return 0
  const desk = await deskOf(context)
  const own = await ownLetters(desk)
  if (own.length === 0) return 0
  const { n } = await desk.db
    .selectFrom('boss_reply_copy')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(anyOfIds('letter_id', own))
    .where('is_read', '=', false)
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** A letter of his, with what was answered to it. */
export async function ownLetter(context: Context, mark: string): Promise<Mail> {
  const desk = await deskOf(context)
  const [id = unknown()] = idsOfMarks(desk, 'letter', await ownLetters(desk), [mark])
  const row = await letterOf(desk, id)
  const replies = await desk.db
    .selectFrom('boss_reply_copy')
    .select(['id', 'content', 'sent_at as at'])
    .where('letter_id', '=', id)
    .where('trashed_at', 'is', null)
    .orderBy('sent_at')
    .execute()
  return {
    id: mark,
    version: row.version,
    subject: row.subject ?? '',
    content: row.content ?? '',
    kind: row.kind,
    isAnonymous: row.is_anonymous,
    state: row.state,
    isRead: true,
    isReplied: row.state === letterCodes.replied,
    from: '',
    at: dayText(desk, row.sent_at ?? row.updated_at),
    trashedAt: row.trashed_at,
    files: await filesIn(desk, 'emp', row.files),
    others: replies.map(reply => ({ id: markOf(desk, 'reply', reply.id), from: manager, at: reply.at, content: reply.content ?? '' })),
  }
}

/** Reads a reply and marks it; with the letter that it answers. */
export const readReply = (context: Context, mark: string): Promise<Mail> =>
  context.write(async tx => {
    const desk = await deskOf(context, tx)
    const own = await ownLetters(desk)
    const copies = await receivedReplies(desk, own)
    const [id = unknown()] = idsOfMarks(
      desk,
      'reply',
      copies.map(copy => copy.id),
      [mark],
    )
    await markReplies(desk, tx, [id])
    const row = await desk.db.selectFrom('boss_reply_copy').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const letter = await desk.db.selectFrom('boss_letter').selectAll().where('id', '=', row.letter_id).executeTakeFirstOrThrow()
    return {
      id: mark,
      version: row.version,
      subject: row.subject ?? '',
      content: row.content ?? '',
      kind: letter.kind,
      isAnonymous: letter.is_anonymous,
      state: sent,
      isRead: true,
      isReplied: false,
      from: manager,
      at: row.sent_at,
      trashedAt: row.trashed_at,
      files: await filesIn(desk, 'emp', row.files),
      others:
        letter.removed_at === null
          ? [
              {
                id: markOf(desk, 'letter', letter.id),
                from: '',
                at: dayText(desk, letter.sent_at ?? letter.updated_at),
                content: letter.content ?? '',
              },
            ]
          : [],
    }
  })

/** Copies that become read, and with them the replies, unless they were withdrawn first. */
async function markReplies(desk: Context, tx: Parameters<typeof quietOffice>[1], ids: readonly string[]): Promise<number> {
  const unread = await desk.db
    .selectFrom('boss_reply_copy')
    .select(['id', 'reply_id'])
    .where('id', 'in', [...ids])
    .where('is_read', '=', false)
    .execute()
  if (unread.length === 0) return 0
  const office = await quietOffice(desk, tx)
  const open = await desk.db
    .selectFrom('boss_reply')
    .select('id')
    .where(
      'id',
      'in',
      unread.map(row => row.reply_id),
    )
    .where('state', '=', sent)
    .forUpdate()
    .execute()
  if (open.length > 0) await takeSteps(office, bossReply, { ids: open, pick: { step: 'read' }, input: {}, byProgram: true })
  await setDerived(
    office,
    bossReplyCopy,
    unread.map(row => ({ id: row.id, isRead: true })),
  )
  return unread.length
}

export const readReplies = (context: Context, marks: readonly string[]): Promise<{ changed: number }> =>
  context.write(async tx => {
    const desk = await deskOf(context, tx)
    const copies = await receivedReplies(desk, await ownLetters(desk))
    const ids = idsOfMarks(
      desk,
      'reply',
      copies.map(copy => copy.id),
      marks,
    )
    return { changed: await markReplies(desk, tx, ids) }
  })

/** Ids of what marks of one of the two boxes stand for. */
async function chosenOf(desk: Context, box: EmployeeBox, marks: readonly string[]): Promise<readonly string[]> {
  const own = await ownLetters(desk)
  if (box === 'sent') return idsOfMarks(desk, 'letter', own, marks)
  return idsOfMarks(
    desk,
    'reply',
    (await receivedReplies(desk, own)).map(copy => copy.id),
    marks,
  )
}

/** `isTrash` false brings them back. */
export const trashOwn = (context: Context, box: EmployeeBox, marks: readonly string[], isTrash: boolean): Promise<{ changed: number }> =>
  context.write(async tx => {
    const desk = await deskOf(context, tx)
    const ids = await chosenOf(desk, box, marks)
    const office = await quietOffice(desk, tx)
    const trashedAt = isTrash ? office.now().toISOString() : null
    await setDerived(
      office,
      box === 'sent' ? bossLetter : bossReplyCopy,
      ids.map(id => ({ id, trashedAt })),
    )
    return { changed: ids.length }
  })

export const removeOwn = (context: Context, box: EmployeeBox, marks: readonly string[]): Promise<{ changed: number }> =>
  context.write(async tx => {
    const desk = await deskOf(context, tx)
    const ids = await chosenOf(desk, box, marks)
    const office = await quietOffice(desk, tx)
    if (box === 'inbox') await erase(office, bossReplyCopy, ids)
    else {
      const rows = await desk.db.selectFrom('boss_letter').select(['id', 'state']).where(anyOfIds('id', ids)).forUpdate().execute()
      await eraseOwn(
        office,
        bossLetter,
        rows.map(row => ({ id: row.id, isSent: row.state !== draft && row.state !== withdrawn })),
      )
    }
    return { changed: ids.length }
  })

export async function employeeFile(context: Context, ask: Ask): Promise<Blob> {
  const desk = await deskOf(context)
  const own = await ownLetters(desk)
  const copies = await receivedReplies(desk, own)
  return mailFile(desk, ask, { boss_letter: own, boss_reply_copy: copies.map(copy => copy.id) })
}
