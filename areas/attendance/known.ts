/** All that days of people follow from, read for a set of them in a fixed number of statements. */
import { addDays, daysBetween, weekday } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { homeZone } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import { workCalendarOf } from '#platform/server/jobs.ts'
import { minuteOfDay, type WorkCalendar } from '#platform/format/working-time.ts'
import { dayKinds, type Away, type DayInput, type DayRule, type OvertimeLine } from './day/input.ts'
import { boundaryBetween, dayMinutes, isSpans, minuteInZone, readSpans, spanInZone, type Span } from './day/spans.ts'
import { isStatutory } from './day/statutory.ts'
import { awaySources, compensations } from './request-tables.ts'
import { hoursSystems, overtimeBy } from './set-up-tables.ts'
import { requestStates } from './words.ts'

export interface PersonDay {
  readonly employeeId: string
  readonly day: string
}
/** What one day of a person follows from; null: he is in no group that day. */
export interface KnownDay extends PersonDay {
  readonly groupId: string
  readonly shiftId: string | null
  readonly zone: string
  readonly input: DayInput
  /** the day is not over yet */
  readonly isRunning: boolean
  /** the authority's permit of special hours has ended */
  readonly isPermitOver: boolean
}

interface Shift {
  readonly id: string
  readonly spans: readonly Span[]
  readonly mealBreaks: readonly Span[]
  readonly flexMinutes: number
  readonly pairs: boolean
  readonly from: string
  readonly to: string | null
}
const weekNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const minuteMs = 60_000
const nightSpan: Span = { from: 22 * 60, to: 30 * 60 }
const wholeDay: Span = { from: 0, to: dayMinutes }
const usualRule = {
  lateGrace: 0,
  earlyGrace: 0,
  absentAfter: 120,
  mergeMinutes: 5,
  overtimeBy: 'both',
  overtimeUnit: 30,
  overtimeMin: 30,
  lieuOnWorkdays: false,
  lieuOnRestDays: true,
  holidayPay: false,
} as const satisfies DayRule
const usualTurn = 4 * 60

const spansOrNone = (text: string | null): readonly Span[] => {
  const said = readSpans(text ?? '', false)
  return isSpans(said) ? said : []
}
const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : asText(value))
/** Minutes since 1970 UTC of a text of the program or its database. */
export const minuteOf = (instant: string): number => Math.floor(instantMs(instant) / minuteMs)
const holds = (row: { readonly from: string; readonly to: string | null }, day: string): boolean =>
  row.from <= day && (row.to === null || day <= row.to)
const codeName = <K extends string>(codes: Readonly<Record<K, readonly [number, ...unknown[]]>>, code: number): K =>
  (Object.keys(codes) as K[]).find(name => codes[name][0] === code) as K

/** Shifts by id; a reference to one means the version of its code that holds on the day. */
async function readShifts({ db }: Context): Promise<(id: string | null, day: string) => Shift | null> {
  const rows = await db.selectFrom('attendance_shift').selectAll().execute()
  const codes = new Map(rows.map(row => [asText(row.id), row.code]))
  const versions = Map.groupBy(
    rows.map(row => ({
      code: row.code,
      id: asText(row.id),
      spans: spansOrNone(row.spans),
      mealBreaks: spansOrNone(row.meal_breaks),
      flexMinutes: row.flex_minutes,
      pairs: row.pairs,
      from: asText(row.valid_from),
      to: textOrNull(row.valid_to),
    })),
    one => one.code,
  )
  return (id, day) => {
    const known = id === null ? [] : (versions.get(codes.get(id) ?? '') ?? [])
    return known.find(one => holds(one, day)) ?? known.find(one => one.id === id) ?? null
  }
}

