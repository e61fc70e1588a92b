import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.each([
  [0, '夜深了，陈'],
  [5, '早上好，陈'],
  [11, '早上好，陈'],
  [12, '中午好，陈'],
  [14, '下午好，陈'],
  [18, '晚上好，陈'],
  [23, '晚上好，陈'],
])('at %i', (hour, greeting) => expect(greetingAt(hour, '陈')).toBe(greeting))
