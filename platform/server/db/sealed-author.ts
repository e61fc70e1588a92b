/**
 * Records whose author nobody may know (`sealedAuthor` of a resource). What the author writes of such a record is written by nobody. Who
 * it was stands encrypted in a sealed table, and as a keyed hash by which he finds his own. Both keys come from SECRET_KEY.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { dayInZone, instantInZone } from '#platform/format/zones.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from './any-table.ts'
import type { KeyedTable } from '../contract/area.ts'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import type { Values } from '../contract/record-hooks.ts'

/** Stands where an account's id would: no account has it. */
export const nobody = '0'
const nobodysName = '匿名'
const algorithm = 'aes-256-gcm'
/** AES-GCM: bytes of nonce and tag */
const [nonceBytes, tagBytes] = [12, 16]
/** digits of an account's id, filled up: how long the cipher is tells nothing */
const idDigits = 20

/** what has the key: a house, or a change of keys */
type Keyed = Pick<House, 'settings'> | { readonly settings: { readonly secretKey: string } }
function keyFor({ settings }: Keyed, use: 'hash' | 'cipher'): Buffer {
  if (!settings.secretKey) throw new Error('SECRET_KEY is not set: sealed authors need it')
  return Buffer.from(hkdfSync('sha256', settings.secretKey, '', `sealed author ${use}`, 32))
}

/** Whether the author of a new record with these columns is sealed. */
export const isSealed = (r: Resource, columns: Readonly<Values>): boolean =>
  r.sealedAuthor === true || (typeof r.sealedAuthor === 'string' && columns[columnOf(r.sealedAuthor)] === true)

/** The beginning of the day in the organisation: all that sealed records tell of when. */
export const dayOf = ({ now, caller: { zone } }: Pick<Context, 'now' | 'caller'>): Date =>
  new Date(instantInZone(dayInZone(now().getTime(), zone), '00:00', zone))

/** What is written by this context tells its day alone, whoever it names. */
export function byDay(context: Context, sealed: NonNullable<Context['sealed']>): Context {
  const day = dayOf(context)
  return { ...context, now: () => day, sealed, requestId: '', origin: { address: null, call: context.origin?.call ?? '' } }
}

/** The server's own work in the name of whoever is at it: where that is a sealed author it tells its day alone. */
export const inStepWith = (context: Context, system: Context): Context =>
  context.sealed === undefined ? system : { ...byDay(system, context.sealed), now: context.now }

/** digits that every program reads exactly */
const [idMin, idSpan] = [10n ** 14n, 8n * 10n ** 15n]
/** A number that tells nothing of when it was given: numbers in a row would set a record between two others whose instants are known. */
export const idWithoutOrder = (): string => String(idMin + (randomBytes(8).readBigUInt64BE() % idSpan))

/** What the server keeps of a sealed author until it arrives: unreadable without the key. `of`: the row that holds it. */
export const sealedText = (house: House, of: string, text: string): string => encryptedText(house, of, text)
export const unsealedText = (house: House, of: string, cipher: string): string => decryptedText(house, of, cipher)

/** longest time until what a sealed author did reaches others */
export const delayMsMax = 3_600_000
/** A time within the hour: the same for all that one transaction leaves for later, foreseen by nobody without the key. */
export const delayMs = (house: House, transaction: string): number =>
  (createHmac('sha256', keyFor(house, 'hash')).update(`delay ${transaction}`).digest().readUInt32BE() / 2 ** 32) * delayMsMax

/** The same work done by nobody. What the person may see and touch stays his: `author` is asked by checks and never written. */
export const sealedContext = (context: Context): Context => ({
  ...byDay(context, context.sealed ?? 'acting'),
  caller: { ...context.caller, accountId: nobody, employeeId: null, name: nobodysName },
  author: context.caller,
  log: context.house.log,
})

interface Owner {
  readonly orgId: string
  readonly accountId: string
  /** how often others have opened the door of the account (sealed/opened-door.ts) */
  readonly turn?: number
}
/**
 * The keyed hash of an account in one organisation, by kind of record: the same person's letters are found by it, his other records are
 * not. Whoever came into the account by the hand of others has another one than whoever had it before.
 */
export const authorHash = (house: Keyed, r: Pick<Resource, 'table'>, { orgId, accountId, turn = 0 }: Owner): string =>
  createHmac('sha256', keyFor(house, 'hash'))
    .update([orgId, r.table, accountId, ...(turn === 0 ? [] : [turn])].join(' '))
    .digest('hex')

/** The hashes by which this person is the author of records of these kinds. The turn is read, never remembered. */
export async function ownHashes(context: Context, tx: Tx, kinds: readonly Resource[]): Promise<readonly string[]> {
  const { house, caller, author: { orgId, accountId } = caller } = context
  const row = await tx.withoutPlugins().selectFrom('account').select('seal_turn').where('id', '=', accountId).executeTakeFirst()
  return kinds.map(r => authorHash(house, r, { orgId, accountId, turn: row?.seal_turn ?? 0 }))
}
const ownHash = async (context: Context, tx: Tx, r: Resource): Promise<string> => (await ownHashes(context, tx, [r]))[0] ?? ''

/** The keyed hash of an account, for what the server keeps of a call whose caller is not named. */
export const personHash = (house: House, accountId: string): string =>
  createHmac('sha256', keyFor(house, 'hash')).update(`call ${accountId}`).digest('hex')

/** Notes who made a record, in the transaction that makes it. */
export async function keepAuthor(context: Context, tx: Tx, r: Resource, recordId: string): Promise<void> {
  const { house, caller } = context
  await tx
    .withoutPlugins()
    .insertInto('sealed_author')
    .values({
      org_id: caller.orgId,
      subject: r.table,
      record_id: recordId,
      author_hash: await ownHash(context, tx, r),
      cipher: encrypted(house, `${r.table} ${recordId}`, caller.accountId),
    })
    .execute()
}

