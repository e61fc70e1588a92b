/** What is being changed about a role, kept beside what it grants: so that it stays when another person saves the role meanwhile. Pure. */
import type { PermissionFace, RoleAccess, ScopeFace } from '../answers.ts'

export interface RoleEdit {
  readonly added: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
  /** by permission; null: no scope of its own any more */
  readonly scopes: ReadonlyMap<string, ScopeFace | null>
}

type Granted = Pick<RoleAccess, 'granted' | 'scopes'>

export const noEdit: RoleEdit = { added: new Set(), removed: new Set(), scopes: new Map() }
const viewOperation = 2

/** Permission and operation as one key, as the server writes it. */
export const pairOf = (permissionId: string, operation: number): string => `${permissionId} ${operation}`

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

export function withScope(access: Granted, edit: RoleEdit, permissionId: string, scope: ScopeFace | null): RoleEdit {
  const scopes = new Map(edit.scopes)
  if (isSameScope(scope, scopeIn(access, permissionId))) scopes.delete(permissionId)
  else scopes.set(permissionId, scope)
  return { ...edit, scopes }
}

/** How many things are changed against what the role grants now. */
export function countOf(access: Granted, { added, removed, scopes }: RoleEdit): number {
  const had = new Set(access.granted)
  const pairs = [...added].filter(pair => !had.has(pair)).length + [...removed].filter(pair => had.has(pair)).length
  return pairs + [...scopes].filter(([permissionId, scope]) => !isSameScope(scope, scopeIn(access, permissionId))).length
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
