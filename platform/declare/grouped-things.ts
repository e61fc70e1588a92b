/**
 * Counts of things (orders) by what their lines lead to (brand, product, category), stored beside the grains: such a count does not follow
 * from counts by SKU. Stored are each count by each dimension that one look-up from the further key leads to, and by each two of which
 * neither follows from the other; of a tree once more with all below each node; of several values the sets that things have at once.
 * Dimensions of which a line has several values (product groups) are counted value by value.
 */
import { bigInteger, hash, integer, text, type Fields } from './fields.ts'
import { columnOf, resource, type Resource } from './resource.ts'
import { hasOrganisation, type Grouped, type Grouping, type GroupTime, type Rollup } from './rollup.ts'
import { ownValue } from './own-value.ts'
import { dimensionOn, type Dimension, type Distinct, type Report } from './report.ts'

export interface GroupedThings extends Grouped {
  readonly of: Rollup
  /** name of the measure in its report */
  readonly name: string
  readonly measure: Distinct
}
/** times that things are counted by, the finer first */
const groupTimes = ['day', 'month'] as const satisfies readonly GroupTime[]

/** Group of a tree whose nodes hold all below them, beside the one whose nodes hold their own alone. */
export const wholeTree = (dimension: string): string => `${dimension}/tree`

/** A dimension of the report as it stands on what is counted. */
export function dimensionOf(report: Report, of: Rollup, name: string): Dimension | undefined {
  const d = ownValue(report.dimensions, name)
  return d && dimensionOn(of, d)
}

/** Whether rows of a dimension are groups of the further key's values. */
const isGroup = (d: Dimension | undefined, { constant, within }: Distinct): boolean =>
  d?.via !== undefined && d.keys.includes(within.key) && d.keys.every(key => key === within.key || constant.keys.includes(key))

/**
 * Whether a value of one dimension has one value of the other: the other's look-ups begin with those of the first and go on from its value.
 * That value is never empty where its row is there, else rows without it would have several.
 */
function determines(report: Report, of: Rollup, one: string, other: string): boolean {
  const [a, b] = [dimensionOf(report, of, one)?.via, dimensionOf(report, of, other)?.via]
  const next = b?.steps[a?.steps.length ?? 0]
  if (a === undefined || b === undefined || next === undefined) return false
  const isPrefix = JSON.stringify(b.steps.slice(0, a.steps.length)) === JSON.stringify(a.steps)
  return isPrefix && Object.values(next.on).every(mine => mine === a.value)
}

function groupingsOf(report: Report, of: Rollup, all: readonly string[]): Grouping[] {
  const isMany = (name: string): boolean => dimensionOf(report, of, name)?.many === true
  const dimensions = all.filter(name => !isMany(name))
  const follows = (from: readonly string[]): string[] =>
    dimensions.filter(name => !from.includes(name) && from.some(one => determines(report, of, one, name)))
  const paired = dimensions.filter(name => dimensionOf(report, of, name)?.counts !== 'alone')
  const pairs = paired.flatMap((a, i) => paired.slice(i + 1).map(b => [a, b]))
  const free = pairs.filter(([a = '', b = '']) => !determines(report, of, a, b) && !determines(report, of, b, a))
  const ofOne = [...dimensions.map(name => [name]), ...free].flatMap(base => {
    const isTree = (name: string): boolean => dimensionOf(report, of, name)?.tree !== undefined
    const wholes = base.filter(isTree).reduce<string[][]>((all, tree) => all.flatMap(set => [set, [...set, tree]]), [[]])
    return wholes.map(whole => ({
      name: base.map(name => (whole.includes(name) ? wholeTree(name) : name)).join('+'),
      base,
      whole,
      dimensions: [...base, ...follows(base.filter(name => !whole.includes(name)))],
    }))
  })
  return [...ofOne, ...all.filter(isMany).map((name): Grouping => ({ name, base: [name], whole: [], dimensions: [name], many: true }))]
}

