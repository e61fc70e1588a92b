/** Years of a file: from 2000 to next year; what lies outside refuses it before a month is made. */
import { expect, test } from 'vitest'
import { ImportRefused } from './import-refused.ts'
import { checkYears } from './survey-days.ts'

const today = '2026-11-21'
test.each([
  ['2000-01-01', '2000-01-31'],
  ['2014-12-01', '2026-11-21'],
  ['2026-12-31', '2027-12-31'],
])('%s to %s is taken', (first, last) => {
  expect(() => checkYears({ first, last }, today)).not.toThrow()
})
test.each([
  ['1999-12-31', '2026-11-21'],
  ['0026-11-01', '0026-11-21'],
  ['1900-01-01', '1900-01-01'],
  ['2026-11-01', '2028-01-01'],
  ['2026-11-01', '9026-11-01'],
  ['9999-12-31', '9999-12-31'],
])('%s to %s is refused', (first, last) => {
  expect(() => checkYears({ first, last }, today)).toThrow(ImportRefused)
})
test('a file without days is no matter of years', () => {
  expect(() => checkYears(null, today)).not.toThrow()
})
