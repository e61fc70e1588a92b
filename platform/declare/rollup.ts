/**
 * Roll-up: one family of facts, added up by the keys that reports ask for; tables, refresh and proof follow. Four keys have fixed names:
 * `day` (by the clock), `month` (its first day), `week` (the first day of that part of a week which lies in one month: rates and meanings
 * are those of a month) and `currency`. One more names the owner of the facts (a shop, a warehouse, an account): grains are refreshed,
 * told as out of date and seen by it.
 */
import type { BridgePart } from './bridge-words.ts'
import { bigInteger, integer, type Fields } from './fields.ts'
import type { Demand } from './operations.ts'
import type { Dimension } from './dimension.ts'
import { columnOf, resource, type Resource } from './resource.ts'
import type { Scope } from './scope.ts'
import type { Title } from './title.ts'
import { ownValue } from './own-value.ts'

/** A key's value on a fact: the name of a field, or the same value for every line of that fact. */
export type KeyOf = string | { readonly constant: boolean | string | number }

/** What a sum adds of a fact: a field, or the same taken off (a fee that is written down as a positive amount). */
export type SumOf = string | { readonly minus: string }

/** Another table that says whether a line counts: joined on these fields (fact field -> its field), it counts where `field` is `is`. */
export interface CountedBy {
  readonly by: Resource
  readonly on: Readonly<Record<string, string>>
  readonly field: string
  readonly is: number
  /** counts also where no row is found */
  readonly orAbsent?: true
  /** flag of the fact: a line that has it counts whatever the row says */
  readonly orFlag?: string
}

/** One line carries many amounts: each non-zero column becomes an amount of its own kind. */
export interface Unpivot {
  readonly columns: readonly string[]
  /** field (json) with further amounts by the name of their column, which only few lines have */
  readonly named?: string
  /** the roll-up's sum that takes the columns' amounts */
  readonly into: string
  /** the roll-up's key that names the kind of a column, and where kinds are interned: the line's base kind and the column's name */
  readonly key: string
  readonly base: string
  readonly kinds: { readonly table: Resource; readonly base: string; readonly column: string }
  /** further sums that belong to one column alone, or a line of five columns would count its quantity five times */
  readonly only: Readonly<Record<string, { readonly field: string; readonly column: string }>>
}

/** A record beside a line, of which there is one at most: fact field -> its field. */
export interface Beside {
  readonly by: Resource
  readonly on: Readonly<Record<string, string>>
}
/** The day of a line by one clock: a field of the line, or one of a record beside it. No day: it has not happened by that clock. */
export type ClockDay = string | BesideDay
export interface BesideDay extends Beside {
  readonly field: string
  /** only of lines whose other record says one of these, in small letters */
  readonly onlyWhere?: Beside & { readonly field: string; readonly is: readonly string[] }
  /** the day where no record says one */
  readonly otherwise?: ClockDay
  /** a line with this flag has no day yet, but where the other record is there */
  readonly unless?: { readonly flag: string; readonly freed?: Beside }
}

/** Facts a roll-up adds up. */
export interface Source {
  readonly name: string
  readonly title: Title
  readonly fact: Resource
  /** the families of files that bring these facts: how fresh a report is follows from them */
  readonly family?: string | readonly string[]
  /** the day a line counts in the books, and the day it happened where the fact carries both */
  readonly booked: string
  readonly posted?: string
  /** its day by the clocks of the roll-up; null: it never happens by that one. A clock left out is the day it happened */
  readonly clocks?: Readonly<Record<string, ClockDay | null>>
  /** set in a roll-up as one clock has it: which */
  readonly by?: string
  /** set in a roll-up of what lies between two clocks: which part these lines are of */
  readonly part?: BridgePart
  /** roll-up key -> field; `day` and `month` follow from `booked`, a key left out is the field of its own name */
  readonly keys?: Readonly<Record<string, KeyOf>>
  /** roll-up sum -> field; a sum that is missing is nothing here */
  readonly sums: Readonly<Record<string, SumOf>>
  readonly unpivot?: Unpivot
  readonly counted?: CountedBy
  /** of a table that holds lines of several sources: those that have this value */
  readonly only?: { readonly field: string; readonly is: boolean | number }
  /** a lesser witness: counts only on days of a shop (as posted) on which no source with a smaller number (absent: 0) has a counted line */
  readonly fallback?: number
  /** the proof's own way to the money: this field, added up over counted lines, must equal the roll-up's first sum */
  readonly check: SumOf
  /** what a drill-down shows of a line beyond keys and sums: column of the answer -> field */
  readonly lines: Readonly<Record<string, string>>
  /** of those, what takes a right of its own: column of the answer -> what whoever sees it may do */
  readonly see?: Readonly<Record<string, Demand>>
  /** how lines that name none of the roll-up's `lineKeys` are divided where a question tells one of them */
  readonly shared?: Shared
}

