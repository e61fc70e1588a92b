import { describe, expect, test } from 'vitest'
import { expiryCode } from './contract-expiry.ts'
import { identityFacts } from './identity.ts'

describe('identity numbers', () => {
  test.each([
    ['11010519491231002X', { birthday: '1949-12-31', sex: 'female' }],
    ['440524188001010014', { birthday: '1880-01-01', sex: 'male' }],
    [' 110105200002290037 ', { birthday: '2000-02-29', sex: 'male' }],
    ['130503670401001', { birthday: '1967-04-01', sex: 'male' }],
    ['130503670401002', { birthday: '1967-04-01', sex: 'female' }],
    // no such day, wrong lengths, letters
    ['110105190002290037', null],
    ['130503671301001', null],
    ['1101051949123100', null],
    ['11010519491231002XX', null],
    ['', null],
    ['1101051949123A002X', null],
  ])('%s', (number, facts) => expect(identityFacts(number)).toEqual(facts))
})

describe('contract expiry', () => {
  test.each([
    ['2026-11-20', -1],
    ['2026-11-21', 30],
    ['2026-12-21', 30],
    ['2026-12-22', 60],
    ['2027-01-20', 60],
    ['2027-01-21', 90],
    ['2027-02-19', 90],
    ['2027-02-20', 1],
  ])('%s', (lastDay, code) => expect(expiryCode(lastDay, '2026-11-21')).toBe(code))
})
