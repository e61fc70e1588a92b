/**
 * Report: figures by dimensions, a pure reading of roll-ups that owns no table. Each measure is a sum over one roll-up under conditions, or
 * a formula over other measures; totals, chart, export, printed formulas and drill-down follow from this value.
 */
import { costFaults, type Costed } from './cost.ts'
import type { Dimension, Step } from './dimension.ts'
import { hasLines, isLeaf, operandFaults, operandsOf, type Conditions, type Distinct, type Measure } from './measures.ts'
import { byTime, covers, onClock, shopOwner, type Grain, type Rollup } from './rollup.ts'
import type { Scope } from './scope.ts'
import type { Title } from './title.ts'
import type { Comparison, TimeUnit } from './wire.ts'
import { whyFaults, type Why } from './why.ts'
import { ownValue } from './own-value.ts'

export * from './measures.ts'

/** What stands beside a figure that is held against an earlier one: that figure, the difference, and how far it has moved. */
export const figureParts: Readonly<Record<Comparison, Readonly<Record<'was' | 'difference' | 'rate', Title>>>> = {
  before: { was: ['上期', 'previous period'], difference: ['环比增减', 'change on period'], rate: ['环比', '% on period'] },
  yearBefore: { was: ['去年同期', 'year before'], difference: ['同比增减', 'change on year'], rate: ['同比', '% on year'] },
}

/** What days are gathered into: ISO weeks by their Monday; quarters and years as the organisation's fiscal year has them. */
export const timeUnits = ['day', 'week', 'month', 'quarter', 'year'] as const satisfies readonly TimeUnit[]
export type { Dimension, Step, TimeUnit }

type DimensionFace = Omit<Dimension, 'keys' | 'via' | 'time'>
export const key = (name: string, face: DimensionFace): Dimension => ({
  keys: [name],
  ...(name === 'day' || name === 'month' ? { time: name } : {}),
  ...face,
})

const timeFaces: Readonly<Record<TimeUnit, Pick<Dimension, 'title' | 'kind' | 'keys'>>> = {
  day: { title: ['日期', 'Day'], kind: 'date', keys: ['day'] },
  week: { title: ['周', 'Week'], kind: 'date', keys: ['day'] },
  month: { title: ['月份', 'Month'], kind: 'month', keys: ['month'] },
  quarter: { title: ['季度', 'Quarter'], kind: 'text', keys: ['month'] },
  year: { title: ['财年', 'Fiscal year'], kind: 'text', keys: ['month'] },
}
/** The times that a report can be asked by, each under its own name. */
export const times = <U extends TimeUnit>(...units: readonly U[]): Record<U, Dimension> =>
  Object.fromEntries(units.map((unit): [string, Dimension] => [unit, { ...timeFaces[unit], time: unit }])) as Record<U, Dimension>
export const via = (steps: readonly Step[], value: string, face: DimensionFace): Dimension => ({
  keys: keysOfSteps(steps),
  via: { steps, value },
  ...face,
})

const keysOfSteps = ([first]: readonly Step[]): string[] => [...Object.values(first?.on ?? {}), ...(first?.validBetween ? ['day'] : [])]

/** A dimension as it stands on a roll-up: by its keys, else by its look-up of elsewhere; undefined: the roll-up does not tell it. */
export function dimensionOn(of: Rollup, d: Dimension): Dimension | undefined {
  const hasKeys = (keys: readonly string[]): boolean =>
    keys.every(one => Object.hasOwn(of.keys, one) || Object.hasOwn(of.lineKeys ?? {}, one))
  if (hasKeys(d.keys)) return d
  const keys = keysOfSteps(d.fallbackLookup?.steps ?? [])
  return d.fallbackLookup !== undefined && hasKeys(keys) ? { ...d, keys, via: d.fallbackLookup } : undefined
}

/** Whether only lines of the report's roll-ups tell the dimension. */
export const isOfLines = (of: Pick<Report, 'measures'>, d: Dimension | undefined): boolean =>
  d !== undefined && rollupsOfReport(of).some(one => d.keys.some(name => Object.hasOwn(one.lineKeys ?? {}, name)))

