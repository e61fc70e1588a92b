/** What keeps the program from starting with these menus, each with what mends it. Pure. */
import type { Module, Page } from '#platform/declare/page.ts'
import type { MenuModule, Subject, TabWord, Variants } from '#platform/declare/subject.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import { textWidth } from '#platform/format/text.ts'
import { childFields } from './lists/children.ts'

const tabsMax = 8
const waiting = 'waiting'
const modulesMax = 8
/** in columns: a Chinese character has two */
const widthOfSubject = 16
const widthOfTab = 20

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

/** Names the known name that is most like a wrong one. */
export function nearTo(wrong: string, known: readonly string[]): string {
  const [nearest] = known.map(name => ({ name, far: distance(wrong, name) })).toSorted((a, b) => a.far - b.far)
  return nearest === undefined ? '(there is none)' : `(nearest is ${nearest.name})`
}

const isVariants = (tab: TabWord): tab is Variants => typeof tab !== 'string' && 'axes' in tab
function labelOf(tab: TabWord, pages: ReadonlyMap<string, Page>): Title {
  const own = typeof tab === 'string' ? undefined : tab.title
  return own ?? pages.get(typeof tab === 'string' ? tab : 'page' in tab ? tab.page : '')?.title ?? ['', '']
}

function labelFaults(what: string, [zh, en]: Title, widthMax: number): string[] {
  return [
    ...(textWidth(zh) > widthMax ? [`${what}: ${zh} is wider than ${widthMax / 2} characters`] : []),
    ...(/^[\x20-\x7e’]+$/.test(en) ? [] : [`${what}: ${zh} has no English`]),
  ]
}

function variantsFaults({ name, axes, pages }: Variants): string[] {
  const keys = Object.keys(pages)
  return [
    ...(keys.length < 2 ? [`variants ${name} has one page: name the page itself`] : []),
    ...keys.flatMap(key => {
      const values = key.split('.')
      if (values.length !== axes.length) return [`variants ${name}: "${key}" names ${values.length} values of ${axes.length} axes`]
      return values.flatMap((value, at) => {
        const axis = axes[at]
        if (axis === undefined || Object.hasOwn(axis.values, value)) return []
        return [`variants ${name}: "${value}" is no value of ${axis.name} (${Object.keys(axis.values).join(', ')})`]
      })
    }),
  ]
}

/** Tabs or pages behind the gear: their number, labels and variants. */
function rowFaults(subject: Subject, what: 'tabs' | 'gear', tabs: readonly TabWord[], pages: ReadonlyMap<string, Page>): string[] {
  const labels = tabs.map(tab => labelOf(tab, pages))
  const twice = labels.map(([zh]) => zh).filter((zh, at, all) => all.indexOf(zh) !== at)
  return [
    ...(tabs.length > tabsMax ? [`subject ${subject.id} has ${tabs.length} ${what}, at most ${tabsMax}: make variants of some`] : []),
    ...twice.map(zh => `subject ${subject.id}: two ${what} are called ${zh}`),
    ...labels.flatMap(label => labelFaults(`subject ${subject.id}`, label, widthOfTab)),
    ...tabs.filter(isVariants).flatMap(variantsFaults),
  ]
}

const hintFaults = (subject: Subject): string[] =>
  (subject.gear ?? []).flatMap(tab =>
    typeof tab === 'string' || tab.hint === undefined
      ? [`subject ${subject.id}: ${typeof tab === 'string' ? tab : 'page' in tab ? tab.page : tab.name} has no line of help: use setUp`]
      : [],
  )

/** What is wrong with one subject. */
export function subjectFaults(module: MenuModule, subject: Subject, pages: ReadonlyMap<string, Page>): string[] {
  const { id, tabs, gear = [], children = [], opens, again = {} } = subject
  const named = [...tabs, ...gear].flatMap(tab => (typeof tab === 'string' ? [tab] : 'page' in tab ? [tab.page] : Object.values(tab.pages)))
  const lists = named.flatMap(menuId => pages.get(menuId)?.component.match(/^list\/(.+)$/)?.[1] ?? [])
  const sections = (module.sections ?? []).map(one => one.id)
  return [
    ...(tabs.length === 0 ? [`subject ${id} has no tab`] : []),
    ...rowFaults(subject, 'tabs', tabs, pages),
    ...rowFaults(subject, 'gear', gear, pages),
    ...labelFaults(`subject ${id}`, subject.title, widthOfSubject),
    ...children
      .filter(one => !lists.includes(one.of))
      .map(one => `child ${one.page}: ${one.of} is no list of ${id} ${nearTo(one.of, lists)}`),
    ...Object.values(again)
      .filter(menuId => !pages.has(menuId))
      .map(menuId => `subject ${id}: again leads to no page, ${menuId}`),
    ...hintFaults(subject),
    ...(opens === waiting && named.every(menuId => pages.get(menuId)?.badge === undefined)
      ? [`subject ${id} opens what waits, and no page of it has a badge`]
      : []),
    ...(opens !== undefined && opens !== waiting && !named.includes(opens)
      ? [`subject ${id}: opens names no page of it ${nearTo(opens, named)}`]
      : []),
    ...(subject.section !== undefined && !sections.includes(subject.section)
      ? [`subject ${id}: there is no section ${subject.section} ${nearTo(subject.section, sections)}`]
      : []),
    ...(sections.length > 0 && subject.section === undefined ? [`subject ${id} stands in no section of ${module.id}`] : []),
  ]
}

