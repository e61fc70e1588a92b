/**
 * What a person proves himself by beside his password: the figures of an authenticator, each step of its clock once, and recovery codes,
 * each once. Keys of authenticators are sealed and bound to their account.
 */
import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { sentence } from '#platform/declare/sentence.ts'
import { keyName, seal, unseal } from '../base/envelope.ts'
import { refuse } from '../calls/refusal.ts'
import type { KeyedTable } from '../contract/area.ts'
import type { Db, Tx } from '../contract/database.ts'
import type { Settings } from '../contract/house.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { secondFactor } from './tables.ts'
import { forgetTickets } from './tickets.ts'

type Writer = Db | Tx

const choices = secondFactor.fields.kind.choices
export const factorKinds = { totp: choices.totp[0], passkey: choices.passkey[0], recovery: choices.recovery[0] }

/** What an account has. */
export interface Ways {
  readonly authenticator: boolean
  readonly passkeys: number
  readonly codes: number
}
/** Codes alone are no factor: they stand in for one that is lost. */
export const hasFactor = ({ authenticator, passkeys }: Ways): boolean => authenticator || passkeys > 0

export async function waysOf(db: Writer, accountId: string): Promise<Ways> {
  const rows = await db
    .selectFrom('second_factor')
    .select(['kind', e => e.fn.countAll<string>().as('n')])
    .where('account_id', '=', accountId)
    .groupBy('kind')
    .execute()
  const of = (kind: number): number => Number(rows.find(row => row.kind === kind)?.n ?? 0)
  return { authenticator: of(factorKinds.totp) > 0, passkeys: of(factorKinds.passkey), codes: of(factorKinds.recovery) }
}

const place = (accountId: string, column: 'begun' | 'proof') => ({ orgId: accountId, table: 'second_factor', column })

export function factorKey({ secretKey }: Pick<Settings, 'secretKey'>): string {
  if (!secretKey) throw refuse.rule(sentence`没有设置 SECRET_KEY，不能使用验证器，请联系系统管理员`)
  return secretKey
}

/** seconds of a step */
const period = 30
const totpOf = (key: string, username = ''): TOTP =>
  new TOTP({ issuer: '掌柜', label: username, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(key) })

export interface BegunAuthenticator {
  /** what is typed where no picture can be read */
  readonly key: string
  readonly picture: string
  /** the key sealed for this account: comes back with the first code */
  readonly begun: string
}

/** A key for a new authenticator. Nothing is kept before a code of it was typed. */
export function beginAuthenticator(secretKey: string, accountId: string, username: string): BegunAuthenticator {
  const key = new Secret({ size: 20 }).base32
  const svg = renderSVG(totpOf(key, username).toString(), { border: 2 })
  return {
    key,
    picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    begun: seal(secretKey, place(accountId, 'begun'), key),
  }
}

