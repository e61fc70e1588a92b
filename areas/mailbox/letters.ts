/** What its writer does with a letter: writes, saves, sends, withdraws. */
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Arrival, type Context, type Tx, type FieldError } from '#platform/server/area.ts'
import { change, create } from '#platform/server/records.ts'
import { later, sealedContext } from '#platform/server/database.ts'
import { tellUnread } from '#platform/server/notices.ts'
import { takeSteps } from '#platform/server/steps.ts'
import type { Saved } from './answers.ts'
import { letterCodes } from './codes.ts'
import { answerMarkOf, anyOfIds, backOffice, deskOf, idsOfMarks, managersOf, ownLetters, quietOffice, unknown } from './desk.ts'
import { erase } from './erase.ts'
import { checkFiles } from './mail-files.ts'
import { bossLetter, bossLetterCopy } from './tables.ts'

export interface LetterInput {
  /** mark of the letter; absent: a new one */
  readonly id?: string
  readonly version?: number
  readonly subject?: string
  readonly content?: string
  readonly kind?: number
  readonly isAnonymous?: boolean
  readonly fileIds?: readonly string[]
  /** mark of the reply that it answers */
  readonly parentId?: string
  /** 0 saves, 1 sends */
  readonly state?: 0 | 1
}

/** What the trail keeps: that something was written, and not what. */
const untold = { told: { before: {}, after: {} } } as const

export async function letterOf(desk: Context, id: string) {
  const row = await desk.db.selectFrom('boss_letter').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
  return row ?? unknown()
}
type Letter = Awaited<ReturnType<typeof letterOf>>

/** A new letter, or another version of a draft or of one that was withdrawn; sent where `isSent`. */
export const writeLetter = (context: Context, input: LetterInput, isSent: boolean): Promise<Saved> =>
  context.write(async tx => {
    const desk = await deskOf(context, tx)
    const own = await ownLetters(desk)
    const [id] = input.id === undefined ? [] : idsOfMarks(desk, 'letter', own, [input.id])
    const before = id === undefined ? null : await letterOf(desk, id)
    await checkFiles(desk, input.fileIds ?? [], before?.files ?? [])
    const values = await valuesOf(desk, input, own)
    const row =
      before === null
        ? await create(desk, bossLetter, values, untold)
        : await change(desk, bossLetter, before.id, values, {
            ...untold,
            ...(input.version === undefined ? {} : { version: input.version }),
          })
    if (isSent) await send(desk, tx, row.id)
    const saved = await letterOf(desk, row.id)
    return { id: answerMarkOf(desk, row.id), version: saved.version, state: saved.state }
  })

async function valuesOf(desk: Context, input: LetterInput, own: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { subject, content, kind, isAnonymous, fileIds, parentId } = input
  return {
    ...(subject === undefined ? {} : { subject: subject.trim() }),
    ...(content === undefined ? {} : { content: content.trim() }),
    ...(kind === undefined ? {} : { kind }),
    ...(isAnonymous === undefined ? {} : { isAnonymous }),
    ...(fileIds === undefined ? {} : { files: [...fileIds] }),
    ...(parentId === undefined ? {} : { answersId: await replyOfMark(desk, own, parentId) }),
  }
}

/** The reply behind a mark of one that he received. */
async function replyOfMark(desk: Context, own: readonly string[], mark: string): Promise<string> {
  const copies = await receivedReplies(desk, own)
  const [id] = idsOfMarks(
    desk,
    'reply',
    copies.map(copy => copy.id),
    [mark],
  )
  return copies.find(copy => copy.id === id)?.reply_id ?? unknown()
}

/** Replies to these letters that their writer received. */
export const receivedReplies = async (desk: Context, letterIds: readonly string[]) =>
  letterIds.length === 0
    ? []
    : desk.db
        .selectFrom('boss_reply_copy')
        .select(['id', 'reply_id'])
        .where('letter_id', 'in', [...letterIds])
        .execute()

function refuseEmpty({ subject, content }: Letter): void {
  const faults: FieldError[] = [
    ...((subject ?? '') === '' ? [{ field: 'subject', message: sentence`请填写主题` }] : []),
    ...((content ?? '') === '' ? [{ field: 'content', message: sentence`请填写信件内容` }] : []),
  ]
  if (faults.length > 0) throw refuse.invalid(faults)
}

