/**
 * 仅限企业登录: passwords and passkeys open nothing but for system administrators with a passkey, of whom there are two at least, so that a
 * provider that is down locks nobody out for good.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Tx, type Db } from '#platform/server/area.ts'
import { factorKinds, hashOfToken } from '#platform/server/rights.ts'
import { readSysConfig } from './sys-config.ts'

const doorsMin = 2
export const companyOnlySentence = sentence`本系统仅限企业登录，请点企业登录的按钮`

/** System administrators who can sign in without the company. */
async function doorsOf(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct a.id)::int as n from account a join second_factor f on f.account_id = a.id
    where a.is_system_admin and a.status = 1 and f.kind = ${factorKinds.passkey}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Whether an account is kept from signing in by itself. */
export async function isCompanyOnly(tx: Tx, account: { readonly is_system_admin: boolean }, passkeys: number): Promise<boolean> {
  const { companyOnly } = await readSysConfig(tx)
  return companyOnly && !(account.is_system_admin && passkeys > 0)
}

/** Doors are counted and closed one after the other. */
const holdDoors = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('company doors', 0))`.execute(tx)

/** Switched on by who has come in that way, while two others' doors stand open; none closes before it is. */
export async function demandCompanyDoors(tx: Tx, token: string): Promise<void> {
  await holdDoors(tx)
  const session = await tx.selectFrom('session').select('by_company').where('token_hash', '=', hashOfToken(token)).executeTakeFirst()
  if (session?.by_company !== true) throw refuse.rule(sentence`请先用企业登录进入系统，再开启仅限企业登录`)
  if ((await doorsOf(tx)) < doorsMin) throw refuse.rule(sentence`至少要有 ${doorsMin} 位系统管理员添加了通行密钥，才能开启仅限企业登录`)
}

const isDoor = async (tx: Tx, accountId: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from account a where a.id = ${accountId} and a.is_system_admin and a.status = 1
      and exists (select 1 from second_factor f where f.account_id = a.id and f.kind = ${factorKinds.passkey})`.execute(tx)
  return rows.length > 0
}

/** Work that may close the door of this account: refused where too few are left, one after the other. `tx`: over sealed tables. */
export async function keepCompanyDoors<T>(tx: Tx, accountId: string, work: () => Promise<T>): Promise<T> {
  const wasDoor = await isDoor(tx, accountId)
  if (wasDoor) await holdDoors(tx)
  const done = await work()
  if (!wasDoor || !(await readSysConfig(tx)).companyOnly) return done
  if (!(await isDoor(tx, accountId)) && (await doorsOf(tx)) < doorsMin)
    throw refuse.rule(sentence`已开启仅限企业登录，至少要有 ${doorsMin} 位系统管理员保留通行密钥`)
  return done
}
