/** What presets of roles give, worked out of the subjects and of what there is to grant; and what is wrong with them. Pure. */
import { isSensitive, levels, levelsOf, pairOf, pairsOfLevel, type Level, type Leveled } from '#platform/format/levels.ts'
import { operations } from '#platform/declare/operations.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Module, Page, PageGroup } from '#platform/declare/page.ts'
import type { Preset } from '#platform/declare/preset.ts'
import { nearTo } from './menu-faults.ts'

/** permission -> operations */
type Grants = ReadonlyMap<string, ReadonlySet<number>>

const nameOf = ({ place, menuId }: Page): string => (place !== undefined && 'tab' in place ? place.tab : undefined) ?? menuId ?? ''
const grantsIt = (page: Page): boolean => page.sharesPermission !== true && page.place?.in !== 'again'

/** The permissions of a subject. One that opens pages behind the gear, and no tab but such as everybody has, is for setting up. */
export function leveledOf({ pages }: PageGroup, grants: Grants): Leveled[] {
  const own = pages.filter(grantsIt)
  const tabs = new Set(own.filter(page => page.place?.in === 'tab' && page.everybody !== true).map(page => page.permission))
  const gear = new Set(own.filter(page => page.place?.in === 'gear').map(page => page.permission))
  return [...new Set(own.map(page => page.permission))]
    .filter(permission => grants.has(permission))
    .map(permission => ({
      permission,
      isGear: gear.has(permission) && !tabs.has(permission),
      operations: [...(grants.get(permission) ?? [])].toSorted((a, b) => a - b),
    }))
}

const groupsOf = (modules: readonly Module[]): PageGroup[] =>
  modules.flatMap(module => (module.backOffice === true ? [] : module.groups.filter(group => group.subject !== undefined)))
const levelsIn = (preset: Preset): ReadonlyMap<string, Level> =>
  new Map(levels.flatMap(level => (preset[level] ?? []).map(subject => [subject, level] as const)))

export interface PresetRights {
  /** permission and operation as one key */
  readonly pairs: ReadonlySet<string>
  /** menu ids of subjects that stand in 全部应用 alone */
  readonly more: readonly string[]
}

/** What a role of this preset is given; of subjects that are not there (a house of some areas) nothing. */
export function presetRights(preset: Preset, modules: readonly Module[], grants: Grants): PresetRights {
  const given = levelsIn(preset)
  const groups = groupsOf(modules)
  const ofSubjects = groups.flatMap(group => {
    const own = preset.tabs?.[group.name] ?? {}
    const byTab = new Map(
      group.pages
        .filter(grantsIt)
        .flatMap(page => (Object.hasOwn(own, nameOf(page)) ? [[page.permission, ownValue(own, nameOf(page))]] : [])),
    )
    return leveledOf(group, grants).flatMap(one => {
      const level = byTab.get(one.permission)
      return level === undefined ? pairsOfLevel([one], given.get(group.name) ?? 'none') : pairsOfLevel([{ ...one, isGear: false }], level)
    })
  })
  const single = Object.entries(preset.sensitive ?? {}).flatMap(([permission, ids]) =>
    ids.filter(id => grants.get(permission)?.has(id) === true).map(id => pairOf(permission, id)),
  )
  return {
    pairs: new Set([...ofSubjects, ...single]),
    more: groups.filter(group => preset.more?.includes(group.name) === true).map(group => group.menuId ?? ''),
  }
}

/** Subjects of which these rights open a tab; those that are of use beside reports alone, where they open one. */
export function openedBy(modules: readonly Module[], pairs: ReadonlySet<string>): PageGroup[] {
  const sees = (page: Page): boolean =>
    page.everybody === true ? page.shownTo !== 'managers' : pairs.has(pairOf(page.permission, operations.view))
  const groups = groupsOf(modules)
  const seesReport = groups.some(group => group.pages.some(page => page.component.startsWith('report/') && sees(page)))
  return groups.filter(
    group => (group.subject?.shownWith !== 'report' || seesReport) && group.pages.some(page => page.place?.in === 'tab' && sees(page)),
  )
}