async function readGroups({ db }: Context) {
  const groups = await db
    .selectFrom('attendance_group as g')
    .innerJoin('hr_workplace as w', 'w.id', 'g.workplace_id')
    .selectAll('g')
    .select(['w.zone', 'w.calendar'])
    .execute()
  const rules = await db.selectFrom('attendance_rule').selectAll().execute()
  const devices = await db.selectFrom('attendance_device').select(['workplace_id', 'complete_until']).execute()
  const rulesOf = Map.groupBy(rules, row => asText(row.group_id))
  return new Map(
    groups.map(row => {
      const own = devices.filter(one => asText(one.workplace_id) === asText(row.workplace_id))
      return [
        asText(row.id),
        {
          row,
          /** minutes up to which all devices have reported; no device: nothing is waited for */
          completeUntil: own.reduce(
            (least, one) => Math.min(least, one.complete_until === null ? -Infinity : minuteOf(one.complete_until)),
            Infinity,
          ),
          ruleOn: (day: string) =>
            rulesOf.get(asText(row.id))?.find(one => holds({ from: asText(one.valid_from), to: textOrNull(one.valid_to) }, day)),
        },
      ] as const
    }),
  )
}
type Group = Awaited<ReturnType<typeof readGroups>> extends ReadonlyMap<string, infer G> ? G : never

/** Whether the week of a day has the other shifts of Saturday and Sunday. */
function isOtherWeek(altFrom: string | null, day: string): boolean {
  if (altFrom === null || day < addDays(altFrom, 1 - weekday(altFrom))) return false
  const monday = (of: string): string => addDays(of, 1 - weekday(of))
  return (daysBetween(monday(altFrom), monday(day)) / 7) % 2 === 0
}

function shiftOfGroup({ row }: Group, day: string, decreed: 'work' | 'rest' | undefined): string | null {
  if (row.follows_holidays && decreed === 'rest') return null
  const at = row.follows_holidays && decreed === 'work' && weekday(day) > 5 ? 1 : weekday(day)
  const name = weekNames[at - 1] ?? 'mon'
  if (isOtherWeek(textOrNull(row.alt_from), day)) {
    if (name === 'sat') return textOrNull(row.alt_sat)
    if (name === 'sun') return textOrNull(row.alt_sun)
  }
  return textOrNull(row[name])
}

/** What is read for the days, by person. */
async function readFacts({ db }: Context, ids: readonly string[], [first, last]: readonly [string, string]) {
  const [from, to] = [`${first}T00:00:00Z`, `${addDays(last, 1)}T00:00:00Z`]
  const by = <R extends { employee_id: unknown }>(rows: readonly R[]) => Map.groupBy(rows, row => asText(row.employee_id))
  const members = await db
    .selectFrom('attendance_member')
    .select(['employee_id', 'group_id', 'valid_from', 'valid_to'])
    .where('employee_id', 'in', ids)
    .where('valid_from', '<=', last)
    .execute()
  const roster = await db
    .selectFrom('roster_day')
    .select(['employee_id', 'day', 'shift_id'])
    .where('employee_id', 'in', ids)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute()
  const punches = await db
    .selectFrom('punch as p')
    .leftJoin('punch_void as v', 'v.punch_id', 'p.id')
    .select(['p.employee_id', 'p.at'])
    .where('p.employee_id', 'in', ids)
    .where('p.at', '>=', from)
    .where('p.at', '<', to)
    .where('v.id', 'is', null)
    .orderBy('p.at')
    .execute()
  const gone = await db
    .selectFrom('away')
    .select(['employee_id', 'source', 'from_at', 'to_at'])
    .where('employee_id', 'in', ids)
    .where('approved', '=', true)
    .where('from_at', '<', to)
    .where('to_at', '>', from)
    .execute()
  const orders = await db
    .selectFrom('overtime_order')
    .select(['employee_id', 'from_at', 'to_at', 'compensation', 'unpunched'])
    .where('employee_id', 'in', ids)
    .where('state', '=', requestStates.approved[0])
    .where('from_at', '<', to)
    .where('to_at', '>', from)
    .execute()
  const left = await db
    .selectFrom('hr_file')
    .select(['employee_id', 'left_on'])
    .where('employee_id', 'in', ids)
    .where('left_on', 'is not', null)
    .execute()
  return {
    left: new Map(left.map(row => [asText(row.employee_id), asText(row.left_on)])),
    members: by(members),
    roster: new Map(roster.map(row => [`${asText(row.employee_id)} ${asText(row.day)}`, textOrNull(row.shift_id)])),
    punches: by(punches.map(row => ({ employee_id: row.employee_id, at: minuteOf(row.at) }))),
    gone: by(gone),
    orders: by(orders),
  }
}
type Facts = Awaited<ReturnType<typeof readFacts>>

