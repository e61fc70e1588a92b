/** Where goods are put: the example of the design, fixed bins, mixing, what is left without a place. */
import { expect, test } from 'vitest'
import { propose, type Leaf, type Unit } from './propose.ts'

const leaf = (code: string, more: Partial<Leaf> = {}): Leaf => ({
  id: code,
  code,
  pickOrder: 0,
  mix: 1,
  productId: null,
  zones: ['B'],
  room: 50,
  holds: [],
  ...more,
})
const unit = (more: Partial<Unit> = {}): Unit => ({ productId: '1', batchId: '7', quantity: '30', litres: 2, zoneId: 'B', ...more })
const places = (units: readonly Unit[], leaves: readonly Leaf[]) =>
  propose(units, leaves).map(parts => parts.map(({ toId, quantity }) => `${toId ?? '-'}:${quantity}`).join(' '))

test('30 units of 2 l: 6 fill the bin with the same batch, 24 go to the lowest empty one', () => {
  const leaves = [
    leaf('B-02', { holds: ['2 0'] }),
    leaf('B-03', { room: 12, holds: ['1 7'] }),
    leaf('B-01'),
    leaf('A-01', { zones: ['A'] }),
  ]
  expect(places([unit()], leaves)).toEqual(['B-03:6 B-01:24'])
  // both lines count as used room at once
  expect(places([unit(), unit({ quantity: '2' })], leaves)).toEqual(['B-03:6 B-01:24', 'B-01:1 -:1'])
})

test('fixed bins come first, those of other items never', () => {
  const leaves = [leaf('B-01', { productId: '2' }), leaf('B-09', { productId: '1', room: 10 }), leaf('B-02')]
  expect(places([unit({ quantity: '8' })], leaves)).toEqual(['B-09:5 B-02:3'])
})

test('a bin for one product or one batch takes no other, and what has no room has no place', () => {
  const leaves = [leaf('B-01', { mix: 3, holds: ['1 8', '1 7'] }), leaf('B-02', { mix: 2, holds: ['1 7', '1 8'], room: 3 })]
  expect(places([unit({ quantity: '2' })], leaves)).toEqual(['B-02:1 -:1'])
  expect(places([unit({ litres: null, quantity: '0.5' })], [leaf('B-05', { room: 1 })])).toEqual(['B-05:0.5'])
})
