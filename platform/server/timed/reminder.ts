/**
 * Reminders: so many working days or hours before or after the date of a record in a state, tell these people. Each record and date once.
 */
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { sql, type ExpressionBuilder, type ExpressionWrapper } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, primaryOf, type Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import { addDays } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { isWorkingDay, type WorkClock } from '#platform/format/working-time.ts'
import { dayInZone, instantInZone } from '#platform/format/zones.ts'
import { workClockOf } from '../calendar/work-calendar.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Tx } from '../contract/database.ts'
import { rowsByKeys } from '../lists/read-rows.ts'
import { notify } from '../notices/tell.ts'
import type { OrganisationTimed, Reminder } from '../contract/timed.ts'
import { timed } from './timed.ts'
import type { When } from '../contract/timed.ts'

/** Of a date alone work begins at this time. */
const dayBegins = '09:00'
const dayMs = 86_400_000
/** A reminder that is later than so many days is none any more: records of long ago that come into the state are left alone. */
const lateDaysMax = 60
const portion = 500

export const reminder = (
  name: string,
  title: Title,
  { when = { every: 10 }, ...words }: Reminder & { readonly when?: When },
): OrganisationTimed => ({
  ...timed(name, title, { ...when, work: (inside, tx) => remind(inside, tx, words) }),
  reminder: words,
})

type Working = Exclude<Reminder['by'], { readonly calendarDays: readonly number[] }>

/** The instant at which to remind of this date ('YYYY-MM-DD', or an instant), in ms. */
export function dueOf(date: string, by: Working, clock: WorkClock): number {
  const isDay = date.length === 10
  const at = isDay ? instantInZone(date, dayBegins, clock.zone) : instantMs(date)
  if ('hours' in by) return clock.add(at, Math.round(by.hours * 60))
  const way = by.days < 0 ? -1 : 1
  let day = dayInZone(at, clock.zone)
  for (let left = Math.abs(by.days); left > 0;) {
    day = addDays(day, way)
    if (isWorkingDay(day, clock.calendar)) left -= 1
  }
  const before = dayInZone(at, clock.zone)
  return at + (instantInZone(day, dayBegins, clock.zone) - instantInZone(before, dayBegins, clock.zone))
}

interface Candidate {
  readonly id: string
  readonly due_on: string
  /** record and date, as told */
  readonly event: string
}

const event = (eb: ExpressionBuilder<never, never>, column: string, step: string): ExpressionWrapper<never, never, string> =>
  eb.fn<string>('concat', [eb.ref('r.id' as never), sql`' '`, eb.ref(`r.${column}` as never), sql`${step}::text`])

/** The dates that are looked at, and what tells one reminder of a date from another of the same. */
interface Span {
  readonly from: string
  readonly to?: string
  readonly step: string
  /** of calendarDays */
  readonly days?: number
}

/** What is reminded of before it comes is not reminded of after it; what comes after it, for a while. */
function spansOf(context: Context, { of, on, by }: Reminder): Span[] {
  const now = context.now().getTime()
  const today = dayInZone(now, context.caller.zone)
  if ('calendarDays' in by) {
    // before work begins it is still yesterday
    const last = now < instantInZone(today, dayBegins, context.caller.zone) ? addDays(today, -1) : today
    const steps = by.calendarDays.toSorted((a, b) => a - b)
    return steps.map((days, i) => {
      const next = steps[i + 1]
      const from = next === undefined ? (days <= 0 ? today : addDays(last, -days - lateDaysMax)) : addDays(last, 1 - next)
      return { from, to: addDays(last, -days), step: ` ${days}`, days }
    })
  }
  const amount = 'days' in by ? by.days : by.hours / 8
  const back = amount < 0 ? 0 : amount * 3 + lateDaysMax
  const isDay = ownValue(of.fields, on)?.kind === 'date'
  return [{ from: isDay ? addDays(today, -Math.ceil(back)) : new Date(now - back * dayMs).toISOString(), step: '' }]
}

