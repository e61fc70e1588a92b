/** Points that come and go by the calendar: birthdays, anniversaries, expiry. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import type { Timed } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { post } from '#platform/server/documents.ts'
import { timed } from '#platform/server/jobs.ts'
import { todayOf } from '#platform/format/zones.ts'
import { grantNow, type Grant } from './grant.ts'
import { points } from './tables.ts'

/** employees whose points expire in one run; the next one takes the others */
const expiredMax = 2_000
/** days that are made up for where no process ran */
const backDays = 7

interface Dates {
  readonly id: string
  readonly birthday: string | null
  readonly hiredOn: string | null
}

/** 29 February is kept on the 28th. */
const monthDay = (day: string): string => (day.endsWith('-02-29') ? '02-28' : day.slice(5))

/** What is due on a day. Pure. */
export function grantsOn(people: readonly Dates[], day: string): readonly Grant[] {
  const [year, today] = [day.slice(0, 4), day.slice(5)]
  return people.flatMap(({ id: employeeId, birthday, hiredOn }) => [
    ...(birthday !== null && monthDay(birthday) === today ? [{ rule: 'birthday', employeeId, eventKey: `birthday:${year}` } as const] : []),
    ...(hiredOn !== null && monthDay(hiredOn) === today && hiredOn.slice(0, 4) < year
      ? [
          {
            rule: 'anniversary',
            employeeId,
            eventKey: `anniversary:${year}`,
            source: `${Number(year) - Number(hiredOn.slice(0, 4))} 周年`,
          } as const,
        ]
      : []),
  ])
}

export const pointTimed: readonly Timed[] = [
  timed('culture.days', ['发放生日和入职周年积分', 'Points for birthdays and anniversaries'], {
    at: '06:00',
    work: async (inside, tx) => {
      const today = todayOf(inside)
      const days = Array.from({ length: backDays }, (_, n) => addDays(today, -n))
      const kept = [...new Set(days.flatMap(day => (day.endsWith('02-28') ? ['02-28', '02-29'] : [day.slice(5)])))]
      const people = await tx
        .selectFrom('employee')
        .select(['id', 'birthday', 'hired_on as hiredOn'])
        .where('status', '=', 1)
        .where(eb =>
          eb.or([eb(sql<string>`to_char(birthday, 'MM-DD')`, 'in', kept), eb(sql<string>`to_char(hired_on, 'MM-DD')`, 'in', kept)]),
        )
        .execute()
      const posted = await grantNow(
        inside,
        tx,
        days.flatMap(day => grantsOn(people, day)),
        today,
      )
      const entered = posted.filter(one => one.amount > 0).length
      return entered === 0 ? undefined : sentence`发放 ${entered} 笔积分`
    },
  }),
  timed('culture.expire', ['过期积分清零', 'Expiry of points'], {
    at: '00:20',
    work: async (inside, tx) => {
      const today = todayOf(inside)
      const due = (await anyTable(tx)
        .selectFrom(`${points.lot?.table ?? ''} as l`)
        .innerJoin(`${points.held.table} as c`, 'c.id', 'l.cell_id')
        .select('c.employee_id')
        .distinct()
        .where('l.expires_on', '<', today)
        .where('l.amount', '>', 0)
        .limit(expiredMax)
        .execute()) as { employee_id: string }[]
      const lines = due.map(({ employee_id: employeeId }) => ({ kind: 'expire', cell: { employeeId }, bookedOn: today }) as const)
      await post(inside, tx, [{ ledger: points, lines }])
      return due.length === 0 ? undefined : sentence`${due.length} 人的积分到期`
    },
  }),
]
