/** What is being changed about a role, kept beside what it grants: so that it stays when another person saves the role meanwhile. Pure. */
import { isSensitive, pairOf, pairsOfLevel, type Leveled } from '#platform/format/levels.ts'
import type { ModuleFace, PermissionFace, PresetFace, RoleAccess, ScopeFace, SubjectFace } from '../answers.ts'

export interface RoleEdit {
  readonly added: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
  /** by permission; null: no scope of its own any more */
  readonly scopes: ReadonlyMap<string, ScopeFace | null>
  /** by menu id of a subject: whether it stands in 全部应用 alone */
  readonly more: ReadonlyMap<string, boolean>
}

type Granted = Pick<RoleAccess, 'granted' | 'scopes' | 'more' | 'modules'>

export const noEdit: RoleEdit = { added: new Set(), removed: new Set(), scopes: new Map(), more: new Map() }
const viewOperation = 2

/** The permissions of a subject, which all are of its module. */
export const permissionsIn = ({ permissions }: ModuleFace, { menuId }: SubjectFace): PermissionFace[] =>
  permissions.filter(one => one.subject === menuId)
export const leveled = (permissions: readonly PermissionFace[]): Leveled[] =>
  permissions.map(one => ({ permission: one.permissionId, isGear: one.isGear, operations: one.operations.map(o => o.operation) }))

/** Whether its people see an entry of the subject. */
export const opens = (module: ModuleFace, subject: SubjectFace, pairs: ReadonlySet<string>): boolean =>
  subject.everybody || permissionsIn(module, subject).some(one => !one.isGear && pairs.has(pairOf(one.permissionId, viewOperation)))

/** What comes with levels is as chosen, single rights stay; without anything to look at they go. */
export function withLevel(pairs: ReadonlySet<string>, of: readonly Leveled[], chosen: readonly string[]): Set<string> {
  const own = new Set(
    chosen.length === 0 ? of.flatMap(one => one.operations.map(id => pairOf(one.permission, id))) : pairsOfLevel(of, 'manage'),
  )
  return new Set([...[...pairs].filter(pair => !own.has(pair)), ...chosen])
}

/** A right that comes with no level. */
export interface SingleRight {
  readonly pair: string
  readonly place: string
  readonly title: string
  readonly about: string
}

/** Those of subjects that the role opens, those it holds, and those of no subject. */
export function singleRights(modules: readonly ModuleFace[], pairs: ReadonlySet<string>): SingleRight[] {
  return modules.flatMap(module =>
    module.permissions.flatMap(one => {
      const subject = module.subjects.find(({ menuId }) => menuId === one.subject)
      const isSeen = subject === undefined || subject.everybody || pairs.has(pairOf(one.permissionId, viewOperation))
      return one.operations
        .filter(({ operation }) => subject === undefined || isSensitive(operation))
        .map(({ operation, title, about = '' }) => ({
          pair: pairOf(one.permissionId, operation),
          place: subject?.title ?? '',
          title,
          about,
        }))
        .filter(({ pair }) => isSeen || pairs.has(pair))
        .map(right => (subject === undefined ? { ...right, title: one.title } : right))
    }),
  )
}

/** What the role would grant. */
export const pairsOf = ({ granted }: Granted, { added, removed }: RoleEdit): ReadonlySet<string> =>
  new Set([...granted.filter(pair => !removed.has(pair)), ...added])

export const isSameScope = (a: ScopeFace | null, b: ScopeFace | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.dataScope === b.dataScope &&
    [...a.namedDeptIds].toSorted().join() === [...b.namedDeptIds].toSorted().join())

const scopeIn = ({ scopes }: Granted, permissionId: string): ScopeFace | null =>
  scopes.find(one => one.permissionId === permissionId) ?? null

/** How far its people would see. */
export function scopesOf(access: Granted, edit: RoleEdit): readonly ScopeFace[] {
  const changed = [...edit.scopes.values()].filter(one => one !== null)
  return [...access.scopes.filter(one => !edit.scopes.has(one.permissionId)), ...changed]
}

