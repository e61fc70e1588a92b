import { expect, test } from 'vitest'
import { decimal, integer } from '#platform/declare/fields.ts'
import { fieldValue } from './field-value.ts'

const whole = integer('数', 'Number')
const clean = (html: string): string => html

test.each([
  [5, '5'],
  ['5', '5'],
  ['5.', '5'],
  ['5.0', '5'],
  ['+5', '5'],
  ['-0', '0'],
  ['1,000', '1000'],
  ['007', '7'],
])('a whole number written %j is %s, as PostgreSQL reads it', (given, stored) =>
  expect(fieldValue(whole, given, clean)).toEqual([stored, null]),
)

test.each(['.', '5.5', '1e3', '--5', ''])('%j is no whole number', given => expect(fieldValue(whole, given, clean)[1]).not.toBeNull())

test('a decimal keeps the digits it was given', () => expect(fieldValue(decimal('数', 'Number', 2), '1.50', clean)).toEqual(['1.50', null]))
