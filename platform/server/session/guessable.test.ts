/** What may not be chosen as a password because it is tried first. */
import { describe, expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { isGuessable } from './guessable.ts'
import { hasPasswordLength, randomPassword } from './passwords.ts'

describe('guessed at once', () => {
  test.each(
    `password PassWord1 qwerty 123456 abc123 woaini1314 admin888 p@ssw0rd zhanggui
     aaaaaa 123123 abcabc ab12ab12 1111111111 234567 7654321 cdefgh poiuyt wertyu 1qaz2wsx
     19900101 01021990 31121985 900101 20261121`.split(/\s+/),
  )('%s', password => expect(isGuessable(password)).toBe(true))
  test.each([
    ['linxiao1', ['linxiao']],
    ['LinXiao', ['linxiao']],
    ['boss2026', ['boss']],
    ['finance!!', ['finance', '周敏']],
  ])('%s, of %s', (password, names) => expect(isGuessable(password, names)).toBe(true))
})

describe('not', () => {
  test.each(['demo1234', 'other5678', 'tiger-lamp', '19901301', '99999998', '天地玄黄宇宙', 'salesman9'])('%s', password =>
    expect(isGuessable(password, ['sales', 'it'])).toBe(false),
  )
  test('what the house gives out itself', () => {
    for (let n = 0; n < 200; n += 1) expect(isGuessable(randomPassword(), ['it', 'hr'])).toBe(false)
  })
})

test('the list is of passwords that could be chosen, each once', () => {
  const all = [...commonPasswords]
  expect(all.length).toBeGreaterThan(2_000)
  for (const one of all) expect(hasPasswordLength(one) && one === one.toLowerCase() && one === one.trim(), one).toBe(true)
})
