/** All that days of people follow from, read for a set of them in a fixed number of statements. */
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '#platform/server/area.ts'
import { dayKinds, type Away, type DayInput, type DayRule, type OvertimeLine } from './day/input.ts'
import { dayMinutes, spanInZone, type Span } from './day/spans.ts'
import { isStatutory } from './day/statutory.ts'
import { minuteOf, planOf, readPlanFacts, textOrNull, zoneOf, type Group, type Plan } from './plan.ts'
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
  /** from where the day before ends to where the next one begins */
  readonly whole: Span
  /** the day is not over yet */
  readonly isRunning: boolean
  /** the authority's permit of special hours has ended */
  readonly isPermitOver: boolean
  /** a device of the workplace brings punches */
  readonly hasDevice: boolean
}

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
const codeName = <K extends string>(codes: Readonly<Record<K, readonly [number, ...unknown[]]>>, code: number): K =>
  (Object.keys(codes) as K[]).find(name => codes[name][0] === code) as K

/** What is read for the days, by person. */
async function readFacts(context: Context, ids: readonly string[], [first, last]: readonly [string, string]) {
  const { db } = context
  const [from, to] = [`${first}T00:00:00Z`, `${addDays(last, 1)}T00:00:00Z`]
  const by = <R extends { employee_id: unknown }>(rows: readonly R[]) => Map.groupBy(rows, row => asText(row.employee_id))
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
  return {
    ...(await readPlanFacts(context, ids, [first, last])),
    punches: by(punches.map(row => ({ employee_id: row.employee_id, at: minuteOf(row.at) }))),
    gone: by(gone),
    orders: by(orders),
  }
}
type Facts = Awaited<ReturnType<typeof readFacts>>

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
  const frame = plan.once(`frame ${asText(row.id)} ${day} ${shift?.id ?? ''}`, () => {
    const near = [-1, 0, 1].map(n => addDays(day, n))
    return {
      spans: (shift?.spans ?? []).map(one => spanInZone(day, one, zone)),
      mealBreaks: plan.mealBreaks(employeeId, day).map(one => spanInZone(day, one, zone)),
      statutory: isChinese ? near.filter(isStatutory).map(one => spanInZone(one, wholeDay, zone)) : [],
      nights: near.map(one => spanInZone(one, nightSpan, zone)),
    }
  })
  const permit = textOrNull(row.permit_to)
  const isRest = shift === null || shift.spans.length === 0
  return {
    employeeId,
    day,
    groupId: asText(row.id),
    shiftId: shift?.id ?? null,
    zone,
    input: {
      ...frame,
      flexMinutes: shift?.flexMinutes ?? 0,
      pairs: shift?.pairs ?? false,
      kind: isChinese && isStatutory(day) ? dayKinds.statutory[0] : isRest ? dayKinds.rest[0] : dayKinds.work[0],
      hours: codeName(hoursSystems, row.hours_system),
      punches: (facts.punches.get(employeeId) ?? []).map(one => one.at).filter(minute => whole.from <= minute && minute < whole.to),
      ...besidesOf(facts, employeeId, whole),
      rule: ruleOf(rule),
      isComplete: now >= whole.to && group.completeUntil >= whole.to,
    },
    whole,
    isRunning: now < whole.to,
    isPermitOver: row.hours_system !== hoursSystems.standard[0] && (permit === null || permit < day),
    hasDevice: group.completeUntil !== Infinity,
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
  const plan = await planOf(context, facts)
  return wanted.map(one => knownDay(facts, plan, one, Math.floor(now.getTime() / minuteMs))).filter(one => one !== null)
}
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