/** A permission opens pages of one subject: a role that is given one subject would else be given parts of another. */
function sharedPermissions(built: readonly Module[]): string[] {
  const opened = new Map<string, Set<string>>()
  for (const group of built.flatMap(module => (module.backOffice === true ? [] : module.groups)))
    for (const page of group.pages)
      if (page.everybody !== true && page.sharesPermission !== true && page.place?.in !== 'again')
        opened.set(page.permission, (opened.get(page.permission) ?? new Set()).add(group.name))
  return [...opened].flatMap(([permission, subjects]) =>
    subjects.size > 1 ? [`${permission} opens pages of ${[...subjects].join(' and ')}: split it`] : [],
  )
}

/** What is wrong between modules and subjects. */
export function wholeFaults(modules: readonly MenuModule[], built: readonly Module[]): string[] {
  const subjects = modules.flatMap(module => module.subjects)
  const front = modules.filter(module => module.backOffice !== true)
  const twiceIn = (all: readonly string[]): string[] => all.filter((one, at) => all.indexOf(one) !== at)
  const formerly = built.flatMap(module =>
    module.groups.flatMap(group => group.pages.flatMap(({ formerly: label }) => (label === undefined ? [] : [{ group, label }]))),
  )
  return [
    ...sharedPermissions(built),
    ...twiceIn(subjects.map(one => one.id)).map(id => `subject ${id} is declared twice`),
    ...twiceIn(subjects.map(one => one.title[0])).map(zh => `two subjects are called ${zh}`),
    ...front.slice(modulesMax).map((module, at) => `module ${module.id} is the ${modulesMax + at + 1}th, at most ${modulesMax}`),
    ...modules.flatMap(module => labelFaults(`module ${module.id}`, module.title, widthOfSubject)),
    ...formerly
      .filter(({ group, label }) => subjects.some(one => one.title[0] === label[0] && one.id !== group.name))
      .map(({ group, label }) => `a page of ${group.name} was called ${label[0]}, which is another subject`),
  ]
}

const lacks = (where: string, type: string, r: Resource, name: string): string[] =>
  name === 'id' || Object.hasOwn(r.fields, name) ? [] : [`${where}: ${type} has no field ${name} ${nearTo(name, Object.keys(r.fields))}`]

/** Lists that are a tab of the page of a record name a list and fields that are there. */
export const tabFaults = (types: ReadonlyMap<string, Resource>): string[] =>
  [...types].flatMap(([type, r]) =>
    Object.entries(r.tabOf ?? {}).flatMap(([ofType, { by }]) => {
      const [of, where] = [types.get(ofType), `${type} is a tab of ${ofType}`]
      if (of === undefined) return [`${where}: no such list ${nearTo(ofType, [...types.keys()])}`]
      return Object.entries(by).flatMap(([field, name]) => [...lacks(where, type, r, field), ...lacks(where, ofType, of, name)])
    }),
  )

/** Children that are lists lead to a record of their list. */
export function childFaults(built: readonly Module[], types: ReadonlyMap<string, Resource>): string[] {
  return built
    .flatMap(module => module.groups.flatMap(group => group.pages))
    .flatMap(({ menuId, component, place }) => {
      const child = types.get(component.replace(/^list\//, ''))
      const of = place?.in === 'child' ? types.get(place.of) : undefined
      if (place?.in !== 'child' || child === undefined || of === undefined) return []
      const fields = childFields(child, of, place.by)
      if (fields === null)
        return [`child ${menuId ?? ''}: no one reference to ${place.of}; fields are ${Object.keys(child.fields).join(', ')}`]
      const where = `child ${menuId ?? ''}`
      return fields.flatMap(([field, by]) => [...lacks(where, child.type ?? '', child, field), ...lacks(where, place.of, of, by)])
    })
}
