/** When timed work is due: the next instant, the same in words, and what is wrong with a declaration. */
import { Cron } from 'croner'
import type { Title } from '#platform/declare/title.ts'
import { isWorkingDay, minuteOfDay, type WorkCalendar } from '#platform/format/working-time.ts'
import type { When } from '../contract/timed.ts'
import { dayInZone } from '#platform/format/zones.ts'

const minuteMs = 60_000
/** no calendar has so many days off in a row */
const daysOffMax = 3_660

const atText = (time: string): string => {
  const minute = minuteOfDay(time)
  return minute === null ? '' : `${minute % 60} ${Math.floor(minute / 60)} * * *`
}
const cronTexts = (when: Exclude<When, { every: number }>): string[] => ('cron' in when ? [when.cron] : [when.at].flat().map(atText))

/** Throws where the text is no cron text of five parts. */
const cronOf = (text: string, zone: string): Cron => new Cron(text, { timezone: zone, paused: true, mode: '5-part' })

/** The first instant after `after`; null where it never comes. `calendar`: only its working days. */
export function nextAfter(when: When, after: Date, zone: string, calendar?: WorkCalendar): Date | null {
  if ('every' in when) {
    const step = when.every * minuteMs
    return new Date((Math.floor(after.getTime() / step) + 1) * step)
  }
  const crons = cronTexts(when).map(text => cronOf(text, zone))
  for (let [from, days] = [after, 0]; days < daysOffMax; days += 1) {
    const instants = crons.flatMap(cron => cron.nextRun(from)?.getTime() ?? [])
    if (instants.length === 0) return null
    const next = new Date(Math.min(...instants))
    if (calendar === undefined || isWorkingDay(dayInZone(next.getTime(), zone), calendar)) return next
    from = next
  }
  return null
}

/** What is wrong with it; null where nothing is. */
export function whenFault(when: When): string | null {
  if ('every' in when) return Number.isInteger(when.every) && when.every > 0 ? null : `every ${when.every} is no number of whole minutes`
  if ('at' in when) {
    const wrong = [when.at].flat().find(time => minuteOfDay(time) === null)
    if (wrong !== undefined || [when.at].flat().length === 0) return `at “${wrong ?? ''}” is no time of day, HH:mm`
    return null
  }
  try {
    // a leap day is the rarest there is
    return cronOf(when.cron, 'UTC').nextRun(new Date(0)) === null ? `the cron text “${when.cron}” never comes` : null
  } catch (error) {
    return `“${when.cron}” is no cron text: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Changes when the declaration does: the next instant is worked out anew then. */
export const whenText = (when: When, calendar: string | undefined, zone: string): string => JSON.stringify([when, calendar ?? '', zone])

const weekdays: readonly Title[] = [
  ['周日', 'Sunday'],
  ['周一', 'Monday'],
  ['周二', 'Tuesday'],
  ['周三', 'Wednesday'],
  ['周四', 'Thursday'],
  ['周五', 'Friday'],
  ['周六', 'Saturday'],
]
const number = (part: string): number | null => (/^\d{1,2}$/.test(part) ? Number(part) : null)

function dayWords(day: string, month: string, weekday: string): Title | null {
  const [d, m] = [number(day), number(month)]
  if (weekday !== '*') {
    if (day !== '*' || month !== '*') return null
    if (weekday === '1-5') return ['每周一至周五', 'Monday to Friday']
    const named = weekday.split(',').map(part => weekdays[(number(part) ?? 9) % 7])
    if (number(weekday.replaceAll(',', '')) === null || named.some(one => one === undefined)) return null
    return [`每${named.map(one => one?.[0]).join('、')}`, `every ${named.map(one => one?.[1]).join(', ')}`]
  }
  if (day === '*') return month === '*' ? ['每天', 'every day'] : null
  if (d === null) return null
  if (month === '*') return [`每月 ${d} 日`, `on day ${d} of each month`]
  return m === null ? null : [`每年 ${m} 月 ${d} 日`, `each year on ${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`]
}

function cronWords(cron: string): Title {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/)
  const [at, of] = [number(minute), number(hour)]
  const days = dayWords(day, month, weekday)
  if (days !== null && at !== null) {
    const time = `${String(of ?? 0).padStart(2, '0')}:${String(at).padStart(2, '0')}`
    if (of !== null) return [`${days[0]} ${time}`, `${days[1]} at ${time}`]
    if (hour === '*') return [`${days[0]}每小时第 ${at} 分钟`, `${days[1]}, each hour at minute ${at}`]
  }
  return [`按 cron “${cron}”`, `by cron “${cron}”`]
}

function plainWords(when: When): Title {
  if ('cron' in when) return cronWords(when.cron)
  if ('at' in when) {
    const times = [when.at].flat()
    return [`每天 ${times.join('、')}`, `every day at ${times.join(', ')}`]
  }
  const { every } = when
  if (every === 1440) return ['每天一次', 'once a day']
  if (every === 60) return ['每小时', 'every hour']
  if (every === 1) return ['每分钟', 'every minute']
  return every % 60 === 0 ? [`每 ${every / 60} 小时`, `every ${every / 60} hours`] : [`每 ${every} 分钟`, `every ${every} minutes`]
}

/** In words, in both languages. */
export function whenWords(when: When, calendar?: 'working days'): Title {
  const [zh, en] = plainWords(when)
  return calendar === undefined ? [zh, en] : [`${zh}，仅工作日`, `${en}, on working days only`]
}
