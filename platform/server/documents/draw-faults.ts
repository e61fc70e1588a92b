/** What is wrong with what lines of documents declare of drawing and progress: the program does not start with a fault. */
import type { Draw, Progress } from '#platform/declare/draws.ts'
import type { Field } from '#platform/declare/fields.ts'
import { isStored } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { reverseStep } from '#platform/declare/posts.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { headerOf } from '../lists/drawings.ts'
import { stepsFrom } from '../states/machine.ts'

type Resources = ReadonlyMap<string, Resource>
const figures: ReadonlySet<string> = new Set(['integer', 'decimal', 'money'])
const isFigure = (field: Field | undefined): boolean => field !== undefined && figures.has(field.kind) && isStored(field)
/** The server alone sets it, and begins with nothing. */
const isCounter = (field: Field | undefined): boolean =>
  isFigure(field) && field?.options.computed === true && Number(field.options.default ?? Number.NaN) === 0

export function drawFaults(r: Resource, resources: Resources): string[] {
  const { linesOf } = r
  const undrawn = Object.entries(r.states?.steps ?? {}).flatMap(([name, step]) =>
    step.undrawn === true && name !== reverseStep && !isDrawn(r, resources)
      ? [`${r.table}.life: step ${name}: undrawn, and nothing is drawn from its lines`]
      : [],
  )
  if (linesOf === undefined) return undrawn
  const { draws = [], progress } = linesOf
  return [
    ...undrawn,
    ...draws.flatMap(draw => faultsOf(r, draw, resources).map(fault => `${r.table}.record: draws from ${draw.from}: ${fault}`)),
    ...(progress === undefined ? [] : progressFaults(r, progress, resources).map(fault => `${r.table}.record: progress: ${fault}`)),
  ]
}

const isDrawn = (header: Resource, resources: Resources): boolean =>
  [...resources.values()].some(one =>
    (one.linesOf?.draws ?? []).some(draw => {
      const source = resources.get(draw.from)
      return source !== undefined && headerOf(source, resources)?.table === header.table
    }),
  )

function faultsOf(r: Resource, draw: Draw, resources: Resources): string[] {
  const { from, by, measure, counter, over, closed, same = [] } = draw
  const [header, source] = [headerOf(r, resources), resources.get(from)]
  const sourceHeader = source && headerOf(source, resources)
  if (header === undefined || source === undefined || sourceHeader === undefined) return ['it names no lines of a document']
  const reference = ownValue(r.fields, by)
  const has = (name: string, ...of: readonly Resource[]): boolean => of.some(one => Object.hasOwn(one.fields, name))
  const inSource = (name: string): Field | undefined => ownValue(source.fields, name)
  const others = [...resources.values()].flatMap(one => one.linesOf?.draws ?? []).filter(one => one !== draw && one.from === from)
  const { hidden, see } = reference?.options ?? {}
  return [
    ...(reference?.kind !== 'reference' || reference.to !== from || reference.by !== undefined || hidden === true || see !== undefined
      ? [`by: ${by} is no reference to ${from} by its id that everybody sees`]
      : []),
    ...(isFigure(ownValue(r.fields, measure)) ? [] : [`measure: ${measure} is no figure of it`]),
    ...(isFigure(inSource(draw.of ?? measure)) ? [] : [`of: ${draw.of ?? measure} is no figure of ${from}`]),
    ...(isCounter(inSource(counter)) ? [] : [`counter: ${counter} of ${from} is no computed figure that begins with 0`]),
    ...(others.some(one => one.counter === counter) ? [`counter: ${counter} of ${from} counts another draw already`] : []),
    ...(over === undefined || isFigure(inSource(over)) ? [] : [`over: ${over} is no figure of ${from}`]),
    ...(closed === undefined || isCounter(inSource(closed))
      ? []
      : [`closed: ${closed} of ${from} is no computed figure that begins with 0`]),
    ...(closed !== undefined && others.some(one => one.closed === closed)
      ? [`closed: ${closed} of ${from} closes another draw already`]
      : []),
    ...stateFaults('when', sourceHeader, draw.when),
    ...stateFaults('counts', header, draw.counts),
    ...same
      .filter(name => !has(name, r, header) || !has(name, source, sourceHeader))
      .map(name => `same: ${name} is no field of both sides, in the line or in the document`),
    ...(leadsTo(from, r.table, resources) ? ['they would be drawn from each other in a circle'] : []),
  ]
}

function stateFaults(word: string, header: Resource, names: readonly string[] | undefined): string[] {
  if (header.states === undefined) return names === undefined ? [] : [`${word}: ${header.table} has no states`]
  if (names === undefined || names.length === 0) return [`${word}: names no state of ${header.table}`]
  const { states } = header.states
  return names.filter(name => !Object.hasOwn(states, name)).map(name => `${word}: ${name} is no state of ${header.table}`)
}

/** Whether what is drawn from leads back, over any number of draws. */
function leadsTo(from: string, table: string, resources: Resources): boolean {
  const seen = new Set([from])
  for (const one of seen) {
    if (one === table) return true
    for (const { from: next } of resources.get(one)?.linesOf?.draws ?? []) seen.add(next)
  }
  return false
}

function progressFaults(r: Resource, { states, of }: Progress, resources: Resources): string[] {
  const header = headerOf(r, resources)
  const m = header?.states
  if (header === undefined || m === undefined) return ['its document has no states']
  const unknown = states.filter(name => !Object.hasOwn(m.states, name))
  const lacking = states.flatMap(from =>
    states.flatMap(to =>
      from === to || stepsFrom(m, from).some(([, step]) => step.to === to && step.may.by === 'program') ? [] : [[from, to] as const],
    ),
  )
  return [
    ...unknown.map(name => `${name} is no state of ${header.table}`),
    ...(unknown.length > 0
      ? []
      : lacking.map(([from, to]) => `no step of the program leads ${header.table} from ${from} to ${to} (byProgress)`)),
    ...of.filter(name => !isFigure(ownValue(r.fields, name))).map(name => `${name} is no figure of it`),
  ]
}
