/** Who works by which shift on which day: of the roster, else of his group; read for a set of people in a fixed number of statements. */
import { addDays, daysBetween, weekday } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { homeZone } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import { workCalendarOf } from '#platform/server/jobs.ts'
import { minuteOfDay, type WorkCalendar } from '#platform/format/working-time.ts'
import { boundaryBetween, isSpans, minuteInZone, readSpans, spanInZone, type Span } from './day/spans.ts'

const minuteMs = 60_000
export interface Shift {
  readonly code: string
  readonly id: string
  readonly spans: readonly Span[]
  readonly mealBreaks: readonly Span[]
  readonly flexMinutes: number
  readonly pairs: boolean
  readonly from: string
  readonly to: string | null
}

const weekNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const usualTurn = 4 * 60

const spansOrNone = (text: string | null): readonly Span[] => {
  const said = readSpans(text ?? '', false)
  return isSpans(said) ? said : []
}

export const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : asText(value))

/** Minutes since 1970 UTC of a text of the program or its database. */
export const minuteOf = (instant: string): number => Math.floor(instantMs(instant) / minuteMs)

export const holds = (row: { readonly from: string; readonly to: string | null }, day: string): boolean =>
  row.from <= day && (row.to === null || day <= row.to)

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
export type Group = Awaited<ReturnType<typeof readGroups>> extends ReadonlyMap<string, infer G> ? G : never

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

export interface PlanFacts {
  readonly left: ReadonlyMap<string, string>
  readonly members: ReadonlyMap<string, readonly { readonly group_id: unknown; readonly valid_from: unknown; readonly valid_to: unknown }[]>
  /** by `employee day`; null: rest */
  readonly roster: ReadonlyMap<string, string | null>
}

/** Groups, rosters and last days of these people. */
export async function readPlanFacts({ db }: Context, ids: readonly string[], [first, last]: readonly [string, string]): Promise<PlanFacts> {
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
  const left = await db
    .selectFrom('hr_file')
    .select(['employee_id', 'left_on'])
    .where('employee_id', 'in', ids)
    .where('left_on', 'is not', null)
    .execute()
  return {
    left: new Map(left.map(row => [asText(row.employee_id), asText(row.left_on)])),
    members: Map.groupBy(members, row => asText(row.employee_id)),
    roster: new Map(roster.map(row => [`${asText(row.employee_id)} ${asText(row.day)}`, textOrNull(row.shift_id)])),
  }
}

/** Who works by which shift on which day. */
export class Plan {
  readonly #facts: PlanFacts
  readonly #groups: ReadonlyMap<string, Group>
  readonly #shiftOn: (id: string | null, day: string) => Shift | null
  readonly #decreed: WorkCalendar['days']
  readonly #known = new Map<string, unknown>()

  constructor(
    facts: PlanFacts,
    groups: ReadonlyMap<string, Group>,
    shiftOn: (id: string | null, day: string) => Shift | null,
    decreed: WorkCalendar['days'],
  ) {
    this.#facts = facts
    this.#groups = groups
    this.#shiftOn = shiftOn
    this.#decreed = decreed
  }

  /** What is the same for all who share a key is worked out once. */
  once<Value>(key: string, make: () => Value): Value {
    const known = this.#known.get(key) as Value | undefined
    if (known !== undefined) return known
    const made = make()
    this.#known.set(key, made)
    return made
  }

  /** last day of whoever leaves */
  leftOn(employeeId: string): string | null {
    return this.#facts.left.get(employeeId) ?? null
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
    return this.once(`shift ${asText(group.row.id)} ${day}`, () => ({
      of: this.#shiftOn(shiftOfGroup(group, day, group.row.calendar === 1 ? this.#decreed?.get(day) : undefined), day),
    })).of
  }

  /** The spans of a day as instants, and the zone of its workplace; null: in no group that day. */
  spans(employeeId: string, day: string): { readonly zone: string; readonly spans: readonly Span[] } | null {
    const group = this.group(employeeId, day)
    if (group === null) return null
    const [shift, zone] = [this.shift(employeeId, day), zoneOf(group)]
    return this.once(`spans ${day} ${zone} ${shift?.id ?? ''}`, () => ({
      zone,
      spans: (shift?.spans ?? []).map(one => spanInZone(day, one, zone)),
    }))
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
    const [before, after] = [this.shift(employeeId, eve), this.shift(employeeId, day)]
    const key = [is ?? was, before, after].map(one => (one === null ? '' : 'row' in one ? asText(one.row.id) : one.id))
    return this.once(`turn ${day} ${zoneWas} ${zone} ${key.join(' ')}`, () => {
      const [end, begin] = [before?.spans.at(-1), after?.spans[0]]
      return boundaryBetween(
        end === undefined ? null : spanInZone(eve, end, zoneWas).to,
        begin === undefined ? null : minuteInZone(day, begin.from, zone),
        minuteInZone(day, minuteOfDay((is ?? was)?.ruleOn(day)?.turns_at ?? '') ?? usualTurn, zone),
      )
    })
  }
}
export const zoneOf = (group: Group | null): string => (group === null || group.row.zone === '' ? homeZone : group.row.zone)

export const planOf = async (context: Context, facts: PlanFacts): Promise<Plan> =>
  new Plan(facts, await readGroups(context), await readShifts(context), (await workCalendarOf(context)).days)
