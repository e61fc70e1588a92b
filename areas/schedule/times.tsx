/** Instants of the schedule as the organisation's clock shows them, and back; what a rule says in words. Pure. */
import { addDays, addMonths, firstOfWeek } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dateTimeInZone, dayInZone, homeZone, instantInZone } from '#platform/format/zones.ts'

/** `2026-11-22T09:30:00` by the organisation's clock. */
export const wallOf = (instant: string): string => dateTimeInZone(instantMs(instant), homeZone).replace(' ', 'T')

/** The instant of `2026-11-22T09:30:00`, or of a day's midnight. */
export function instantOf(wall: string): string {
  const [day = '', time = '00:00:00'] = wall.slice(0, 19).split('T')
  return new Date(instantInZone(day, time, homeZone)).toISOString()
}

export const dayOf = (instant: string): string => dayInZone(instantMs(instant), homeZone)
/** The last day of what ends with this instant, which does not belong to it. */
export const lastDayOf = (instant: string): string => dayInZone(instantMs(instant) - 1, homeZone)

/** `2026-11-22 09:30 - 10:30`, `2026-11-22 - 2026-11-23` */
export function spanText(startAt: string, endAt: string, allDay: boolean): string {
  if (allDay) {
    const [first, last] = [dayOf(startAt), lastDayOf(endAt)]
    return first === last ? first : `${first} - ${last}`
  }
  const [start, end] = [wallOf(startAt).slice(0, 16).replace('T', ' '), wallOf(endAt).slice(0, 16).replace('T', ' ')]
  return start.slice(0, 10) === end.slice(0, 10) ? `${start} - ${end.slice(11)}` : `${start} - ${end}`
}

export const spans = ['month', 'week', 'day', 'list'] as const
export type Span = (typeof spans)[number]

/** First and last day that a view shows around a day; weeks begin with Monday. */
export function stretchOf(span: Span, day: string): { readonly startDate: string; readonly endDate: string } {
  if (span === 'day') return { startDate: day, endDate: day }
  const from = firstOfWeek(span === 'week' ? day : `${day.slice(0, 7)}-01`)
  return { startDate: from, endDate: addDays(from, span === 'week' ? 6 : 41) }
}

/** The day that is shown after turning a page. */
export function turned(span: Span, day: string, way: 1 | -1): string {
  if (span === 'day') return addDays(day, way)
  if (span === 'week') return addDays(day, way * 7)
  return `${addMonths(day.slice(0, 7), way)}-01`
}

/** Rules as the form offers them: the parts that it sets. */
export const repeatChoices = ['none', 'daily', 'workdays', 'weekly', 'fortnightly', 'monthly', 'lastDay', 'yearly'] as const
export type RepeatChoice = (typeof repeatChoices)[number]
const rules: Readonly<Record<Exclude<RepeatChoice, 'none'>, string>> = {
  daily: 'FREQ=DAILY',
  workdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  weekly: 'FREQ=WEEKLY',
  fortnightly: 'FREQ=WEEKLY;INTERVAL=2',
  monthly: 'FREQ=MONTHLY',
  lastDay: 'FREQ=MONTHLY;BYMONTHDAY=-1',
  yearly: 'FREQ=YEARLY',
}

export interface RepeatParts {
  /** absent: a rule that another program made */
  readonly choice: RepeatChoice | 'other'
  /** YYYY-MM-DD; null: without end */
  readonly until: string | null
  readonly count: number | null
  /** the rule without its end */
  readonly rule: string
}

export function repeatParts(repeat: string | null): RepeatParts {
  if (repeat === null) return { choice: 'none', until: null, count: null, rule: '' }
  const parts = repeat.split(';')
  const value = (name: string): string | undefined => parts.find(part => part.startsWith(`${name}=`))?.slice(name.length + 1)
  const rule = parts.filter(part => !/^(?:UNTIL|COUNT)=/.test(part)).join(';')
  const until = value('UNTIL')
  const count = value('COUNT')
  const plain = rule.replace(/^(FREQ=WEEKLY(?:;INTERVAL=2)?);BYDAY=[A-Z]{2}$/, '$1')
  const choice = repeatChoices.find(one => one !== 'none' && rules[one] === plain) ?? 'other'
  return {
    choice,
    until: until === undefined ? null : `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`,
    count: count === undefined ? null : Number(count),
    rule,
  }
}

export function ruleOf({ choice, until, count, rule }: RepeatParts): string | null {
  if (choice === 'none') return null
  const base = choice === 'other' ? rule : rules[choice]
  const isSame = choice !== 'other' && repeatParts(rule === '' ? null : rule).choice === choice
  const end = until === null ? (count === null ? '' : `;COUNT=${count}`) : `;UNTIL=${until.replaceAll('-', '')}`
  return `${isSame ? rule : base}${end}`
}
