/** Suggestions for kinds that nobody has mapped. */
import { expect, it } from 'vitest'
import { likeness, suggester } from './suggest.ts'

const words = (type: string, amountType = '', description = '', columnName = '') => ({ type, amountType, description, columnName })
const suggest = suggester([
  { ...words('ServiceFee', 'FEE', 'Storage Fee'), item: 21, title: '仓储费' },
  { ...words('Adjustment', '', 'WFS Return Processing Fee'), item: 24, title: '退货处理费' },
  { ...words('Refund', 'FEE', 'Commission'), item: 12, title: '退款佣金' },
  { ...words('Sale', 'FEE', 'Commission'), item: 10, title: '佣金' },
])

it.each([
  ['the same word, however it is written', words('Other', '', 'storage-fee'), { item: 21, why: 'same', from: '仓储费' }],
  ['the same word of the same type before another', words('refund', '', 'commission'), { item: 12, why: 'same', from: '退款佣金' }],
  ['a similar word', words('Adjustment', '', 'WFS Return Process Fees'), { item: 24, why: 'similar', from: '退货处理费' }],
  ['nothing like it', words('Adjustment', '', 'xyz 987'), null],
  ['no word', words(''), null],
])('%s', (_, kind, wanted) => expect(suggest(kind)).toEqual(wanted))

it('likeness is 1 of equal words and 0 of words without a shared pair', () => {
  expect([likeness('fee', 'fee'), likeness('ab', 'xy')]).toEqual([1, 0])
})