/** Those of the records that the caller made under seal. Whoever looks at the product as somebody else does not learn which are his. */
export async function ownSealed(context: Context, tx: Tx, r: Resource, recordIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (r.sealedAuthor === undefined || recordIds.length === 0 || context.caller.viewer !== undefined) return new Set()
  const rows = await tx
    .withoutPlugins()
    .selectFrom('sealed_author')
    .select('record_id')
    .where('subject', '=', r.table)
    .where('author_hash', '=', await ownHash(context, tx, r))
    .where(sql<boolean>`record_id = any(${[...recordIds]})`)
    .execute()
  return new Set(rows.map(row => row.record_id))
}

/** All records of this kind that the caller made under seal. */
export async function ownSealedIds(context: Context, tx: Tx, r: Resource): Promise<readonly string[]> {
  if (r.sealedAuthor === undefined || context.caller.viewer !== undefined) return []
  const rows = await tx
    .withoutPlugins()
    .selectFrom('sealed_author')
    .select('record_id')
    .where('subject', '=', r.table)
    .where('author_hash', '=', await ownHash(context, tx, r))
    .execute()
  return rows.map(row => row.record_id)
}

/** Who writes these records: nobody, where one of them is the caller's own under seal. */
export const writerOf = async (context: Context, tx: Tx, r: Resource, recordIds: readonly string[]): Promise<Context> =>
  (await ownSealed(context, tx, r, recordIds)).size > 0 ? sealedContext(context) : context

/** Files that a sealed author attaches are no longer his: whoever may see the record may have them. */
export async function sealFiles({ author, now }: Context, tx: Tx, fileIds: readonly string[]): Promise<void> {
  if (author === undefined || fileIds.length === 0) return
  const day = now().toISOString()
  await anyTable(tx)
    .updateTable('stored_file')
    .set({ account_id: nobody, created_by: nobody, updated_by: nobody, created_at: day, updated_at: day })
    .where(sql<boolean>`id = any(${[...fileIds]})`)
    .where('account_id', '=', author.accountId)
    .execute()
  // a code by which a phone sent them names its account beside them
  await tx
    .withoutPlugins()
    .deleteFrom('qr_upload')
    .where('account_id', '=', author.accountId)
    .where(sql<boolean>`files::jsonb ?| ${[...fileIds]}::text[]`)
    .execute()
}

/** With the record goes what is known of its author, and what he was told. */
export async function forgetAuthors(tx: Tx, r: Resource, recordIds: readonly string[]): Promise<void> {
  if (r.sealedAuthor === undefined) return
  for (const table of ['sealed_author', 'sealed_notice'] as const)
    await tx
      .withoutPlugins()
      .deleteFrom(table)
      .where('subject', '=', r.table)
      .where(sql<boolean>`record_id = any(${[...recordIds]})`)
      .execute()
}

const encrypted = (house: House, record: string, accountId: string): string =>
  encryptedText(house, record, accountId.padStart(idDigits, '0'))

function encryptedText(house: Keyed, of: string, plain: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFor(house, 'cipher'), nonce).setAAD(Buffer.from(of))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

/** The account behind a cipher of this record. Throws where it is another record's, or the key another one. */
export const decryptedAuthor = (house: House, r: Resource, recordId: string, cipher: string): string =>
  String(BigInt(decryptedText(house, `${r.table} ${recordId}`, cipher)))

function decryptedText(house: Keyed, of: string, cipher: string): string {
  const bytes = Buffer.from(cipher, 'base64')
  const decipher = createDecipheriv(algorithm, keyFor(house, 'cipher'), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(of))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  return text.toString('utf8')
}

const keyedBy = (secretKey: string) => ({ settings: { secretKey } })
/** The text under the new key; null: it stands under it already. */
function recrypted(of: string, cipher: string, from: string, to: string): string | null {
  try {
    decryptedText(keyedBy(to), of, cipher)
    return null
  } catch {
    // it does not stand under the new key; where the old one does not open it either, that is thrown
    return encryptedText(keyedBy(to), of, decryptedText(keyedBy(from), of, cipher))
  }
}

/** times that others may have opened the door of one account, at most that are tried when keys change */
const turnsMax = 1_000

export const authorsKeyed: KeyedTable = {
  title: ['匿名作者', 'Sealed authors'],
  table: 'sealed_author',
  key: ['subject', 'record_id'],
  columns: ['org_id', 'author_hash', 'cipher'],
  reseal: ({ subject, record_id, org_id, author_hash, cipher }, from, to) => {
    const of = `${subject ?? ''} ${record_id ?? ''}`
    const again = recrypted(of, cipher ?? '', from, to)
    if (again === null) return null
    const owner = { orgId: org_id ?? '', accountId: String(BigInt(decryptedText(keyedBy(from), of, cipher ?? ''))) }
    const table = { table: subject ?? '' }
    for (let turn = 0; turn < turnsMax; turn += 1)
      if (authorHash(keyedBy(from), table, { ...owner, turn }) === author_hash)
        return { cipher: again, author_hash: authorHash(keyedBy(to), table, { ...owner, turn }) }
    throw new Error('no hash of this author')
  },
}

export const laterKeyed: KeyedTable = {
  title: ['匿名作者稍后送达的内容', 'What sealed authors left for later'],
  table: 'sealed_later',
  key: ['key'],
  columns: ['payload'],
  reseal: ({ key, payload }, from, to) => {
    const again = recrypted(`later ${key ?? ''}`, payload ?? '', from, to)
    return again === null ? null : { payload: again }
  },
}
