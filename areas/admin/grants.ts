/** What a person was granted inside one organisation: operations, shops and employees, read in one statement. */
import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/server/db/database.ts'
import { accountOrganisation } from './tables.ts'

/** Membership of an account, as the rights need it. */
export interface Membership {
  readonly orgId: string
  readonly version: string | null
  readonly zone: string
  readonly employeeId: string | null
  readonly dataScope: number
  readonly namedDeptIds: readonly string[] | null
}

export interface Grants {
  readonly shops: readonly string[]
  readonly employees: readonly string[] | 'all'
  readonly permissions: ReadonlyMap<string, ReadonlySet<number>>
  /** marks under which records are shared with this person: account, employee, departments, roles, the organisation */
  readonly audience: readonly string[]
}

export const dataScopes = {
  self: accountOrganisation.fields.dataScope.choices.self[0],
  department: accountOrganisation.fields.dataScope.choices.department[0],
  named: accountOrganisation.fields.dataScope.choices.named[0],
  all: accountOrganisation.fields.dataScope.choices.all[0],
} as const

interface GrantsRow {
  readonly permissions: readonly { readonly permission: string; readonly operations: readonly number[] }[] | null
  readonly shops: readonly string[] | null
  readonly employees: readonly string[] | null
  readonly departments: readonly string[] | null
  readonly roles: readonly string[] | null
}

/**
 * Reads the grants. Departments of the data scope: own and below (1), the named ones (2); an employee counts in his main department and in each
 * further one, and always sees himself. Shops: those granted to any employee of the scope; everything (3) and system administrators have all.
 */
export async function readGrants(db: Kysely<Database>, accountId: string, systemAdmin: boolean, of: Membership): Promise<Grants> {
  const everything = systemAdmin || of.dataScope === dataScopes.all
  const { rows } = await sql<GrantsRow>`
    with recursive own_department as (
      select dept_id as id from employee where id = ${of.employeeId}::bigint and org_id = ${of.orgId}
      union select unnest(other_dept_ids)::bigint from employee where id = ${of.employeeId}::bigint and org_id = ${of.orgId}
    ), below as (
      select id from own_department where ${of.dataScope}::int = ${dataScopes.department}
      union select d.id from department d join below b on d.parent_id = b.id where d.org_id = ${of.orgId}
    ), seen_department as (
      select id from below
      union select unnest(${of.namedDeptIds ?? []}::text[])::bigint where ${of.dataScope}::int = ${dataScopes.named}
    ), seen_employee as (
      select e.id from employee e where e.org_id = ${of.orgId} and not ${everything}
        and (e.id = ${of.employeeId}::bigint or e.dept_id in (select id from seen_department) or e.other_dept_ids && (select array_agg(id::text) from seen_department))
    )
    select
      (select array_agg(id order by id) from seen_employee) as employees,
      (select array_agg(id order by id) from own_department) as departments,
      (select array_agg(role_id order by role_id) from account_role where account_id = ${accountId} and org_id = ${of.orgId}) as roles,
      case when ${everything} then (select array_agg(id order by id) from shop where org_id = ${of.orgId})
        else (select array_agg(distinct g.shop_id order by g.shop_id) from shop_grant g join seen_employee e on e.id = g.employee_id where g.org_id = ${of.orgId}) end as shops,
      (select jsonb_agg(p) from (
        select rp.permission, jsonb_agg(distinct rp.operation) as operations
        from account_role ar join role_permission rp on rp.role_id = ar.role_id and rp.org_id = ar.org_id
        where ar.account_id = ${accountId} and ar.org_id = ${of.orgId} group by rp.permission) p) as permissions`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the statement of the grants gave no row')
  return {
    shops: row.shops ?? [],
    employees: everything ? 'all' : (row.employees ?? []),
    audience: [
      'o',
      `a${accountId}`,
      ...(of.employeeId === null ? [] : [`e${of.employeeId}`]),
      ...(row.departments ?? []).map(id => `d${id}`),
      ...(row.roles ?? []).map(id => `r${id}`),
    ],
    permissions: new Map((row.permissions ?? []).map(p => [p.permission, new Set(p.operations)])),
  }
}
