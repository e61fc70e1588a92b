/** A few transactions of every sort: an order of two items, a refund, an advertising fee without number, a label, their pay-out. */
import { negate, sum } from '#platform/format/decimal.ts'
import { netOf, type EbayItem, type EbayTransaction } from '#areas/finance/facts/markets/ebay/write-files.ts'

const item = (no: number, subtotal: string, fee: string, quantity = 1): EbayItem => ({
  itemId: `31700000000${no}`,
  sku: no === 3 ? '' : `EB-${no}`,
  title: `Item, number ${no}`,
  quantity,
  subtotal,
  shipping: '4.50',
  fixedFee: '-0.30',
  variableFee: fee,
})
const at = { at: '2026-08-15T18:20:00.000Z', day: '2026-08-15' }
const payoutId = '6500000001'
const paid: readonly EbayTransaction[] = [
  { ...at, id: 'T1', type: 'SALE', orderNo: '06-20001-30001', items: [item(1, '25.00', '-3.91')], payoutId, description: '' },
  {
    ...at,
    id: 'T2',
    type: 'SALE',
    orderNo: '06-20002-30002',
    items: [item(1, '50.00', '-7.22', 2), { ...item(2, '10.00', '-1.33'), shipping: '0.00', fixedFee: '0.00' }],
    payoutId,
    description: '',
  },
  { ...at, id: 'T3', type: 'SALE', orderNo: '06-20003-30003', items: [item(3, '1234.50', '-160.10')], payoutId, description: '' },
  {
    at: '2026-08-19T02:20:00.000Z',
    day: '2026-08-18',
    id: 'T4',
    type: 'REFUND',
    orderNo: '06-20001-30001',
    items: [{ ...item(1, '-25.00', '3.91'), shipping: '0.00', fixedFee: '0.00' }],
    payoutId,
    description: '',
  },
  { ...at, id: 'T5', type: 'NON_SALE_CHARGE', orderNo: '', items: [], amount: '-2.75', payoutId, description: 'Promoted Listings fee' },
  { ...at, id: 'T6', type: 'SHIPPING_LABEL', orderNo: '06-20003-30003', items: [], amount: '-8.15', payoutId, description: 'USPS' },
]
export const sampleTransactions: readonly EbayTransaction[] = [
  ...paid,
  {
    at: '2026-08-20T08:00:00.000Z',
    day: '2026-08-20',
    id: '',
    type: 'PAYOUT',
    orderNo: '',
    items: [],
    amount: negate(sum(paid.map(netOf))),
    payoutId,
    description: '',
  },
]
