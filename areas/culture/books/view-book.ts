/** One book as its readers see it, and who reads most. */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { instantInZone } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import { oneRecord } from '#platform/server/records.ts'
import type { BookView, Ranking, RankRow, ReaderNote } from './answers.ts'
import { borrowingCodes } from './codes.ts'
import { cultureBook } from './tables.ts'

const notesMax = 50
const ranksMax = 50
const { applied, lent, queued } = borrowingCodes
const reason = 'what readers share of books'

/** The book, what others say of it, and how the asker stands to it. */
export async function viewBook(context: Context, id: string): Promise<BookView> {
  const row = await oneRecord(context, cultureBook, id)
  const system = await context.house.asSystem(context.caller.orgId, reason)
  const notes = await system.db
    .selectFrom('culture_borrowing as b')
    .innerJoin('employee as e', 'e.id', 'b.employee_id')
    .select(['b.id', 'e.name', 'b.note', 'b.noted_at as at'])
    .where('b.book_id', '=', row.id)
    .where('b.noted_at', 'is not', null)
    .orderBy('b.noted_at', 'desc')
    .limit(notesMax)
    .execute()
  return { ...row, notes: notes as ReaderNote[], mine: await mineOf(context, system, row.id) }
}

async function mineOf({ caller }: Context, system: Context, bookId: string): Promise<BookView['mine']> {
  if (caller.employeeId === null) return null
  const mine = await system.db
    .selectFrom('culture_borrowing')
    .select(['id', 'state'])
    .where('book_id', '=', bookId)
    .where('employee_id', '=', caller.employeeId)
    .where('state', 'in', [applied, lent, queued])
    .executeTakeFirst()
  if (mine === undefined) return null
  if (mine.state !== queued) return { ...mine, ahead: 0 }
  const { n } = await system.db
    .selectFrom('culture_borrowing')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('book_id', '=', bookId)
    .where('state', '=', queued)
    .where('id', '<', mine.id)
    .executeTakeFirstOrThrow()
  return { ...mine, ahead: n }
}

/** Without `month` of the whole year. Books that are not public do not appear. */
export async function rankingOf(
  context: Context,
  { year, month, by }: { readonly year: number; readonly month?: number; readonly by: 'book' | 'employee' },
): Promise<Ranking> {
  const { caller } = context
  const two = (n: number): string => String(n).padStart(2, '0')
  const first = `${year}-${two(month ?? 1)}-01`
  const last = month === undefined || month === 12 ? `${year}-12-31` : addDays(`${year}-${two(month + 1)}-01`, -1)
  const instant = (day: string): string => new Date(instantInZone(day, '00:00', caller.zone)).toISOString()
  const system = await context.house.asSystem(caller.orgId, reason)
  const times = sql<number>`count(*)::int`
  const borrowed = system.db
    .selectFrom('culture_borrowing as b')
    .where('b.lent_at', '>=', instant(first))
    .where('b.lent_at', '<', instant(addDays(last, 1)))
  const rows =
    by === 'book'
      ? await borrowed
          .innerJoin('culture_book as k', 'k.id', 'b.book_id')
          .where('k.is_public', '=', 1)
          .select(['k.id', 'k.title as name', 'k.author as detail', times.as('times')])
          .groupBy(['k.id', 'k.title', 'k.author'])
          .orderBy('times', 'desc')
          .orderBy('k.id')
          .limit(ranksMax)
          .execute()
      : await borrowed
          .innerJoin('employee as e', 'e.id', 'b.employee_id')
          .leftJoin('department as d', 'd.id', 'e.dept_id')
          .select(['e.id', 'e.name', 'd.name as detail', times.as('times')])
          .groupBy(['e.id', 'e.name', 'd.name'])
          .orderBy('times', 'desc')
          .orderBy('e.id')
          .limit(ranksMax)
          .execute()
  const list = rows.map((row): RankRow => ({
    id: row.id,
    name: row.name,
    detail: row.detail ?? '',
    times: row.times,
    rank: rows.findIndex(other => other.times === row.times) + 1,
    mine: by === 'employee' && row.id === caller.employeeId,
  }))
  return { year, month: month ?? null, list }
}
