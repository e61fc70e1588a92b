/** What those who keep the mailbox answer. */
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { change, create, setDerived } from '#platform/server/records.ts'
import { tellUnread } from '#platform/server/notices.ts'
import { takeSteps } from '#platform/server/steps.ts'
import type { Mail, Saved } from './answers.ts'
import { letterCodes } from './codes.ts'
import { anyOfIds, backOffice, managersDesk, unknown } from './desk.ts'
import { erase } from './erase.ts'
import { atOf, copyOf } from './manager-box.ts'
import { checkFiles, filesIn } from './mail-files.ts'
import { bossLetter, bossLetterCopy, bossReply, bossReplyCopy } from './tables.ts'

export interface ReplyInput {
  readonly id?: string
  readonly version?: number
  /** the letter in their inbox */
  readonly msgId?: string
  readonly content?: string
  readonly fileIds?: readonly string[]
  readonly state?: 0 | 1
}

const untold = { told: { before: {}, after: {} } } as const
const { draft, withdrawn, sent, read, replied } = letterCodes

async function replyOf(desk: Context, id: string) {
  const row = await desk.db.selectFrom('boss_reply').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
  return row ?? unknown()
}

export const writeReply = (context: Context, input: ReplyInput, isSent: boolean): Promise<Saved> =>
  context.write(async tx => {
    const desk = await managersDesk(context, tx)
    const before = input.id === undefined ? null : await replyOf(desk, input.id)
    await checkFiles(desk, input.fileIds ?? [], before?.files ?? [])
    const values = {
      ...(input.content === undefined ? {} : { content: input.content.trim() }),
      ...(input.fileIds === undefined ? {} : { files: [...input.fileIds] }),
      writer: context.caller.name,
    }
    const row =
      before === null
        ? await create(desk, bossReply, { ...values, ...(await headOf(desk, input.msgId)) }, untold)
        : await change(desk, bossReply, before.id, values, {
            ...untold,
            ...(input.version === undefined ? {} : { version: input.version }),
          })
    if (isSent) await send(desk, tx, row.id)
    const { id, version, state } = await replyOf(desk, row.id)
    return { id, version, state }
  })

async function headOf(desk: Context, msgId: string | undefined): Promise<Readonly<Record<string, unknown>>> {
  if (msgId === undefined) throw refuse.invalid([{ field: 'msgId', message: sentence`请先选择数据` }])
  const copy = await copyOf(desk, msgId)
  return { copyId: copy.id, letterId: copy.letter_id, subject: copy.subject }
}

async function send(desk: Context, tx: Tx, id: string): Promise<void> {
  const reply = await replyOf(desk, id)
  if ((reply.content ?? '') === '') throw refuse.invalid([{ field: 'content', message: sentence`请填写信件内容` }])
  const letter = await desk.db
    .selectFrom('boss_letter')
    .select(['id', 'state'])
    .where('id', '=', reply.letter_id)
    .forUpdate()
    .executeTakeFirst()
  if (letter === undefined || letter.state === draft || letter.state === withdrawn)
    throw refuse.rule(sentence`来信已不在信箱中，不能再回复`)
  const step = async (name: string): Promise<void> => {
    await takeSteps(desk, bossLetter, { ids: [{ id: letter.id }], pick: { step: name }, input: {}, byProgram: true })
  }
  if (letter.state === sent) await step('read')
  if (letter.state !== replied) await step('answer')
  await takeSteps(desk, bossReply, { ids: [{ id }], pick: { step: 'send' }, input: {}, byProgram: true })
  const office = await backOffice(desk, tx)
  await setDerived(office, bossLetterCopy, [{ id: reply.copy_id, isRead: true, isReplied: true }])
  const { letter_id: letterId, subject, content, files } = reply
  await create(office, bossReplyCopy, { replyId: id, letterId, subject, content, files, sentAt: desk.now().toISOString() }, untold)
  await tellWriter(desk, tx, reply.copy_id)
}

