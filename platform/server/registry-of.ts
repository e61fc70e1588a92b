/** Collects the declarations of all areas and checks them once at start; the program refuses to start where something is missing. */
import type { Module } from '#platform/declare/page.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { isDraft } from '#platform/declare/publishable.ts'
import { isInstallations, type Resource } from '#platform/declare/resource.ts'
import { inWords } from '#platform/declare/sentence.ts'
import { isSeenByMembersAlone } from '#platform/declare/scope.ts'
import type { Area, CloseItem } from './contract/area.ts'
import { actionFaults, guardedAction } from './batches/guarded-action.ts'
import { canUndo, undoRoutes } from './batches/undo-route.ts'
import { importFaults, resourceFaults } from './declaration-faults.ts'
import type { Method, Route } from './contract/route.ts'
import type { AnyFamily } from './contract/file-family.ts'
import type { Follower } from './contract/record-hooks.ts'
import { templatePath } from './imports/resource-upload.ts'
import type { BoundRoute, Registry } from './contract/registry.ts'
import { grantable } from './grantable.ts'
import { menuOf } from './menu-of.ts'
import { homeCardFaults } from './home-card-faults.ts'
import { presetFaults } from './presets.ts'
import { withOperations } from './page-operations.ts'
import { isProgramOnly } from './states/machine.ts'
import { keepLinks } from './records/keep-links.ts'
import { lookUpFaults } from './reports/ask/look-up-faults.ts'
import { drawings, headerOf } from './lists/drawings.ts'
import { followHeaders, followLines, followSourceHeaders, followSources } from './documents/keep-drawn.ts'
import { followTypedHeaders, followTypedLines, hasTyped } from './documents/keep-typed.ts'
import { followPosting, postFaults } from './documents/keep-posted.ts'
import { keepPublished } from './publishing/keep-published.ts'
import { withThread } from '#platform/declare/thread-tables.ts'
import { threadRoutes } from './thread/verbs.ts'
import { drawRoutes } from './verbs/drawing.ts'
import { noticeFaults, noticesOf } from './notice-faults.ts'
import { timedFaults } from './timed/faults.ts'

/** Verbs of many rows at once, which are kept with who ordered them. */
const unsealing: ReadonlySet<Route['verb']> = new Set(['batchUpdate', 'removeBetween', 'import', 'undo'])
/** Verbs that change records. */
const changing: ReadonlySet<Route['verb']> = new Set([
  'add',
  'update',
  'batchUpdate',
  'remove',
  'removeBetween',
  'import',
  'action',
  'step',
])

/** What a route may not change, or not for everybody. */
function changeFaults(route: BoundRoute): string[] {
  const { resource, verb, area, demand } = route
  if (resource === undefined || !changing.has(verb)) return []
  const key = `${route.method} ${route.path}`
  // an action over rows of a view writes what they stand for, never the view
  if (resource.isView === true) return verb === 'action' ? [] : [`${area}: route ${key} changes the view ${resource.table}`]
  return isInstallations(resource) && demand?.kind !== 'installation'
    ? [`${area}: route ${key} changes what belongs to no organisation, for whoever is no administrator of the installation`]
    : []
}

/** Tables that roll-ups add up: reports read them past their lists. */
const factTables = (areas: readonly Area[]): ReadonlySet<string> =>
  new Set(areas.flatMap(area => area.books ?? []).flatMap(({ rollup }) => rollup.from.map(one => one.fact.table)))

/** What one route lacks, or promises and cannot keep. `lines`: those of its resource. */
function routeFaults(
  route: BoundRoute,
  routes: readonly BoundRoute[],
  resources: ReadonlyMap<string, Resource>,
  lines: Resource | undefined,
): string[] {
  const { resource, verb } = route
  const faults: string[] = []
  const say = (what: string): unknown => faults.push(`${route.area}: route ${route.method} ${route.path} ${what}`)
  if (!route.demand) say('names no operation')
  if (resource && !resources.has(resource.table)) say(`serves the unregistered table ${resource.table}`)
  if (resource?.sealedAuthor !== undefined && unsealing.has(verb)) say(`keeps who ordered it, the author of ${resource.table} is sealed`)
  faults.push(...changeFaults(route))
  if (resource && (verb === 'add' || verb === 'import') && isSeenByMembersAlone(resource.scope))
    say('adds records that are seen by members alone, who are written after them: nobody could add one')
  if (verb === 'removeBetween' && !resource?.batchDelete) say('needs a batchDelete on its resource')
  if (verb === 'import' && resource) for (const fault of importFaults(resource, lines)) say(fault)
  if (verb === 'import' && !routes.some(t => t.method === 'GET' && t.path === templatePath(route.path)))
    say(`has no template at GET ${templatePath(route.path)}`)
  return faults
}

