/** Cases that give minutes of each day (time to nurse): the times that a request of one takes. */
import { asText } from '#platform/format/text.ts'
import type { Context } from '#platform/server/area.ts'
import type { Row } from '../keep.ts'
import { minuteOf } from '../plan.ts'
import { leaveTimes } from './split.ts'

/** Minutes a day by the case of a request; null: its stretch is one time. */
export async function dailyMinutesOf({ db }: Context, ruleIds: readonly unknown[]): Promise<(ruleId: unknown) => number | null> {
  const ids = [...new Set(ruleIds.filter(id => id !== null && id !== undefined && id !== '').map(asText))]
  if (ids.length === 0) return () => null
  const rows = await db.selectFrom('leave_rule').select(['id', 'daily_minutes']).where('id', 'in', ids).execute()
  const minutes = new Map(rows.map(row => [asText(row.id), row.daily_minutes]))
  return ruleId => minutes.get(asText(ruleId ?? '')) ?? null
}

interface Timed {
  readonly id: string
  readonly row: Row
}
const minuteMs = 60_000
const instantOf = (minute: number): string => new Date(minute * minuteMs).toISOString()

/** The requests as they keep a person away: one of a daily case once a day. */
export async function timesOfEach(server: Context, wanted: readonly Timed[]): Promise<readonly Timed[]> {
  const minutesOf = await dailyMinutesOf(
    server,
    wanted.map(one => one.row['ruleId']),
  )
  return wanted.flatMap(one => {
    const daily = minutesOf(one.row['ruleId'])
    if (daily === null) return [one]
    const stretch = { from: minuteOf(asText(one.row['fromAt'])), to: minuteOf(asText(one.row['toAt'])) }
    return leaveTimes(stretch, daily, server.caller.zone).map(({ from, to }) => ({
      ...one,
      row: { ...one.row, fromAt: instantOf(from), toAt: instantOf(to) },
    }))
  })
}
