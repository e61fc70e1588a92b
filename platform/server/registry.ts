/** Registry: every declaration of every area by name, checked once at start; the program refuses to start where something is missing. */
import type { HomeCard } from '#platform/declare/home-card.ts'
import type { Module } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { ListDefinition } from '#platform/declare/wire.ts'
import type { Area, Follower, Locker } from './area.ts'
import type { Context } from './context.ts'
import type { Method, Route } from './http/verbs.ts'
import { undoRoutes } from './batches/undo-route.ts'
import { englishOf, type English } from './http/english.ts'
import type { FileFamily } from './imports/family.ts'
import { filterFaults } from './lists/filter-as.ts'
import { pathOf } from './lists/at-creation.ts'
import { findFaults } from './lists/find.ts'
import { seeFaults } from './lists/seen.ts'
import { sensitiveFaults } from './lists/sensitive.ts'
import { importFields } from './imports/resource-fields.ts'
import { templatePath } from './imports/resource-upload.ts'

export interface BoundRoute extends Route {
  readonly method: Method
  readonly path: string
  readonly area: string
}

/** A report as the lists' metadata call serves it. */
export interface ReportFace {
  readonly name: string
  readonly title: Title
  definition(context: Context): ListDefinition
}

export interface Registry {
  readonly reports: ReadonlyMap<string, ReportFace>
  readonly resources: ReadonlyMap<string, Resource>
  /** list type -> resource */
  readonly types: ReadonlyMap<string, Resource>
  readonly routes: readonly BoundRoute[]
  readonly modules: readonly Module[]
  readonly homeCards: readonly HomeCard[]
  /** a refusal in English; a sentence that nobody has translated stays as it is */
  readonly english: (message: string) => string
  readonly families: readonly FileFamily[]
  /** table -> areas that follow its records */
  readonly followers: ReadonlyMap<string, readonly Follower[]>
  /** table -> what says which of its records batches must leave */
  readonly lockers: ReadonlyMap<string, readonly Locker[]>
}

/** Collects and checks. Throws one error naming every fault: duplicate table, type or route, unknown reference, unknown scope column, page without permission. */
export function registryOf(areas: readonly Area[]): Registry {
  const faults: string[] = []
  const resources = new Map<string, Resource>()
  const types = new Map<string, Resource>()
  const routes: BoundRoute[] = []
  for (const area of areas) {
    for (const r of area.resources) {
      if (resources.has(r.table)) faults.push(`${area.name}: table ${r.table} is declared twice`)
      resources.set(r.table, r)
      if (r.type === undefined) continue
      if (types.has(r.type)) faults.push(`${area.name}: list type ${r.type} is declared twice`)
      types.set(r.type, r)
    }
    for (const [key, route] of Object.entries(area.routes)) routes.push(bind(area.name, key, route))
  }
  routes.push(...undoRoutes(routes))
  for (const r of resources.values()) faults.push(...faultsOf(r, resources))
  const seen = new Set<string>()
  for (const r of routes) {
    const key = `${r.method} ${r.path}`
    if (seen.has(key)) faults.push(`${r.area}: route ${key} is bound twice`)
    seen.add(key)
    if (!r.demand) faults.push(`${r.area}: route ${key} names no operation`)
    if (r.resource && !resources.has(r.resource.table))
      faults.push(`${r.area}: route ${key} serves the unregistered table ${r.resource.table}`)
    if (r.verb === 'removeBetween' && !r.resource?.batchDelete) faults.push(`${r.area}: route ${key} needs a batchDelete on its resource`)
    if (r.verb === 'import' && r.resource) faults.push(...importFaults(r.resource).map(fault => `${r.area}: route ${key} ${fault}`))
    if (r.verb === 'import' && !routes.some(t => t.method === 'GET' && t.path === templatePath(r.path)))
      faults.push(`${r.area}: route ${key} has no template at GET ${templatePath(r.path)}`)
  }
  const homeCards = areas.flatMap(a => a.homeCards ?? [])
  faults.push(...homeCardFaults(homeCards))
  const modules = mergeModules(areas.flatMap(a => a.modules ?? []))
  const families = areas.flatMap(a => a.families ?? [])
  faults.push(...freshnessFaults(modules, families, resources))
  const followers = byTable(areas, area => area.follows, 'follows', resources, faults)
  const lockers = byTable(areas, area => area.locks, 'locks', resources, faults)
  if (faults.length > 0) throw new Error(`the declarations do not hold together:\n  ${faults.join('\n  ')}`)
  const reports = new Map(areas.flatMap(a => a.reports ?? []).map(r => [r.name, r] as const))
  return { resources, types, routes, modules, homeCards, english: inEnglish(areas, resources), reports, followers, lockers, families }
}

