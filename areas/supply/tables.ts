/** What is bought from whom at what price. */
import { date, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { orderTables } from './orders/order-tables.ts'
import { requestTables } from './orders/request-tables.ts'
import { supplierItem } from './orders/supplier-item.ts'
import { invoiceTables } from './money/invoice-tables.ts'
import { payTables } from './money/request-tables.ts'
import { statementTables } from './money/statement-tables.ts'
import { supplierBalance } from './money/balance.ts'
import { sheetTables } from './platform/sheet-tables.ts'
import { deliveryTables } from './receiving/delivery-tables.ts'
import { discrepancyTables } from './receiving/discrepancy-tables.ts'

export const purchasePriceList = document('purchase_price_list', {
  type: 'purchasePriceList',
  title: ['采购价目表', 'Purchase price list'],
  number: 'CGJ',
  access: { scope: ownOrganisation },
  fields: {
    supplierId: reference('供应商', 'Supplier', 'supplier', { filter: 'select', editDisabled: true, width: 220 }),
    subject: text('摘要', 'Subject', { max: 100, optional: true, filter: 'contains', width: 200 }),
    buyerId: reference('采购员', 'Buyer', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
  },
  list: { empty: ['供应商报来的价目，按 SKU、起订量和有效期', 'What a supplier asks for, by SKU, quantity and period'] },
})

export const purchasePrice = lines('purchase_price', {
  type: 'purchasePrice',
  title: ['采购价目明细', 'Purchase price'],
  of: {
    listId: reference('采购价目表', 'Purchase price list', 'purchase_price_list', { filter: 'select', editDisabled: true, width: 150 }),
  },
  max: 1_000,
  access: { permission: 'purchasePriceList' },
  fields: {
    /** no two prices of one supplier hold for the same SKU and quantity on a day, whatever list they stand in */
    supplierId: reference('供应商', 'Supplier', 'supplier', { atCreation: 'listId.supplierId', filter: 'select', show: false, width: 200 }),
    sku: referenceBy('SKU', 'SKU', 'product', 'sku', { filter: 'select', noForeignKey: true, width: 150 }),
    minQty: integer('起订量', 'Min. quantity', { min: 1, default: 1, width: 110 }),
    price: money('单价', 'Price', { min: 0, currency: 'currency', width: 110 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 100 }),
    validFrom: date('生效日期', 'Valid from', { rangeTo: 'validTo', rangeTitle: ['有效期', 'Valid'], filter: 'range', width: 120 }),
    validTo: date('失效日期', 'Valid to', { optional: true, width: 120 }),
    note: text('说明', 'Note', { max: 100, optional: true, width: 160 }),
  },
  record: { label: 'sku' },
  storage: { index: [['sku', 'validFrom']] },
  life: { validity: { per: ['supplierId', 'sku', 'minQty'], from: 'validFrom', to: 'validTo' } },
})

export const supplyTables = {
  purchasePriceList,
  purchasePrice,
  supplierItem,
  ...requestTables,
  ...orderTables,
  ...deliveryTables,
  ...discrepancyTables,
  ...invoiceTables,
  ...statementTables,
  ...payTables,
  ...sheetTables,
  supplierBalance,
}
