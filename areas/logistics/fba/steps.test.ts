/** How far the way to a marketplace is. */
import { expect, test } from 'vitest'
import { findingsOf, usualLimit } from './limits.ts'
import { stepsOf, type Facts } from './steps.ts'

const shipment = { id: '1', no: 'FBA15AAA01', centre: null, status: 2, boxes: 1, units: 3, labels: 1, boxNos: '1' }
const whole: Facts = { units: 3, unlabelled: 0, boxes: [1], findings: [], shipments: [shipment], logisticsNo: 'WL1' }
const side = { boxNo: 1, fault: 'side' as const, isError: true }

test.each([
  ['all', {}, 'finish finish finish finish finish'],
  ['nothing to send', { units: 0, boxes: [], shipments: [], logisticsNo: '' }, 'process wait wait wait wait'],
  ['a line without a label', { unlabelled: 1 }, 'process finish finish finish finish'],
  ['not packed', { boxes: [], shipments: [], logisticsNo: '' }, 'finish process wait wait wait'],
  ['a box above the limit', { findings: [side] }, 'finish process finish finish finish'],
  ['a warning alone', { findings: [{ ...side, isError: false }] }, 'finish finish finish finish finish'],
  ['a shipment without its number', { shipments: [shipment, { ...shipment, no: null }] }, 'finish finish process wait finish'],
  ['labels missing', { shipments: [{ ...shipment, labels: 0 }], logisticsNo: '' }, 'finish finish finish process wait'],
] as const)('%s', (_name, more, says) => {
  expect(stepsOf({ ...whole, ...more }).join(' ')).toBe(says)
})

test('a box with two expiry days of one seller SKU, without a weight, or empty makes no file, whoever’s limits hold', () => {
  const box = { boxNo: 1, length: '50', width: '40', height: '30', weight: '12', isEmpty: false, twoDays: null }
  const bad = [
    { ...box, twoDays: 'A-1' },
    { ...box, boxNo: 2, weight: null },
    { ...box, boxNo: 3, isEmpty: true },
  ]
  for (const isOwn of [true, false])
    expect(findingsOf([...bad, { ...box, boxNo: 4 }], usualLimit, isOwn)).toEqual([
      { boxNo: 1, fault: 'days', isError: true },
      { boxNo: 2, fault: 'unmeasured', isError: true },
      { boxNo: 3, fault: 'empty', isError: true },
    ])
})
