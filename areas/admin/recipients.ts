/** Whom a message means: accounts behind the marks of a share, and the system administrators. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/area.ts'
import { account, employee } from './tables.ts'

const enabled = account.fields.status.choices.enabled[0]
const employed = employee.fields.status.choices.employed[0]
/** can sign in, and still works there */
const isThere = sql`a.status = ${enabled} and (e.id is null or e.status = ${employed})`

/**
 * `a12` an account, `e5` an employee, `d3` a department's people, `D3` with those below it, `r7` a role's, `o` everybody of the
 * organisation.
 */
export async function accountsOf(db: Db, orgId: string, marks: readonly string[]): Promise<readonly string[]> {
  const ids = (letter: string): string[] => marks.filter(mark => mark.startsWith(letter)).map(mark => mark.slice(1))
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from department where org_id = ${orgId} and id = any(${ids('D')}::bigint[])
      union select d.id from department d join below on d.parent_id = below.id)
    select a.id from account_organisation m join account a on a.id = m.account_id left join employee e on e.id = m.employee_id
    where m.org_id = ${orgId} and ${isThere} and (
      ${marks.includes('o')} or a.id = any(${ids('a')}::bigint[]) or m.employee_id = any(${ids('e')}::bigint[])
      or e.dept_id = any(${ids('d')}::bigint[]) or e.dept_id in (select id from below)
      or e.other_dept_ids && array(select id::text from below) or e.other_dept_ids && ${ids('d')}::text[]
      or exists (select 1 from account_role r where r.account_id = a.id and r.org_id = m.org_id and r.role_id = any(${ids('r')}::bigint[])))
    order by a.id`.execute(db)
  return rows.map(row => row.id)
}

/** employee -> his accounts; who has none, or has left, is absent. */
export async function accountsOfEmployees(
  db: Db,
  orgId: string,
  employeeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ employee: string; id: string }>`
    select e.id as employee, a.id from account_organisation m join account a on a.id = m.account_id join employee e on e.id = m.employee_id
    where m.org_id = ${orgId} and ${isThere} and m.employee_id = any(${[...employeeIds]}::bigint[]) order by a.id`.execute(db)
  return new Map([...Map.groupBy(rows, row => row.employee)].map(([employee, his]) => [employee, his.map(row => row.id)]))
}

/** Whoever has a role with this operation, and the system administrators of the organisation. */
export async function holdersOf(db: Db, orgId: string, permission: string, operation: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account_organisation m join account a on a.id = m.account_id left join employee e on e.id = m.employee_id
    where m.org_id = ${orgId} and ${isThere} and (a.is_system_admin or exists (
      select 1 from account_role r join role_permission p on p.role_id = r.role_id and p.org_id = r.org_id
      where r.account_id = a.id and r.org_id = m.org_id and p.permission = ${permission} and p.operation = ${operation}))
    order by a.id`.execute(db)
  return rows.map(row => row.id)
}

export async function administrators(db: Db): Promise<readonly { accountId: string; orgId: string }[]> {
  const { rows } = await sql<{ accountId: string; orgId: string }>`
    select distinct on (a.id) a.id as "accountId", m.org_id as "orgId"
    from account a join account_organisation m on m.account_id = a.id left join employee e on e.id = m.employee_id
    where a.is_system_admin and ${isThere}
    order by a.id, m.org_id = a.last_org_id desc nulls last, m.org_id`.execute(db)
  return rows
}