/** The step of the clock that these figures belong to, one either way; null: of none. */
function stepOf(key: string, typed: string, now: Date): number | null {
  const token = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(key).validate({ token, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta
}

/** Keeps an authenticator in place of the one before; false: the code is none of its key. */
export async function addAuthenticator(
  tx: Writer,
  secretKey: string,
  accountId: string,
  { begun, code, now }: { readonly begun: string; readonly code: string; readonly now: Date },
): Promise<boolean> {
  let key: string
  try {
    key = unseal(secretKey, place(accountId, 'begun'), begun)
  } catch {
    // of another account, or made up
    return false
  }
  const step = stepOf(key, code, now)
  if (step === null) return false
  await tx.deleteFrom('second_factor').where('account_id', '=', accountId).where('kind', '=', factorKinds.totp).execute()
  await forgetTickets(tx, accountId)
  await tx
    .insertInto('second_factor')
    .values({
      account_id: accountId,
      kind: factorKinds.totp,
      name: '验证器',
      proof: seal(secretKey, place(accountId, 'proof'), key),
      counter: String(step),
      made_at: now.toISOString(),
    })
    .execute()
  return true
}

/** What a typed code proves; null: nothing. A step and a recovery code serve once, however many ask at the same time. */
export async function takeCode(
  tx: Writer,
  secretKey: string | null | undefined,
  accountId: string,
  typed: string,
  now: Date,
): Promise<'totp' | 'recovery' | null> {
  const usedAt = now.toISOString()
  for (const one of await factorsOf(tx, accountId, factorKinds.totp)) {
    const step = secretKey ? stepOf(unseal(secretKey, place(accountId, 'proof'), one.proof), typed, now) : null
    if (step === null) continue
    const { numUpdatedRows } = await tx
      .updateTable('second_factor')
      .set({ counter: String(step), used_at: usedAt })
      .where('id', '=', one.id)
      .where('counter', '<', String(step))
      .executeTakeFirst()
    return numUpdatedRows === 1n ? 'totp' : null
  }
  return (await takeRecovery(tx, accountId, typed)) ? 'recovery' : null
}

const factorsOf = (tx: Writer, accountId: string, kind: (typeof factorKinds)[keyof typeof factorKinds]) =>
  tx.selectFrom('second_factor').select(['id', 'proof', 'handle']).where('account_id', '=', accountId).where('kind', '=', kind).execute()

const codesMade = 10
const handleLength = 4
const codeLength = 16
/** without letters and figures that are taken for one another */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'
const plain = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** A code is found by its first part, so that one hash is reckoned and not ten. */
async function takeRecovery(tx: Writer, accountId: string, typed: string): Promise<boolean> {
  const code = plain(typed)
  if (code.length !== codeLength) return false
  const found = (await factorsOf(tx, accountId, factorKinds.recovery)).find(one => one.handle === code.slice(0, handleLength))
  if (found === undefined || !(await isPassword(code, found.proof))) return false
  const { numDeletedRows } = await tx.deleteFrom('second_factor').where('id', '=', found.id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Ten codes in place of those before; shown once. */
export async function newRecoveryCodes(): Promise<readonly { readonly code: string; readonly hash: string }[]> {
  const codes = new Map<string, string>()
  while (codes.size < codesMade) {
    const code = Array.from({ length: codeLength }, () => readable[randomInt(readable.length)]).join('')
    codes.set(code.slice(0, handleLength), code)
  }
  return Promise.all([...codes.values()].map(async code => ({ code, hash: await hashPassword(code) })))
}

export async function keepRecoveryCodes(
  tx: Writer,
  accountId: string,
  codes: Awaited<ReturnType<typeof newRecoveryCodes>>,
  now: Date,
): Promise<readonly string[]> {
  await tx.deleteFrom('second_factor').where('account_id', '=', accountId).where('kind', '=', factorKinds.recovery).execute()
  const values = codes.map(({ code, hash }) => ({
    account_id: accountId,
    kind: factorKinds.recovery,
    name: '恢复码',
    handle: code.slice(0, handleLength),
    proof: hash,
    made_at: now.toISOString(),
  }))
  await tx.insertInto('second_factor').values(values).execute()
  return codes.map(({ code }) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Takes all factors of an account and the devices that were trusted with them. */
export async function forgetFactors(tx: Writer, accountId: string): Promise<void> {
  await tx.deleteFrom('second_factor').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('trusted_device').where('account_id', '=', accountId).execute()
  await forgetTickets(tx, accountId)
}

/** The session has just seen a factor. */
export async function noteFresh(db: Writer, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ fresh_at: now.toISOString() }).where('token_hash', '=', tokenHash).execute()
}

/** Keys of authenticators under a new SECRET_KEY. */
export const factorsKeyed: KeyedTable = {
  title: secondFactor.title,
  table: 'second_factor',
  key: ['id'],
  columns: ['account_id', 'kind', 'proof'],
  reseal: (row, from, to) => {
    const sealed = row['proof'] ?? ''
    if (row['kind'] !== String(factorKinds.totp) || sealed.split('.')[1] === keyName(to)) return null
    const at = place(row['account_id'] ?? '', 'proof')
    return { proof: seal(to, at, unseal(from, at, sealed)) }
  },
}
