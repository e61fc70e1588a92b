/** A declared scope as SQL: the door's predicate with bound parameters, and the text of a row policy (the oracle of the tests). */
import { sql, type RawBuilder } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Grant, Scope } from '#platform/declare/scope.ts'

/** What the caller was granted. `employees: 'all'` only ever stands beside the organisation. */
export interface Granted {
  readonly organisation: string
  readonly organisations: readonly string[]
  readonly shops: readonly string[]
  readonly employees: readonly string[] | 'all'
  readonly account: string
  /** marks under which records are shared with the caller */
  readonly audience: readonly string[]
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
        return [sql<boolean>`${column} = any(${granted.shops})`]
      case 'employees':
        return granted.employees === 'all' ? [] : [sql<boolean>`${column} = any(${granted.employees})`]
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
}

/** The same scope as the USING clause of a row policy, reading settings instead of parameters. Sealed: false. */
export function policyOf(scope: Scope): string {
  if (scope.all === null) return 'false'
  if (scope.all.length === 0) return 'true'
  return scope.all
    .map(({ column, grant, orEmpty }) => {
      const inside = (condition: string): string => (orEmpty ? `(${column} is null or ${condition})` : condition)
      const setting = `current_setting('${settings[grant]}')`
      if (grant === 'organisation' || grant === 'account') return inside(`${column} = ${setting}::bigint`)
      if (grant === 'audience') return inside(`${column} && string_to_array(${setting}, ',')`)
      const among = `${column} = any(string_to_array(${setting}, ',')::bigint[])`
      return inside(grant === 'employees' ? `(${setting} = 'all' or ${among})` : among)
    })
    .join(' and ')
}

/** Values of the settings that `policyOf` reads. */
export const settingsOf = (granted: Granted): Record<string, string> => ({
  [settings.organisation]: granted.organisation,
  [settings.organisations]: granted.organisations.join(','),
  [settings.shops]: granted.shops.join(','),
  [settings.employees]: granted.employees === 'all' ? 'all' : granted.employees.join(','),
  [settings.account]: granted.account,
  [settings.audience]: granted.audience.join(','),
})