function boundTwice(routes: readonly BoundRoute[]): string[] {
  const keys = routes.map(r => `${r.method} ${r.path}`)
  const first = new Map(keys.map((key, at) => [key, at] as const).toReversed())
  return routes.flatMap((r, at) => (first.get(keys[at] ?? '') === at ? [] : [`${r.area}: route ${keys[at] ?? ''} is bound twice`]))
}

const reportsOf = (areas: readonly Area[]): Registry['reports'] =>
  new Map(areas.flatMap(a => a.reports ?? []).map(r => [r.name, r] as const))

/**
 * Collects and checks. Throws one error naming every fault: duplicate table, type or route, unknown reference, unknown scope column, page
 * without permission.
 */
export function registryOf(areas: readonly Area[]): Registry {
  const faults: string[] = []
  const resources = new Map<string, Resource>()
  const types = new Map<string, Resource>()
  const bound: BoundRoute[] = []
  for (const area of areas) {
    for (const r of area.resources.flatMap(withThread)) {
      if (resources.has(r.table)) faults.push(`${area.name}: table ${r.table} is declared twice`)
      resources.set(r.table, r)
      if (r.type === undefined) continue
      if (types.has(r.type)) faults.push(`${area.name}: list type ${r.type} is declared twice`)
      types.set(r.type, r)
    }
    for (const [key, route] of Object.entries(area.routes)) bound.push(bind(area.name, key, route))
  }
  const routes = withFollowing(bound, resources)
  const facts = factTables(areas)
  for (const r of resources.values()) faults.push(...resourceFaults(r, resources, facts))
  faults.push(...unkeptPromises(resources, routes))
  const lines = linesByHeader(resources, faults)
  faults.push(...boundTwice(routes), ...routes.flatMap(r => routeFaults(r, routes, resources, lines.get(r.resource?.table ?? ''))))
  const homeCards = areas.flatMap(a => a.homeCards ?? [])
  const closeItems = areas.flatMap(a => a.closeItems ?? [])
  const families = areas.flatMap(a => a.families ?? [])
  const reports = reportsOf(areas)
  faults.push(...[...reports.values()].flatMap(({ report }) => lookUpFaults(report, resources)))
  const modules = menuOf(withOperations(mergeModules(areas), { types, routes, families, reports }), { areas, types }, faults)
  const presets = areas.flatMap(area => area.presets ?? [])
  faults.push(...closeItemFaults(closeItems), ...homeCardFaults(homeCards, { types, reports, waits: waitsOf(areas), presets }))
  // what a preset grants is known once every route names its operation
  if (faults.length === 0) faults.push(...presetFaults(presets, modules, grantable({ routes, modules })))
  const followers = byTable(areas, area => area.follows, 'follows', resources, faults)
  const lockers = byTable(areas, area => area.rowLocks, 'locks', resources, faults)
  const timed = areas.flatMap(area => area.timed ?? [])
  const notices = noticesOf(areas, resources)
  faults.push(...timedFaults(timed, resources), ...noticeFaults(notices), ...freshnessFaults(modules, families, resources))
  const words = wordsOf(areas, faults)
  followLinks(resources, followers)
  followDrafts(resources, followers, faults)
  followDraws(resources, followers)
  followPosts(areas, resources, followers, faults)
  const flows = areas.find(area => area.flows !== undefined)?.flows ?? null
  for (const r of flows === null ? [] : resources.values())
    if (r.approval !== undefined && flows !== null) followers.set(r.table, [...(followers.get(r.table) ?? []), flows.follow(r)])
  if (faults.length > 0) throw new Error(`the declarations do not hold together:\n  ${faults.join('\n  ')}`)
  return {
    resources,
    types,
    lines,
    routes,
    modules,
    homeCards,
    waits: waitsOf(areas),
    presets,
    closeItems,
    setupSteps: areas.flatMap(area => area.setupSteps ?? []).toSorted((a, b) => a.order - b.order),
    arrivals: new Map(areas.flatMap(area => Object.entries(area.arrivals ?? {}))),
    timed: new Map(timed.map(one => [one.name, one])),
    notices: new Map(notices.map(one => [one.code, one])),
    inWords: words,
    reports,
    followers,
    lockers,
    flows,
    closedUntil: areas.find(area => area.closedUntil !== undefined)?.closedUntil ?? null,
    families,
    filesFollowers: filesFollowersOf(areas),
    books: areas.flatMap(a => a.books ?? []),
  }
}

