/**
 * Who works at the mailbox: a person for whom the server opens its rows. Marks stand for ids on the writer's side: what a browser keeps
 * of an address (open tabs, history) leads to no letter without the key.
 */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { instantMs } from '#platform/format/instants.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { authorHash, byDay, ownSealedIds } from '#platform/server/database.ts'
import { bossLetter } from './tables.ts'

export const letterTitle = bossLetter.title
const reason = 'the mailbox'
/** as many as an id has at most, so that marks travel as ids */
const markDigits = 18n

/** The rows of the mailbox, opened in the name of the person who asks; nobody opens them in another's. */
export async function deskOf(context: Context, tx?: Tx): Promise<Context> {
  const { caller, house, now, language } = context
  if (caller.viewer !== undefined) throw refuse.forbidden(sentence`以他人身份查看时不能打开信箱`)
  const system = await house.asSystem(caller.orgId, reason, tx)
  const { accountId, employeeId, name, zone } = caller
  return { ...system, now, language, caller: { ...system.caller, accountId, employeeId, name, zone } }
}

/** The same for those who keep the mailbox, and for nobody else, administrators included. */
export async function managersDesk(context: Context, tx?: Tx): Promise<Context> {
  if (context.caller.manager !== true) throw refuse.forbidden(sentence`只有总经理可以打开总经理信箱`)
  return deskOf(context, tx)
}

/** The server's own, for what shall name nobody. */
export const backOffice = (desk: Context, tx: Tx): Promise<Context> => desk.house.asSystem(desk.caller.orgId, reason, tx)

/** The same for what a writer does: it tells its day alone, and the trail hears of it later. */
export const quietOffice = async (desk: Context, tx: Tx): Promise<Context> =>
  byDay({ ...(await backOffice(desk, tx)), now: desk.now }, 'acting')

/** Letters of the person who asks. */
export const ownLetters = (desk: Context): Promise<readonly string[]> => ownSealedIds(desk, (desk.tx ?? desk.db) as Tx, bossLetter)

/** All that is told of when a letter was written. */
export const dayText = ({ caller }: Context, at: string): string => dayInZone(instantMs(at), caller.zone)

type MarkOf = 'letter' | 'reply'

/** No hash that is stored: who holds a copy of the tables alone makes no mark of it. */
export const markOf = (desk: Context, of: MarkOf, id: string): string => hashOf(desk, of, id)
/** The mark in the kept answer of a writing call: another than that of lists and addresses, which open tabs keep. */
export const answerMarkOf = (desk: Context, id: string): string => hashOf(desk, 'answered letter', id)

function hashOf({ house, caller }: Context, of: MarkOf | 'answered letter', id: string): string {
  const key = authorHash(house, { table: `mailbox ${of}` }, caller)
  const hash = createHmac('sha256', key).update(id).digest().readBigUInt64BE()
  // its first digit is none that is lost
  return String(10n ** (markDigits - 1n) + (hash % (9n * 10n ** (markDigits - 1n))))
}

/** The ids, of those that are his, that these marks stand for; one that stands for none is refused. */
export function idsOfMarks(desk: Context, of: MarkOf, own: readonly string[], marks: readonly string[]): readonly string[] {
  const known = new Map(own.map(id => [markOf(desk, of, id), id]))
  if (of === 'letter') for (const id of own) known.set(answerMarkOf(desk, id), id)
  return marks.map(mark => known.get(mark) ?? unknown())
}
export const unknown = (): never => {
  throw refuse.unknown(letterTitle)
}

/** Accounts that keep the mailbox of the organisation. */
export async function managersOf(desk: Context): Promise<readonly string[]> {
  const rows = await desk.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
    .select('a.id')
    .where('m.org_id', '=', desk.caller.orgId)
    .where('a.is_manager', '=', true)
    .execute()
  return rows.map(row => row.id)
}

export const anyOfIds = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`