/**
 * Lines that stand for what other facts had together, divided among these by their units: goods of a day among the orders that sold them.
 * Facts and lines meet by owner, day and the keys `on`. A line whose own number is not the units' bears on them by `each`, what a unit
 * costs; what is left is of none.
 */
export interface Shared {
  readonly by: Rollup
  readonly on: readonly string[]
  /** sum and meaning of the facts that count units */
  readonly units: string
  readonly means: readonly number[]
  /** fields of a line: its number of units, the cost of one, and which lines are divided */
  readonly quantity: string
  readonly each: string
  readonly only: { readonly field: string; readonly is: readonly number[] }
}

/** Dated map from one key to a meaning, joined when read: a changed mapping recomputes nothing. */
export interface Mapped {
  /** the name conditions use, e.g. item */
  readonly name: string
  readonly key: string
  readonly map: Resource
  readonly on: string
  readonly value: string
  readonly from: string
  readonly to: string
  /** where keys are named: a title, or else the parts it is known by */
  readonly kinds: { readonly table: Resource; readonly title: string; readonly titleEn?: string; readonly parts: readonly string[] }
}

/** Amounts that tell what goods cost (declare/cost.ts), by the values of one condition of measures. */
export interface CostAmounts {
  readonly on: string
  readonly are: readonly (string | number | boolean)[]
  /** a measure without that condition is cost as well; absent: it adds up what marketplaces bill, and is none */
  readonly otherwise?: true
}

export interface RollupDefinition<K extends Fields, S extends Fields> {
  readonly title: Title
  readonly scope: Scope
  /** key that refers to the record the facts belong to, part of every grain; absent: shopId */
  readonly owner?: keyof K & string
  readonly keys: K
  /** keys that only lines tell (an order): no grain stores them, and a question by one of them reads lines */
  readonly lineKeys?: Fields
  readonly sums: S
  /** title of the number of amounts */
  readonly count: Title
  readonly grains: readonly (readonly (keyof K & string)[])[]
  readonly from: readonly Source[]
  readonly mapped?: Mapped
  /** dimensions of few values by which its sums are stored by month as well (declare/group-sums.ts) */
  readonly groups?: Readonly<Record<string, Dimension>>
  /** which of its amounts tell what goods cost (declare/cost.ts) */
  readonly cost?: CostAmounts
  /** The day of a fact: on which it counts in the books (profit), or happened (sales statistics). Absent: booked. */
  readonly clock?: 'booked' | 'posted'
  /**
   * Further clocks: the finest grain holds the day of each, grains by month are stored for each. `key`: the key that holds its day,
   * `code`: two letters in the names of its tables.
   */
  readonly clocks?: Readonly<Record<string, { readonly key: string; readonly code: string }>>
}

/** One more clock, with the roll-up as it reads by it. */
export interface Clocked {
  readonly key: string
  readonly of: Rollup
}

export interface Rollup {
  readonly noun: 'rollup'
  readonly name: string
  readonly title: Title
  readonly scope: Scope
  readonly owner: string
  readonly keys: Fields
  readonly lineKeys?: Fields
  readonly sums: Fields
  readonly count: Title
  readonly grains: readonly Grain[]
  /** the finest stored grain, from which the others are added up */
  readonly base: Grain
  readonly from: readonly Source[]
  readonly mapped: Mapped | undefined
  readonly groups?: Readonly<Record<string, Dimension>>
  readonly cost?: CostAmounts
  readonly clocks: Readonly<Record<string, Clocked>>
  /** clock -> key that holds its day */
  readonly clockKeys: Readonly<Record<string, string>>
  /** months by every clock side by side, for what lies between two clocks; its clock keys hold the first of the month */
  readonly between: Grain | undefined
  /** set of a roll-up as one clock has it: which. It is refreshed with the one it belongs to, whose name it has */
  readonly by?: string
  /** set of what lies between two clocks: which */
  readonly bridge?: readonly [from: string, to: string]
  /** set while a question is answered: the things that are counted in it (reports/store/things.ts) */
  readonly entities?: Entities
}

