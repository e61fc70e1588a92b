/** People of an organisation by name: for mentions, and shown beside comments. */
import { sql } from 'kysely'
import type { Colleague, Person, Rights, Db } from '#platform/server/area.ts'
import { programMark } from './program-account.ts'
import { account, employee } from './tables.ts'

const enabled = account.fields.status.choices.enabled[0]
const employed = employee.fields.status.choices.employed[0]

/** By accounts, also of who has left; by keyword in name or account name those alone who can sign in and still work there, by name. */
export async function findPeople(db: Db, orgId: string, ask: Parameters<Rights['people']>[1]): Promise<readonly Person[]> {
  const found =
    'ids' in ask
      ? sql`a.id = any(${[...ask.ids]}::bigint[])`
      : sql`a.status = ${enabled} and a.username not like ${`${programMark}%`} and (e.id is null or e.status = ${employed})
          and (a.name ilike ${like(ask.keyword)} or a.username ilike ${like(ask.keyword)} or e.nickname ilike ${like(ask.keyword)})`
  const { rows } = await sql<Person>`
    select a.id as "accountId", a.name, e.avatar, d.name as department, e.position_name as position
    from account_organisation m join account a on a.id = m.account_id
      left join employee e on e.id = m.employee_id left join department d on d.id = e.dept_id
    where m.org_id = ${orgId} and ${found}
    order by a.name, a.id limit ${'ids' in ask ? ask.ids.length : ask.max}`.execute(db)
  return rows
}

/** Whom everybody finds: name, department and position of those who work here; not what they sign in with. */
export async function findColleagues(db: Db, orgId: string, keyword: string, max: number): Promise<readonly Colleague[]> {
  const { rows } = await sql<Colleague>`
    select e.id as "employeeId", e.name, d.name as department, nullif(e.position_name, '') as position
    from employee e left join department d on d.id = e.dept_id
    where e.org_id = ${orgId} and e.status = ${employed} and (e.name ilike ${like(keyword)} or e.nickname ilike ${like(keyword)})
    order by e.name, e.id limit ${max}`.execute(db)
  return rows
}

const like = (keyword: string): string => `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