export interface ReportDeclaration extends Pick<Costed, 'beforeCost' | 'costRight'> {
  readonly title: Title
  readonly scope: Scope
  readonly permission: string
  readonly dimensions: Readonly<Record<string, Dimension>>
  readonly measures: Readonly<Record<string, Measure>>
  /** the owners (shops) it is of, by what their look-ups lead to (a marketplace's platform); absent: all that the caller may see */
  readonly ownersWhere?: { readonly steps: readonly Step[]; readonly value: string; readonly is: number | string }
  /** measures that the page begins with, the first of money for its trend; absent: those of the waterfall */
  readonly main?: readonly string[]
  /** measures of the strip in the title line of its page, five at most; absent: the first of those that the page begins with */
  readonly keyFigures?: readonly string[]
  /** how it tells what moved a figure of it */
  readonly why?: Why
  /** two measures whose courses by week or month are drawn over each other, each with an axis of its own: a price and what it sells */
  readonly pairedMeasures?: readonly [string, string]
  /** roll-ups whose files say until when it is complete, each by itself; absent: the files of all of them together */
  readonly completeBy?: readonly Rollup[]
  /** default nesting */
  readonly by: readonly string[]
  readonly time: 'month' | 'day'
  /** earlier periods that every figure can be held against; absent: none */
  readonly compare?: readonly Comparison[]
  /** clocks that it can be read by, the first one unless asked for; a roll-up without such a clock is the same by each */
  readonly clocks?: Readonly<Record<string, Labels>>
  /** absent: it shows no money */
  readonly conversion?: Conversion
  /** costs are told by the right to the call that reads it, whoever asks: figures that are kept, closed or compared whole */
  readonly isWhole?: true
  /** paths of its calls, which all but `lacking` follow from it (verbs/figures.ts) */
  readonly paths: {
    readonly rows: string
    readonly lines: string
    /** what the figures lack besides rates, asked beside the rows so that no figure waits for it */
    readonly lacking?: string
    readonly compute?: string
    readonly export?: string
    /** where it says why */
    readonly why?: string
  }
}
/** What a clock is called, and which day of an amount it means. */
export interface Labels {
  readonly title: Title
  readonly help: Title
}
export interface Conversion {
  /** field of the owner (shop, account) that says its currency; absent: owners have none, and all is shown in the base */
  readonly own?: string
  /** table of rates by `month` and `currency`, of one unit in the base currency */
  readonly rates: string
  readonly base: string
}
/** Money in the currency of its shop, account or other owner, or in CNY by the organisation's rates. */
export const inOwnersCurrency: Conversion = { own: 'currency', rates: 'currency_rate', base: 'CNY' }
/** Money of owners that have no currency of their own: in CNY by the organisation's rates. */
export const inBaseCurrency: Conversion = { rates: 'currency_rate', base: 'CNY' }

export interface Report extends ReportDeclaration {
  readonly noun: 'report'
  readonly name: string
}

/**
 * Declares a report. Throws, so that the program does not start, where no grain covers it, a formula runs in a circle or the scope's column
 * is no key.
 */
export function report(name: string, declaration: ReportDeclaration): Report {
  const made: Report = { noun: 'report', name, ...declaration }
  const clocks = Object.keys(declaration.clocks ?? {}).map(clock => reportOn(made, clock))
  const faults = [...[made, ...clocks].flatMap(reportFaults), ...costFaults(made)]
  if (faults.length > 0) throw new Error(`report ${name}:\n  ${faults.join('\n  ')}`)
  return made
}

const clocked = new WeakMap<Report, Map<string, Report>>()
/** The report as one of its clocks has it: the same one each time. */
export function reportOn(of: Report, clock: string | undefined): Report {
  if (clock === undefined) return of
  const known = clocked.get(of) ?? new Map<string, Report>()
  clocked.set(of, known)
  const measures = Object.entries(of.measures).map(([name, m]) => [name, hasLines(m) ? { ...m, of: onClock(m.of, clock) } : m] as const)
  const made = known.get(clock) ?? { ...of, measures: Object.fromEntries(measures) }
  known.set(clock, made)
  return made
}

/** The roll-ups a report reads, in the order of its measures. */
export const rollupsOfReport = (of: Pick<Report, 'measures'>): Rollup[] => [
  ...new Set(Object.values(of.measures).flatMap(m => (hasLines(m) ? [m.of] : []))),
]

/** The key that names the owners of a report's facts: one for all its roll-ups. */
export const ownerOf = (of: Pick<Report, 'measures'>): string => rollupsOfReport(of)[0]?.owner ?? shopOwner

/** The leaves a measure is made of, each once. */
export function leavesOf(of: Report, name: string): string[] {
  const m = ownValue(of.measures, name)
  if (!m) throw new Error(`${of.name}: ${name} is no measure`)
  return isLeaf(m) || m.class === 'distinct' ? [name] : [...new Set(operandsOf(m).flatMap(o => leavesOf(of, o)))]
}

/** Keys of a roll-up that a condition stands on. */
export const conditionKeys = (of: Rollup, when: Conditions): string[] =>
  Object.keys(when).map(c => (of.mapped?.name === c ? of.mapped.key : c))

/** The smallest stored grain that tells all these keys. */
export function grainFor(of: Rollup, keys: readonly string[]): Grain | undefined {
  return [...of.grains].sort((a, b) => a.keys.length - b.keys.length || byTime(a, b)).find(g => keys.every(k => covers(g, k)))
}

/** What a title line has room for. */
const keyFiguresMax = 5

