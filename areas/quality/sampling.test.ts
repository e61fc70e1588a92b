/** The printed tables 1 and 2-A of ISO 2859-1:1999, cell by cell, against what is computed. */
import { describe, expect, test } from 'vitest'
import { aqls, codeLetter, levels, limitAt, samplePlan, type Aql, type Level } from './sampling.ts'

/** table 1 as it is printed: first lot of the row, S-1, S-2, S-3, S-4, I, II, III */
const table1 = `2 A A A A A A B
9 A A A A A B C
16 A A B B B C D
26 A B B C C D E
51 B B C C C E F
91 B B C D D F G
151 B C D E E G H
281 B C D E F H J
501 C C E F G J K
1201 C D E G H K L
3201 C D F G J L M
10001 C D F H K M N
35001 D E G J L N P
150001 D E G J M P Q
500001 D E H K N Q R`
  .split('\n')
  .map(line => line.split(' '))

/** table 2-A as it is printed: letter, size, then Ac or an arrow (v on, ^ back) for 0.065 to 6.5 */
const table2a = `A 2 v v v v v v v v v v 0
B 3 v v v v v v v v v 0 ^
C 5 v v v v v v v v 0 ^ v
D 8 v v v v v v v 0 ^ v 1
E 13 v v v v v v 0 ^ v 1 2
F 20 v v v v v 0 ^ v 1 2 3
G 32 v v v v 0 ^ v 1 2 3 5
H 50 v v v 0 ^ v 1 2 3 5 7
J 80 v v 0 ^ v 1 2 3 5 7 10
K 125 v 0 ^ v 1 2 3 5 7 10 14
L 200 0 ^ v 1 2 3 5 7 10 14 21
M 315 ^ v 1 2 3 5 7 10 14 21 ^
N 500 v 1 2 3 5 7 10 14 21 ^ ^
P 800 1 2 3 5 7 10 14 21 ^ ^ ^
Q 1250 2 3 5 7 10 14 21 ^ ^ ^ ^
R 2000 3 5 7 10 14 21 ^ ^ ^ ^ ^`
  .split('\n')
  .map(line => line.split(' '))

describe('table 1', () => {
  test.each(table1)('lots from %s', (first, ...printed) => {
    const at = table1.findIndex(([one]) => one === first)
    const next = table1[at + 1]?.[0]
    const lots = [BigInt(first), ...(next === undefined ? [10n ** 12n] : [BigInt(next) - 1n])]
    for (const lot of lots) expect(levels.map(level => codeLetter(lot, level))).toEqual(printed)
  })
  test('a lot of one unit has the first letter', () => {
    for (const level of levels) expect(codeLetter(1n, level)).toBe(level === 'III' ? 'B' : 'A')
  })
})

describe('table 2-A', () => {
  test.each(table2a)('letter %s', (letter, size, ...printed) => {
    for (const [column, aql] of aqls.entries()) {
      let at = table2a.findIndex(([one]) => one === letter)
      while (Number.isNaN(Number(table2a[at]?.[column + 2]))) at += table2a[at]?.[column + 2] === 'v' ? 1 : -1
      const row = table2a[at] ?? []
      const ac = Number(row[column + 2])
      expect({ aql, ...limitAt(letter, aql) }).toEqual({ aql, letter: row[0], size: Number(row[1]), ac, re: ac + 1 })
      expect(printed[column] === String(ac)).toBe(Number(size) === Number(row[1]))
    }
  })
})

const usual = { critical: null, major: '2.5', minor: '4.0' } as const
const plan = (lot: bigint, level: Level = 'II', of: Readonly<Record<'critical' | 'major' | 'minor', Aql | null>> = usual) =>
  samplePlan(lot, level, of)

test('a lot of 1,200: 80 are drawn, major 5/6, minor 7/8, nothing critical', () => {
  expect(plan(1_200n)).toEqual({
    letter: 'J',
    size: 80,
    critical: { size: 80, ac: 0, re: 1 },
    major: { size: 80, ac: 5, re: 6 },
    minor: { size: 80, ac: 7, re: 8 },
  })
})
test('a lot of 60: the arrow of the major limit leads to a larger sample, minor defects count in the first 13', () => {
  expect(plan(60n)).toEqual({
    letter: 'E',
    size: 20,
    critical: { size: 20, ac: 0, re: 1 },
    major: { size: 20, ac: 1, re: 2 },
    minor: { size: 13, ac: 1, re: 2 },
  })
})
test('lots of 1, 2 and 500,001', () => {
  expect(plan(1n)).toMatchObject({ letter: 'A', size: 1, major: { size: 1, ac: 0 }, minor: { size: 1, ac: 0 } })
  expect(plan(2n)).toMatchObject({ letter: 'A', size: 2, major: { size: 2, ac: 0 }, minor: { size: 2, ac: 0 } })
  // letter Q: both limits end at 21, in the sample that has them
  expect(plan(500_001n)).toMatchObject({ letter: 'Q', size: 500, major: { size: 500, ac: 21 }, minor: { size: 315, ac: 21 } })
})
test('nothing accepted at all: the sample of the letter', () => {
  expect(plan(1_200n, 'II', { critical: null, major: null, minor: null })).toMatchObject({ size: 80, major: { ac: 0, size: 80 } })
})
test('the sample is never above the lot, and a larger AQL never accepts less in the same sample', () => {
  for (let lot = 1n; lot < 3_000n; lot += 7n)
    for (const level of levels)
      for (const major of aqls) {
        const found = plan(lot, level, { critical: null, major, minor: '6.5' })
        expect(found.size).toBeLessThanOrEqual(Number(lot))
        expect(found.size).toBe(Math.max(found.major.size, found.minor.size))
        if (found.major.size === found.minor.size) expect(found.major.ac).toBeLessThanOrEqual(found.minor.ac)
      }
})