/** Records that were not told of, the earliest date first: what comes after one that is not due yet is not due either. */
async function candidates(
  context: Context,
  db: AnyDb,
  { of, on, while: state, notice }: Reminder,
  { from, to, step }: Span,
  past: Candidate | null,
): Promise<Candidate[]> {
  const column = columnOf(on)
  let query = db
    .selectFrom(`${of.table} as r`)
    .select(eb => [eb.ref('r.id').as('id'), eb.ref(`r.${column}`).as('due_on'), event(eb, column, step).as('event')])
    .where(`r.${column}`, '>=', from)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notice_event as e')
            .select('e.code')
            .where('e.org_id', '=', context.caller.orgId)
            .where('e.code', '=', notice.code)
            .where('e.event', '=', event(eb, column, step)),
        ),
      ),
    )
    .orderBy(`r.${column}`)
    .orderBy('r.id')
    .limit(portion)
  if (to !== undefined) query = query.where(`r.${column}`, '<=', to)
  if (state !== undefined) query = query.where(`r.${columnOf(state.field)}`, 'in', [...state.is])
  if (past !== null)
    query = query.where(({ eb, or, and }) =>
      or([eb(`r.${column}`, '>', past.due_on), and([eb(`r.${column}`, '=', past.due_on), eb('r.id', '>', past.id)])]),
    )
  return (await query.execute()) as Candidate[]
}

/** Tells what is due of the caller's organisation; `提醒 3 条`. */
export async function remind(context: Context, tx: Tx, words: Reminder): Promise<Sentence | undefined> {
  const { of, by, notice, also } = words
  const clock = await workClockOf(context)
  const db = anyTable(tx)
  const now = context.now().getTime()
  let told = 0
  for (const span of spansOf(context, words)) told += await remindIn(span)
  return told === 0 ? undefined : sentence`提醒 ${told} 条`

  async function remindIn(span: Span): Promise<number> {
    let n = 0
    const isAlso = also !== undefined && span.days !== undefined && span.days >= also.from
    const told = isAlso ? { ...notice, to: [...notice.to, ...also.to] } : notice
    for (let past: Candidate | null = null; ;) {
      const found = await candidates(context, db, words, span, past)
      const due = 'calendarDays' in by ? found : found.filter(({ due_on: date }) => dueOf(date, by, clock) <= now)
      const rows = await rowsByKeys(
        context,
        db,
        of,
        due.map(({ id }) => [id]),
      )
      const events = new Map(due.map(one => [one.id, one.event]))
      await notify(context, tx, told, { of: { resource: of, rows }, once: row => events.get(String(row.id)) ?? '' })
      n += due.length
      past = found.at(-1) ?? null
      if (found.length < portion || due.length < found.length) return n
    }
  }
}

/** What is wrong with a declared reminder; null where nothing is. */
export function reminderFaults({ of, on, by, while: state, also }: Reminder, resources: ReadonlyMap<string, Resource>): string[] {
  const kind = ownValue(of.fields, on)?.kind
  const amounts = 'calendarDays' in by ? by.calendarDays : ['days' in by ? by.days : by.hours]
  const isDays = !('calendarDays' in by) || (kind === 'date' && new Set(amounts).size === amounts.length && amounts.length > 0)
  const codes = Object.values(ownValue(of.fields, state?.field ?? '')?.choices ?? {}).map(([code]) => code)
  const isLed = (of.index ?? []).some(index => ('on' in index ? index.on : index).some(field => field.replace('-', '') === on))
  return [
    ...(resources.has(of.table) ? [] : [`reminds of records of the unknown table ${of.table}`]),
    ...(primaryOf(of).join() === 'id' && of.standard === 'organisation' ? [] : [`${of.table} has no records of an organisation`]),
    ...(kind === 'date' || kind === 'dateTime' ? [] : [`${of.table}.${on} is no date`]),
    ...(isDays ? [] : [`calendarDays ${amounts.join(', ')} are days of a date, each once`]),
    ...amounts
      .filter(amount => !Number.isFinite(amount) || (!('hours' in by) && !Number.isInteger(amount)))
      .map(amount => `${amount} is no number of days or hours`),
    ...(isLed || of.kind === 'reference' ? [] : [`no index of ${of.table} leads to ${on}`]),
    ...(also === undefined || ('calendarDays' in by && by.calendarDays.some(days => days >= also.from))
      ? []
      : [`no step of its calendarDays is ${also.from} or later`]),
    ...(state === undefined || state.is.every(code => codes.includes(code)) ? [] : [`${state.field} has no such code`]),
  ]
}
