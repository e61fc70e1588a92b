/** The marketplace's clock, as its answers tell it: what is signed, and which days are over, goes by it where ours is wrong. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { readInstant } from '#platform/format/instants.ts'
import type { Context } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { connectionStates, shopConnection } from '../tables.ts'
import type { Connection } from './connection.ts'

const usedSeconds = 60
/** from here on a person is told */
const toldSeconds = 300

export const timeThere = ({ now }: Pick<Context, 'now'>, { clock }: Pick<Connection, 'clock'>): Date =>
  new Date(now().getTime() + clock.skewSeconds * 1_000)

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const written = /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/
/** The header `Date` in ms since 1970; null: none. */
export function headerMs(header: string | undefined): number | null {
  const [, day, name, year, time] = written.exec(header ?? '') ?? []
  const month = months.indexOf(name ?? '') + 1
  return month === 0 ? null : readInstant(`${year}-${String(month).padStart(2, '0')}-${day}T${time}Z`)
}

export const clockSays = (skewSeconds: number) =>
  Math.abs(skewSeconds) < toldSeconds
    ? null
    : toStored(sentence`服务器时间与平台相差 ${Math.round(Math.abs(skewSeconds) / 60)} 分钟，请校准服务器时间`)

/** Whether the answer told of another difference than was known. */
export async function noteClock(context: Context, connection: Connection, header: string | undefined): Promise<boolean> {
  const there = headerMs(header)
  if (there === null) return false
  const { clock, id, state } = connection
  const off = Math.round((there - context.now().getTime()) / 1_000)
  // an answer takes its time: what differs by little is the same
  if (Math.abs(off - clock.skewSeconds) < usedSeconds / 2) return false
  const skewSeconds = Math.abs(off) > usedSeconds ? off : 0
  if (skewSeconds === clock.skewSeconds) return false
  clock.skewSeconds = skewSeconds
  const why = state === connectionStates.open[0] ? { why: clockSays(skewSeconds) } : {}
  await context.write((_, inside) => setDerived(inside, shopConnection, [{ id, skewSeconds, ...why }]))
  return true
}