/** How things that lines belong to are counted, see `distinct` of a report. */
export interface Entities {
  /** name of a line's field (`lines` of the sources) that tells things apart */
  readonly things: string
  /** keys that are the same on all lines of a thing, and the sum that counts it on one of its lines */
  readonly constant: { readonly keys: readonly string[]; readonly column: string }
  /** one more key, the sum that counts a thing once for each of its values, and the flag of lines of things with several values */
  readonly within: { readonly key: string; readonly column: string; readonly several: string }
  /** counts that are stored by what the further key leads to; set while a question is answered */
  readonly grouped?: Grouped
}

/** Where things are counted by dimensions that the further key leads to (declare/grouped-things.ts). */
export interface Grouped {
  readonly dimensions: readonly string[]
  readonly groupings: readonly Grouping[]
  /** keys that stand beside the group, without the time */
  readonly keys: readonly string[]
  readonly tables: Readonly<Record<GroupTime, string>>
  /** where things with several values are counted by the set of these: where values are put together, each counts once by them */
  readonly sets: Readonly<Record<GroupTime, string>>
}
export type GroupTime = 'day' | 'month'

/** Dimensions that things are counted by at once: a thing counts once in each row that these tell apart. */
export interface Grouping {
  /** as the tables call it */
  readonly name: string
  /** what tells rows apart: one dimension, or two of which neither follows from the other */
  readonly base: readonly string[]
  /** those of `base` that are trees and hold at each node all below it */
  readonly whole: readonly string[]
  /** whose values a row has: those of `base`, then those that follow from them, as the brand from the product */
  readonly dimensions: readonly string[]
  /** a line has several values of it: each is counted by itself, and no sets of values are kept */
  readonly many?: true
}

export interface Grain {
  readonly table: string
  readonly keys: readonly string[]
  /** the key of the table that its day stands in; absent: day. Lines without one are left out */
  readonly dayIn?: string
}

/** The day of what has not happened yet by a clock. */
export const notYet = 'infinity'

/**
 * Declares a roll-up. Throws, so that the program does not start, where its grains can't be computed from each other or exceed a table
 * name.
 */
export function rollup<K extends Fields, S extends Fields>(name: string, definition: RollupDefinition<K, S>): Rollup {
  const clocks = Object.entries(definition.clocks ?? {})
  const tableOf = (of: string, keys: readonly string[]): string => `${of}__${keys.map(k => columnOf(k).replace(/_id$/, '')).join('_')}`
  const declared: readonly Grain[] = definition.grains.map(keys => ({ table: tableOf(name, keys), keys }))
  const finest = [...declared].sort((a, b) => b.keys.length - a.keys.length).find(g => g.keys.includes('day'))
  const base: Grain | undefined = finest && { ...finest, keys: [...finest.keys, ...clocks.map(([, clock]) => clock.key)] }
  const grains = declared.map(g => (g === finest && base ? base : g))
  const { owner = shopOwner } = definition
  const faults: string[] = []
  for (const [clock, { key }] of clocks) if (!Object.hasOwn(definition.keys, key)) faults.push(`${clock}: ${key} is no key`)
  if (ownValue(definition.keys, owner)?.to === undefined) faults.push(`the owner ${owner} is no key that refers to a record`)
  if (!base) faults.push('no grain by day: stale days could not be recomputed alone')
  for (const g of grains) {
    // 63 is PostgreSQL's limit, and the key's index adds _pkey
    if (g.table.length > 58) faults.push(`${g.table}: the table's name is too long`)
    for (const key of [owner, ...(Object.hasOwn(definition.keys, 'currency') ? ['currency'] : [])])
      if (!g.keys.includes(key)) faults.push(`${g.table}: the grain lacks ${key}`)
    for (const key of g.keys) {
      if (!Object.hasOwn(definition.keys, key)) faults.push(`${g.table}: ${key} is no key`)
      if (base && !covers(base, key)) faults.push(`${g.table}: ${key} does not follow from the grain by day`)
    }
  }
  for (const part of definition.scope.all ?? [])
    if (part.column !== columnOf(owner) && !(part.column === 'org_id' && owner !== shopOwner))
      faults.push(`the scope's column ${part.column} is no key of every grain`)
  if (!base || faults.length > 0) throw new Error(`roll-up ${name}:\n  ${faults.join('\n  ')}`)
  const from = definition.from.map(withFile).map(source => (definition.clock === 'posted' ? byPosted(source) : source))
  const clockKeys = Object.fromEntries(clocks.map(([clock, { key }]) => [clock, key]))
  const [smallest] = declared.filter(g => timeOfGrain(g) === 'month').sort((a, b) => a.keys.length - b.keys.length)
  const between =
    clocks.length === 0 || smallest === undefined
      ? undefined
      : { table: `${name}__clocks`, keys: [...smallest.keys, ...Object.values(clockKeys)] }
  const own: Rollup = {
    noun: 'rollup',
    name,
    ...definition,
    owner,
    from,
    grains,
    base,
    mapped: definition.mapped,
    clocks: {},
    clockKeys,
    between,
  }
  const byClock = ([clock, { key, code }]: (typeof clocks)[number]): [string, Clocked] => {
    const byDay: Grain = { ...base, keys: finest?.keys ?? [], dayIn: key }
    const byMonth = declared.filter(g => timeOfGrain(g) === 'month').map(g => ({ table: tableOf(`${name}_${code}`, g.keys), keys: g.keys }))
    const sources = from.map(source => {
      const { shared } = source
      return { ...source, by: clock, ...(shared === undefined ? {} : { shared: { ...shared, by: onClock(shared.by, clock) } }) }
    })
    return [clock, { key, of: { ...own, from: sources, grains: [...byMonth, byDay], base: byDay, by: clock } }]
  }
  return { ...own, clocks: Object.fromEntries(clocks.map(byClock)) }
}

