/** Sampling by attributes, ISO 2859-1:1999 tables 1 and 2-A: single, normal inspection. Pure. */

export const levels = ['S1', 'S2', 'S3', 'S4', 'I', 'II', 'III'] as const
export type Level = (typeof levels)[number]

const letters = 'ABCDEFGHJKLMNPQR'
const sizes = [2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800, 1_250, 2_000] as const
/** table 1: the smallest lot of each row, and the letters of each level in the order of the rows */
const rows = [2, 9, 16, 26, 51, 91, 151, 281, 501, 1_201, 3_201, 10_001, 35_001, 150_001, 500_001] as const
const lettersOf: Readonly<Record<Level, string>> = {
  S1: 'AAAABBBBCCCCDDD',
  S2: 'AAABBBCCCDDDEEE',
  S3: 'AABBCCDDEEFFGGH',
  S4: 'AABCCDEEFGGHJJK',
  I: 'AABCCDEFGHJKLMN',
  II: 'ABCDEFGHJKLMNPQ',
  III: 'BCDEFGHJKLMNPQR',
}
/** acceptable quality limits in the order of table 2-A, per hundred */
export const aqls = ['0.065', '0.10', '0.15', '0.25', '0.40', '0.65', '1.0', '1.5', '2.5', '4.0', '6.5'] as const
export type Aql = (typeof aqls)[number]

/** the letter (from A = 0) of Ac 0 at the first AQL; each further AQL has it one letter earlier */
const zeroOfFirst = 10
/** Ac from the letter of Ac 0 on; the two letters after it have arrows: back to it, and on to the next */
const accepts = [0, null, null, 1, 2, 3, 5, 7, 10, 14, 21] as const
const [back, on] = [1, 2]

export interface Limit {
  /** units that are looked at */
  readonly size: number
  /** accepted with so many, rejected with one more */
  readonly ac: number
  readonly re: number
}
export const codeLetter = (lot: bigint, level: Level): string => {
  const row = rows.findLastIndex(least => lot >= BigInt(least))
  return lettersOf[level][Math.max(row, 0)] ?? 'A'
}
export const sizeOf = (letter: string): number => sizes[letters.indexOf(letter)] ?? 0

/** Table 2-A of one letter, its arrows followed: another letter brings its own size. */
export function limitAt(letter: string, aql: Aql): Limit & { readonly letter: string } {
  const zero = zeroOfFirst - aqls.indexOf(aql)
  const last = Math.min(zero + accepts.length - 1, letters.length - 1)
  const at = Math.min(Math.max(letters.indexOf(letter), zero), last)
  const turned = at === zero + back ? zero : at === zero + on ? at + 1 : at
  const ac = accepts[turned - zero] ?? 0
  return { letter: letters[turned] ?? 'A', size: sizes[turned] ?? 0, ac, re: ac + 1 }
}

export interface SamplePlan {
  readonly letter: string
  /** units to draw: the largest of the limits, the lot at most */
  readonly size: number
  readonly critical: Limit
  readonly major: Limit
  readonly minor: Limit
}
export type Defect = 'critical' | 'major' | 'minor'

/** What is drawn of a lot of whole units; an AQL of null: none is accepted. */
export function samplePlan(lot: bigint, level: Level, of: Readonly<Record<Defect, Aql | null>>): SamplePlan {
  const letter = codeLetter(lot, level)
  const found = (aql: Aql | null) => (aql === null ? null : limitAt(letter, aql))
  const limits = { critical: found(of.critical), major: found(of.major), minor: found(of.minor) }
  const largest = Math.max(0, ...Object.values(limits).map(one => one?.size ?? 0)) || sizeOf(letter)
  const inLot = (size: number): number => (BigInt(size) > lot ? Number(lot) : size)
  const limit = (one: Limit | null): Limit =>
    one === null ? { size: inLot(largest), ac: 0, re: 1 } : { size: inLot(one.size), ac: one.ac, re: one.re }
  return { letter, size: inLot(largest), critical: limit(limits.critical), major: limit(limits.major), minor: limit(limits.minor) }
}
