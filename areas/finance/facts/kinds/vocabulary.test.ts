import { describe, expect, test } from 'vitest'
import type { AmountColumn } from '../amazon/files/header-columns.ts'
import { typeCodeOf } from '../amazon/files/type-names.ts'
import { financeItems, type FinanceItemCode } from '../../base/finance-items.ts'
import { itemOfKind, kindOfSettlementLine, kindOfSummaryLine, kindsOfTransactionLine, type AmountKind } from './vocabulary.ts'
import { kindTitle } from './vocabulary-names.ts'

const settlement = (type: string, amountType: string, description: string): AmountKind => ({
  family: 'settlement',
  type,
  amountType,
  description,
  column: '',
})
const transaction = (type: string, column: AmountColumn, description = ''): AmountKind => ({
  family: 'transaction',
  type,
  amountType: '',
  description,
  column,
})
const summary = (type: string, amountType: string, description: string): AmountKind => ({
  family: 'summary',
  type,
  amountType,
  description,
  column: '',
})

const cases: readonly (readonly [AmountKind, FinanceItemCode | null])[] = [
  [settlement('Order', 'ItemPrice', 'Principal'), 'productSales'],
  [settlement('Order', 'ItemPrice', 'Tax'), 'taxCollected'],
  [settlement('Order', 'ItemPrice', 'Shipping'), 'shippingIncome'],
  [settlement('Order', 'ItemPrice', 'ShippingTax'), 'taxCollected'],
  [settlement('Order', 'ItemPrice', 'GiftWrap'), 'giftWrapIncome'],
  [settlement('Order', 'ItemWithheldTax', 'MarketplaceFacilitatorVAT-Principal'), 'taxWithheld'],
  [settlement('Order', 'ItemFees', 'Commission'), 'commission'],
  [settlement('Refund', 'ItemFees', 'Commission'), 'commission'],
  [settlement('Refund', 'ItemFees', 'RefundCommission'), 'refundFee'],
  [settlement('Order', 'ItemFees', 'ShippingHB'), 'otherSellingFee'],
  [settlement('Order', 'ItemFees', 'FBAPerUnitFulfillmentFee'), 'fbaFulfilment'],
  [settlement('Order', 'ItemFees', 'FBAPerUnitFulfilmentFee'), 'fbaFulfilment'],
  [settlement('Order', 'ShipmentFees', 'FBA transportation fee'), 'fbaFulfilment'],
  [settlement('Order', 'Promotion', 'Shipping'), 'promotion'],
  [settlement('Refund', 'Promotion', 'Principal'), 'refund'],
  [settlement('Refund', 'ItemPrice', 'Principal'), 'refund'],
  [settlement('Refund', 'ItemPrice', 'Shipping'), 'refund'],
  [settlement('Chargeback Refund', 'ItemPrice', 'Principal'), 'refund'],
  [settlement('ServiceFee', 'Cost of Advertising', 'TransactionTotalAmount'), 'advertising'],
  [settlement('other-transaction', 'other-transaction', 'Subscription Fee'), 'subscription'],
  [settlement('other-transaction', 'other-transaction', 'Storage Fee'), 'fbaStorage'],
  [settlement('other-transaction', 'other-transaction', 'StorageRenewalBilling'), 'fbaStorage'],
  [settlement('other-transaction', 'other-transaction', 'Inbound Transportation Fee'), 'fbaInbound'],
  [settlement('other-transaction', 'other-transaction', 'RemovalComplete'), 'fbaRemoval'],
  [settlement('other-transaction', 'other-transaction', 'Shipping label purchase for return'), 'shippingLabel'],
  [settlement('other-transaction', 'other-transaction', 'Previous Reserve Amount Balance'), 'reserve'],
  [settlement('other-transaction', 'other-transaction', 'Current Reserve Amount'), 'reserve'],
  [settlement('other-transaction', 'other-transaction', 'Payable to Amazon'), 'debtCarried'],
  [settlement('other-transaction', 'other-transaction', 'Successful charge'), 'debtCarried'],
  [settlement('other-transaction', 'FBA Inventory Reimbursement', 'WAREHOUSE_DAMAGE'), 'reimbursement'],
  [settlement('Transfers', 'Micro Deposit', 'Micro Deposit'), 'transfer'],
  [settlement('CouponRedemptionFee', 'CouponRedemptionFee', 'Spring sale'), 'dealFee'],
  [settlement('other-transaction', 'other-transaction', 'A word from next year'), null],
  [settlement('Order', 'ItemPrice', 'Moonlight'), null],
  [settlement('Order', 'ItemFees', 'NewFee2027'), null],
  [transaction('order', 'productSales'), 'productSales'],
  [transaction('refund', 'productSales'), 'refund'],
  [transaction('refund', 'sellingFees'), 'commission'],
  [transaction('order', 'fbaFees'), 'fbaFulfilment'],
  [transaction('order', 'productSalesTax'), 'taxCollected'],
  [transaction('order', 'marketplaceWithheldTax'), 'taxWithheld'],
  [transaction('transfer', 'other'), 'transfer'],
  [transaction('serviceFee', 'other', 'Subscription'), 'subscription'],
  [transaction('serviceFee', 'otherTransactionFees', 'Cost of Advertising'), 'advertising'],
  [transaction('adjustment', 'other', 'Shipping label purchase for return'), 'shippingLabel'],
  [transaction('adjustment', 'other', 'FBA Inventory Reimbursement - Lost:Warehouse'), 'reimbursement'],
  [transaction('fbaInventoryFee', 'other', 'FBA storage fee'), 'fbaStorage'],
  [transaction('serviceFee', 'other', 'Something unheard of'), null],
  [transaction('Neuer Typ', 'productSales'), null],
  [transaction('Neuer Typ', 'other'), null],
  [summary('Order Payment', 'Product charges', ''), 'productSales'],
  [summary('Refund', 'Product charges', ''), 'refund'],
  [summary('Order Payment', 'Amazon fees', 'Referral Fee on Item Price'), 'commission'],
  [summary('Order Payment', 'Other', 'Product Tax'), 'taxCollected'],
  [summary('Other', 'FBA Inventory Reimbursement - Lost:Inbound', ''), 'reimbursement'],
  [summary('Service Fees', 'Amazon fees', 'FBA Prep Fee: Labeling'), 'fbaInbound'],
  [summary('Amazon Lending', 'Other', 'Payment for loan #'), 'transfer'],
]

