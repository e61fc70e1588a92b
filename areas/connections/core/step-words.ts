/** What steps of every kind of source share. */
import { addDays } from '#platform/format/dates.ts'
import { instantInZone } from '#platform/format/zones.ts'
import type { Called } from './call.ts'
import type { Connection } from './connection.ts'
import type { notDone } from './ended.ts'
import type { Bucket } from './limits.ts'
import type { AskedDays, Source } from './platform.ts'
import type { WindowRow } from './window.ts'

type Days = Pick<WindowRow, 'from_on' | 'to_on' | 'zone' | 'marketplaceId'>
/** The days of the window as instants of the shop's zone. */
export function daysOf({ from_on: from, to_on: to, zone, marketplaceId: site }: Days): AskedDays {
  const at = (day: string, lessMs: number): Date => new Date(instantInZone(day, '00:00', zone) - lessMs)
  return { start: at(from, 0), end: at(addDays(to, 1), 1_000), from, to, site }
}
/** who fills the past leaves half of what may be called at once to others */
export const spareOf = ({ reason }: WindowRow): number => (reason === 2 ? 7 : 0)

/** What is limited over the whole application. */
export const limitOf = ({ platform, appId }: Connection, code: string, { limit }: Source): readonly Bucket[] =>
  limit === undefined ? [] : [{ key: `${platform.title[1]} app ${appId} ${code}`, ...limit }]

export const ofCall = ({ verdict }: Called): Parameters<typeof notDone>[3] => {
  if (verdict.is === 'done' || verdict.is === 'refresh') throw new Error('a call that brought its answer')
  return verdict
}
