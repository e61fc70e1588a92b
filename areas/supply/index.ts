/** Purchasing: whom to buy from at what price. */
import type { Area } from '#platform/server/area.ts'
import { makePriceLists } from './demo.ts'
import { supplyModules } from './menu.ts'
import { supplyRoutes } from './routes.ts'
import { keepSubmitted } from '#areas/goods/index.ts'
import { keepOrders, keepPrices, keepReceiptKinds } from './orders/keep-orders.ts'
import { purchaseOrder, purchaseOrderLine } from './orders/order-tables.ts'
import { purchaseRequest, purchaseRequestLine } from './orders/request-tables.ts'
import { makeOrders } from './orders/demo.ts'
import { purchaseInvoice, purchaseInvoiceLine } from './money/invoice-tables.ts'
import { keepInvoiceLines, keepInvoices, postInvoice } from './money/keep-invoices.ts'
import { followMatches, keepRequests } from './money/keep-requests.ts'
import { settleOnInvoice, settleOnOrder, settleOnPayment, settleOnReceipt, settleOnReturn } from './money/settle-orders.ts'
import { keepStatements } from './money/keep-statements.ts'
import { makePurchases } from './platform/demo.ts'
import { makePayments } from './money/demo.ts'
import { platformOrders } from './platform/sheet-family.ts'
import { followOrders, followReceipts } from './platform/follow.ts'
import { arrivalsFollow, followArrivals, purchaseArrival, supplyFigures } from './figures.ts'
import { paymentRequest, paymentRequestLine } from './money/request-tables.ts'
import { settleExchanges, settleReturns } from './receiving/decide.ts'
import { purchaseDelivery, purchaseDeliveryLine } from './receiving/delivery-tables.ts'
import { keepCurrencies, keepDeliveries, keepDifferences } from './receiving/keep-deliveries.ts'
import { followTogether } from '#platform/server/records.ts'
import { supplyEnglish } from './refusals-en.ts'
import { keepOffers } from './orders/supplier-item.ts'
import { supplyTables } from './tables.ts'

export { orderLineOf } from './money/keep-invoices.ts'
export { purchaseOrder, purchaseOrderLine } from './orders/order-tables.ts'
export { receiptDiscrepancy } from './receiving/discrepancy-tables.ts'
export { undoCounted } from './receiving/keep-deliveries.ts'
export { standardSteps, statesOf } from './orders/words.ts'
export { purchaseRequest } from './orders/request-tables.ts'

export const supply: Area = {
  name: 'supply',
  title: ['采购', 'Purchasing'],
  resources: [...Object.values(supplyTables), purchaseArrival, ...supplyFigures.resources],
  reports: supplyFigures.reports,
  books: supplyFigures.books,
  modules: supplyModules,
  routes: { ...supplyRoutes, ...supplyFigures.routes },
  english: supplyEnglish,
  follows: followTogether([
    { purchase_order: keepOrders, purchase_order_line: keepPrices, goods_in_line: keepReceiptKinds },
    { purchase_delivery: keepDeliveries, goods_in: keepDifferences, purchase_return: settleReturns },
    { goods_in: settleExchanges, purchase_invoice: keepInvoices, purchase_invoice_line: keepInvoiceLines },
    { purchase_order: followOrders },
    { goods_in: followReceipts },
    { goods_in: followArrivals },
    arrivalsFollow,
    { purchase_invoice: settleOnInvoice, payment_request: settleOnPayment, purchase_return: settleOnReturn },
    { purchase_order: settleOnOrder, goods_in: settleOnReceipt },
    { supplier_item: keepOffers, supplier_statement: keepStatements, payment_request: keepRequests, receipt_discrepancy: keepCurrencies },
  ]),
  rowLocks: {
    purchase_request_line: keepSubmitted(purchaseRequest, purchaseRequestLine),
    purchase_order_line: keepSubmitted(purchaseOrder, purchaseOrderLine),
    purchase_delivery_line: keepSubmitted(purchaseDelivery, purchaseDeliveryLine),
    purchase_invoice_line: keepSubmitted(purchaseInvoice, purchaseInvoiceLine),
    payment_request_line: keepSubmitted(paymentRequest, paymentRequestLine),
  },
  families: [platformOrders],
  posts: { purchase_invoice: postInvoice },
  demo: async people => {
    await makePriceLists(people)
    await makeOrders(people)
    await makePayments(people)
  },
  demoFigures: [makePurchases],
}

/** What the bank has paid of requests: an area of its own, because it follows tables of finance, which a house of tests may lack. */
export const supplyPayments: Area = {
  name: 'supplyPayments',
  title: ['采购付款', 'Payments of purchases'],
  resources: [],
  modules: [],
  routes: {},
  follows: { bank_match: followMatches, bank_match_side: followMatches },
}
