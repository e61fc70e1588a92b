/** Versions beside each other. */
import { expect, test } from 'vitest'
import { pairsOf, paragraphsOf } from './paragraphs.ts'

test('paragraphs of an HTML text', () => {
  expect(paragraphsOf('<p>一</p><ol><li><p>二 &amp; 三</p></li></ol><p></p>')).toEqual(['一', '二 & 三'])
})
test.each([
  [
    ['a', 'b'],
    ['a', 'b'],
    ['same', 'same'],
  ],
  [
    ['a', 'b', 'c'],
    ['a', 'x', 'c'],
    ['same', 'changed', 'same'],
  ],
  [['a'], ['a', 'b'], ['same', 'added']],
  [['a', 'b'], ['b'], ['gone', 'same']],
  [[], [], []],
])('%j -> %j', (left, right, kinds) => {
  const pairs = pairsOf(left, right)
  expect(pairs.map(one => one.kind)).toEqual(kinds)
  expect(pairs.flatMap(one => (one.kind === 'added' ? [] : [one.left]))).toEqual(left)
  expect(pairs.flatMap(one => (one.kind === 'gone' ? [] : [one.right]))).toEqual(right)
})
