/**
 * The text of an API key: `zg_live_`, 8 characters that tell which it is, 43 that are its secret, 6 of a checksum. Whoever looks for leaked
 * keys finds it by its shape; one that was mistyped is told from one that is unknown without asking the database. Pure but for chance.
 */
import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const begin = 'zg_live_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const [nameLength, secretLength, sumLength] = [8, 43, 6]
const shape = new RegExp(`^${begin}[0-9A-Za-z]{${nameLength + secretLength + sumLength}}$`)

const drawn = (length: number): string => Array.from({ length }, () => digits[randomInt(digits.length)]).join('')
const sumOf = (text: string): string => {
  let sum = ''
  for (let rest = crc32(text), at = 0; at < sumLength; at += 1, rest = Math.floor(rest / digits.length)) sum += digits[rest % digits.length]
  return sum
}

export function newKeyText(): string {
  const text = `${begin}${drawn(nameLength + secretLength)}`
  return `${text}${sumOf(text)}`
}
export const isKeyText = (text: string): boolean => shape.test(text) && sumOf(text.slice(0, -sumLength)) === text.slice(-sumLength)
/** What a key is told apart by where it is listed. */
export const keyPart = (text: string): string => text.slice(0, begin.length + nameLength)
/** Whether an address holds one, or what looks like one. */
export const holdsKey = (url: string): boolean => /zg(?:_|%5f)live(?:_|%5f)/i.test(url)
