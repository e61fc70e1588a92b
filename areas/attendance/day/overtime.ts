/** Overtime of a day: what was ordered and present outside the shift, by its rate. Pure. */
import { overtimeKinds, type DayInput, type OvertimeKind, type OvertimeLine, type Segment } from './input.ts'
import { lengthOf, within, without, type Span } from './spans.ts'

interface Overtime {
  readonly sums: Readonly<Record<OvertimeKind, number>>
  readonly segments: readonly Segment[]
}

/** By its day and its rule: three times on statutory dates, time off only where the rule allows it, the rest by the kind of the day. */
function kindOf({ kind, hours, rule }: DayInput, { isLieu }: OvertimeLine, isStatutory: boolean): OvertimeKind | null {
  if (hours === 'free') return isStatutory && rule.holidayPay ? 'otHoliday' : null
  if (isStatutory) return 'otHoliday'
  if (isLieu && (kind === 1 ? rule.lieuOnWorkdays : rule.lieuOnRestDays)) return 'lieu'
  // comprehensive hours know no rate of rest days
  return kind === 1 || hours === 'comprehensive' ? 'otWork' : 'otRest'
}

export function overtimeOf(input: DayInput, presence: Span | null): Overtime {
  const { rule, spans, mealBreaks, statutory } = input
  const sums = Object.fromEntries(overtimeKinds.map(name => [name, 0])) as Record<OvertimeKind, number>
  const segments: Segment[] = []
  const present = presence === null ? [] : [presence]
  const [first, last] = [spans[0], spans.at(-1)]
  // what was punched between two spans of the shift is its break
  const besides = first === undefined || last === undefined ? present : without(present, [{ from: first.from, to: last.to }])
  const lines = rule.overtimeBy === 'punches' ? besides.map(one => ({ ...one, isLieu: false, isUnpunched: false })) : input.overtime
  for (const line of lines) {
    const free = without(without([line], spans), [...mealBreaks, ...input.away.filter(one => one.as === 'leave')])
    const counted = line.isUnpunched || rule.overtimeBy === 'order' ? free : within(free, present)
    for (const isStatutory of [false, true]) {
      const parts = isStatutory ? within(counted, statutory) : without(counted, statutory)
      const label = kindOf(input, line, isStatutory)
      const minutes = lengthOf(parts)
      if (label === null || minutes < rule.overtimeMin) continue
      sums[label] += minutes - (minutes % Math.max(1, rule.overtimeUnit))
      segments.push(...parts.map(({ from, to }) => ({ from, to, label })))
    }
  }
  return { sums, segments }
}
