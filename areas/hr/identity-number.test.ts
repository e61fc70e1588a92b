import { expect, test } from 'vitest'
import { inChinese } from '#platform/declare/sentence.ts'
import { mayWork, nonCompeteLastDay, probationLastDay } from './contract-rules.ts'
import { checkOf, isSaid, plainNumber, readNumber } from './identity-number.ts'

const today = '2026-11-29'
const told = (number: string): unknown => {
  const read = readNumber(number, today)
  return isSaid(read) ? [read.birthday, read.sex] : inChinese(read)
}

test.each([
  ['11010519491231002X', ['1949-12-31', 2]],
  ['11010519491231002x', ['1949-12-31', 2]],
  ['110105 19491231 002X', ['1949-12-31', 2]],
  ['440524188001010014', ['1880-01-01', 1]],
  ['110105491231002', ['1949-12-31', 2]],
  ['110105491231001', ['1949-12-31', 1]],
  ['110105194912310021', '证件号校验位不正确，请核对'],
  ['1101051949123100', '身份证号应为 18 位，或 15 位数字'],
  ['1101051949123100XX', '身份证号应为 18 位，或 15 位数字'],
  ['110105490231002', '证件号里的生日 1949-02-31 不存在，请核对'],
])('%s', (number, said) => expect(told(number)).toEqual(said))

test('a birthday that has not come', () => {
  const first17 = `99000020270101${'101'}`
  expect(told(first17 + checkOf(first17))).toBe('证件号里的生日 2027-01-01 在今天之后，请核对')
  expect(plainNumber(' 11010519491231002x ')).toBe('11010519491231002X')
})

test.each([
  // kind, from, to, last day of probation
  [1, '2026-01-01', '2026-03-30', null],
  [1, '2026-01-01', '2026-03-31', '2026-01-31'],
  [1, '2026-01-01', '2026-12-30', '2026-01-31'],
  [1, '2026-01-01', '2026-12-31', '2026-02-28'],
  [1, '2026-01-01', '2028-12-30', '2026-02-28'],
  [1, '2026-01-01', '2028-12-31', '2026-06-30'],
  [2, '2026-01-01', null, '2026-06-30'],
  [3, '2026-01-01', null, null],
  [4, '2026-01-01', '2029-01-01', null],
  [6, '2026-01-01', '2029-01-01', null],
])('probation of kind %s from %s to %s ends on %s at the latest', (kind, from, to, last) =>
  expect(probationLastDay(kind, from, to)).toBe(last),
)

test('sixteen on the day', () => {
  expect(mayWork('2010-11-29', '2026-11-29')).toBe(true)
  expect(mayWork('2010-11-30', '2026-11-29')).toBe(false)
  expect(nonCompeteLastDay('2026-02-01')).toBe('2028-01-31')
})
