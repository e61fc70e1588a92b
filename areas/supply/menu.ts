/** 采购: whom to buy from at what price. */
import { group, listPage, module, reportPage, type Module } from '#platform/declare/page.ts'
import { purchaseReport } from './figures.ts'
import { purchaseOrder, purchaseOrderLine } from './orders/order-tables.ts'
import { purchaseRequest, purchaseRequestLine } from './orders/request-tables.ts'
import { supplierItem } from './orders/supplier-item.ts'
import { supplierBalance } from './money/balance.ts'
import { purchaseInvoice, purchaseInvoiceLine } from './money/invoice-tables.ts'
import { paymentRequest, paymentRequestLine } from './money/request-tables.ts'
import { supplierStatement, supplierStatementLine } from './money/statement-tables.ts'
import { purchaseDelivery, purchaseDeliveryLine } from './receiving/delivery-tables.ts'
import { platformOrderLine } from './platform/sheet-tables.ts'
import { receiptDiscrepancy } from './receiving/discrepancy-tables.ts'
import { purchasePriceList, purchasePrice } from './tables.ts'

export const supplyModules: readonly Module[] = [
  module('supply', ['采购', 'Purchasing'], 'shopping', [
    group(
      'prices',
      ['价格', 'Prices'],
      [
        listPage(purchasePriceList, '/supply/purchasePriceList', { title: ['采购价目表', 'Purchase price lists'] }),
        listPage(purchasePrice, '/supply/purchasePrice', { title: ['采购价目明细', 'Purchase prices'] }),
      ],
      'appstore',
    ),
    group(
      'orders',
      ['采购订单', 'Purchase orders'],
      [
        listPage(purchaseRequest, '/supply/purchaseRequest', { title: ['采购申请', 'Requests'] }),
        listPage(purchaseRequestLine, '/supply/purchaseRequestLine', { title: ['采购申请明细', 'Request lines'] }),
        listPage(purchaseOrder, '/supply/purchaseOrder', { title: ['采购单', 'Orders'] }),
        listPage(purchaseOrderLine, '/supply/purchaseOrderLine', { title: ['采购单明细', 'Order lines'] }),
        listPage(purchaseDelivery, '/supply/purchaseDelivery', { title: ['到货通知', 'Deliveries'] }),
        listPage(purchaseDeliveryLine, '/supply/purchaseDeliveryLine', { title: ['到货通知明细', 'Delivery lines'] }),
        listPage(platformOrderLine, '/supply/platformOrderLine', { title: ['1688 订单', '1688 orders'] }),
        listPage(receiptDiscrepancy, '/supply/receiptDiscrepancy', { title: ['到货差异', 'Differences'] }),
        reportPage(purchaseReport, { path: '/supply/report', title: ['采购分析', 'Purchasing'], everyDays: 7 }),
        listPage(supplierItem, '/supply/supplierItem', { title: ['供应商商品', 'Supplier items'] }),
      ],
      'shopping',
    ),
    group(
      'money',
      ['采购结算', 'Settlement'],
      [
        listPage(purchaseInvoice, '/supply/purchaseInvoice', { title: ['采购发票', 'Invoices'] }),
        listPage(purchaseInvoiceLine, '/supply/purchaseInvoiceLine', { title: ['采购发票明细', 'Invoice lines'] }),
        listPage(supplierStatement, '/supply/supplierStatement', { title: ['对账单', 'Statements'] }),
        listPage(supplierStatementLine, '/supply/supplierStatementLine', { title: ['对账单明细', 'Statement lines'] }),
        listPage(paymentRequest, '/supply/paymentRequest', { title: ['请款单', 'Payment requests'] }),
        listPage(paymentRequestLine, '/supply/paymentRequestLine', { title: ['请款明细', 'Request lines'] }),
        listPage(supplierBalance, '/supply/supplierBalance', { title: ['供应商余额', 'Balances'] }),
      ],
      'dollar',
    ),
  ]),
]