/** A badge that is fed by nothing would warn for ever. */
function freshnessFaults(modules: readonly Module[], families: readonly FileFamily[], resources: ReadonlyMap<string, Resource>): string[] {
  const codes = new Set(families.map(family => family.code))
  const pages = modules.flatMap(module => module.groups).flatMap(group => group.pages)
  return pages.flatMap(page => [
    ...(page.freshness?.families ?? [])
      .filter(code => !codes.has(code))
      .map(code => `page ${page.name}: fed by the unknown family ${code}`),
    ...(page.freshness?.tables ?? []).filter(t => !resources.has(t)).map(t => `page ${page.name}: fed by the unknown table ${t}`),
  ])
}

/** Made when the first English answer asks for it. */
function inEnglish(areas: readonly Area[], resources: ReadonlyMap<string, Resource>): (message: string) => string {
  let english: ((message: string) => string) | undefined
  return message => {
    english ??= englishOf([titlesOf(resources), ...areas.map(area => area.english ?? {})])
    return english(message)
  }
}

/** Titles of tables and fields: refusals name them. */
const titlesOf = (resources: ReadonlyMap<string, Resource>): English =>
  Object.fromEntries([...resources.values()].flatMap(r => [...Object.values(r.fields).map(field => field.title), r.title]))

function homeCardFaults(cards: readonly HomeCard[]): string[] {
  const keys = cards.map(card => card.key)
  return keys.filter((key, at) => keys.indexOf(key) !== at).map(key => `home card ${key} is declared twice`)
}

/** What areas have to do with tables of any area. */
function byTable<T>(
  areas: readonly Area[],
  of: (area: Area) => Readonly<Record<string, T>> | undefined,
  verb: string,
  resources: ReadonlyMap<string, Resource>,
  faults: string[],
): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const area of areas) {
    for (const [table, one] of Object.entries(of(area) ?? {})) {
      if (!resources.has(table)) faults.push(`${area.name}: ${verb} the unknown table ${table}`)
      found.set(table, [...(found.get(table) ?? []), one])
    }
  }
  return found
}

/** Several areas may add groups to one module (finance has pages of more than one area). */
function mergeModules(modules: readonly Module[]): Module[] {
  const merged = new Map<string, Module>()
  for (const m of modules) {
    const before = merged.get(m.id)
    merged.set(m.id, before ? { ...before, groups: [...before.groups, ...m.groups] } : m)
  }
  return [...merged.values()]
}

function bind(area: string, key: string, route: Route): BoundRoute {
  const space = key.indexOf(' ')
  return { ...route, method: key.slice(0, space) as Method, path: key.slice(space + 1), area }
}

