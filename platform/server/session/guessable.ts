/** Passwords that somebody who guesses tries first: refused when a person chooses one. Pure. */
import { commonPasswords } from './common-passwords.ts'

/** Ways along the keyboard and the alphabet; any piece of one, and backwards, is no secret. */
const runs = [
  '012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgb',
  '1qaz2wsx3edc4rfv',
]
const ways: readonly string[] = runs.flatMap(run => [run, [...run].toReversed().join('')])
/** one to four characters over and over: aaaaaa, 123123 */
const repeated = /^(.{1,4})\1+$/
const [year, month, day] = ['(?:19|20)\\d\\d', '(?:0[1-9]|1[0-2])', '(?:0[1-9]|[12]\\d|3[01])']
/** birthdays, as people write them */
const date = new RegExp(`^(?:${year}${month}${day}|${month}${day}${year}|${day}${month}${year}|\\d\\d${month}${day})$`)
/** shorter names stand in too many words */
const nameLengthMin = 3

/** `names`: of the person, by which he signs in; the name itself, or with figures or marks behind it, is tried first of all. */
export function isGuessable(password: string, names: readonly string[] = []): boolean {
  const typed = password.normalize('NFC').toLowerCase()
  if (commonPasswords.has(typed) || repeated.test(typed) || date.test(typed) || ways.some(way => way.includes(typed))) return true
  return names
    .map(name => name.normalize('NFC').toLowerCase())
    .filter(name => name.length >= nameLengthMin)
    .some(name => typed.startsWith(name) && !/\p{L}/u.test(typed.slice(name.length)))
}
