/** Which days an alert judges, and of which shops: complete days alone. Pure. */
import { addDays } from '#platform/format/dates.ts'
import type { Title } from '#platform/declare/title.ts'
import type { ShopDays } from '#platform/server/reports.ts'
import { commonUntil } from '#platform/format/like-for-like.ts'
import { daysDue } from './judge.ts'

/** the level at which each shop is judged up to its own last complete day */
export const shopLevel = 'shop'

/** How far an alert has looked. */
export interface Checked {
  readonly level: string | null
  readonly checked_until: string | null
  readonly checked_each: Readonly<Record<string, string>> | null
}

export interface Plan {
  /** the day up to which all shops are complete but those that rest */
  readonly until: string
  /** shops whose figures count */
  readonly counted: readonly ShopDays[]
  /** shops that rest: their files end long before those of the others */
  readonly leftOut: readonly ShopDays[]
  /** days that are judged, oldest first; empty: none */
  readonly days: readonly string[]
  /** whether a day of a row is judged: of a shop by its id, of other rows all `days` are */
  isDue(key: string, day: string): boolean
  /** what is kept once all days up to this one are judged */
  checkedEach(upTo: string): Readonly<Record<string, string>> | null
}

/** Null: no shop has a complete day. */
export function planOf(alert: Checked, shops: readonly ShopDays[]): Plan | null {
  const known = shops.filter(one => one.until !== null)
  const until = commonUntil(known.map(one => one.until))
  if (until === null) return null
  const rests = (one: ShopDays): boolean => (one.until ?? '') < until
  const leftOut = known.filter(rests)
  if (alert.level !== shopLevel) {
    const days = daysDue(alert.checked_until, until)
    return { until, leftOut, days, counted: known.filter(one => !rests(one)), isDue: () => true, checkedEach: () => null }
  }
  const before = new Map(known.map(one => [one.id, startOf(alert, one, rests(one))]))
  const due = new Map(known.map(one => [one.id, daysDue(before.get(one.id) ?? null, one.until ?? until)]))
  const ends = (one: ShopDays): string => one.until ?? until
  return {
    until,
    leftOut,
    counted: known,
    days: [...new Set([...due.values()].flat())].toSorted(),
    isDue: (key, day) => due.get(key)?.includes(day) === true,
    checkedEach: upTo => ({
      ...alert.checked_each,
      ...Object.fromEntries(
        known.flatMap(one => {
          const start = before.get(one.id) ?? null
          const judged = [ends(one), upTo].toSorted()[0] ?? upTo
          const last = start !== null && start > judged ? start : judged
          // not one of its days was judged yet
          return start === null && (due.get(one.id)?.[0] ?? '') > upTo ? [] : [[one.id, last]]
        }),
      ),
    }),
  }
}

/** The last day of a shop that was looked at. What a shop that rests told long ago is no news; what it brings later is. */
function startOf({ checked_until, checked_each }: Checked, { id, until }: ShopDays, isResting: boolean): string | null {
  const start = checked_each === null ? checked_until : (checked_each[id] ?? null)
  return start === null && isResting ? until : start
}

/** longest stretch that is asked of a report at once */
const portionDays = 31

/** Stretches of these days, none longer than a report is asked for at once. */
export function portionsOf(days: readonly string[]): readonly (readonly [from: string, to: string])[] {
  const portions: [string, string][] = []
  for (const day of days) {
    const open = portions.at(-1)
    if (open !== undefined && day < addDays(open[0], portionDays)) open[1] = day
    else portions.push([day, day])
  }
  return portions
}

const namedMax = 10

/** Until when the figures are complete, and which shops are not among them. */
export function completeSaid(until: string, leftOut: readonly ShopDays[]): Title {
  const named = leftOut.slice(0, namedMax)
  const [zh, en] = [
    named.map(one => `${one.name}（至 ${one.until}）`).join('、'),
    named.map(one => `${one.name} (until ${one.until})`).join(', '),
  ]
  const more = leftOut.length - named.length
  return [
    `；数据完整至 ${until}${zh === '' ? '' : `，未计入文件未到的店铺：${zh}${more > 0 ? ` 等 ${leftOut.length} 个` : ''}`}`,
    `; complete until ${until}${en === '' ? '' : `, without shops whose files have not come: ${en}${more > 0 ? ` and ${more} more` : ''}`}`,
  ]
}
