/** A declared scope as SQL: the door's predicate with bound parameters, and the text of a row policy (the oracle of the tests). */
import { sql, type RawBuilder } from 'kysely'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Grant, ObjectGrant, Scope } from '#platform/declare/scope.ts'

/** How far a caller sees. `'all'` only ever stands beside the organisation. */
export interface GrantedReach {
  readonly shops: readonly string[]
  readonly employees: readonly string[] | 'all'
  /** absent: none */
  readonly objects?: Readonly<Partial<Record<ObjectGrant, readonly string[] | 'all'>>>
}
/** What the caller was granted. */
export interface Granted extends GrantedReach {
  readonly organisation: string
  readonly organisations: readonly string[]
  readonly account: string
  /** permission -> a reach of its own for the tables of that permission */
  readonly wider?: ReadonlyMap<string, GrantedReach>
  /** marks under which records are shared with the caller */
  readonly audience: readonly string[]
  /** keeps what belongs to no organisation, and reads it by its own words */
  readonly installation?: boolean
  /** the server acting for itself: sealed tables are open to it */
  readonly server: boolean
}

export class SealedTable extends Error {}

/** null: every row. Throws SealedTable where no person may come. */
export function predicateOf(resource: Resource, granted: Granted, alias: string): RawBuilder<boolean> | null {
  const { all } = resource.scope
  if (all === null) {
    if (granted.server) return null
    throw new SealedTable(`${resource.table} is sealed: only the server itself reads and writes it`)
  }
  const reach = granted.wider?.get(permissionOf(resource)) ?? granted
  const within = (part: (typeof all)[number]): RawBuilder<boolean>[] => {
    const column = sql.ref(`${alias}.${part.column}`)
    switch (part.grant) {
      case 'organisation':
        return [sql<boolean>`${column} = ${granted.organisation}`]
      case 'account':
        return granted.server ? [] : [sql<boolean>`${column} = ${granted.account}`]
      case 'audience':
        return granted.server ? [] : [sql<boolean>`${column} && ${granted.audience}::text[]`]
      case 'organisations':
        return [sql<boolean>`${column} = any(${granted.organisations})`]
      case 'shops':
        return [sql<boolean>`${column} = any(${reach.shops})`]
      case 'employees':
        return reach.employees === 'all' ? [] : [sql<boolean>`${column} = any(${reach.employees})`]
      case 'warehouses':
      case 'channels':
      case 'shippingOrders': {
        const ids = reach.objects?.[part.grant] ?? []
        return ids === 'all' ? [] : [sql<boolean>`${column} = any(${ids})`]
      }
    }
  }
  const parts = all.flatMap(part =>
    within(part).map(p => (part.orEmpty ? sql<boolean>`(${sql.ref(`${alias}.${part.column}`)} is null or ${p})` : p)),
  )
  return parts.length === 0 ? null : sql<boolean>`(${sql.join(parts, sql` and `)})`
}

const settings: Record<Grant, string> = {
  organisation: 'app.org',
  organisations: 'app.orgs',
  shops: 'app.shops',
  employees: 'app.employees',
  account: 'app.account',
  audience: 'app.audience',
  warehouses: 'app.warehouses',
  channels: 'app.channels',
  shippingOrders: 'app.shipping_orders',
}
/** grants of which a role may see more in one list than in the others */
const reachGrants: readonly Grant[] = ['shops', 'employees', 'warehouses', 'channels', 'shippingOrders']
const nameOf = (permission: string): string => permission.replaceAll(/[^A-Za-z0-9]/g, '_').toLowerCase()

/** The same scope as the USING clause of a row policy, reading settings instead of parameters. Sealed: false. `permission`: the list's, where it may have a reach of its own. */
export function policyOf(scope: Scope, permission: string | null = null): string {
  if (scope.all === null) return 'false'
  if (scope.all.length === 0) return 'true'
  return scope.all
    .map(({ column, grant, orEmpty }) => {
      const inside = (condition: string): string => (orEmpty ? `(${column} is null or ${condition})` : condition)
      const general = `current_setting('${settings[grant]}')`
      const setting =
        permission === null || !reachGrants.includes(grant)
          ? general
          : `coalesce(current_setting('${settings[grant]}_of_${nameOf(permission)}', true), ${general})`
      if (grant === 'organisation' || grant === 'account') return inside(`${column} = ${setting}::bigint`)
      if (grant === 'audience') return inside(`${column} && string_to_array(${setting}, ',')`)
      // nullif: PostgreSQL may read the list while it plans, even where `all` makes it of no matter
      const among = `${column} = any(string_to_array(nullif(${setting}, 'all'), ',')::bigint[])`
      return inside(grant !== 'organisations' && grant !== 'shops' ? `(${setting} = 'all' or ${among})` : among)
    })
    .join(' and ')
}

const reachSettings = (reach: GrantedReach, suffix: string): Record<string, string> => {
  const told = (ids: readonly string[] | 'all' | undefined): string => (ids === 'all' ? 'all' : (ids ?? []).join(','))
  return {
    [`${settings.shops}${suffix}`]: reach.shops.join(','),
    [`${settings.employees}${suffix}`]: told(reach.employees),
    [`${settings.warehouses}${suffix}`]: told(reach.objects?.warehouses),
    [`${settings.channels}${suffix}`]: told(reach.objects?.channels),
    [`${settings.shippingOrders}${suffix}`]: told(reach.objects?.shippingOrders),
  }
}

/** Values of the settings that `policyOf` reads. */
export const settingsOf = (granted: Granted): Record<string, string> => ({
  [settings.organisation]: granted.organisation,
  [settings.organisations]: granted.organisations.join(','),
  [settings.account]: granted.account,
  [settings.audience]: granted.audience.join(','),
  ...reachSettings(granted, ''),
  ...Object.assign({}, ...[...(granted.wider ?? [])].map(([permission, reach]) => reachSettings(reach, `_of_${nameOf(permission)}`))),
})