/** Whoever signed his letter hears at once; a sealed author's own page asks each minute, as a push would be kept under his account. */
async function tellWriter(desk: Context, tx: Tx, copyId: string): Promise<void> {
  const copy = await desk.db.selectFrom('boss_letter_copy').select('sender_id').where('id', '=', copyId).executeTakeFirst()
  const sender = copy?.sender_id ?? null
  if (sender === null) return
  const accounts = (await desk.house.rights.accountsOfEmployees(desk.caller.orgId, [sender], tx)).get(sender) ?? []
  await tellUnread(desk.house, tx, 'employee', accounts)
}

export const withdrawReplies = (context: Context, ids: readonly string[]): Promise<{ changed: number }> =>
  context.write(async tx => {
    const desk = await managersDesk(context, tx)
    for (const id of ids) await replyOf(desk, id)
    await takeSteps(desk, bossReply, { ids: ids.map(id => ({ id })), pick: { step: 'withdraw' }, input: {}, byProgram: true })
    const office = await backOffice(desk, tx)
    const gone = await desk.db.selectFrom('boss_reply_copy').select('id').where(anyOfIds('reply_id', ids)).execute()
    await erase(
      office,
      bossReplyCopy,
      gone.map(row => row.id),
    )
    const touched = await desk.db.selectFrom('boss_reply').select(['copy_id', 'letter_id']).where(anyOfIds('id', ids)).execute()
    for (const { copy_id: copyId, letter_id: letterId } of new Map(touched.map(one => [one.copy_id, one])).values())
      await unanswer(desk, office, copyId, letterId)
    return { changed: ids.length }
  })

/** A letter all of whose answers were withdrawn is a read one again. */
async function unanswer(desk: Context, office: Context, copyId: string, letterId: string): Promise<void> {
  const left = await desk.db
    .selectFrom('boss_reply')
    .select('id')
    .where('copy_id', '=', copyId)
    .where('state', 'in', [sent, read])
    .executeTakeFirst()
  if (left !== undefined) return
  await setDerived(office, bossLetterCopy, [{ id: copyId, isReplied: false }])
  const letter = await desk.db.selectFrom('boss_letter').select('state').where('id', '=', letterId).executeTakeFirst()
  if (letter?.state === replied)
    await takeSteps(desk, bossLetter, { ids: [{ id: letterId }], pick: { step: 'unanswer' }, input: {}, byProgram: true })
}

/** A reply with the letter that it answers. */
export async function oneReply(context: Context, id: string): Promise<Mail & { readonly msgId: string }> {
  const desk = await managersDesk(context)
  const row = await replyOf(desk, id)
  const copy = await desk.db.selectFrom('boss_letter_copy').selectAll().where('id', '=', row.copy_id).executeTakeFirst()
  return {
    id,
    msgId: row.copy_id,
    version: row.version,
    subject: row.subject ?? '',
    content: row.content ?? '',
    kind: copy?.kind ?? null,
    isAnonymous: copy?.is_anonymous ?? false,
    state: row.state,
    isRead: true,
    isReplied: false,
    from: row.writer,
    at: row.sent_at ?? row.updated_at,
    trashedAt: row.trashed_at,
    files: await filesIn(desk, 'manager', row.files),
    others:
      copy === undefined ? [] : [{ id: copy.id, from: '', at: atOf(desk, copy.is_anonymous, copy.sent_at), content: copy.content ?? '' }],
  }
}

/** Takes a file out of a draft. */
export const removeReplyFile = (context: Context, fileId: string): Promise<{ id: string }> =>
  context.write(async tx => {
    const desk = await managersDesk(context, tx)
    const holder = await desk.db
      .selectFrom('boss_reply')
      .select(['id', 'files'])
      .where('state', 'in', [draft, withdrawn])
      .where(({ eb, val }) => eb(val(fileId), '=', eb.fn.any('files')))
      .executeTakeFirst()
    if (holder === undefined) throw refuse.unknown(['附件', 'File'])
    await change(desk, bossReply, holder.id, { files: (holder.files ?? []).filter(one => one !== fileId) }, untold)
    return { id: fileId }
  })
