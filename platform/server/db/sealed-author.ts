/**
 * Records whose author nobody may know (`sealedAuthor` of a resource). What the author himself writes of such a record is written by
 * nobody: the row, the trail, events, the records of its files and whatever follows it. Who it was stands encrypted in a sealed table, and
 * as a keyed hash by which he finds, changes and withdraws his own. Both keys come from SECRET_KEY: without it neither the table nor a copy
 * of it tells anything.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from './any-table.ts'
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

function keyFor({ settings }: House, use: 'hash' | 'cipher'): Buffer {
  if (!settings.secretKey) throw new Error('SECRET_KEY is not set: sealed authors need it')
  return Buffer.from(hkdfSync('sha256', settings.secretKey, '', `sealed author ${use}`, 32))
}

/** Whether the author of a new record with these columns is sealed. */
export const isSealed = (r: Resource, columns: Readonly<Values>): boolean =>
  r.sealedAuthor === true || (typeof r.sealedAuthor === 'string' && columns[columnOf(r.sealedAuthor)] === true)

/** The same work done by nobody. What the person may see and touch stays his: `author` is asked by checks and never written. */
export const sealedContext = (context: Context): Context => ({
  ...context,
  caller: { ...context.caller, accountId: nobody, employeeId: null, name: nobodysName },
  author: context.caller,
  requestId: '',
  origin: { address: null, call: context.origin?.call ?? '' },
  log: context.house.log,
})

/**
 * The keyed hash of an account in one organisation, by kind of record: the same person's letters are found by it, his other records are
 * not.
 */
export const authorHash = (house: House, r: Resource, orgId: string, accountId: string): string =>
  createHmac('sha256', keyFor(house, 'hash')).update(`${orgId} ${r.table} ${accountId}`).digest('hex')

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
      author_hash: authorHash(house, r, caller.orgId, caller.accountId),
      cipher: encrypted(house, `${r.table} ${recordId}`, caller.accountId),
    })
    .execute()
}

/** Those of the records that the caller made under seal. Whoever looks at the product as somebody else does not learn which are his. */
export async function ownSealed(context: Context, tx: Tx, r: Resource, recordIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (r.sealedAuthor === undefined || recordIds.length === 0 || context.caller.viewer !== undefined) return new Set()
  const { house, caller } = context
  const rows = await tx
    .withoutPlugins()
    .selectFrom('sealed_author')
    .select('record_id')
    .where('subject', '=', r.table)
    .where('author_hash', '=', authorHash(house, r, caller.orgId, caller.accountId))
    .where(sql<boolean>`record_id = any(${[...recordIds]})`)
    .execute()
  return new Set(rows.map(row => row.record_id))
}

/** All records of this kind that the caller made under seal. */
export async function ownSealedIds(context: Context, tx: Tx, r: Resource): Promise<readonly string[]> {
  if (r.sealedAuthor === undefined || context.caller.viewer !== undefined) return []
  const { house, caller, author = caller } = context
  const rows = await tx
    .withoutPlugins()
    .selectFrom('sealed_author')
    .select('record_id')
    .where('subject', '=', r.table)
    .where('author_hash', '=', authorHash(house, r, author.orgId, author.accountId))
    .execute()
  return rows.map(row => row.record_id)
}

/** Who writes these records: nobody, where one of them is the caller's own under seal. */
export const writerOf = async (context: Context, tx: Tx, r: Resource, recordIds: readonly string[]): Promise<Context> =>
  (await ownSealed(context, tx, r, recordIds)).size > 0 ? sealedContext(context) : context

/** Files that a sealed author attaches are no longer his: whoever may see the record may have them. */
export async function sealFiles({ author }: Context, tx: Tx, fileIds: readonly string[]): Promise<void> {
  if (author === undefined || fileIds.length === 0) return
  await anyTable(tx)
    .updateTable('stored_file')
    .set({ account_id: nobody, created_by: nobody, updated_by: nobody })
    .where(sql<boolean>`id = any(${[...fileIds]})`)
    .where('account_id', '=', author.accountId)
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

function encrypted(house: House, record: string, accountId: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFor(house, 'cipher'), nonce).setAAD(Buffer.from(record))
  const text = Buffer.concat([cipher.update(accountId.padStart(idDigits, '0')), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

/** The account behind a cipher of this record. Throws where it is another record's, or the key another one. */
export function decryptedAuthor(house: House, r: Resource, recordId: string, cipher: string): string {
  const bytes = Buffer.from(cipher, 'base64')
  const decipher = createDecipheriv(algorithm, keyFor(house, 'cipher'), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(`${r.table} ${recordId}`))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  return String(BigInt(text.toString('utf8')))
}
