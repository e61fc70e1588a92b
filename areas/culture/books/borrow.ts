/** Borrowing: asked for, handed over, returned, renewed. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { ListAnswer, ListQuery, Row } from '#platform/declare/wire.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { may, refuse, type Context, type Ask, type Route } from '#platform/server/area.ts'
import { listOf } from '#platform/server/lists.ts'
import { change, create, oneRecord, idsOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import type { Applied } from './answers.ts'
import { borrowingCodes, copyCodes } from './codes.ts'
import { booksOf, freeCopies, lockBooks, shelfSystem } from './shelf.ts'
import { cultureBook, cultureBorrowing } from './tables.ts'

const { applied, lent, queued } = borrowingCodes
const open = [applied, lent, queued]
const defaults = { loanDays: 30, booksMax: 5 }

async function settings(system: Context): Promise<typeof defaults> {
  const row = await system.db.selectFrom('culture_book_setting').select(['loan_days', 'books_max']).executeTakeFirst()
  return row === undefined ? defaults : { loanDays: row.loan_days, booksMax: row.books_max }
}

/** Who asks, as an employee: an account without one borrows nothing. */
export function borrowerOf({ caller }: Context): string {
  if (caller.employeeId === null) throw refuse.rule(sentence`您的账号没有关联员工，不能借书，请联系人事`)
  return caller.employeeId
}

/** Asks for a book: with a free copy it waits for the keeper, without one it stands in line. */
export const applyFor = (context: Context, input: { readonly bookId: string; readonly note?: string }): Promise<Applied> =>
  context.write(async (tx, inside) => {
    const book = await oneRecord(inside, cultureBook, input.bookId)
    const employeeId = borrowerOf(context)
    const system = await shelfSystem(inside, tx)
    // one person's applications go one after the other, so that two at once do not pass the limit together
    await system.db.selectFrom('employee').select('id').where('id', '=', employeeId).forUpdate().execute()
    await lockBooks(system, [book.id])
    await refuseTooMany(system, employeeId, book)
    const { free, copies } = await freeCopies(system, book.id)
    if (copies === 0) throw refuse.rule(sentence`《${asText(book['title'])}》暂时没有可借的副本`)
    const { id } = await create(inside, cultureBorrowing, { bookId: book.id, applyNote: input.note ?? null })
    if (free === 0) await takeSteps(system, cultureBorrowing, { ids: [{ id }], pick: { step: 'queue' }, input: {}, byProgram: true })
    const row = await oneRecord(inside, cultureBorrowing, id)
    return { id, no: asText(row['no']), state: Number(row['state']), ahead: free === 0 ? await aheadOf(system, book.id, id) : 0 }
  })

/** How many stand in line before this one. */
async function aheadOf(system: Context, bookId: string, id: string): Promise<number> {
  const { n } = await system.db
    .selectFrom('culture_borrowing')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('book_id', '=', bookId)
    .where('state', '=', queued)
    .where('id', '<', id)
    .executeTakeFirstOrThrow()
  return n
}

async function refuseTooMany(system: Context, employeeId: string, book: Row): Promise<void> {
  const mine = await system.db
    .selectFrom('culture_borrowing')
    .select('book_id')
    .where('employee_id', '=', employeeId)
    .where('state', 'in', open)
    .execute()
  if (mine.some(row => row.book_id === book.id)) throw refuse.rule(sentence`您已申请或正在借阅《${asText(book['title'])}》，不能重复申请`)
  const { booksMax } = await settings(system)
  if (mine.length >= booksMax) throw refuse.rule(sentence`每人最多同时借阅 ${booksMax} 本（含待审核和排队），请先归还或撤回`)
}

/** The books of the borrowings that a call names are locked before the borrowings themselves. */
export const onShelf = (route: Route, prepare?: (system: Context, ask: Ask) => Promise<Ask>): Route => ({
  ...route,
  handler: (context, ask) =>
    context.write(async (tx, inside) => {
      const system = await shelfSystem(inside, tx)
      const ids = idsOf(ask.params['id'] ?? ask.input['id'], (ask.input['ids'] as unknown[] | undefined)?.map(idIn))
      await lockBooks(system, await booksOf(system, ids.filter(isId)))
      // whoever may not handle borrowings is refused by the step itself
      const isKeeper = may(context.caller, permissionOf(cultureBorrowing), operations.audit)
      return route.handler(inside, prepare === undefined || !isKeeper ? ask : await prepare(system, ask))
    }),
})
const idIn = (one: unknown): unknown => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one)
const isId = (id: string): boolean => /^\d{1,18}$/.test(id)

/** Hands over the copy that is named, or the first on the shelf; due after the days of a loan where no day is named. */
export async function handOver(system: Context, ask: Ask): Promise<Ask> {
  const { input } = ask
  if (asText(input['audit'] ?? '') !== '1') return ask
  const [id, ...more] = idsOf(input['id'], (input['ids'] as unknown[] | undefined)?.map(idIn)).filter(isId)
  if (id === undefined) return ask
  if (more.length > 0) throw refuse.rule(sentence`借出要登记副本，请一次处理一条`)
  const [bookId] = await booksOf(system, [id])
  if (bookId === undefined) return ask
  const copyId = await copyFor(system, bookId, input['copyId'])
  const { loanDays } = await settings(system)
  const today = todayOf(system)
  return { ...ask, input: { ...input, copyId, dueOn: input['dueOn'] ?? addDays(today, loanDays) } }
}

async function copyFor(system: Context, bookId: string, named: unknown): Promise<string> {
  const copies = await system.db
    .selectFrom('culture_book_copy')
    .select(['id', 'copy_no', 'state'])
    .where('book_id', '=', bookId)
    .orderBy('copy_no')
    .execute()
  if (named === undefined || named === null || named === '') {
    const free = copies.find(copy => copy.state === copyCodes.shelf)
    if (free === undefined) throw refuse.rule(sentence`没有在架的副本，请等有人归还后再借出`)
    return free.id
  }
  const copy = copies.find(one => one.id === asText(named))
  if (copy === undefined) throw refuse.invalid([{ field: 'copyId', message: sentence`这不是该书的副本，请重新选择` }])
  if (copy.state === copyCodes.lent) throw refuse.rule(sentence`副本 ${copy.copy_no} 已借出，请选择在架的副本`)
  if (copy.state !== copyCodes.shelf) throw refuse.rule(sentence`副本 ${copy.copy_no} 不在架上，请选择在架的副本`)
  return copy.id
}

/** One's own borrowings, newest first. */
export const myBorrowing = (context: Context, query: ListQuery): Promise<ListAnswer> =>
  listOf(context, cultureBorrowing, {
    ...query,
    conditionList: [...(query.conditionList ?? []), { field: 'employeeId', condition: 'EQ', value: context.caller.employeeId ?? '0' }],
  })

/** What a reader says of a book that he has or had. */
export const noteBook = (context: Context, { id, note }: { readonly id: string; readonly note: string }): Promise<{ id: string }> =>
  context.write(async (_, inside) => {
    const row = await oneRecord(inside, cultureBorrowing, id)
    if (row['employeeId'] !== borrowerOf(context)) throw refuse.forbidden(sentence`只能为自己借过的书写读后感`)
    if (row['lentAt'] === null) throw refuse.rule(sentence`借到书之后才能写读后感`)
    const text = note.trim()
    await change(inside, cultureBorrowing, id, {
      note: text === '' ? null : text,
      notedAt: text === '' ? null : context.now().toISOString(),
    })
    return { id }
  })
