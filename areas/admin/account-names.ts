/**
 * Names that people of an organisation give to accounts. Every account of the installation has another name; where a name is another
 * organisation's already, the new one ends with the mark of its own (`wang.fang#2`). `#` is no sign of a typed name.
 */
import { sql } from 'kysely'
import type { Tx, Db } from '#platform/server/area.ts'

const markOf = (orgId: string): string => `#${orgId}`

/** What was typed, without the mark of the organisation. Pure. */
export const withoutMark = (typed: string, orgId: string): string =>
  typed.endsWith(markOf(orgId)) ? typed.slice(0, -markOf(orgId).length) : typed

/**
 * The name as the account has it: as it was typed, with the mark where an account that does not work in this organisation carries it.
 * `tx`: past the door, for this one name. `accountId`: whose name it becomes, if it has one.
 */
export async function nameIn(tx: Tx, orgId: string, typed: string, accountId: string | null = null): Promise<string> {
  const plain = withoutMark(typed, orgId)
  const { rows } = await sql<{ foreign: boolean }>`select not exists (
      select from account_organisation m where m.account_id = a.id and m.org_id = ${orgId}) as foreign
    from account a where a.username = ${plain} and a.id is distinct from ${accountId}::bigint`.execute(tx)
  return rows[0]?.foreign === true ? `${plain}${markOf(orgId)}` : plain
}

/** `wang.fang#2` of a person of organisation 2 who is called `wang.fang` since nobody else is. `db`: past the door. */
export async function signedAs(db: Db, typed: string): Promise<string> {
  const [, plain, orgId] = /^(.+)#(\d{1,18})$/u.exec(typed) ?? []
  if (plain === undefined || orgId === undefined) return typed
  const { rows } = await sql<{ username: string }>`select a.username from account a
    where a.username = ${typed} or (a.username = ${plain} and exists (
      select from account_organisation m where m.account_id = a.id and m.org_id = ${orgId}::bigint))
    order by length(a.username) desc limit 1`.execute(db)
  return rows[0]?.username ?? typed
}
