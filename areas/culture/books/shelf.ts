/**
 * What follows from a borrowing that moved or a copy that came or went: copies are lent or free, a freed copy is held for the first who
 * waits, a book says how many are free, lent and waited for. Whoever changes something locks the books first (`lockBooks`), so that two
 * never take the same copy.
 */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { workingDaysAfter } from '#platform/format/working-time.ts'
import { instantInZone } from '#platform/format/zones.ts'
import { workClockOf } from '#platform/server/jobs.ts'
import type { Context, Tx, RecordChange } from '#platform/server/area.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { borrowingCodes, copyCodes, holdDays } from './codes.ts'
import { cultureBook, cultureBookCopy, cultureBorrowing } from './tables.ts'

const { applied, lent, returned, lost, queued } = borrowingCodes

/** The shelf is everybody's: borrowings of others count, whom one does not see. */
export const shelfSystem = (context: Context, tx: Tx): Promise<Context> =>
  context.house.asSystem(context.caller.orgId, 'the shelf of books', tx)

/** In the order of their ids, before any borrowing of them. */
export async function lockBooks(system: Context, bookIds: readonly string[]): Promise<void> {
  if (bookIds.length === 0) return
  await system.db
    .selectFrom('culture_book')
    .select('id')
    .where(sql<boolean>`id = any(${[...new Set(bookIds)]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function booksOf(system: Context, borrowingIds: readonly string[]): Promise<readonly string[]> {
  const rows = await system.db
    .selectFrom('culture_borrowing')
    .select('book_id')
    .where(sql<boolean>`id = any(${[...borrowingIds]}::bigint[])`)
    .execute()
  return rows.map(row => row.book_id)
}

const stateOf = (row: RecordChange['after']): number | null => (row === null ? null : Number(row['state']))

/** What a copy becomes by the move of its borrowing; null: nothing. */
function copyAfter({ before, after }: RecordChange): number | null {
  const [from, to] = [stateOf(before), stateOf(after)]
  if (from === to) return null
  if (to === lent) return copyCodes.lent
  if (to === lost) return copyCodes.lost
  return to === returned ? copyCodes.shelf : null
}

export const followBorrowings = followerOf(cultureBorrowing, async (context, tx, changes) => {
  const system = await shelfSystem(context, tx)
  const written = changes.flatMap(one => (one.after === null ? [] : [{ ...one, after: one.after }]))
  const copies = written.flatMap(one => {
    const state = copyAfter(one)
    const id = one.after.copyId
    return state === null || typeof id !== 'string' ? [] : [{ id, state }]
  })
  await setDerived(system, cultureBookCopy, copies)
  await setDerived(
    system,
    cultureBorrowing,
    written
      .filter(({ before, after }) => before?.dueOn !== after.dueOn || stateOf(before) !== stateOf(after))
      .map(({ id, after }) => ({ id, dueAt: dueAtOf(context, after) })),
  )
  await settle(
    system,
    written.filter(({ before, after }) => stateOf(before) !== stateOf(after)).map(({ after }) => String(after.bookId)),
  )
})

/** A lent book is overdue when the day has ended on which it was due. */
const dueAtOf = ({ caller }: Context, row: NonNullable<RecordChange['after']>): string | null =>
  stateOf(row) === lent && typeof row['dueOn'] === 'string'
    ? new Date(instantInZone(addDays(row['dueOn'], 1), '00:00', caller.zone)).toISOString()
    : null

export const followCopies = followerOf(cultureBookCopy, async (context, tx, changes) => {
  const books = changes.flatMap(({ before, after }) => [before, after].flatMap(row => (row === null ? [] : [String(row['bookId'])])))
  const system = await shelfSystem(context, tx)
  await lockBooks(system, books)
  await settle(system, books)
})

interface Counts {
  readonly id: string
  readonly shelf: number
  readonly lent: number
  readonly lost: number
  readonly applied: number
  readonly waiting: number
  readonly times: number
}

/** Copies and borrowings of books, counted. */
async function countsOf(system: Context, bookIds: readonly string[]): Promise<readonly Counts[]> {
  const count = (where: ReturnType<typeof sql<boolean>>) => sql<number>`(count(*) filter (where ${where}))::int`
  const copies = await system.db
    .selectFrom('culture_book_copy')
    .select([
      'book_id',
      count(sql`state = ${copyCodes.shelf}`).as('shelf'),
      count(sql`state = ${copyCodes.lent}`).as('lent'),
      count(sql`state = ${copyCodes.lost}`).as('lost'),
    ])
    .where(sql<boolean>`book_id = any(${[...bookIds]}::bigint[])`)
    .groupBy('book_id')
    .execute()
  const borrowings = await system.db
    .selectFrom('culture_borrowing')
    .select([
      'book_id',
      count(sql`state = ${applied}`).as('applied'),
      count(sql`state = ${queued}`).as('waiting'),
      count(sql`lent_at is not null`).as('times'),
    ])
    .where(sql<boolean>`book_id = any(${[...bookIds]}::bigint[])`)
    .groupBy('book_id')
    .execute()
  return bookIds.map(id => {
    const of = copies.find(row => row.book_id === id)
    const by = borrowings.find(row => row.book_id === id)
    return {
      id,
      shelf: of?.shelf ?? 0,
      lent: of?.lent ?? 0,
      lost: of?.lost ?? 0,
      applied: by?.applied ?? 0,
      waiting: by?.waiting ?? 0,
      times: by?.times ?? 0,
    }
  })
}

/** Each application that waits for the keeper has a copy set aside; what is left is free. */
const freeOf = ({ shelf, applied: asked }: Counts): number => Math.max(0, shelf - asked)

/** Copies that nobody asked for yet, and whether there are any at all; of a book that is locked. */
export async function freeCopies(system: Context, bookId: string): Promise<{ readonly free: number; readonly copies: number }> {
  const [counts] = await countsOf(system, [bookId])
  return counts === undefined ? { free: 0, copies: 0 } : { free: freeOf(counts), copies: counts.shelf + counts.lent }
}

/** Offers what is free to those in line, and says of the books how they stand. The books are locked. */
async function settle(system: Context, books: readonly string[]): Promise<void> {
  const bookIds = [...new Set(books)]
  if (bookIds.length === 0) return
  for (const one of await countsOf(system, bookIds))
    if (one.waiting > 0 && freeOf(one) > 0) await offer(system, one.id, Math.min(freeOf(one), one.waiting))
  const counts = await countsOf(system, bookIds)
  await setDerived(
    system,
    cultureBook,
    counts.map(one => ({
      id: one.id,
      copyCount: one.shelf + one.lent,
      freeCount: freeOf(one),
      lentCount: one.lent,
      waitingCount: one.waiting,
      borrowedTimes: one.times,
    })),
  )
  await sayWaited(system, counts)
}

async function offer(system: Context, bookId: string, copies: number): Promise<void> {
  const first = await system.db
    .selectFrom('culture_borrowing')
    .select('id')
    .where('book_id', '=', bookId)
    .where('state', '=', queued)
    .orderBy('id')
    .limit(copies)
    .execute()
  const untilMs = workingDaysAfter(system.now().getTime(), holdDays, await workClockOf(system))
  await setDerived(
    system,
    cultureBorrowing,
    first.map(({ id }) => ({ id, heldUntil: new Date(untilMs).toISOString() })),
  )
  await takeSteps(system, cultureBorrowing, { ids: first, pick: { step: 'offer' }, input: {}, byProgram: true })
}

/** Who has a book that others wait for can't renew it. */
async function sayWaited(system: Context, counts: readonly Counts[]): Promise<void> {
  const waited = new Map(counts.map(one => [one.id, one.waiting > 0]))
  const held = await system.db
    .selectFrom('culture_borrowing')
    .select(['id', 'book_id'])
    .where('state', '=', lent)
    .where(sql<boolean>`book_id = any(${[...waited.keys()]}::bigint[])`)
    .execute()
  await setDerived(
    system,
    cultureBorrowing,
    held.map(row => ({ id: row.id, isWaitedFor: waited.get(row.book_id) === true })),
  )
}
