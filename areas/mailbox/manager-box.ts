/** The boxes of those who keep the mailbox: letters and replies are the same for all of them. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context, type Tx, type Ask, type Blob } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { tellUnread } from '#platform/server/notices.ts'
import { askOpening } from '#platform/server/rights.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { within } from '#platform/server/database.ts'
import type { Mail, MailPage } from './answers.ts'
import { pageOfBox, type BoxAsk, type BoxColumns } from './boxes.ts'
import { chosenMax, letterCodes } from './codes.ts'
import { anyOfIds, backOffice, dayText, managersDesk, managersOf, unknown } from './desk.ts'
import { erase, eraseOwn } from './erase.ts'
import { filesIn, mailFile } from './mail-files.ts'
import { bossLetter, bossLetterCopy, bossReply } from './tables.ts'

const { draft, sent, withdrawn } = letterCodes
const boxes = {
  inbox: {
    table: 'boss_letter_copy',
    at: sql<string>`sent_at`,
    kind: true,
    isRead: true,
    isReplied: true,
    from: sql<string | null>`sender_id::text`,
  },
  sent: { table: 'boss_reply', at: sql<string>`coalesce(sent_at, updated_at)`, state: true, from: sql<string | null>`writer` },
} as const satisfies Record<string, BoxColumns>
export type ManagerBox = keyof typeof boxes

/** An anonymous letter tells its day alone. */
export const atOf = (desk: Context, isAnonymous: boolean, at: string): string => (isAnonymous ? dayText(desk, at) : at)

export async function managerInbox(context: Context, ask: BoxAsk): Promise<MailPage> {
  const desk = await managersDesk(context)
  const page = await pageOfBox(desk, boxes.inbox, ask, sql<boolean>`true`)
  const senders = [...new Set(page.list.map(row => row.from).filter(id => id !== ''))]
  const people = await desk.db.selectFrom('employee').select(['id', 'name']).where(anyOfIds('employee.id', senders)).execute()
  const names = new Map(people.map(one => [one.id, one.name]))
  return { ...page, list: page.list.map(row => ({ ...row, at: atOf(desk, row.isAnonymous, row.at), from: names.get(row.from) ?? '' })) }
}

export async function repliesBox(context: Context, ask: BoxAsk): Promise<MailPage> {
  const states = ask.status === draft ? [draft] : ask.status === withdrawn ? [withdrawn] : [1, 2, 3]
  const open = sql<boolean>`removed_at is null`
  const shown = ask.trash === true ? open : sql<boolean>`${open} and state = any(${states}::smallint[])`
  return pageOfBox(await managersDesk(context), boxes.sent, ask, shown)
}