const waitsOf = (areas: readonly Area[]): Registry['waits'] => new Map(areas.flatMap(area => Object.entries(area.waits ?? {})))

function filesFollowersOf(areas: readonly Area[]): Registry['filesFollowers'] {
  const followers = areas.flatMap(area => Object.entries(area.filesFollow ?? {}))
  return new Map([...Map.groupBy(followers, ([code]) => code)].map(([code, all]) => [code, all.map(([, follower]) => follower)]))
}

/** What is published follows its draft. */
function followDrafts(resources: ReadonlyMap<string, Resource>, followers: Map<string, readonly Follower[]>, faults: string[]): void {
  for (const draft of [...resources.values()].filter(isDraft)) {
    const shown = resources.get(draft.publishing.published)
    if (shown === undefined) faults.push(`table ${draft.table} is published as ${draft.publishing.published}, which is not registered`)
    else followers.set(draft.table, [...(followers.get(draft.table) ?? []), keepPublished(draft, shown)])
  }
}

/** By the table of a header its lines. */
function linesByHeader(resources: ReadonlyMap<string, Resource>, faults: string[]): Map<string, Resource> {
  const lines = new Map<string, Resource>()
  for (const r of resources.values()) {
    const of = r.linesOf && ownValue(r.fields, r.linesOf.field)?.to
    if (of === undefined) continue
    if (lines.has(of)) faults.push(`${r.table}: ${of} has the lines ${lines.get(of)?.table ?? ''} already`)
    lines.set(of, r)
  }
  return lines
}

/** Links that stand as rows besides are kept before an area hears of the change. */
function followLinks(resources: ReadonlyMap<string, Resource>, followers: Map<string, readonly Follower[]>): void {
  for (const r of resources.values())
    for (const [name, field] of Object.entries(r.fields)) {
      const rows = resources.get(field.options.rowsIn ?? '')
      if (rows !== undefined) followers.set(r.table, [keepLinks(r, name, field, rows), ...(followers.get(r.table) ?? [])])
    }
}

/** What is drawn from lines of documents, kept before an area hears of the change. */
function followDraws(resources: ReadonlyMap<string, Resource>, followers: Map<string, readonly Follower[]>): void {
  const first = (table: string, follower: Follower): unknown => followers.set(table, [follower, ...(followers.get(table) ?? [])])
  const all = drawings({ resources })
  for (const drawing of all) {
    first(drawing.header.table, followHeaders(drawing))
    first(drawing.lines.table, followLines(drawing))
    if ((drawing.draw.same ?? []).length > 0) first(drawing.sourceHeader.table, followSourceHeaders(drawing))
  }
  const sources = [...resources.values()].filter(r => r.linesOf?.progress !== undefined || all.some(one => one.source.table === r.table))
  for (const r of sources) first(r.table, followSources(r))
  // figures that are drawn stand before they are
  for (const lines of resources.values()) {
    const header = headerOf(lines, resources)
    if (header === undefined || !hasTyped(lines, header)) continue
    first(header.table, followTypedHeaders(lines, header))
    first(lines.table, followTypedLines(lines, header))
  }
}

/** Documents that post are entered before an area hears of the step. */
function followPosts(
  areas: readonly Area[],
  resources: ReadonlyMap<string, Resource>,
  followers: Map<string, readonly Follower[]>,
  faults: string[],
): void {
  const posters = new Map(areas.flatMap(area => Object.entries(area.posts ?? {})))
  for (const [table] of posters)
    if (resources.get(table)?.posts === undefined) faults.push(`${table}: an area enters it, and it does not post`)
  for (const r of resources.values()) {
    const poster = posters.get(r.table)
    faults.push(...postFaults(r, poster))
    if (poster !== undefined && r.posts !== undefined) followers.set(r.table, [followPosting(r, poster), ...(followers.get(r.table) ?? [])])
  }
}