test.each(cases)('%o is %s', (kind, item) => {
  expect(itemOfKind(kind)).toBe(item)
})

test('numbers of finance items are unique', () => {
  const ids = Object.values(financeItems).map(item => item.id)
  expect(new Set(ids).size).toBe(ids.length)
})

describe('kinds of lines', () => {
  const zero = {
    productSales: '0',
    productSalesTax: '0.00',
    shippingCredits: '0',
    shippingCreditsTax: '0',
    giftWrapCredits: '0',
    giftWrapCreditsTax: '0',
    regulatoryFee: '0',
    regulatoryFeeTax: '0',
    pointsGranted: '0',
    promotionalRebates: '0',
    promotionalRebatesTax: '0',
    salesTaxCollected: '0',
    marketplaceFacilitatorTax: '0',
    marketplaceWithheldTax: '0',
    sellingFees: '0',
    fbaFees: '0',
    otherTransactionFees: '0',
    other: '0',
  }

  test('one kind for each column that is not zero, product titles left out', () => {
    const kinds = kindsOfTransactionLine({
      type: 'Order',
      typeCode: 'order',
      orderId: '1',
      sku: 'A',
      description: 'A map, 64"',
      amounts: { ...zero, productSales: '10.00', sellingFees: '-1.50' },
    })
    expect(kinds).toEqual([transaction('order', 'productSales'), transaction('order', 'sellingFees')])
  })

  test.each([
    ['Subscription', '', '', 'Subscription'],
    ['Shipping label purchase for return', '306-1', '', 'Shipping label purchase for return'],
    ['Some product title', '306-1', '', ''],
    ['Subscription', '', 'SKU1', ''],
  ])('description %s with order %s and SKU %s counts as "%s"', (description, orderId, sku, expected) => {
    const [kind] = kindsOfTransactionLine({
      type: 'Anpassung',
      typeCode: 'adjustment',
      orderId,
      sku,
      description,
      amounts: { ...zero, other: '-7.87' },
    })
    expect(kind?.description).toBe(expected)
  })

  test.each([
    ['Ajuste', 'Reembolso de inventário da FBA - Perdido: depósito'],
    ['Ajuste', 'Reembolso de Inventário - Devolução do cliente'],
    ['Ajuste', 'Reembolso de estoque do FBA'],
    ['Ajuste', 'Reembolso para pacotes extraviados'],
    ['Ajuste', 'Reembolso de inventario de Logística de Amazon (Devolución de cliente)'],
    ['Anpassung', 'Versand durch Amazon Erstattung für Lagerbestand - Kundenrücksendung'],
    ['Ajustement', 'Remboursement de stock Expédié par Amazon'],
    ['Modifica', 'Rimborso inventario Logistica di Amazon'],
    ['調整', 'FBA在庫の返金 - 購入者による返品:'],
    ['Adjustment', 'FBA Inventory Reimbursement - Customer Return'],
    ['Reembolso de inventário', ''],
  ])('%s “%s” is a reimbursement, with its SKU and order or without', (type, description) => {
    for (const [orderId, sku] of [
      ['', ''],
      ['701-1', 'LAMP'],
      ['', 'LAMP'],
      ['701-1', ''],
    ] as const) {
      const line = { type, typeCode: typeCodeOf(type), orderId, sku, description, amounts: { ...zero, other: '12.00' } }
      expect(kindsOfTransactionLine(line).map(itemOfKind), `${orderId} ${sku}`).toEqual(['reimbursement'])
    }
  })

  test('an inventory fee nobody knows is queued with the description one maps, whatever stands beside it', () => {
    for (const [orderId, sku] of [
      ['', ''],
      ['9001', 'LAMP'],
    ] as const) {
      const [kind] = kindsOfTransactionLine({
        type: 'Tarifas de inventário FBA',
        typeCode: 'fbaInventoryFee',
        orderId,
        sku,
        description: 'Tarifa de devolução de inventário',
        amounts: { ...zero, other: '-3.00' },
      })
      expect(kind).toMatchObject({ type: 'fbaInventoryFee', description: 'Tarifa de devolução de inventário' })
      expect(kind && [itemOfKind(kind), kindTitle(kind)[0]]).toEqual([null, 'FBA库存费 · Tarifa de devolução de inventário · 其他'])
    }
  })

  test('so is what stands beside a type nobody knows, unless a SKU may have brought a title', () => {
    const line = { type: 'Tarifa nova', typeCode: null, orderId: '701-1', description: 'Tarifa de devolução de inventário' }
    const described = (sku: string) => kindsOfTransactionLine({ ...line, sku, amounts: { ...zero, other: '-3.00' } })[0]?.description
    expect([described(''), described('LAMP')]).toEqual(['Tarifa de devolução de inventário', ''])
  })

  test('a transfer is one kind whatever the account', () => {
    const [kind] = kindsOfTransactionLine({
      type: 'Transfer',
      typeCode: 'transfer',
      orderId: '',
      sku: '',
      description: 'To account ending with: 1234',
      amounts: { ...zero, other: '-100.00' },
    })
    expect(kind).toEqual(transaction('transfer', 'other'))
  })

  test('quantity lines have no kind, numbers are masked', () => {
    expect(kindOfSettlementLine({ transactionType: 'Order', amountType: '', amountDescription: '' })).toBeNull()
    expect(
      kindOfSummaryLine({ transactionType: 'Amazon Lending', paymentType: 'Other', paymentDetail: 'Payment for loan 100000001' })
        .description,
    ).toBe('Payment for loan #')
  })
})

test("titles are Chinese where the word is known and Amazon's own where not", () => {
  expect(kindTitle(settlement('Order', 'ItemPrice', 'Principal'))).toEqual(['订单 · 商品价格 · 本金', 'Order · ItemPrice · Principal'])
  expect(kindTitle(transaction('refund', 'sellingFees'))[0]).toBe('退款 · 销售费用')
  expect(kindTitle(settlement('other-transaction', 'other-transaction', 'NewWord'))[0]).toBe('其他交易 · NewWord')
})