/** Names that are no names. */
function namingFaults(preset: Preset, modules: readonly Module[], grants: Grants): string[] {
  const groups = new Map(groupsOf(modules).map(group => [group.name, group]))
  const say = (fault: string): string => `preset ${preset.id}: ${fault}`
  const named = [...levels.flatMap(level => preset[level] ?? []), ...(preset.more ?? []), ...Object.keys(preset.tabs ?? {})]
  const leveled = levels.flatMap(level => preset[level] ?? [])
  return [
    ...[...new Set(named)]
      .filter(subject => !groups.has(subject))
      .map(subject => say(`there is no subject ${subject} ${nearTo(subject, [...groups.keys()])}`)),
    ...leveled.filter((one, at) => leveled.indexOf(one) !== at).map(subject => say(`${subject} has two levels`)),
    ...Object.entries(preset.tabs ?? {}).flatMap(([subject, tabs]) => {
      const names = [...new Set(groups.get(subject)?.pages.map(nameOf))]
      const unknown = Object.keys(tabs).filter(name => groups.has(subject) && !names.includes(name))
      return unknown.map(name => say(`${subject} has no tab ${name} ${nearTo(name, names)}`))
    }),
    ...Object.entries(preset.sensitive ?? {}).flatMap(([permission, ids]) =>
      ids.flatMap(id => {
        if (!isSensitive(id)) return [say(`operation ${id} of ${permission} comes with a level: it is no single right`)]
        if (grants.get(permission)?.has(id) === true) return []
        return [say(`there is no operation ${id} of ${permission} ${nearTo(permission, [...grants.keys()])}`)]
      }),
    ),
    ...preset.pins
      .filter(pin => modules.every(module => module.id !== pin))
      .map(pin =>
        say(
          `there is no module ${pin} ${nearTo(
            pin,
            modules.map(module => module.id),
          )}`,
        ),
      ),
  ]
}

/** Levels, tabs, pins and entries that do not come out as they are named. */
function reachFaults(preset: Preset, modules: readonly Module[], grants: Grants): string[] {
  const say = (fault: string): string => `preset ${preset.id}: ${fault}`
  const groups = groupsOf(modules)
  const { pairs, more } = presetRights(preset, modules, grants)
  const opened = openedBy(modules, pairs)
  const shown = opened.filter(group => !more.includes(group.menuId ?? ''))
  const given = levelsIn(preset)
  return [
    ...groups.flatMap(group => {
      const level = given.get(group.name)
      const offered = levelsOf(leveledOf(group, grants))
      return level === undefined || offered.includes(level)
        ? []
        : [say(`${group.name} has no level ${level}${offered.length === 0 ? '' : `, its highest is ${offered.at(-1)}`}`)]
    }),
    ...groups.flatMap(group =>
      Object.entries(preset.tabs?.[group.name] ?? {}).flatMap(([name, level]) => {
        const own = new Set(group.pages.filter(page => nameOf(page) === name).map(page => page.permission))
        const other = group.pages.find(page => page.place?.in === 'tab' && nameOf(page) !== name && own.has(page.permission))
        return other === undefined || other.everybody === true || preset.tabs?.[group.name]?.[nameOf(other)] === level
          ? []
          : [say(`tab ${name} of ${group.name} has the permission of ${nameOf(other)}: they have one level`)]
      }),
    ),
    ...groups
      .filter(group => preset.more?.includes(group.name) === true && !opened.includes(group))
      .map(group => say(`more names ${group.name}, of which it opens nothing`)),
    ...(shown.length > preset.atMost ? [`preset ${preset.id} shows ${shown.length}, at most ${preset.atMost}: put one to more`] : []),
    ...modules
      .filter(module => preset.pins.includes(module.id) && !module.groups.some(group => shown.includes(group)))
      .map(module => say(`pin ${module.id} is out of reach`)),
  ]
}

/** What keeps the program from starting with these presets. */
export function presetFaults(presets: readonly Preset[], modules: readonly Module[], grants: Grants): string[] {
  const twice = presets.map(one => one.id).filter((id, at, all) => all.indexOf(id) !== at)
  return [
    ...twice.map(id => `preset ${id} is declared twice`),
    ...presets.flatMap(preset => {
      const faults = namingFaults(preset, modules, grants)
      return faults.length > 0 ? faults : reachFaults(preset, modules, grants)
    }),
  ]
}