/** Steps that no call takes, and actions that do not fit their list. */
function unkeptPromises(resources: ReadonlyMap<string, Resource>, routes: readonly BoundRoute[]): string[] {
  const routesOf = Map.groupBy(routes, route => route.resource?.table)
  return [...resources.values()].flatMap(r => {
    const own = routesOf.get(r.table) ?? []
    return [...uncalledSteps(r, own), ...guardFaults(r, own)]
  })
}
const guardFaults = (r: Resource, own: readonly BoundRoute[]): string[] => own.flatMap(route => actionFaults(r, route.actions ?? []))

/** A step of a listed record that people may take and no call takes would be a promise of the rows that nothing keeps. */
function uncalledSteps(r: Resource, own: readonly BoundRoute[]): string[] {
  if (r.states === undefined || own.some(route => route.verb === 'update')) return []
  const called = new Set(own.flatMap(route => (route.steps ?? []).map(one => one.step)))
  return Object.entries(r.states.steps)
    .filter(([name, step]) => !isProgramOnly(step) && !called.has(name) && own.length > 0)
    .map(([name]) => `${r.table}: no call takes step ${name}`)
}

/** A badge that is fed by nothing would warn for ever. */
function freshnessFaults(modules: readonly Module[], families: readonly AnyFamily[], resources: ReadonlyMap<string, Resource>): string[] {
  const codes = new Set(families.map(family => family.code))
  const pages = modules.flatMap(module => module.groups).flatMap(group => group.pages)
  return pages.flatMap(page => [
    ...(page.freshness?.families ?? [])
      .filter(code => !codes.has(code))
      .map(code => `page ${page.name}: fed by the unknown family ${code}`),
    ...(page.freshness?.tables ?? []).filter(t => !resources.has(t)).map(t => `page ${page.name}: fed by the unknown table ${t}`),
  ])
}

/** What areas say, in either language. One sentence has one English, whichever area says it. */
function wordsOf(areas: readonly Area[], faults: string[]): Registry['inWords'] {
  const english: Record<string, string> = {}
  for (const area of areas)
    for (const [key, text] of Object.entries(area.english ?? {})) {
      if (Object.hasOwn(english, key)) faults.push(`${area.name}: the sentence ${key} has its English twice`)
      english[key] = text
    }
  return (part, language) => inWords(part, language, english)
}

function closeItemFaults(items: readonly CloseItem[]): string[] {
  const codes = items.map(one => one.code)
  return codes.filter((code, at) => codes.indexOf(code) !== at).map(code => `close item ${code} is declared twice`)
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
function mergeModules(areas: readonly Area[]): Module[] {
  const merged = new Map<string, Module>()
  for (const m of areas.flatMap(area => area.modules ?? [])) {
    const before = merged.get(m.id)
    merged.set(m.id, before ? { ...before, groups: [...before.groups, ...m.groups] } : m)
  }
  return [...merged.values()]
}

/** The routes that areas bind, and those that follow from them. */
const withFollowing = (bound: readonly BoundRoute[], resources: ReadonlyMap<string, Resource>): readonly BoundRoute[] =>
  [
    ...bound.map(route => (canUndo(route, bound) ? { ...route, isUndoable: true as const } : route)),
    ...undoRoutes(bound),
    ...threadRoutes(resources.values(), bound),
    ...drawRoutes(resources, bound),
  ].map(route => (asksForProof(route) ? { ...route, fresh: true } : route))

function bind(area: string, key: string, route: Route): BoundRoute {
  const space = key.indexOf(' ')
  return guardedAction({ ...route, method: key.slice(0, space) as Method, path: key.slice(space + 1), area })
}

/** What shows a sensitive value, and what changes keys of other programs or what says that it is fresh. */
const asksForProof = ({ verb, resource, fresh }: Route): boolean =>
  fresh ??
  (verb === 'reveal' ||
    (resource !== undefined &&
      (changing.has(verb) || verb === 'undo') &&
      (resource.fresh === true || (verb !== 'action' && Object.values(resource.fields).some(field => field.options.secret === true)))))
