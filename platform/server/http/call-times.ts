/**
 * How long calls take, by route and hour; calls about sealed records by day. Each process counts by itself and adds its counts to the
 * database once a minute: what it counted since then is lost with it.
 */
import { sql } from 'kysely'
import { dayInZone, homeZone, instantInZone } from '#platform/format/zones.ts'
import type { House } from '../contract/house.ts'

export const slowMs = 1_000
const keepEveryMs = 60_000
const keptDays = 60
const hourMs = 3_600_000

interface Count {
  readonly hour: string
  readonly route: string
  calls: number
  slow: number
  failed: number
  total_ms: number
  max_ms: number
}

export interface CallTimes {
  /** `isByDay`: of records whose author may be sealed */
  count(route: string, status: number, ms: number, isByDay?: boolean): void
  /** adds what was counted to the database */
  keep(): Promise<void>
  stop(): void
}

export function createCallTimes(house: House): CallTimes {
  let counts = new Map<string, Count>()
  let timer: NodeJS.Timeout | null = null
  async function keep(): Promise<void> {
    if (counts.size === 0) return
    const rows = [...counts.values()].toSorted((a, b) => (a.hour + a.route < b.hour + b.route ? -1 : 1))
    counts = new Map()
    await house
      .unscoped('times of calls, by route alone')
      .insertInto('call_hour')
      .values(rows as never)
      .onConflict(c =>
        c.columns(['hour', 'route']).doUpdateSet({
          calls: sql`call_hour.calls + excluded.calls`,
          slow: sql`call_hour.slow + excluded.slow`,
          failed: sql`call_hour.failed + excluded.failed`,
          total_ms: sql`call_hour.total_ms + excluded.total_ms`,
          max_ms: sql`greatest(call_hour.max_ms, excluded.max_ms)`,
        }),
      )
      .execute()
  }
  return {
    count(route, status, ms, isByDay = false) {
      const now = house.now().getTime()
      const hour = new Date(
        isByDay ? instantInZone(dayInZone(now, homeZone), '00:00', homeZone) : Math.floor(now / hourMs) * hourMs,
      ).toISOString()
      const key = `${hour} ${route}`
      let one = counts.get(key)
      if (one === undefined) counts.set(key, (one = { hour, route, calls: 0, slow: 0, failed: 0, total_ms: 0, max_ms: 0 }))
      const whole = Math.round(ms)
      one.calls += 1
      one.slow += ms > slowMs ? 1 : 0
      one.failed += status >= 500 ? 1 : 0
      one.total_ms += whole
      one.max_ms = Math.max(one.max_ms, whole)
      timer ??= setInterval(() => {
        keep().catch((error: unknown) => house.log.warn({ err: error }, 'times of calls could not be kept'))
      }, keepEveryMs).unref()
    },
    keep,
    stop: () => void (timer !== null && clearInterval(timer)),
  }
}

export async function forgetCallTimes(house: House): Promise<void> {
  await house
    .unscoped('times of calls that are past')
    .deleteFrom('call_hour')
    .where('hour', '<', new Date(house.now().getTime() - keptDays * 24 * hourMs).toISOString())
    .execute()
}
