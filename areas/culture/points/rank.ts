/** Who has earned most: in a month, in a year, ever; in the company or in a department with those below it. */
import { sql } from 'kysely'
import { entryKinds } from '#platform/declare/ledger-kinds.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import type { Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Ranked, RankList } from './answers.ts'
import { levelsOf, ownLevel } from './levels.ts'
import { points } from './tables.ts'

export interface RankAsk {
  /** 1 month, 2 year, 3 all */
  readonly period?: 1 | 2 | 3
  readonly year?: number
  readonly month?: number
  readonly deptId?: string
}
const shownMax = 100

interface Found {
  readonly employee_id: string
  readonly name: string
  readonly avatar: string | null
  readonly dept_name: string | null
  readonly gained: string
  readonly points: string
  readonly rank: string
}

export async function rankOf(context: Context, ask: RankAsk): Promise<RankList> {
  const { caller } = context
  const depts = ask.deptId === undefined ? null : await withBelow(context, ask.deptId)
  const db = anyTable(context.db)
  const earned = earnedIn(context, ask)
  let ranked = db
    .selectFrom('employee as e')
    .innerJoin(earned.as('p'), 'p.employee_id', 'e.id')
    .innerJoin(`${points.held.table} as c`, 'c.employee_id', 'e.id')
    .leftJoin('department as d', 'd.id', 'e.dept_id')
    .select(['e.id as employee_id', 'e.name', 'e.avatar', 'd.name as dept_name', 'c.gained', 'p.points'])
    .select(sql<string>`rank() over (order by p.points desc)`.as('rank'))
    .select(sql<string>`row_number() over (order by p.points desc, e.id)`.as('place'))
    .where('e.status', '=', 1)
    .where('p.points', '>', 0)
  if (depts !== null) ranked = ranked.where('e.dept_id', 'in', ['0', ...depts])
  const rows = (await db
    .selectFrom(ranked.as('r'))
    .selectAll()
    .where(eb => eb.or([eb('r.employee_id', '=', caller.employeeId ?? '0'), eb('r.place', '<=', String(shownMax))]))
    .orderBy('r.place')
    .execute()) as unknown as Found[]
  const levels = await levelsOf(context)
  const all = rows.map((row): Ranked => {
    const { level } = ownLevel(levels, Number(row.gained))
    return {
      rank: Number(row.rank),
      employeeId: row.employee_id,
      name: row.name,
      deptName: row.dept_name,
      photo: row.avatar,
      levelName: level?.name ?? null,
      levelImageUrl: level?.imageUrl ?? null,
      points: Number(row.points),
    }
  })
  return { list: all.slice(0, shownMax), mine: all.find(one => one.employeeId === caller.employeeId) ?? null }
}

/** Points by employee: of the cell where all count, else of the entries of the days. */
function earnedIn(context: Context, { period = 1, year, month }: RankAsk) {
  const db = anyTable(context.db)
  if (period === 3) return db.selectFrom(points.held.table).select(['employee_id', sql<string>`gained`.as('points')])
  const today = todayOf(context)
  const ofYear = String(year ?? today.slice(0, 4)).padStart(4, '0')
  const ofMonth = `${ofYear}-${String(month ?? today.slice(5, 7)).padStart(2, '0')}`
  const [from, to] = period === 2 ? [`${ofYear}-01-01`, `${ofYear}-12-31`] : [firstOfMonth(ofMonth), lastOfMonth(ofMonth)]
  return db
    .selectFrom(points.entry.table)
    .select(['employee_id', sql<string>`sum(amount)`.as('points')])
    .where('kind', 'in', [entryKinds.earn, entryKinds.correct])
    .where('booked_on', '>=', from)
    .where('booked_on', '<=', to)
    .groupBy('employee_id')
}

/** A department and all below it. */
async function withBelow({ db }: Context, deptId: string): Promise<readonly string[]> {
  const all = await db.selectFrom('department').select(['id', 'parent_id']).execute()
  const found = new Set(all.filter(one => one.id === deptId).map(one => one.id))
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const one of all) if (one.parent_id !== null && found.has(one.parent_id)) found.add(one.id)
  }
  return [...found]
}