/** Everything wrong with a report, as sentences for whoever declared it. */
export function reportFaults(of: Report): string[] {
  const faults: string[] = []
  const owners = [...new Set(rollupsOfReport(of).map(one => one.owner))]
  if (owners.length > 1) faults.push(`its facts have unlike owners: ${owners.join(', ')}`)
  for (const [name, m] of Object.entries(of.measures)) {
    if (!m.title[0] || !m.title[1] || !m.source[0] || !m.source[1]) faults.push(`${name}: a title or source is missing`)
    for (const o of operandsOf(m)) if (!Object.hasOwn(of.measures, o)) faults.push(`${name}: ${o} is no measure`)
    faults.push(...operandFaults(of.measures, name, m))
    const circle = circleFrom(of, name, [])
    if (circle) faults.push(`formulas run in a circle: ${circle.join(' -> ')}`)
    if (!hasLines(m)) continue
    for (const column of m.class === 'distinct' ? [m.constant.column, m.within.column] : [m.column])
      if (column !== 'n' && !Object.hasOwn(m.of.sums, column)) faults.push(`${name}: ${m.of.name} has no sum ${column}`)
    if (m.class === 'distinct')
      faults.push(
        ...distinctFaults(
          name,
          m,
          Object.values(of.dimensions).flatMap(d => d.keys),
        ),
      )
    if (m.kind === 'money' && of.conversion === undefined) faults.push(`${name}: money needs a conversion`)
    const asked = Object.values(of.dimensions)
      .flatMap(d => (dimensionOn(m.of, d) ?? d).keys)
      .filter(k => Object.hasOwn(m.of.keys, k))
    const own = m.kind === 'money' || Object.hasOwn(m.of.keys, 'currency') ? ['currency'] : []
    const keys = [...new Set([m.of.owner, ...own, 'month', ...asked, ...conditionKeys(m.of, m.when)])]
    for (const k of keys) if (!Object.hasOwn(m.of.keys, k)) faults.push(`${name}: ${k} is no key of ${m.of.name}`)
    if (!grainFor(m.of, keys)) faults.push(`${name}: no grain of ${m.of.name} covers ${keys.join(', ')}`)
    for (const part of of.scope.all ?? [])
      if (
        !(part.column === 'org_id' && m.of.owner !== shopOwner) &&
        !m.of.grains.every(g => g.keys.some(k => k.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`) === part.column))
      )
        faults.push(`${name}: the scope's column ${part.column} is no key of ${m.of.name}`)
  }
  for (const [name, { about, keys }] of Object.entries(of.dimensions)) {
    const steps = ownValue(of.dimensions, about ?? '')?.via?.steps ?? []
    if (about !== undefined && (steps.length !== 1 || !Object.values(steps[0]?.on ?? {}).includes(keys[0] ?? '')))
      faults.push(`${name}: ${about} is no dimension that one look-up by ${keys[0] ?? 'nothing'} leads to`)
  }
  if ((of.keyFigures ?? []).length > keyFiguresMax) faults.push(`more than ${keyFiguresMax} key figures`)
  faults.push(
    ...whyFaults(
      of.why,
      name => Object.hasOwn(of.measures, name),
      name => Object.hasOwn(of.dimensions, name),
    ),
  )
  if (of.why !== undefined && of.paths.why === undefined) faults.push('why needs a path')
  if (of.pairedMeasures !== undefined && !Object.hasOwn(of.dimensions, 'week')) faults.push('measures beside each other need weeks')
  for (const name of [...(of.main ?? []), ...(of.keyFigures ?? []), ...(of.pairedMeasures ?? [])])
    if (!Object.hasOwn(of.measures, name)) faults.push(`${name} is no measure`)
  for (const d of of.by) if (!Object.hasOwn(of.dimensions, d)) faults.push(`${d} is no dimension`)
  return [...new Set(faults)]
}

function distinctFaults(name: string, { of, things, constant, within }: Distinct, asked: readonly string[]): string[] {
  const unknown = [...constant.keys, within.key].filter(k => !Object.hasOwn(of.keys, k))
  return [
    ...unknown.map(k => `${name}: ${k} is no key of ${of.name}`),
    ...asked
      .filter(k => Object.hasOwn(of.keys, k) && k !== within.key && !constant.keys.includes(k))
      .map(k => `${name}: things are not counted by ${k}`),
    ...of.from.flatMap(s => (Object.hasOwn(s.fact.fields, within.several) ? [] : [`${name}: ${s.fact.table} has no ${within.several}`])),
    ...of.from.flatMap(s => (Object.hasOwn(s.lines, things) ? [] : [`${name}: lines of ${s.name} have no ${things}`])),
    ...(of.from.some(s => s.fallback)
      ? [`${name}: ${of.name} has a lesser witness, whose days are not known when things are counted`]
      : []),
  ]
}

function circleFrom(of: Report, name: string, path: readonly string[]): readonly string[] | null {
  if (path.includes(name)) return [...path, name]
  const m = ownValue(of.measures, name)
  if (!m) return null
  for (const o of operandsOf(m)) {
    const circle = circleFrom(of, o, [...path, name])
    if (circle) return circle
  }
  return null
}
