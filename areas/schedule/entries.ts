/** Adding, changing, deleting and answering entries: one's own alone; of a series one time, those from one on, or all. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { dayNumber, dayOfNumber } from '#platform/format/dates.ts'
import { instantMs, readInstant } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, instantInZone, zoneOffsetMs } from '#platform/format/zones.ts'
import { removeRecords, change, addRecord, updateRecord } from '#platform/server/records.ts'
import { refuse, type Context, type Values, defined } from '#platform/server/area.ts'
import { keepParticipants, tellParticipants } from './participants.ts'
import { cutBefore, isDayOf, isRule, isTooLong, lastEnd, nextBegin, seriesYearsMax, type Series } from './repeat.ts'
import { answers, scheduleEntry, scheduleParticipant } from './tables.ts'

/** of a series: this time, this and those after it, all of them */
export const scopes = { one: 1, rest: 2, all: 3 } as const
export type SeriesScope = 1 | 2 | 3

export interface EntryInput {
  readonly id?: string
  readonly version?: number
  readonly scope?: SeriesScope
  /** the day of the time that is meant, by the clock of the series */
  readonly occurrenceOn?: string
  readonly participants?: readonly string[]
  readonly [field: string]: unknown
}

const dayMs = 86_400_000
/** the longest entry */
const lengthMax = 366 * dayMs
/** years in which entries begin and that are looked at */
const [firstYear, lastYear] = [1970, 2199]

/** What lies far from any calendar is named, not worked out. */
export function refuseYear(day: string, field: string): void {
  const year = Number(day.slice(0, -6))
  if (!(year >= firstYear && year <= lastYear))
    throw refuse.invalid([{ field, message: sentence`请选择 ${firstYear} 年到 ${lastYear} 年之间的时间` }])
}
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export type StoredEntry = Awaited<ReturnType<typeof ownEntry>>

/** The entry under its lock, which is the caller's own. */
export async function ownEntry({ db, caller }: Context, id: string) {
  const row = await db.selectFrom('schedule_entry').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw refuse.unknown(scheduleEntry.title)
  if (row.owner_id !== caller.employeeId) throw refuse.forbidden(sentence`只有日程的所有人可以修改或删除，参与人可以接受或拒绝`)
  return row
}

export const seriesOf = (row: {
  readonly start_at: string
  readonly end_at: string
  readonly zone: string
  readonly repeat: string | null
  readonly left_out: readonly string[] | null
}): Series => ({
  startMs: instantMs(row.start_at),
  endMs: instantMs(row.end_at),
  zone: row.zone,
  repeat: row.repeat,
  except: row.left_out ?? [],
})

/** When to remind next, seen from now; null where nothing is to come. */
export function nextReminder(series: Series, remind: number | null, nowMs: number): number | null {
  if (remind === null) return null
  const begin = nextBegin(series, nowMs + remind * 60_000)
  return begin === null ? null : begin - remind * 60_000
}

/** What the caller gave, with what follows from it; faults by field. */
function checked(
  context: Context,
  given: Values,
  zone: string,
  except: readonly string[],
): { readonly input: Values; readonly besides: Values } {
  const input = { ...given }
  const start = readInstant(asText(input['startAt'] ?? ''))
  const end = readInstant(asText(input['endAt'] ?? ''))
  // what is no instant is named by the fields themselves
  if (start === null || end === null) return { input, besides: {} }
  refuseYear(dayInZone(start, zone), 'startAt')
  if (end - start > lengthMax) throw refuse.invalid([{ field: 'endAt', message: sentence`一次日程最长一年，请调整结束时间或设为重复` }])
  let [startMs, endMs] = [start, end]
  if (input['allDay'] === true) {
    const last = dayInZone(endMs - 1, zone)
    startMs = instantInZone(dayInZone(startMs, zone), '00:00:00', zone)
    endMs = instantInZone(endMs <= startMs ? last : dayOfNumber(dayNumber(last) + 1), '00:00:00', zone)
  }
  if (endMs <= startMs) throw refuse.invalid([{ field: 'endAt', message: sentence`结束时间应晚于开始时间` }])
  const repeat = input['repeat'] === undefined || input['repeat'] === '' ? null : (input['repeat'] as string | null)
  if (repeat !== null && !isRule(repeat)) throw refuse.invalid([{ field: 'repeat', message: sentence`重复规则不正确，请重新选择` }])
  const series: Series = { startMs, endMs, zone, repeat, except }
  if (isTooLong(series))
    throw refuse.invalid([{ field: 'repeat', message: sentence`重复最长 ${seriesYearsMax} 年，请减少次数、提前结束日期或不设结束` }])
  const last = lastEnd(series)
  if (repeat !== null && last === null && /COUNT=|UNTIL=/.test(repeat))
    throw refuse.invalid([{ field: 'repeat', message: sentence`按这个规则没有任何一次，请调整重复或结束日期` }])
  const remind = typeof input['remind'] === 'number' ? input['remind'] : null
  const besides = {
    zone,
    leftOut: [...except],
    lastEndAt: iso(last),
    remindAt: iso(nextReminder(series, remind, context.now().getTime())),
  }
  return { input: { ...input, repeat, startAt: iso(startMs), endAt: iso(endMs) }, besides }
}

