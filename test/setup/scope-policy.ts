/** A declared scope as the text of a row policy, and the settings it reads: the oracle of the tests. */
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Branch, Grant, MemberBranch, Part, Scope } from '#platform/declare/scope.ts'
import type { Granted } from '#platform/server/db/scope-predicate.ts'
import type { GrantedReach } from '#platform/server/contract/context.ts'

const settings: Record<Grant, string> = {
  organisation: 'app.org',
  organisations: 'app.orgs',
  shops: 'app.shops',
  employees: 'app.employees',
  account: 'app.account',
  self: 'app.self',
  audience: 'app.audience',
  warehouses: 'app.warehouses',
  channels: 'app.channels',
  shippingOrders: 'app.shipping_orders',
}
/** grants of which a role may see more in one list than in the others */
const reachGrants: readonly Grant[] = ['shops', 'employees', 'warehouses', 'channels', 'shippingOrders']
const nameOf = (permission: string): string => permission.replaceAll(/[^A-Za-z0-9]/g, '_').toLowerCase()

/** What a policy is written with: the declarations, and the name under which rows of another table are read without that table's policy. */
export interface PolicyNeeds {
  readonly resources: ReadonlyMap<string, Resource>
  readonly rowsOf: (table: string) => string
}

/**
 * The scope as the USING clause of a row policy, reading settings instead of parameters. Sealed: false.
 * Members and parents are read through `rowsOf`, past their own policies: two policies that read each other's tables call themselves for
 * ever.
 */
export const policyOf = (r: Resource, needs: PolicyNeeds): string => new PolicyOf(r, needs, r.table, 0).whole()

/** the value of a setting, of one list where it has a reach of its own there */
function settingOf(grant: Grant, permission: string): string {
  const general = `current_setting('${settings[grant]}')`
  return reachGrants.includes(grant)
    ? `coalesce(current_setting('${settings[grant]}_of_${nameOf(permission)}', true), ${general})`
    : general
}
const joined = (conditions: readonly string[], word: 'and' | 'or', none: string): string =>
  conditions.length === 0 ? none : `(${conditions.join(` ${word} `)})`

class PolicyOf {
  readonly #r: Resource
  readonly #needs: PolicyNeeds
  readonly #alias: string
  readonly #depth: number

  constructor(r: Resource, needs: PolicyNeeds, alias: string, depth: number) {
    this.#r = r
    this.#needs = needs
    this.#alias = alias
    this.#depth = depth
  }

  whole(): string {
    const { all, any } = this.#r.scope
    if (all === null) return 'false'
    return joined(
      [
        ...all.map(part => this.#part(part)),
        ...(any
          ? [
              joined(
                any.map(b => this.#branch(b)),
                'or',
                'false',
              ),
            ]
          : []),
      ],
      'and',
      'true',
    )
  }

  #branch(branch: Branch): string {
    switch (branch.kind) {
      case 'parts':
        return branch.all === null
          ? 'false'
          : joined(
              branch.all.map(part => this.#part(part)),
              'and',
              'true',
            )
      case 'member':
        return `(${this.#setting('employees')} = 'all' or ${this.#member(branch)})`
      case 'when': {
        const inState = `${this.#column(branch.field)} in (${branch.codes.join(', ')})`
        return branch.any === undefined
          ? inState
          : `(${inState} and ${joined(
              branch.any.map(b => this.#branch(b)),
              'or',
              'false',
            )})`
      }
      case 'through': {
        const alias = `p${this.#depth}`
        const table = ownValue(this.#r.fields, branch.field)?.to ?? ''
        const parent = new PolicyOf(this.#needs.resources.get(table) as Resource, this.#needs, alias, this.#depth + 1)
        const asked = `${alias}.id = ${this.#column(branch.field)}`
        const seen = `exists (select from ${this.#needs.rowsOf(table)} as ${alias} where ${asked} and ${parent.whole()})`
        return `(${parent.seesAll()} or ${seen})`
      }
    }
  }

  #member({ table, record, person, of = 'id', only, subject }: MemberBranch): string {
    const m = `m${this.#depth}`
    return `exists (select from ${this.#needs.rowsOf(table)} as ${m} where ${[
      `${m}.${columnOf(record)} = ${this.#column(of)}`,
      `${m}.org_id = current_setting('${settings.organisation}')::bigint`,
      this.#among(`${m}.${columnOf(person)}`, 'employees'),
      ...(subject === undefined ? [] : [`${m}.${columnOf(subject)} = '${this.#r.table}'`]),
      ...(only === undefined ? [] : [`${m}.${columnOf(only.field)} in (${only.codes.join(', ')})`]),
    ].join(' and ')})`
  }

  /** Whether the caller sees every row of his organisation, whatever stands in it; by settings alone. */
  seesAll(): string {
    const byParts = (all: Scope['all']): string => {
      const others = all?.filter(part => part.grant !== 'organisation')
      if (others === undefined || others.some(part => !allGrants.has(part.grant))) return 'false'
      return joined(
        others.map(part => `${this.#setting(part.grant)} = 'all'`),
        'and',
        'true',
      )
    }
    const byBranch = (branch: Branch): string => {
      if (branch.kind === 'parts') return byParts(branch.all)
      if (branch.kind === 'member') return `${this.#setting('employees')} = 'all'`
      if (branch.kind === 'when') return 'false'
      const parent = this.#needs.resources.get(ownValue(this.#r.fields, branch.field)?.to ?? '') as Resource
      return new PolicyOf(parent, this.#needs, '', this.#depth + 1).seesAll()
    }
    const { all, any } = this.#r.scope
    return any === undefined ? byParts(all) : `(${byParts(all)} and ${joined(any.map(byBranch), 'or', 'false')})`
  }

  #column(field: string): string {
    return `${this.#alias}.${columnOf(field)}`
  }
  #setting(grant: Grant): string {
    return settingOf(grant, permissionOf(this.#r))
  }
  #among(column: string, grant: Grant): string {
    // nullif: PostgreSQL may read the list while it plans, even where `all` makes it of no matter
    return `${column} = any(string_to_array(nullif(${this.#setting(grant)}, 'all'), ',')::bigint[])`
  }
  #part({ column, grant, orEmpty }: Part): string {
    const stored = `${this.#alias}.${column}`
    const condition = ((): string => {
      if (grant === 'self') return `${stored} = nullif(${this.#setting(grant)}, '')::bigint`
      if (grant === 'organisation' || grant === 'account') return `${stored} = ${this.#setting(grant)}::bigint`
      if (grant === 'audience') return `${stored} && string_to_array(${this.#setting(grant)}, ',')`
      const among = this.#among(stored, grant)
      return allGrants.has(grant) ? `(${this.#setting(grant)} = 'all' or ${among})` : among
    })()
    return orEmpty ? `(${stored} is null or ${condition})` : condition
  }
}
/** grants that may be everything of the organisation */
const allGrants: ReadonlySet<Grant> = new Set(['employees', 'warehouses', 'channels', 'shippingOrders'])

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
  [settings.self]: granted.employee ?? '',
  [settings.audience]: granted.audience.join(','),
  ...reachSettings(granted, ''),
  ...Object.assign({}, ...[...(granted.wider ?? [])].map(([permission, reach]) => reachSettings(reach, `_of_${nameOf(permission)}`))),
})
