/** Presets as roles: what each would hold here. Those of the demo company and the usual ones of a new company are made of them. */
import { menu } from '#areas/menu/index.ts'
import type { Preset } from '#platform/declare/preset.ts'
import type { Registry } from '#platform/server/area.ts'
import { grantable, menuOf, presetRights, type PresetRights } from '#platform/server/rights.ts'

type Declared = Pick<Registry, 'routes' | 'modules' | 'types'>
export interface PresetRole extends PresetRights {
  readonly preset: Preset
}

/** A house of some areas (tests) has no subjects of its own: they are made of the pages it has. */
const subjectsOf = ({ modules, types }: Declared) =>
  modules.some(module => module.groups.some(group => group.subject !== undefined)) ? modules : menuOf(modules, { areas: [menu], types })

export function presetRoles(registry: Declared): PresetRole[] {
  const grants = grantable(registry)
  const modules = subjectsOf(registry)
  return (menu.presets ?? [])
    .filter(preset => preset.withoutRole !== true)
    .map(preset => ({ preset, ...presetRights(preset, modules, grants) }))
}

/** A company has one role of each kind of work; what is like another is a template alone. */
export const usualRoles = (registry: Declared): PresetRole[] => presetRoles(registry).filter(({ preset }) => preset.variantOf === undefined)

/** Keys of permission and operation as the calls and tables have them. */
export const byPermission = (pairs: Iterable<string>): { permissionId: string; operations: number[] }[] =>
  [...Map.groupBy(pairs, pair => pair.slice(0, pair.lastIndexOf(' ')))].map(([permissionId, of]) => ({
    permissionId,
    operations: of.map(pair => Number(pair.slice(pair.lastIndexOf(' ') + 1))),
  }))