/** The roll-up as a clock has it; one that has no such clock knows of one day alone. */
export const onClock = (of: Rollup, clock: string): Rollup => ownValue(of.clocks, clock)?.of ?? of

/** whose facts most are */
export const shopOwner = 'shopId'
/** Table of the records that the facts belong to. */
export function ownerTable(of: Pick<Rollup, 'name' | 'keys' | 'owner'>): string {
  const table = ownValue(of.keys, of.owner)?.to
  if (table === undefined) throw new Error(`${of.name}: ${of.owner} refers to no record`)
  return table
}
/** Tables of shops are spread by the shop, which alone says whose organisation it is; others name the organisation. */
export const hasOrganisation = (of: Pick<Rollup, 'owner'>): boolean => of.owner !== shopOwner

/** What a file brought tells which. */
const withFile = (source: Source): Source =>
  ownValue(source.fact.fields, 'importId')?.to === 'import_run' ? { ...source, lines: { importId: 'importId', ...source.lines } } : source

/** The same facts on the day they happened: a month that is closed moves nothing. */
const byPosted = ({ posted, ...source }: Source): Source => ({ ...source, booked: posted ?? source.booked })

/** What a grain tells times by. */
export type GrainTime = 'day' | 'week' | 'month'
export function timeOfGrain({ keys }: Pick<Grain, 'keys'>): GrainTime {
  if (keys.includes('day')) return 'day'
  return keys.includes('week') ? 'week' : 'month'
}
/** What follows from a time. */
const tells: Readonly<Record<GrainTime, readonly string[]>> = { day: ['week', 'month'], week: ['month'], month: [] }
/** Whether a grain tells a key; a day tells its week and month. */
export const covers = (grain: Grain, key: string): boolean => grain.keys.includes(key) || tells[timeOfGrain(grain)].includes(key)

/** Rows of a coarser time first. */
export const byTime = (a: Grain, b: Grain): number => coarse.indexOf(timeOfGrain(a)) - coarse.indexOf(timeOfGrain(b))
const coarse: readonly GrainTime[] = ['month', 'week', 'day']

/** Names of what is added up, the count among them. */
export const sumsOf = (of: Pick<Rollup, 'sums'>): string[] => [...Object.keys(of.sums), 'n']

/** The stored grains as resources, so that tables, door and catalogue checks treat them like any other. */
export function grainResources(of: Rollup): Resource[] {
  const clocks = Object.values(of.clocks)
  const byMonth = clocks.flatMap(clock => clock.of.grains.filter(grain => grain.dayIn === undefined))
  return [...of.grains, ...byMonth, ...(of.between ? [of.between] : [])].map(grain => {
    const keys = Object.fromEntries(grain.keys.map(k => [k, ownValue(of.keys, k)]))
    const organisation = hasOrganisation(of) ? { orgId: bigInteger('组织', 'Organisation') } : {}
    const fields = { ...organisation, ...keys, ...of.sums, n: integer(of.count[0], of.count[1]) } as Fields
    return resource(grain.table, {
      title: of.title,
      access: { scope: of.scope },
      fields,
      storage: {
        ...(hasOrganisation(of) ? {} : { kind: 'shop' as const }),
        primary: [...grain.keys],
        ...(grain === of.base && clocks.length > 0 ? { index: clocks.map(clock => [of.owner, clock.key]) } : {}),
      },
    })
  })
}
