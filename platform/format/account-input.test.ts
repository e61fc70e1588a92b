import { expect, test } from 'vitest'
import { contactOf, isEmail } from './contact.ts'
import { passwordScore, passwordStrength } from './password-strength.ts'

test.each([
  ['zhou.min@example.com', 'mail zhou.min@example.com'],
  ['  Zhou@Example.COM ', 'mail zhou@example.com'],
  ['张三@例子.公司', 'mail 张三@例子.公司'],
  ['138 0000 1001', 'phone 13800001001'],
  ['+86 138-0000-1001', 'phone 13800001001'],
  ['+1 415 555 0100', 'phone +14155550100'],
  ['12800001001', null],
  ['1380000100', null],
  ['a@b', null],
  ['a@b..c', null],
  ['a b@c.de', null],
  ['a@c.de, x@y.de', null],
  ['a@c.de\nBcc: x@y.de', null],
  ['<a@c.de>', null],
  [`${'a'.repeat(100)}@c.de`, null],
  ['', null],
])('%j is %s', (typed, expected) => {
  const contact = contactOf(typed)
  expect(contact === null ? null : `${contact.kind} ${contact.value}`).toBe(expected)
})

test('a mail address is one address', () => expect(isEmail('a@c.de;b@c.de')).toBe(false))

test.each([
  ['', 0, 'short'],
  ['abcde', 25, 'short'],
  // six letters, one class
  ['abcdef', 30, 'low'],
  // repeats earn less and less: 5 + 2.5 + 5/3 + 1.25 + 1 + 5/6
  ['aaaaaa', 12.25, 'short'],
  ['demo1234', 50, 'low'],
  ['Demo1234', 60, 'medium'],
  ['Demo-1234', 75, 'medium'],
  ['Demo-12345', 80, 'strong'],
  // characters of no Latin class count as signs
  ['账房先生一二', 30, 'low'],
])('%j scores %d: %s', (password, score, strength) => {
  expect(passwordScore(password)).toBeCloseTo(score, 6)
  expect(passwordStrength(password)).toBe(strength)
})

test('one more different character never weakens', () => {
  const steps = ['a', 'ab', 'abc', 'abcd', 'abcde', 'abcdeF', 'abcdeF1', 'abcdeF1-', 'abcdeF1-Z', 'abcdeF1-Z0']
  const scores = steps.map(passwordScore)
  expect(scores).toEqual(scores.toSorted((a, b) => a - b))
})