export async function managerUnread(context: Context): Promise<number> {
  if (context.caller.manager !== true || context.caller.viewer !== undefined) return 0
  const desk = await managersDesk(context)
  const { n } = await desk.db
    .selectFrom('boss_letter_copy')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('org_id', '=', desk.caller.orgId)
    .where('is_read', '=', false)
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

export async function copyOf(desk: Context, id: string) {
  const row = await desk.db
    .selectFrom('boss_letter_copy as c')
    .leftJoin('employee as e', 'e.id', 'c.sender_id')
    .selectAll('c')
    .select('e.name as from')
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row ?? unknown()
}

/** The letter, read from now on; with what was answered to it. */
export const readLetter = (context: Context, id: string): Promise<Mail> =>
  context.write(async tx => {
    const desk = await managersDesk(context, tx)
    await markLetters(desk, tx, [id])
    const row = await copyOf(desk, id)
    const replies = await desk.db
      .selectFrom('boss_reply')
      .select(['id', 'writer', 'content', 'sent_at as at'])
      .where('copy_id', '=', id)
      .where('state', 'in', [sent, letterCodes.read])
      .where('removed_at', 'is', null)
      .orderBy('sent_at')
      .execute()
    return {
      id,
      version: row.version,
      subject: row.subject ?? '',
      content: row.content ?? '',
      kind: row.kind,
      isAnonymous: row.is_anonymous,
      state: row.is_replied ? letterCodes.replied : letterCodes.read,
      isRead: true,
      isReplied: row.is_replied,
      from: row.from ?? '',
      at: atOf(desk, row.is_anonymous, row.sent_at),
      trashedAt: row.trashed_at,
      files: await filesIn(desk, 'manager', row.files),
      others: replies.map(reply => ({ id: reply.id, from: reply.writer, at: reply.at ?? '', content: reply.content ?? '' })),
    }
  })

/** Letters that were not withdrawn meanwhile: their own lock decides. Answers how many have become read. */
async function markLetters(desk: Context, tx: Tx, ids: readonly string[]): Promise<number> {
  const asked = await desk.db
    .selectFrom('boss_letter_copy')
    .select(['id', 'letter_id'])
    .where(anyOfIds('id', ids))
    .where('is_read', '=', false)
    .execute()
  if (asked.length === 0) return 0
  const held = await desk.db
    .selectFrom('boss_letter')
    .select('id')
    .where(
      anyOfIds(
        'id',
        asked.map(row => row.letter_id),
      ),
    )
    .where('state', '=', sent)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (held.length > 0) await takeSteps(desk, bossLetter, { ids: held, pick: { step: 'read' }, input: {}, byProgram: true })
  // what was withdrawn before the lock was had is gone
  const there = await desk.db
    .selectFrom('boss_letter_copy')
    .select('id')
    .where(
      anyOfIds(
        'id',
        asked.map(row => row.id),
      ),
    )
    .execute()
  await setDerived(
    await backOffice(desk, tx),
    bossLetterCopy,
    there.map(row => ({ id: row.id, isRead: true })),
  )
  await tellUnread(desk.house, tx, 'manager', await managersOf(desk))
  return there.length
}

export const readLetters = (context: Context, ids: readonly string[]): Promise<{ changed: number }> =>
  context.write(async tx => ({ changed: await markLetters(await managersDesk(context, tx), tx, ids) }))

/** All that is unread, by portions. */
export const readAllLetters = (context: Context): Promise<{ changed: number }> =>
  context.write(async tx => {
    const desk = await managersDesk(context, tx)
    let changed = 0
    for (let full = true; full;) {
      const unread = await desk.db
        .selectFrom('boss_letter_copy')
        .select('id')
        .where('org_id', '=', desk.caller.orgId)
        .where('is_read', '=', false)
        .where('trashed_at', 'is', null)
        .orderBy('id')
        .limit(chosenMax)
        .execute()
      const done =
        unread.length === 0
          ? 0
          : await markLetters(
              desk,
              tx,
              unread.map(row => row.id),
            )
      changed += done
      full = done > 0 && unread.length === chosenMax
    }
    return { changed }
  })

const tableOf = (box: ManagerBox) => (box === 'inbox' ? bossLetterCopy : bossReply)

async function thereOf(desk: Context, box: ManagerBox, ids: readonly string[]): Promise<void> {
  const rows = await desk.db.selectFrom(tableOf(box).table).select('id').where(anyOfIds('id', ids)).forUpdate().execute()
  if (rows.length < new Set(ids).size) unknown()
}

/** `isTrash` false brings them back. */
export const trashOfManager = (context: Context, box: ManagerBox, ids: readonly string[], isTrash: boolean): Promise<{ changed: number }> =>
  context.write(async tx => {
    const desk = await managersDesk(context, tx)
    await thereOf(desk, box, ids)
    const trashedAt = isTrash ? context.now().toISOString() : null
    await setDerived(
      await backOffice(desk, tx),
      tableOf(box),
      [...new Set(ids)].map(id => ({ id, trashedAt })),
    )
    await tellUnread(desk.house, tx, 'manager', await managersOf(desk))
    return { changed: ids.length }
  })

export const removeOfManager = (context: Context, box: ManagerBox, ids: readonly string[]): Promise<{ changed: number }> =>
  context.write(async tx => {
    const desk = await managersDesk(context, tx)
    await thereOf(desk, box, ids)
    const office = await backOffice(desk, tx)
    if (box === 'inbox') {
      // who removes a letter has read it: it can't be withdrawn any more
      await markLetters(desk, tx, ids)
      await erase(office, bossLetterCopy, ids)
    } else {
      const rows = await desk.db.selectFrom('boss_reply').select(['id', 'state']).where(anyOfIds('id', ids)).execute()
      await eraseOwn(
        office,
        bossReply,
        rows.map(row => ({ id: row.id, isSent: row.state !== draft && row.state !== withdrawn })),
      )
    }
    return { changed: ids.length }
  })

export async function managerFile(context: Context, ask: Ask): Promise<Blob> {
  const desk = await managersDesk(context)
  const id = ask.input['id'] as string
  const uses = await desk.db
    .selectFrom('file_use')
    .select('record_id')
    .where('file_id', '=', id)
    .where('table_name', 'in', ['boss_letter_copy', 'boss_reply'])
    .execute()
  const records = uses.map(use => use.record_id)
  return mailFile(desk, ask, { boss_letter_copy: records, boss_reply: records })
}

/** Asks to open the author of an anonymous letter together with an administrator. */
export const askAuthor = (context: Context, { id, reason }: { readonly id: string; readonly reason: string }): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const desk = await managersDesk(context, tx)
    const copy = await copyOf(desk, id)
    if (!copy.is_anonymous) throw refuse.rule(sentence`这封信不是匿名信，来信人已写明`)
    const { caller, house, language, requestId, now } = inside
    const opened = new Map([...(caller.opened ?? []), [bossLetter.table, [copy.letter_id]] as const])
    const asking = within({ ...house.asUser({ ...caller, opened }, language, requestId), now }, tx)
    return askOpening(asking, bossLetter, { id: copy.letter_id, reason })
  })
