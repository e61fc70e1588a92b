/** Passwords: argon2id by node:crypto on the thread pool, stored as PHC string. Never logged, never compared as text. */
import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { limitConcurrency } from './concurrency-limit.ts'

/** OWASP's second choice for argon2id: 19 MiB, 2 passes, 1 lane; some 45 ms. */
const memoryKib = 19_456
const passes = 2
const lanes = 1
const tagBytes = 32
const saltBytes = 16
/** more at once would only fill memory and starve file work on the thread pool */
const inParallelMax = 2

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const inTurn = limitConcurrency(inParallelMax)
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

function derive(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, tagLength, ...cost }, (error, tag) =>
          error ? reject(error) : resolve(tag),
        )
      }),
  )
}

/** PHC string of a password, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await derive(password, salt, { memory: memoryKib, passes, parallelism: lanes }, tagBytes)
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** The hash of nothing anybody can type: of accounts that no person signs in with. */
export const hashOfNothing = (): string =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(randomBytes(saltBytes))}$${base64(randomBytes(tagBytes))}`
/** What an unknown account is checked against, so that it takes as long as a known one. */
const nobody = hashOfNothing()

/** Whether the password is the hashed one; `stored` null (no such account) takes as long and is never right. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = phc.exec(stored ?? nobody)
  if (!parts) throw new Error('a stored password hash is not a PHC string of argon2id')
  const [, memory, t, p, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(
    password,
    Buffer.from(salt, 'base64'),
    { memory: Number(memory), passes: Number(t), parallelism: Number(p) },
    expected.length,
  )
  return timingSafeEqual(actual, expected) && stored !== null
}

/** Letters and digits that are not mistaken for one another when read out. */
const readable = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A random password of 10 characters, shown once to whoever hands it on. */
export const randomPassword = (): string => Array.from({ length: 10 }, () => readable[randomInt(readable.length)]).join('')

/** Passwords are trimmed before they are counted and hashed. */
export const trimmedPassword = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** 6 to 10 characters as a person counts them. */
export const hasPasswordLength = (trimmed: string): boolean => {
  const n = [...trimmed].length
  return n >= 6 && n <= 10
}
