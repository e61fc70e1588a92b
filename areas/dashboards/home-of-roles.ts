/** Which cards the home page of a person begins with: those that the presets of his roles name, in their order. */
import type { Context } from '#platform/server/area.ts'

const roleMark = /^r(\d+)$/
export const rolesIn = (marks: readonly string[]): string[] => marks.flatMap(mark => roleMark.exec(mark)?.[1] ?? [])

/** Keys in order; null: no preset says it, and every card stands there by what it tells. */
export async function homeOfRoles({ db, caller, house }: Context): Promise<readonly string[] | null> {
  const { presets } = house.registry
  const ids = rolesIn(caller.audience)
  const roles =
    presets.length === 0 || ids.length === 0 ? [] : await db.selectFrom('role').select('preset').where('id', 'in', ids).execute()
  const named = new Set(roles.map(role => role.preset))
  const ofNone = presets.filter(one => (caller.systemAdmin ? one.ofAdministrators : one.withoutRole) === true)
  const chosen = ids.length === 0 ? ofNone : presets.filter(one => named.has(one.id))
  return chosen.length === 0 ? null : [...new Set(chosen.flatMap(one => one.home))]
}
