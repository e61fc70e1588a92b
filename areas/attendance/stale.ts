/** Which days are worked out again: those that a change touches, and the days beside them, whose punches may turn. */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import type { Context, House, Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'

export const workOutJob = 'attendance.workOut'
export const orderWorkOut = (tx: Tx, house: House, orgId: string): Promise<void> => house.jobs.addOnce(tx, workOutJob, { orgId })

export interface Touched {
  readonly employeeId: string
  /** first and last day, both counted */
  readonly from: string
  readonly to: string
}
/** a change of a rule without end touches so many days back and none ahead: later days are not worked out yet */
const daysMax = 400

/** Marks days of people up to today, in the transaction that changes what they follow from. */
export async function markDays(caller: Context, tx: Tx, touched: readonly Touched[], today: string): Promise<void> {
  const first = addDays(today, -daysMax)
  const wanted = touched.flatMap(({ employeeId, from, to }) => {
    const [begin, end] = [addDays(from, -2), addDays(to, 1)]
    const row = { employeeId, from: begin < first ? first : begin, to: end > today ? today : end }
    return row.from > row.to ? [] : [row]
  })
  if (wanted.length === 0) return
  // whoever changes a shift or a rule need not see all whom it concerns
  const { db } = await inServersName(caller, tx, 'days that follow from a change')
  const asked = [wanted.map(one => one.employeeId), wanted.map(one => one.from), wanted.map(one => one.to)] as const
  await db
    .insertInto('attendance_stale')
    .columns(['org_id', 'employee_id', 'day'])
    .expression(q =>
      q
        .selectFrom('employee as e')
        .innerJoin(
          sql<{ employee_id: string; day: string }>`(select w.employee_id, g.day::date as day
            from unnest(${asked[0]}::bigint[], ${asked[1]}::date[], ${asked[2]}::date[]) w(employee_id, from_day, to_day)
            cross join lateral generate_series(w.from_day, w.to_day, interval '1 day') g(day) group by 1, 2)`.as<'w'>(sql`w`),
          'w.employee_id',
          'e.id',
        )
        .select(['e.org_id', 'e.id', 'w.day'])
        .orderBy('e.id')
        .orderBy('w.day'),
    )
    // DO UPDATE: it holds the day, so that the job that has not seen this change leaves it
    .onConflict(c => c.columns(['org_id', 'employee_id', 'day']).doUpdateSet({ day: sql.ref('excluded.day') }))
    .execute()
  await orderWorkOut(tx, caller.house, caller.caller.orgId)
}
