/**
 * Counts of things (orders) by what their lines lead to (brand, product, category), stored beside the grains: such a count does not follow
 * from counts by SKU, and asking every line takes the longer the more lines there are. What is stored follows from the report: each count
 * of things by each of its dimensions that one look-up from the things' further key leads to; of a tree once more with all below each node.
 */
import { bigInteger, integer, text, type Fields } from './fields.ts'
import { columnOf, resource, type Resource } from './resource.ts'
import { hasOrganisation, type Grouped, type GroupTime, type Rollup } from './rollup.ts'
import { ownValue } from './own-value.ts'
import type { Dimension, Distinct, Report } from './report.ts'

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

/** Whether rows of a dimension are groups of the further key's values. */
const isGroup = (d: Dimension | undefined, { constant, within }: Distinct): boolean =>
  d?.via !== undefined && d.keys.includes(within.key) && d.keys.every(key => key === within.key || constant.keys.includes(key))

export function groupedThingsOf(report: Report): GroupedThings[] {
  return Object.entries(report.measures).flatMap(([name, measure]) => {
    if (measure.class !== 'distinct') return []
    const { of } = measure
    const dimensions = Object.keys(report.dimensions).filter(one => isGroup(ownValue(report.dimensions, one), measure))
    // what a map means is known when it is read
    if (dimensions.length === 0 || Object.keys(measure.when).some(key => of.mapped?.name === key)) return []
    const table = (time: GroupTime): string => `${of.name}__${columnOf(name)}_by_${time}`
    return [
      {
        of,
        name,
        measure,
        dimensions,
        keys: measure.constant.keys.filter(key => key !== 'day' && key !== 'month' && Object.hasOwn(of.keys, key)),
        tables: { day: table('day'), month: table('month') },
      },
    ]
  })
}

/** Its tables; a report that declares the same count otherwise is refused by `figures`. */
export function groupedResources({ of, keys, tables, measure }: GroupedThings): Resource[] {
  return groupTimes.map(time => {
    const named = Object.fromEntries([...keys, time].map(key => [key, ownValue(of.keys, key)]))
    const fields = {
      ...(hasOrganisation(of) ? { orgId: bigInteger('组织', 'Organisation') } : {}),
      ...named,
      dimension: text('维度', 'Dimension'),
      value: text('值', 'Value'),
      things: integer(measure.title[0], measure.title[1]),
    } as Fields
    return resource(tables[time], {
      title: measure.title,
      ...(hasOrganisation(of) ? {} : { kind: 'shop' as const }),
      scope: of.scope,
      primary: [of.owner, 'dimension', time, 'value', ...keys.filter(key => key !== of.owner)],
      fields,
    }) as unknown as Resource
  })
}

/** Each count once, with one of the reports that share it. */
export function countedOnce(reports: readonly Report[]): { readonly report: Report; readonly counted: GroupedThings }[] {
  const all = reports.flatMap(report => groupedThingsOf(report).map(counted => ({ report, counted })))
  return all.filter(({ counted }, at) => all.findIndex(one => one.counted.tables.day === counted.tables.day) === at)
}

/** What is wrong where reports share a count: it is declared otherwise in one of them. */
export const groupFaults = (reports: readonly Report[]): string[] =>
  countedOnce(reports).flatMap(first => {
    const said = ({ report, counted: { measure, dimensions } }: typeof first): string => {
      const { things, constant, within, when } = measure
      return JSON.stringify([
        dimensions,
        things,
        constant,
        within,
        when,
        dimensions.map(name => ownValue(report.dimensions, name)).map(d => [d?.via, d?.tree]),
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
