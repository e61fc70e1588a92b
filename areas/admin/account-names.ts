/**
 * Names that people of an organisation give to accounts. Every account of the installation has another name, and none may tell what another
 * organisation has.
 */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/contract/database.ts'

const markOf = (orgId: string): string => `#${orgId}`

/** What was typed, without the mark of the organisation. Pure. */
export const withoutMark = (typed: string, orgId: string): string =>
  typed.endsWith(markOf(orgId)) ? typed.slice(0, -markOf(orgId).length) : typed

/**
 * The name as the account has it: where several organisations share the installation it ends with the mark of the one that gives it
 * (`wang.fang#2`), so that it can only be taken within that organisation. `#` is no sign of a typed name. `tx`: past the door, for the
 * number of organisations alone.
 */
export async function nameIn(tx: Tx, orgId: string, typed: string): Promise<string> {
  const { rows } = await sql<{ several: boolean }>`select count(*) > 1 as several from organisation`.execute(tx)
  const plain = withoutMark(typed, orgId)
  return rows[0]?.several ? `${plain}${markOf(orgId)}` : plain
}