/** Who works by which shift on which day. */
class Plan {
  readonly #facts: Facts
  readonly #groups: ReadonlyMap<string, Group>
  readonly #shiftOn: (id: string | null, day: string) => Shift | null
  readonly #decreed: WorkCalendar['days']

  constructor(
    facts: Facts,
    groups: ReadonlyMap<string, Group>,
    shiftOn: (id: string | null, day: string) => Shift | null,
    decreed: WorkCalendar['days'],
  ) {
    this.#facts = facts
    this.#groups = groups
    this.#shiftOn = shiftOn
    this.#decreed = decreed
  }

  group(employeeId: string, day: string): Group | null {
    const rows = this.#facts.members.get(employeeId)
    const row = rows?.find(one => holds({ from: asText(one.valid_from), to: textOrNull(one.valid_to) }, day))
    // whoever has left is in no group from the day after
    if ((this.#facts.left.get(employeeId) ?? day) < day) return null
    return row === undefined ? null : (this.#groups.get(asText(row.group_id)) ?? null)
  }

  shift(employeeId: string, day: string): Shift | null {
    const group = this.group(employeeId, day)
    if (group === null) return null
    const rostered = this.#facts.roster.get(`${employeeId} ${day}`)
    if (rostered !== undefined) return this.#shiftOn(rostered, day)
    return this.#shiftOn(shiftOfGroup(group, day, group.row.calendar === 1 ? this.#decreed?.get(day) : undefined), day)
  }

  /** Breaks for meals: of the shift, on a day of rest those of the group's usual shift. */
  mealBreaks(employeeId: string, day: string): readonly Span[] {
    const row = this.group(employeeId, day)?.row
    const usual = row === undefined ? undefined : weekNames.map(name => textOrNull(row[name])).find(id => id !== null)
    return (this.shift(employeeId, day) ?? this.#shiftOn(usual ?? null, day))?.mealBreaks ?? []
  }

  /** Where the day begins, for this person; minutes since 1970 UTC. By the zone and the rule of that day's group. */
  turn(employeeId: string, day: string): number {
    const eve = addDays(day, -1)
    const [was, is] = [this.group(employeeId, eve), this.group(employeeId, day)]
    const [zoneWas, zone] = [zoneOf(was ?? is), zoneOf(is ?? was)]
    const before = this.shift(employeeId, eve)?.spans.at(-1)
    const after = this.shift(employeeId, day)?.spans[0]
    return boundaryBetween(
      before === undefined ? null : spanInZone(eve, before, zoneWas).to,
      after === undefined ? null : minuteInZone(day, after.from, zone),
      minuteInZone(day, minuteOfDay((is ?? was)?.ruleOn(day)?.turns_at ?? '') ?? usualTurn, zone),
    )
  }
}
const zoneOf = (group: Group | null): string => (group === null || group.row.zone === '' ? homeZone : group.row.zone)

function ruleOf(rule: ReturnType<Group['ruleOn']>): DayRule {
  if (rule === undefined) return usualRule
  return {
    lateGrace: rule.late_grace,
    earlyGrace: rule.early_grace,
    absentAfter: rule.absent_after,
    mergeMinutes: rule.merge_minutes,
    overtimeBy: codeName(overtimeBy, rule.overtime_by),
    overtimeUnit: rule.overtime_unit,
    overtimeMin: rule.overtime_min,
    lieuOnWorkdays: rule.lieu_on_workdays,
    lieuOnRestDays: rule.lieu_on_rest_days,
    holidayPay: rule.holiday_pay,
  }
}

/** What keeps a person away in a stretch, and what he is to work besides. */
function besidesOf({ gone, orders }: Facts, employeeId: string, { from, to }: Span): Pick<DayInput, 'away' | 'overtime'> {
  const meets = (one: Span): boolean => one.from < to && one.to > from
  const away: Away[] = (gone.get(employeeId) ?? [])
    .map(one => ({ from: minuteOf(one.from_at), to: minuteOf(one.to_at), as: codeName(awaySources, one.source) }))
    .filter(meets)
  const overtime: OvertimeLine[] = (orders.get(employeeId) ?? [])
    .map(one => ({
      from: minuteOf(one.from_at),
      to: minuteOf(one.to_at),
      isLieu: one.compensation === compensations.lieu[0],
      isUnpunched: one.unpunched,
    }))
    .filter(meets)
    .map(one => ({ ...one, from: Math.max(one.from, from), to: Math.min(one.to, to) }))
  return { away, overtime }
}

function knownDay(facts: Facts, plan: Plan, { employeeId, day }: PersonDay, now: number): KnownDay | null {
  const group = plan.group(employeeId, day)
  if (group === null) return null
  const { row } = group
  const zone = zoneOf(group)
  const rule = group.ruleOn(day)
  const whole = { from: plan.turn(employeeId, day), to: plan.turn(employeeId, addDays(day, 1)) }
  const shift = plan.shift(employeeId, day)
  const isChinese = row.calendar === 1
  const near = [-1, 0, 1].map(n => addDays(day, n))
  const permit = textOrNull(row.permit_to)
  const isRest = shift === null || shift.spans.length === 0
  return {
    employeeId,
    day,
    groupId: asText(row.id),
    shiftId: shift?.id ?? null,
    zone,
    input: {
      spans: (shift?.spans ?? []).map(one => spanInZone(day, one, zone)),
      mealBreaks: plan.mealBreaks(employeeId, day).map(one => spanInZone(day, one, zone)),
      flexMinutes: shift?.flexMinutes ?? 0,
      pairs: shift?.pairs ?? false,
      kind: isChinese && isStatutory(day) ? dayKinds.statutory[0] : isRest ? dayKinds.rest[0] : dayKinds.work[0],
      hours: codeName(hoursSystems, row.hours_system),
      statutory: isChinese ? near.filter(isStatutory).map(one => spanInZone(one, wholeDay, zone)) : [],
      nights: near.map(one => spanInZone(one, nightSpan, zone)),
      punches: (facts.punches.get(employeeId) ?? []).map(one => one.at).filter(minute => whole.from <= minute && minute < whole.to),
      ...besidesOf(facts, employeeId, whole),
      rule: ruleOf(rule),
      isComplete: now >= whole.to && group.completeUntil >= whole.to,
    },
    isRunning: now < whole.to,
    isPermitOver: row.hours_system !== hoursSystems.standard[0] && (permit === null || permit < day),
  }
}

/** days that lie within so many of each other are read together */
const stretchDaysMax = 31

/** The days in stretches: one of long ago does not make everybody's days since be read. */
function stretchesOf(wanted: readonly PersonDay[]): PersonDay[][] {
  const stretches: PersonDay[][] = []
  for (const one of wanted.toSorted((a, b) => byText(a.day, b.day))) {
    const last = stretches.at(-1)
    if (last?.[0] !== undefined && daysBetween(last[0].day, one.day) <= stretchDaysMax) last.push(one)
    else stretches.push([one])
  }
  return stretches
}

/** Reads what the days follow from; days without a group are left out. */
export async function knownDays(context: Context, wanted: readonly PersonDay[], now: Date): Promise<KnownDay[]> {
  const known: KnownDay[] = []
  for (const stretch of stretchesOf(wanted)) known.push(...(await knownStretch(context, stretch, now)))
  return known
}

async function knownStretch(context: Context, wanted: readonly PersonDay[], now: Date): Promise<KnownDay[]> {
  const days = wanted.map(one => one.day).toSorted(byText)
  const ids = [...new Set(wanted.map(one => one.employeeId))]
  const facts = await readFacts(context, ids, [addDays(days[0] ?? '', -2), addDays(days.at(-1) ?? '', 2)])
  const plan = new Plan(facts, await readGroups(context), await readShifts(context), (await workCalendarOf(context)).days)
  return wanted.map(one => knownDay(facts, plan, one, Math.floor(now.getTime() / minuteMs))).filter(one => one !== null)
}
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
