/** Whom to congratulate within two weeks: birthdays without the year, and years with the company. */
import { sql } from 'kysely'
import { addDays, isDate } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import type { Celebration } from './answers.ts'

const daysAhead = 14
/** colleagues that are read of one kind, and shown of both together: the nearest */
const readMax = 500
const shownMax = 40

/** `MM-DD` as a number: 301 is the first of March. */
const keyOf = (day: string): number => Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10))

/** Those of these days, by their place in the year. In common years the 28th of February stands for the 29th as well. */
function keysOf(days: readonly string[]): Map<number, string> {
  const keys = new Map(days.map(day => [keyOf(day), day]))
  const last = days.find(day => day.endsWith('-02-28'))
  if (last !== undefined && !isDate(`${last.slice(0, 4)}-02-29`)) keys.set(229, last)
  return keys
}

export async function celebrationsOf(context: Context): Promise<readonly Celebration[]> {
  const today = todayOf(context)
  const days = Array.from({ length: daysAhead + 1 }, (_, at) => addDays(today, at))
  const keys = keysOf(days)
  const found = await Promise.all([of(context, 'birthday', keys), of(context, 'hired_on', keys)])
  return found
    .flat()
    .flatMap(({ kind, row }) => {
      const day = keys.get(row.key)
      if (day === undefined) return []
      const years = kind === 'hired_on' ? Number(day.slice(0, 4)) - Number(row.year) : null
      // on the first day itself there is nothing to celebrate yet
      if (years !== null && years < 1) return []
      const one: Celebration = {
        employeeId: row.id,
        name: row.name,
        dept: row.dept,
        avatar: row.avatar,
        kind: kind === 'birthday' ? 'birthday' : 'anniversary',
        day,
        inDays: days.indexOf(day),
        years,
      }
      return [one]
    })
    .toSorted((a, b) => a.inDays - b.inDays || (a.name < b.name ? -1 : 1))
    .slice(0, shownMax)
}

async function of({ db }: Context, kind: 'birthday' | 'hired_on', keys: ReadonlyMap<number, string>) {
  const day = sql.ref(`employee.${kind}`)
  const key = sql<number>`(extract(month from ${day}) * 100 + extract(day from ${day}))::int`
  const rows = await db
    .selectFrom('employee')
    .innerJoin('department', 'department.id', 'employee.dept_id')
    .select(['employee.id', 'employee.name', 'department.name as dept', 'employee.avatar', key.as('key')])
    .select(sql<number>`extract(year from ${day})::int`.as('year'))
    .where('employee.status', '=', 1)
    .where(sql<boolean>`${key} = any(${[...keys.keys()]}::int[])`)
    .orderBy('employee.name')
    .limit(readMax)
    .execute()
  return rows.map(row => ({ kind, row }))
}
