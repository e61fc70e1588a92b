/** What the words of marketplaces mean: known ones, unknown ones that wait for a person, German ones. */
import { expect, it } from 'vitest'
import { kindFamilies } from './kind-families.ts'
import { aliexpressAmount } from './aliexpress-words.ts'
import { ebayFee, ebayType } from './ebay-words.ts'
import type { KindFamily } from './vocabulary.ts'

const kind = (family: KindFamily, type: string, amountType = '', description = '') => ({
  family,
  type,
  amountType,
  description,
  column: '',
})

it.each([
  ['ebay', 'SALE', 'ITEM', '', 'productSales'],
  ['ebay', 'SALE', 'SHIPPING', '', 'shippingIncome'],
  ['ebay', 'SALE', 'TAX', '', 'taxCollected'],
  ['ebay', 'REFUND', 'ITEM', '', 'refund'],
  ['ebay', 'REFUND', 'FEE', 'FINAL_VALUE_FEE', 'commission'],
  ['ebay', 'SALE', 'FEE', 'Final Value Fee - fixed', 'commission'],
  ['ebay', 'NON_SALE_CHARGE', 'TOTAL', 'AD_FEE', 'advertising'],
  ['ebay', 'NON_SALE_CHARGE', 'TOTAL', 'Store subscription fee', 'subscription'],
  ['ebay', 'NON_SALE_CHARGE', 'TOTAL', 'a fee of tomorrow', null],
  ['ebay', 'SHIPPING_LABEL', 'TOTAL', '', 'shippingLabel'],
  ['ebay', 'HOLD', 'TOTAL', '', 'reserve'],
  ['ebay', 'PAYOUT', 'TOTAL', '', 'transfer'],
  ['ebay', 'Unbekannt', 'TOTAL', '', null],
  ['walmart', 'Sale', 'Product Price', 'Purchase', 'productSales'],
  ['walmart', 'Refund', 'Product Price', '', 'refund'],
  ['walmart', 'Sale', 'Product tax', '', 'taxCollected'],
  ['walmart', 'Sale', 'Product tax withheld', '', 'taxWithheld'],
  ['walmart', 'Sale', 'Commission on Product', '', 'commission'],
  ['walmart', 'Adjustment', 'Fee/Reimbursement', 'WFS Return Processing Fee', 'fbaOther'],
  ['walmart', 'Adjustment', 'Fee/Reimbursement', 'Walmart Shipping Label Service Charge', 'shippingLabel'],
  ['walmart', 'Adjustment', 'Fee/Reimbursement', 'a charge of tomorrow', null],
  ['walmart', 'PaymentSummary', '', '', 'transfer'],
  ['aliexpress', 'SALE', 'ITEM', '', 'productSales'],
  ['aliexpress', 'SALE', '手续费', '', 'commission'],
  ['aliexpress', 'SALE', 'AFFILIATE', '', 'advertising'],
  ['aliexpress', 'REFUND', 'TOTAL', '', 'refund'],
  ['aliexpress', 'FEE', 'OTHER', '', null],
  ['aliexpress', 'WITHDRAWAL', 'TOTAL', '', 'transfer'],
] as const)('%s: %s / %s / %s is %s', (family, type, amountType, description, item) => {
  expect(kindFamilies[family].itemOf(kind(family, type, amountType, description))).toBe(item)
})

it('words of the German report are the canonical ones', () => {
  expect(['Bestellung', 'Rückerstattung', 'Andere Gebühr', 'Hold', 'Sonstwas'].map(ebayType)).toEqual([
    'SALE',
    'REFUND',
    'NON_SALE_CHARGE',
    'HOLD',
    'Sonstwas',
  ])
  expect(
    ['Fixer Anteil der Verkaufsprovision', 'Internationale Gebühr', 'Gebühr für sehr hohe Quote an „nicht wie beschriebenen Artikeln“'].map(
      ebayFee,
    ),
  ).toEqual(['FINAL_VALUE_FEE_FIXED_PER_ORDER', 'INTERNATIONAL_FEE', 'HIGH_ITEM_NOT_AS_DESCRIBED_FEE'])
  expect(['联盟佣金', 'escrow_fee', '别的费'].map(aliexpressAmount)).toEqual(['AFFILIATE', 'COMMISSION', '别的费'])
})

it('kinds are named word by word, unknown ones as printed', () => {
  expect(kindFamilies.ebay.titleOf(kind('ebay', 'SALE', 'FEE', 'INTERNATIONAL_FEE'))).toEqual([
    '订单 · 费用 · 国际费',
    'Order · Fee · International fee',
  ])
  expect(kindFamilies.walmart.titleOf(kind('walmart', 'Sale', 'Product Price', 'Novelty'))[0]).toBe('销售 · 商品价格 · Novelty')
})
