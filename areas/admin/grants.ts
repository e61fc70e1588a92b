/** What a person was granted inside one organisation: operations, shops and employees, read in one statement. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/area.ts'
import { companyOf, reachOf, type Company, type CompanyRows, type Reach, type ScopeEntry } from './reach.ts'
import { withAbove } from './reach.ts'
import { dataGrant } from './rights-tables.ts'

/** Membership of an account, as the rights need it. */
export interface Membership extends ScopeEntry {
  readonly orgId: string
  readonly version: string | null
  readonly zone: string
  readonly employeeId: string | null
}

export interface Grants extends Reach {
  readonly permissions: ReadonlyMap<string, ReadonlySet<number>>
  /** permission -> a reach wider than the person's general one, from roles that see further in that list */
  readonly wider: ReadonlyMap<string, Reach>
  /** marks under which records are shared with this person: account, employee, departments, roles, the organisation */
  readonly audience: readonly string[]
  /** how many employees the organisation has */
  readonly staff: number
}

/** A scope of a role for all lists. */
export const everyList = '*'

export interface PersonRow {
  readonly permissions: readonly { readonly permission: string; readonly operations: readonly number[] }[] | null
  readonly roles: readonly string[] | null
  readonly scopes: readonly (ScopeEntry & { readonly permission: string })[] | null
}
interface GrantsRow extends PersonRow {
  readonly company: { readonly [K in keyof CompanyRows]: CompanyRows[K] | null } | null
}
export interface ReadGrants {
  readonly grants: Grants
  readonly company: Company
}

const kindCase = sql.join(
  Object.entries(dataGrant.fields.kind.choices).map(([name, [code]]) => sql`when ${sql.lit(code)} then ${sql.lit(name)}`),
  sql` `,
)

/**
 * The organisation itself: departments, employees and what was given to them. The same for all its people, so it is read once per version.
 */
const companyJson = (orgId: string) => sql`jsonb_build_object(
  'departments', (select jsonb_agg(jsonb_build_object('id', id::text, 'parentId', parent_id::text)) from department
    where org_id = ${orgId}),
  'employees', (select jsonb_agg(jsonb_build_object('id', id::text, 'deptIds', array[dept_id::text] || coalesce(other_dept_ids, '{}')))
    from employee where org_id = ${orgId}),
  'shops', (select jsonb_agg(id::text order by id) from shop where org_id = ${orgId}),
  'shopGrants', (select jsonb_agg(jsonb_build_object('employeeId', employee_id::text, 'shopId', shop_id::text)) from shop_grant
    where org_id = ${orgId}),
  'dataGrants', (select jsonb_agg(jsonb_build_object('employeeId', employee_id::text, 'kind',
    case kind ${kindCase} end, 'objectId', object_id::text))
    from data_grant where org_id = ${orgId}))`

/** Reads the grants of one account; the organisation's part only where it is not known yet. */
export async function readGrants(
  db: Db,
  accountId: string,
  systemAdmin: boolean,
  of: Membership,
  known: Company | null,
): Promise<ReadGrants> {
  const { rows } = await sql<GrantsRow>`
    with held as (select role_id from account_role where account_id = ${accountId} and org_id = ${of.orgId})
    select
      (select jsonb_agg(role_id::text order by role_id) from held) as roles,
      (select jsonb_agg(p) from (
        select permission, jsonb_agg(distinct operation) as operations
        from role_permission where org_id = ${of.orgId} and role_id in (select role_id from held) group by permission) p) as permissions,
      (select jsonb_agg(jsonb_build_object('permission', permission, 'dataScope', data_scope, 'namedDeptIds', named_dept_ids))
        from role_scope where org_id = ${of.orgId} and role_id in (select role_id from held)) as scopes,
      case when ${known === null} then ${companyJson(of.orgId)} end as company`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the statement of the grants gave no row')
  const company = known ?? companyOf(rowsOf(row.company))
  return { company, grants: grantsOf(company, accountId, systemAdmin, of, row) }
}

const rowsOf = (company: GrantsRow['company']): CompanyRows => ({
  departments: company?.departments ?? [],
  employees: company?.employees ?? [],
  shops: company?.shops ?? [],
  shopGrants: company?.shopGrants ?? [],
  dataGrants: company?.dataGrants ?? [],
})

/** Of the server itself, which reaches all there is: who belongs to which department is not asked for. */
export const everythingOf = (shops: readonly string[], accountId: string, staff: number): Grants => ({
  shops,
  employees: 'all',
  objects: { warehouses: 'all', channels: 'all', shippingOrders: 'all' },
  wider: new Map(),
  audience: ['o', `a${accountId}`],
  staff,
  permissions: new Map(),
})

/** Out of what was read: roles add up, and a role's scope for one list comes on top of the general ones. Pure. */
export function grantsOf(company: Company, accountId: string, systemAdmin: boolean, of: Membership, row: PersonRow): Grants {
  const scopes = row.scopes ?? []
  const general: readonly ScopeEntry[] = [of, ...scopes.filter(s => s.permission === everyList)]
  const base = reachOf(company, of.employeeId, general, systemAdmin)
  const byList = Map.groupBy(
    scopes.filter(s => s.permission !== everyList),
    s => s.permission,
  )
  const departments = of.employeeId === null ? [] : (company.deptsOf.get(of.employeeId) ?? [])
  return {
    ...base,
    // who reaches everything has nothing wider
    wider: new Map(
      base.employees === 'all'
        ? []
        : [...byList].map(([permission, own]) => [permission, reachOf(company, of.employeeId, [...general, ...own], false)]),
    ),
    audience: [
      'o',
      `a${accountId}`,
      ...(of.employeeId === null ? [] : [`e${of.employeeId}`]),
      ...departments.map(id => `d${id}`),
      ...[...withAbove(company, departments)].map(id => `D${id}`),
      ...(row.roles ?? []).map(id => `r${id}`),
    ],
    staff: company.deptsOf.size,
    permissions: new Map((row.permissions ?? []).map(p => [p.permission, new Set(p.operations)])),
  }
}