const audienceOf = (people: readonly string[]): string[] => people.map(id => `e${id}`)

function everybody(context: Context, participants: readonly string[] | undefined): string[] {
  const { employeeId } = context.caller
  if (employeeId === null) throw refuse.rule(sentence`您的账号没有对应的员工，不能建立日程`)
  return [...new Set([employeeId, ...(participants ?? [])])]
}

export const addEntry = (context: Context, { participants, ...given }: EntryInput, besides: Values = {}): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const people = everybody(inside, participants)
    const { input, besides: more } = checked(inside, given, inside.caller.zone, [])
    const added = await addRecord(inside, scheduleEntry, input, { besides: { ...more, audience: audienceOf(people), ...besides } })
    await keepParticipants(inside, added.id, people, true)
    await tellParticipants(inside, tx, added.id, 'invited')
    return added
  })

/** The values of a stored entry as a form gives them. */
const valuesOf = (row: StoredEntry): Values => ({
  title: row.title,
  kind: row.kind,
  startAt: row.start_at,
  endAt: row.end_at,
  allDay: row.all_day,
  place: row.place,
  remark: row.remark,
  remind: row.remind,
  repeat: row.repeat,
  visibility: row.visibility,
  done: row.done,
})

const peopleOf = async ({ db }: Context, id: string): Promise<string[]> =>
  (await db.selectFrom('schedule_participant').select('employee_id').where('entry_id', '=', id).execute()).map(row => row.employee_id)

function occurrenceOf(series: Series, day: string | undefined): { readonly on: string; readonly startMs: number; readonly endMs: number } {
  const found = day === undefined || series.except.includes(day) ? null : isDayOf(series, day)
  if (found === null) throw refuse.invalid([{ field: 'occurrenceOn', message: sentence`这个系列在该日期没有日程，请刷新后再试` }])
  return found
}

/** Answers the entry that was written: another one where a series was divided. */
export const updateEntry = (context: Context, input: EntryInput): Promise<{ id: string; version: number }> =>
  context.write(async (_, inside) => {
    const { id = '', version, scope = scopes.all, occurrenceOn, participants, ...given } = input
    const row = await ownEntry(inside, id)
    if (version !== row.version) return updateRecord(inside, scheduleEntry, { id, version, title: row.title })
    if (row.repeat === null) return changeWhole(inside, row, given, participants)
    const series = seriesOf(row)
    if (scope === scopes.all) return changeWhole(inside, row, shifted(series, given, occurrenceOn), participants)
    const at = occurrenceOf(series, occurrenceOn)
    if (scope === scopes.one) return takeOut(inside, row, at, given, participants)
    return divide(inside, row, at, given, participants)
  })

/** A change of one time moves all of a series by as much. */
function shifted(series: Series, given: Values, day: string | undefined): Values {
  if (day === undefined) return given
  const at = occurrenceOf(series, day)
  const move = (field: 'startAt' | 'endAt', from: number, base: number): Values => {
    const to = readInstant(asText(given[field] ?? ''))
    if (given[field] === undefined || to === null) return {}
    const wall = (ms: number): number => ms + zoneOffsetMs(ms, series.zone)
    const moved = wall(base) + wall(to) - wall(from)
    return { [field]: iso(moved - zoneOffsetMs(moved - zoneOffsetMs(base, series.zone), series.zone)) }
  }
  return { ...given, ...move('startAt', at.startMs, series.startMs), ...move('endAt', at.endMs, series.endMs) }
}

async function changeWhole(
  context: Context,
  row: StoredEntry,
  given: Values,
  participants: readonly string[] | undefined,
): Promise<{ id: string; version: number }> {
  const before = valuesOf(row)
  const were = await peopleOf(context, row.id)
  const people = participants === undefined ? were : everybody(context, participants)
  const merged = { ...before, ...given }
  // another rule, or other days, make the days that were left out meaningless
  const isMoved = ['startAt', 'repeat'].some(field => Object.hasOwn(given, field) && given[field] !== before[field])
  const { input, besides } = checked(context, merged, row.zone, isMoved ? [] : (row.left_out ?? []))
  const saved = await updateRecord(
    context,
    scheduleEntry,
    { ...input, id: row.id, version: row.version },
    { besides: { ...besides, audience: audienceOf(people) } },
  )
  const isNews = ['startAt', 'endAt', 'place', 'repeat'].some(field => Object.hasOwn(given, field) && given[field] !== before[field])
  const gone = were.filter(id => !people.includes(id))
  const [fresh, kept] = [people.filter(id => !were.includes(id)), people.filter(id => were.includes(id))]
  const tellOf = async (what: 'removed' | 'invited' | 'changed', to: readonly string[]): Promise<void> => {
    if (to.length > 0) await tellParticipants(context, defined(context.tx, 'a transaction'), row.id, what, { to })
  }
  await tellOf('removed', gone)
  await keepParticipants(context, row.id, people, isNews)
  await tellOf('invited', fresh)
  if (isNews) await tellOf('changed', kept)
  return saved
}

