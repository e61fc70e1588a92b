/** Which measures show, and in which groups they are offered. Pure, from the definition alone. */
import type { MeasureDefinition, ReportDefinition } from '../../declare/wire.ts'
import type { ReportState } from './report-state.ts'

/** A part of something: what it moves by is told in points, and has no rate of its own. A quotient such as the cost of a click is none. */
export const isInPoints = ({ class: of, kind }: Pick<MeasureDefinition, 'class' | 'kind'>): boolean =>
  kind !== 'decimal' && (of === 'ratio' || of === 'share' || of === 'cumulative')
/** Whether an earlier period has it as well: means over days, balances and classes are those of the period alone. */
export const isCompared = ({ class: of, balance, isUnordered }: MeasureDefinition): boolean =>
  of !== 'abc' && of !== 'cumulative' && balance === undefined && isUnordered !== true

/** Steps of the waterfall in their order. */
export const waterfallOf = (definition: ReportDefinition): MeasureDefinition[] =>
  definition.measures.filter(one => one.waterfall !== null).toSorted((a, b) => (a.waterfall ?? 0) - (b.waterfall ?? 0))

const namedIn = (definition: ReportDefinition, names: readonly string[]): MeasureDefinition[] =>
  names.flatMap(name => definition.measures.find(one => one.name === name) ?? [])

/**
 * Main measures: those that the report names; else numbers of things, where the waterfall begins and ends, ratios, then the steps between.
 */
export function mainMeasures(definition: ReportDefinition): MeasureDefinition[] {
  if (definition.main.length > 0) return namedIn(definition, definition.main)
  const steps = waterfallOf(definition)
  // numbers of things, not of lines: how many amounts stand behind a row is for whoever asks
  const counts = definition.measures.filter(one => one.kind === 'integer' && one.class === 'sum')
  const ratios = definition.measures.filter(one => one.class === 'ratio')
  const ends = [steps[0], steps.at(-1)].flatMap(one => (one === undefined ? [] : [one]))
  return [...new Set([...counts, ...ends, ...ratios, ...steps])]
}

export function shownMeasures(definition: ReportDefinition, state: Pick<ReportState, 'columns'>): MeasureDefinition[] {
  if (state.columns === null) return mainMeasures(definition)
  return namedIn(definition, state.columns)
}

export interface MeasureGroup {
  /** the formula whose operands these are; null: the main ones, or those of no formula */
  readonly of: MeasureDefinition | null
  readonly isMain: boolean
  readonly measures: readonly MeasureDefinition[]
}

/** The main measures, then what each of them is made of, then the rest; every measure once. */
export function measureGroups(definition: ReportDefinition): MeasureGroup[] {
  const main = mainMeasures(definition)
  const left = new Set(definition.measures.filter(one => !main.includes(one)))
  const take = (wanted: (one: MeasureDefinition) => boolean): MeasureDefinition[] => {
    const taken = [...left].filter(wanted)
    for (const one of taken) left.delete(one)
    return taken
  }
  const isPart = (one: MeasureDefinition): boolean => one.operands.length === 0
  const parts = definition.measures
    .filter(one => one.class === 'plus')
    .map(of => ({ of, isMain: false, measures: take(one => isPart(one) && of.operands.includes(one.name)) }))
  return [
    { of: null, isMain: true, measures: main },
    ...parts.filter(one => one.measures.length > 0),
    ...(left.size === 0 ? [] : [{ of: null, isMain: false, measures: [...left] }]),
  ]
}

/** Measures of the strip: those that the report names, else the first that its page begins with. */
export const keyMeasures = (definition: ReportDefinition): MeasureDefinition[] =>
  definition.keyFigures.length > 0 ? namedIn(definition, definition.keyFigures) : mainMeasures(definition).slice(0, keyFiguresFirst)
const keyFiguresFirst = 5

/** Measures with everything that their formulas are made of, down to what has lines. */
export function withOperands(definition: ReportDefinition, measures: readonly MeasureDefinition[]): string[] {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    definition.measures.find(one => one.name === name)?.operands.forEach(visit)
  }
  for (const one of measures) visit(one.name)
  return [...found]
}