export function withPairs({ granted }: Granted, edit: RoleEdit, pairs: ReadonlySet<string>): RoleEdit {
  const had = new Set(granted)
  return { ...edit, added: new Set([...pairs].filter(pair => !had.has(pair))), removed: new Set(granted.filter(pair => !pairs.has(pair))) }
}

/** Menu ids of what would stand in 全部应用 alone: only what its people see. */
export function moreOf(access: Granted, edit: RoleEdit): ReadonlySet<string> {
  const pairs = pairsOf(access, edit)
  const hidden = new Set(
    access.modules.flatMap(module => module.subjects.filter(subject => !opens(module, subject, pairs)).map(({ menuId }) => menuId)),
  )
  const kept = access.more.filter(menuId => edit.more.get(menuId) !== false)
  const added = [...edit.more].flatMap(([menuId, isMore]) => (isMore ? [menuId] : []))
  return new Set([...kept, ...added].filter(menuId => !hidden.has(menuId)))
}

export function withMore({ more }: Granted, edit: RoleEdit, menuId: string, isMore: boolean): RoleEdit {
  const changed = new Map(edit.more)
  if (more.includes(menuId) === isMore) changed.delete(menuId)
  else changed.set(menuId, isMore)
  return { ...edit, more: changed }
}

/** Everything as the template has it; scopes stay. */
export function withPreset(access: Granted, edit: RoleEdit, preset: Pick<PresetFace, 'pairs' | 'more'>): RoleEdit {
  const more = new Map([...access.more.map(id => [id, false] as const), ...preset.more.map(id => [id, true] as const)])
  for (const id of access.more) if (preset.more.includes(id)) more.delete(id)
  return withPairs(access, { ...edit, more }, new Set(preset.pairs))
}

export function withScope(access: Granted, edit: RoleEdit, permissionId: string, scope: ScopeFace | null): RoleEdit {
  const scopes = new Map(edit.scopes)
  if (isSameScope(scope, scopeIn(access, permissionId))) scopes.delete(permissionId)
  else scopes.set(permissionId, scope)
  return { ...edit, scopes }
}

/** How many things are changed against what the role grants now. */
export function countOf(access: Granted, { added, removed, scopes, more }: RoleEdit): number {
  const had = new Set(access.granted)
  const pairs = [...added].filter(pair => !had.has(pair)).length + [...removed].filter(pair => had.has(pair)).length
  const moved = [...more].filter(([menuId, isMore]) => access.more.includes(menuId) !== isMore).length
  return pairs + moved + [...scopes].filter(([permissionId, scope]) => !isSameScope(scope, scopeIn(access, permissionId))).length
}

/** The body of the calls that compare and save. */
export function wishOf(access: RoleAccess, edit: RoleEdit) {
  const byPermission = Map.groupBy(pairsOf(access, edit), pair => pair.slice(0, pair.lastIndexOf(' ')))
  return {
    roleId: access.roleId,
    version: access.version,
    permissions: [...byPermission].map(([permissionId, of]) => ({
      permissionId,
      operations: of.map(pair => Number(pair.slice(pair.lastIndexOf(' ') + 1))),
    })),
    scopes: scopesOf(access, edit),
    more: [...moreOf(access, edit)],
  }
}

/** Operations of one permission are chosen: any brings viewing along, and without viewing there is none. */
export function toggled(pairs: ReadonlySet<string>, { permissionId, operations }: PermissionFace, chosen: readonly number[]): Set<string> {
  const before = operations.filter(one => pairs.has(pairOf(permissionId, one.operation))).map(one => one.operation)
  const hasView = operations.some(one => one.operation === viewOperation)
  const tookView = hasView && before.includes(viewOperation) && !chosen.includes(viewOperation)
  const next = tookView ? [] : chosen.length > 0 && hasView ? [...new Set([...chosen, viewOperation])] : chosen
  const without = [...pairs].filter(pair => !operations.some(one => pair === pairOf(permissionId, one.operation)))
  return new Set([...without, ...next.map(operation => pairOf(permissionId, operation))])
}