async function send(desk: Context, tx: Tx, id: string): Promise<void> {
  const letter = await letterOf(desk, id)
  refuseEmpty(letter)
  const managers = await managersOf(desk)
  if (managers.length === 0) throw refuse.rule(sentence`组织还没有设置总经理，信件暂时无法送达`)
  await takeSteps(desk, bossLetter, { ids: [{ id }], pick: { step: 'send' }, input: {}, byProgram: true })
  if (letter.is_anonymous) await later(sealedContext(desk), tx, 'letter', { letterId: id })
  else await deliver(await backOffice(desk, tx), tx, letter, { senderId: desk.caller.employeeId, sentAt: desk.now().toISOString() })
}

/** Those who keep the mailbox have it from now on. */
async function deliver(
  office: Context,
  tx: Tx,
  letter: Letter,
  from: { readonly senderId: string | null; readonly sentAt: string },
): Promise<void> {
  const { id, subject, content, kind, is_anonymous: isAnonymous, files, answers_id: answersId } = letter
  await create(office, bossLetterCopy, { letterId: id, subject, content, kind, isAnonymous, files, answersId, ...from }, untold)
  await tellUnread(office.house, tx, 'manager', await managersOf(office))
}

/** An anonymous letter reaches those who keep the mailbox, unless it was withdrawn meanwhile or has come already. */
export const letterArrives: Arrival = (context, { letterId }, take) =>
  context.write(async (tx, inside) => {
    if (!(await take(tx))) return
    const letter = await inside.db
      .selectFrom('boss_letter')
      .selectAll()
      .where('id', '=', letterId as string)
      .forUpdate()
      .executeTakeFirst()
    if (letter === undefined || letter.state !== letterCodes.sent) return
    const there = await inside.db.selectFrom('boss_letter_copy').select('id').where('letter_id', '=', letter.id).executeTakeFirst()
    if (there !== undefined) return
    await deliver(inside, tx, letter, { senderId: null, sentAt: letter.sent_at ?? inside.now().toISOString() })
  })

/** As long as nobody has read it: of a reading and a withdrawal at once the lock of the letter decides. */
export const withdrawLetters = (context: Context, marks: readonly string[]): Promise<{ changed: number }> =>
  context.write(async tx => {
    const desk = await deskOf(context, tx)
    const ids = idsOfMarks(desk, 'letter', await ownLetters(desk), marks)
    for (const id of ids) await letterOf(desk, id)
    await takeSteps(desk, bossLetter, { ids: ids.map(id => ({ id })), pick: { step: 'withdraw' }, input: {}, byProgram: true })
    const copies = await desk.db.selectFrom('boss_letter_copy').select(['id', 'is_anonymous']).where(anyOfIds('letter_id', ids)).execute()
    await erase(
      await quietOffice(desk, tx),
      bossLetterCopy,
      copies.map(copy => copy.id),
    )
    // a push would tell when an anonymous one was taken back
    if (copies.some(copy => !copy.is_anonymous)) await tellUnread(desk.house, tx, 'manager', await managersOf(desk))
    return { changed: ids.length }
  })

/** Takes a file out of a draft of his. */
export const removeLetterFile = (context: Context, fileId: string): Promise<{ id: string }> =>
  context.write(async tx => {
    const desk = await deskOf(context, tx)
    const own = await ownLetters(desk)
    const holder =
      own.length === 0
        ? undefined
        : await desk.db
            .selectFrom('boss_letter')
            .select(['id', 'files'])
            .where('id', 'in', [...own])
            .where('state', 'in', [letterCodes.draft, letterCodes.withdrawn])
            .where(({ eb, val }) => eb(val(fileId), '=', eb.fn.any('files')))
            .executeTakeFirst()
    if (holder === undefined) throw refuse.unknown(['附件', 'File'])
    await change(desk, bossLetter, holder.id, { files: (holder.files ?? []).filter(one => one !== fileId) }, untold)
    return { id: fileId }
  })
