/** The page of one record as the browser is told of it: what the declaration says, else what follows from the fields. */
import type { Field } from '#platform/declare/fields.ts'
import { recordTabs, type RecordTab } from '#platform/declare/record-page.ts'
import { labelOf, type Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { ChartDefinition, RecordDefinition } from '#platform/declare/wire.ts'
import { satisfies } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import { callOf } from '../lists/call-of.ts'
import { childDefinitions } from '../lists/children.ts'
import { wireFields } from '../lists/columns.ts'
import { isInChain } from '../lists/drawings.ts'
import { relationDefinitions } from '../lists/relations.ts'

const headMax = 5
/** choices that stand as badges where nobody says which */
const badgesMax = 2
/** fewer figures than this make no group of their own */
const figuresMin = 3

const entered: Title = ['基本信息', 'Basic data']
const figures: Title = ['数量与金额', 'Figures']
const kept: Title = ['系统信息', 'Kept by the system']
const others: Title = ['其他', 'Others']

type Fields = readonly (readonly [name: string, field: Field])[]

const isBadge = ({ kind, options }: Field): boolean => kind === 'choice' && options.filter !== undefined
const isFigure = ({ kind, options }: Field): boolean =>
  kind === 'money' || ((kind === 'decimal' || kind === 'integer') && options.total === true)
const isText = ({ kind }: Field): boolean => kind !== 'longText' && kind !== 'files'

function headOf(r: Resource, fields: Fields): string[] {
  const badges = fields.filter(([, f]) => isBadge(f)).slice(0, badgesMax)
  const wanted = r.recordPage?.head ?? [
    r.states?.field,
    ...badges.map(([name]) => name),
    ...(r.key ?? []),
    r.find,
    ...(r.option?.detail ?? []),
    r.option?.group,
  ]
  const label = labelOf(r)
  const known = new Map(fields)
  const shown = [...new Set(wanted)].filter(
    name => name !== undefined && name !== label && known.has(name) && isText(known.get(name) as Field),
  )
  return (shown as string[]).slice(0, r.recordPage?.head === undefined ? headMax : shown.length)
}

/** Every visible field but files, which have a tab, stands in one group. */
function groupsOf(r: Resource, all: Fields, at: 0 | 1): RecordDefinition['groups'] {
  const fields = all.filter(([, { kind }]) => kind !== 'files')
  const named = r.recordPage?.groups
  if (named !== undefined) {
    const seen = new Set(fields.map(([name]) => name))
    const taken = new Set(named.flatMap(group => group.fields))
    const left = { title: others, fields: fields.map(([name]) => name).filter(name => !taken.has(name)) }
    return [...named, left].flatMap(({ title, fields: of }) =>
      titled(
        title[at],
        of.filter(name => seen.has(name)),
      ),
    )
  }
  const isKept = (f: Field): boolean => f.options.computed === true || f.options.set !== undefined
  const own = fields.filter(([, f]) => !isKept(f))
  const counted = fields.filter(([, f]) => isFigure(f))
  const inFigures = new Set(counted.length < figuresMin ? [] : counted.map(([name]) => name))
  return [
    ...titled(
      entered[at],
      own.map(([name]) => name).filter(name => !inFigures.has(name)),
    ),
    ...titled(figures[at], [...inFigures]),
    ...titled(
      (own.length === 0 ? entered : kept)[at],
      fields.flatMap(([name, f]) => (isKept(f) && !inFigures.has(name) ? [name] : [])),
    ),
  ]
}

const titled = (title: string, fields: readonly string[]): RecordDefinition['groups'] => (fields.length === 0 ? [] : [{ title, fields }])

function tabsOf(
  r: Resource,
  fields: Fields,
  {
    lines,
    relations,
    charts,
    isInChain,
  }: Pick<RecordDefinition, 'relations' | 'charts'> & {
    readonly lines: Resource | undefined
    readonly isInChain: boolean
  },
): RecordTab[] {
  const isEmpty: Partial<Record<RecordTab, boolean>> = {
    lines: lines === undefined,
    chain: !isInChain,
    charts: charts.length === 0,
    thread: r.thread === undefined,
    files: fields.every(([, { kind }]) => kind !== 'files'),
    related: relations.length === 0,
  }
  return (r.recordPage?.tabs ?? recordTabs).filter(tab => isEmpty[tab] !== true)
}

/** Those that the caller may ask for. */
const chartsOf = ({ caller, house, language }: Context, r: Resource): ChartDefinition[] =>
  house.registry.routes.flatMap(route =>
    route.chart !== undefined && route.resource?.table === r.table && satisfies(caller, route.demand)
      ? [{ name: route.chart.name, title: route.chart.title[language === 'en' ? 1 : 0], call: callOf(route) }]
      : [],
  )

/** `r`: as the caller sees it. */
export function recordDefinition(context: Context, r: Resource): RecordDefinition {
  const at = context.language === 'en' ? 1 : 0
  const fields = wireFields(r)
  const lines = context.house.registry.lines.get(r.table)
  const drawn = { relations: relationDefinitions(context, r), charts: chartsOf(context, r) }
  return {
    label: labelOf(r),
    head: headOf(r, fields),
    groups: groupsOf(r, fields, at),
    tabs: tabsOf(r, fields, { ...drawn, lines, isInChain: isInChain(context.house.registry, r) }),
    ...drawn,
    children: childDefinitions(context, r),
  }
}

/** Fields that the words of a record page name are there. */
export function recordPageFaults(r: Resource): string[] {
  const { head = [], groups = [] } = r.recordPage ?? {}
  const names = [...head, ...groups.flatMap(group => group.fields)]
  const known = new Set(wireFields(r).map(([name]) => name))
  const twice = groups.flatMap(group => group.fields).filter((name, at, all) => all.indexOf(name) !== at)
  return [
    ...names.filter(name => !known.has(name)).map(name => `${r.table}.record: its record page names ${name}, which its list has not`),
    ...twice.map(name => `${r.table}.record: ${name} stands in two groups of its record page`),
  ]
}