interface Times {
  readonly on: string
  readonly startMs: number
  readonly endMs: number
}

/** One time of a series becomes an entry of its own. */
async function takeOut(
  context: Context,
  row: StoredEntry,
  at: Times,
  given: Values,
  participants: readonly string[] | undefined,
): Promise<{ id: string; version: number }> {
  await leaveOut(context, row, at.on)
  const people = participants ?? (await peopleOf(context, row.id))
  const values = { ...valuesOf(row), startAt: iso(at.startMs), endAt: iso(at.endMs), ...given, repeat: null, participants: people }
  const { id } = await addEntry(context, values, { seriesId: row.id, seriesOn: at.on })
  return { id, version: 1 }
}

const leaveOut = (context: Context, row: StoredEntry, day: string): Promise<unknown> => {
  const series = { ...seriesOf(row), except: [...(row.left_out ?? []), day] }
  const remindAt = iso(nextReminder(series, row.remind, context.now().getTime()))
  return change(context, scheduleEntry, row.id, { leftOut: series.except, remindAt }, { version: row.version })
}

/** The series ends before this day, and another begins with it. */
async function divide(
  context: Context,
  row: StoredEntry,
  at: Times,
  given: Values,
  participants: readonly string[] | undefined,
): Promise<{ id: string; version: number }> {
  const series = seriesOf(row)
  const { before, after } = cutBefore(series, at.on)
  if (before === null) return changeWhole(context, row, shifted(series, given, at.on), participants)
  const people = participants ?? (await peopleOf(context, row.id))
  const isSameRule = given['repeat'] === undefined || given['repeat'] === row.repeat
  const values = { ...valuesOf(row), startAt: iso(at.startMs), endAt: iso(at.endMs), ...given, participants: people }
  await endBefore(context, row, before)
  const { id } = await addEntry(context, { ...values, ...(isSameRule ? { repeat: after } : {}) })
  const isSameDay = given['startAt'] === undefined || dayInZone(instantMs(asText(given['startAt'])), row.zone) === at.on
  const later = isSameRule && isSameDay ? series.except.filter(day => day > at.on) : []
  if (later.length > 0) await change(context, scheduleEntry, id, { leftOut: later })
  return { id, version: later.length > 0 ? 2 : 1 }
}

function endBefore(context: Context, row: StoredEntry, rule: string): Promise<unknown> {
  const series = { ...seriesOf(row), repeat: rule }
  const remindAt = iso(nextReminder(series, row.remind, context.now().getTime()))
  return change(context, scheduleEntry, row.id, { repeat: rule, lastEndAt: iso(lastEnd(series)), remindAt }, { version: row.version })
}

export const removeEntry = (
  context: Context,
  { id, scope = scopes.all, occurrenceOn }: EntryInput & { readonly id: string },
): Promise<null> =>
  context.write(async (tx, inside) => {
    const row = await ownEntry(inside, id)
    if (row.repeat !== null && scope !== scopes.all) {
      const at = occurrenceOf(seriesOf(row), occurrenceOn)
      if (scope === scopes.one) {
        await tellParticipants(inside, tx, id, 'cancelled', { beginsMs: at.startMs })
        await leaveOut(inside, row, at.on)
        return null
      }
      const { before } = cutBefore(seriesOf(row), at.on)
      if (before !== null) {
        await tellParticipants(inside, tx, id, 'cancelled', { beginsMs: at.startMs, isOnwards: true })
        await endBefore(inside, row, before)
        return null
      }
    }
    // of what was taken out of a series each goes with it
    const parts = await tx.selectFrom('schedule_entry').select('id').where('series_id', '=', id).execute()
    const ids = [...parts.map(part => part.id), id]
    await tellParticipants(inside, tx, id, 'cancelled')
    await keepParticipants(inside, ids, [], false)
    if (parts.length > 0) await removeRecords(inside, scheduleEntry, ids.slice(0, -1))
    await removeRecords(inside, scheduleEntry, [id])
    return null
  })

/** A participant's own word; the owner is told. */
export const answerEntry = (context: Context, id: string, answer: 2 | 3): Promise<null> =>
  context.write(async (tx, inside) => {
    const { caller, now } = inside
    const mine = await tx
      .selectFrom('schedule_participant')
      .innerJoin('schedule_entry', 'schedule_entry.id', 'schedule_participant.entry_id')
      .select(['schedule_participant.id', 'schedule_entry.owner_id', 'schedule_participant.answer'])
      .where('entry_id', '=', id)
      .where(sql<boolean>`employee_id = ${caller.employeeId}`)
      .executeTakeFirst()
    if (mine === undefined) throw refuse.unknown(scheduleEntry.title)
    if (mine.owner_id === caller.employeeId) throw refuse.rule(sentence`自己的日程不需要回复`)
    if (mine.answer === answer) return null
    await change(inside, scheduleParticipant, mine.id, { answer, answeredAt: now().toISOString() }, { verb: 'answer' })
    await tellParticipants(inside, tx, id, answer === answers.accepted[0] ? 'accepted' : 'declined')
    return null
  })
