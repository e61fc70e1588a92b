/**
 * Texts that are stored encrypted: AES-256-GCM under a key made of SECRET_KEY, bound to their organisation, table and column. Pure but for
 * the nonce. `v1.<key>.<nonce>.<tag>.<body>.<hash>`, each part base64url: `key` tells which SECRET_KEY it was, `hash` is keyed and the same
 * for the same text of the column, so that a unique index and one filter can be over it.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What a text is bound to: it can't be read in another place. */
export interface Place {
  readonly orgId: string
  readonly table: string
  readonly column: string
}

const version = 'v1'
const algorithm = 'aes-256-gcm'
/** of AES-GCM, bytes */
const nonceBytes = 12
const hashBytes = 16
const keyNameBytes = 6
/** number of the part, from 1: `split_part(column, '.', 6)` */
export const hashPart = 6

const derived = (secret: string, use: string, bytes = 32): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `encrypted ${use}`, bytes))
const boundTo = ({ orgId, table, column }: Place): Buffer => Buffer.from(JSON.stringify([orgId, table, column]))

/** What texts of this SECRET_KEY name. */
export const keyName = (secret: string): string => derived(secret, 'name', keyNameBytes).toString('base64url')

/** The same for the same text of one column. */
export const hashOf = (secret: string, place: Place, text: string): string =>
  createHmac('sha256', derived(secret, 'hash')).update(boundTo(place)).update(text).digest().subarray(0, hashBytes).toString('base64url')

export function seal(secret: string, place: Place, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, derived(secret, 'text'), nonce).setAAD(boundTo(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const parts = [nonce, cipher.getAuthTag(), body].map(part => part.toString('base64url'))
  return [version, keyName(secret), ...parts, hashOf(secret, place, text)].join('.')
}

/** Throws where the key, the place or a byte is another one. */
export function unseal(secret: string, place: Place, sealed: string): string {
  const [is, name, ...parts] = sealed.split('.')
  if (is !== version || name !== keyName(secret)) throw new Error(`${place.table}.${place.column} was encrypted with another SECRET_KEY`)
  const [nonce, tag, body] = parts.slice(0, 3).map(part => Buffer.from(part, 'base64url'))
  if (nonce === undefined || tag === undefined || body === undefined) throw new Error(`${place.table}.${place.column} is no encrypted text`)
  const decipher = createDecipheriv(algorithm, derived(secret, 'text'), nonce).setAAD(boundTo(place))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

/** The hash of a stored text; two of one column with the same say the same. */
export const hashIn = (sealed: string): string => sealed.split('.')[hashPart - 1] ?? ''