function faultsOf(r: Resource, resources: ReadonlyMap<string, Resource>): string[] {
  const faults: string[] = []
  if (!r.scope) faults.push(`${r.table}: no scope`)
  const columns = new Set(
    [...Object.keys(r.fields), ...(r.standard === 'none' ? [] : ['id']), ...(r.standard === 'organisation' ? ['orgId'] : [])].map(snake),
  )
  for (const part of r.scope?.all ?? [])
    if (!columns.has(part.column)) faults.push(`${r.table}: scope column ${part.column} does not exist`)
  for (const [name, field] of Object.entries(r.fields)) {
    if (field.to !== undefined && !resources.has(field.to)) faults.push(`${r.table}.${name}: refers to the unknown table ${field.to}`)
    faults.push(...filterFaults(`${r.table}.${name}`, field, field.to === undefined ? undefined : resources.get(field.to)))
    if (!field.title[0] || !field.title[1]) faults.push(`${r.table}.${name}: a title is missing`)
  }
  faults.push(...formFaults(r, resources), ...seeFaults(r), ...sensitiveFaults(r), ...findFaults(r))
  for (const name of [
    ...(r.primary ?? []),
    ...(r.key ?? []),
    ...(r.bound ? [r.bound.field] : []),
    ...(r.byMonth ? [r.byMonth] : []),
    ...Object.values(r.batchDelete ?? {}),
  ])
    if (!(name in r.fields)) faults.push(`${r.table}: ${name} is no field`)
  if (r.kind === 'shop' && !('shopId' in r.fields)) faults.push(`${r.table}: a shop table needs shopId`)
  if (r.kind === 'shop' && !r.primary?.includes('shopId')) faults.push(`${r.table}: shopId must be part of the primary key of a shop table`)
  if (r.kind === 'shop' && r.type !== undefined && !r.bound) faults.push(`${r.table}: a listed shop table needs a bound`)
  return faults
}
/** What a form could not do: words that name other fields must name fitting ones. */
function formFaults(r: Resource, resources: ReadonlyMap<string, Resource>): string[] {
  const faults: string[] = []
  if (r.tree !== undefined && (r.fields[r.tree]?.to !== r.table || r.fields[r.tree]?.by !== undefined || r.standard === 'none'))
    faults.push(`${r.table}: tree ${r.tree} must refer to ${r.table} by its id`)
  for (const [name, { kind, options, to }] of Object.entries(r.fields)) {
    const target = to === undefined ? undefined : resources.get(to)
    if (kind === 'links' && (target?.standard === 'none' || target?.kind === 'shop' || r.kind === 'shop'))
      faults.push(`${r.table}.${name}: links are between records that have an id of their own, and not of shop tables`)
    if (options.narrowedBy !== undefined && kind !== 'reference')
      faults.push(`${r.table}.${name}: only one reference is narrowed by another`)
    if (options.rangeTo !== undefined && (kind !== 'date' || r.fields[options.rangeTo]?.kind !== 'date'))
      faults.push(`${r.table}.${name}: rangeTo joins two date fields`)
    if (options.atCreation !== undefined && !isKept(r, options.atCreation, resources))
      faults.push(`${r.table}.${name}: atCreation ${options.atCreation} names no reference of this resource, or no field of its target`)
    for (const [own, theirs] of Object.entries(options.narrowedBy ?? {})) {
      if (!(own in r.fields)) faults.push(`${r.table}.${name}: narrowed by ${own}, which is no field`)
      const by = to === undefined ? undefined : resources.get(to)?.fields[theirs]
      if (by === undefined || by.options.hidden) faults.push(`${r.table}.${name}: ${to ?? 'nothing'} has no field ${theirs} to narrow by`)
    }
  }
  return faults
}

function isKept(r: Resource, path: string, resources: ReadonlyMap<string, Resource>): boolean {
  const { reference, field } = pathOf(path)
  const target = resources.get(r.fields[reference]?.to ?? '')
  return target !== undefined && (field === undefined || field in target.fields)
}

/** An import finds its records by the natural key: without one every row would be new. */
function importFaults(r: Resource): string[] {
  if (r.type === undefined || r.key === undefined)
    return [`imports ${r.table}, which has no ${r.key === undefined ? 'natural key' : 'list type'}`]
  if (r.kind === 'shop') return [`imports the shop table ${r.table}, whose lines come from files of their own kind`]
  const filled = new Set(importFields(r).flatMap(f => (f.required ? [f.name] : [])))
  return r.key.filter(name => !filled.has(name)).map(name => `imports ${r.table}, whose key field ${name} may be left empty`)
}
const snake = (s: string): string => s.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`)
