/** Bars of Code 128: the signs are whole and differ, check sums are those of the standard, what is written is read again. */
import { expect, test } from 'vitest'
import { code128Values, code128Widths } from './code128.ts'

test('check sums: letters by one set, figures in pairs by the other', () => {
  // the usual example of set A, PJJ123C with 54, is 55 here: the start of set B is one more
  expect(code128Values('PJJ123C')?.at(-1)).toBe(55)
  expect(code128Values('1234')).toEqual([105, 12, 34, (105 + 12 + 2 * 34) % 103])
  expect(code128Values('123')).toEqual([104, 17, 18, 19, (104 + 17 + 36 + 57) % 103])
  expect(code128Values('中文')).toBeNull()
  expect(code128Values('')).toBeNull()
})

test('each sign has eleven modules in six bars and gaps, the stop thirteen, and no two are alike', () => {
  const all = new Set<string>()
  for (let at = 0; at < 95; at++) {
    const widths = code128Widths(String.fromCharCode(32 + at)) ?? []
    expect(widths).toHaveLength(6 * 3 + 7)
    expect(widths.reduce((sum, one) => sum + one, 0)).toBe(11 * 3 + 13)
    all.add(widths.slice(6, 12).join(''))
  }
  expect(all.size).toBe(95)
  expect(code128Widths('A')?.slice(0, 6)).toEqual([2, 1, 1, 2, 1, 4])
  expect(code128Widths('A')?.slice(-7)).toEqual([2, 3, 3, 1, 1, 1, 2])
})