/** between the values of a row that has several */
export const betweenValues = '\u001f'
/** between the rows that a thing stands in at once */
export const betweenMembers = '\u001e'

export function groupedThingsOf(report: Report): GroupedThings[] {
  return Object.entries(report.measures).flatMap(([name, measure]) => {
    if (measure.class !== 'distinct') return []
    const { of } = measure
    const dimensions = Object.keys(report.dimensions).filter(one => isGroup(dimensionOf(report, of, one), measure))
    // what a map means is known when it is read
    if (dimensions.length === 0 || Object.keys(measure.when).some(key => of.mapped?.name === key)) return []
    const table = (what: string, time: GroupTime): string => `${of.name}__${columnOf(name)}${what}_by_${time}`
    const tables = (what: string) => ({ day: table(what, 'day'), month: table(what, 'month') })
    return [
      {
        of,
        name,
        measure,
        dimensions,
        groupings: groupingsOf(report, of, dimensions),
        keys: measure.constant.keys.filter(key => key !== 'day' && key !== 'month' && Object.hasOwn(of.keys, key)),
        tables: tables(''),
        sets: tables('_sets'),
      },
    ]
  })
}

/** Its tables; a report that declares the same count otherwise is refused by `figures`. */
export function groupedResources({ of, keys, tables, sets, measure }: GroupedThings): Resource[] {
  const counted = { things: integer(measure.title[0], measure.title[1]) }
  const table = (name: string, time: GroupTime, what: Fields, told: string): Resource => {
    const named = Object.fromEntries([...keys, time].map(key => [key, ownValue(of.keys, key)]))
    const fields = {
      ...(hasOrganisation(of) ? { orgId: bigInteger('组织', 'Organisation') } : {}),
      ...named,
      dimension: text('维度', 'Dimension'),
      ...what,
      ...counted,
    } as Fields
    return resource(name, {
      title: measure.title,
      access: { scope: of.scope },
      fields,
      storage: {
        ...(hasOrganisation(of) ? {} : { kind: 'shop' as const }),
        primary: [of.owner, 'dimension', time, told, ...keys.filter(key => key !== of.owner)],
      },
    })
  }
  // a set is as long as its thing has lines: it is told apart by its hash
  const members = { setKey: hash('值的组合标识', 'Key of the set'), members: text('值的组合', 'Values at once') }
  return groupTimes.flatMap(time => [
    table(tables[time], time, { value: text('值', 'Value') }, 'value'),
    table(sets[time], time, members, 'setKey'),
  ])
}

/** Each count once, with one of the reports that share it. */
export function countedOnce(reports: readonly Report[]): { readonly report: Report; readonly counted: GroupedThings }[] {
  const all = reports.flatMap(report => groupedThingsOf(report).map(counted => ({ report, counted })))
  return all.filter(({ counted }, at) => all.findIndex(one => one.counted.tables.day === counted.tables.day) === at)
}

/** What is wrong where reports share a count: it is declared otherwise in one of them. */
export const groupFaults = (reports: readonly Report[]): string[] =>
  countedOnce(reports).flatMap(first => {
    const said = ({ report, counted: { of, measure, dimensions } }: typeof first): string => {
      const { things, constant, within, when } = measure
      return JSON.stringify([
        dimensions,
        things,
        constant,
        within,
        when,
        dimensions.map(name => dimensionOf(report, of, name)).map(d => [d?.via, d?.tree]),
      ])
    }
    return reports.flatMap(report =>
      groupedThingsOf(report)
        .filter(counted => counted.tables.day === first.counted.tables.day && said({ report, counted }) !== said(first))
        .map(counted => `${report.name}: ${counted.name} is counted otherwise than in ${first.report.name}`),
    )
  })

/** Name under which days are kept whose groups alone are out of date: an attribute has changed, the lines have not. */
export const groupsOf = (of: Rollup): Rollup => ({ ...of, name: `${of.name}/groups` })
