/** Walmart's orders in the worker thread of an import. */
import type { FamilyReader } from '#platform/server/contract/file-family.ts'
import { walmartOrders, type OrderFileLine } from './orders-file.ts'

const reader: FamilyReader<OrderFileLine> = {
  kinds: [walmartOrders as FamilyReader['kinds'][number]],
  columns: [
    'ordered_on',
    'order_no',
    'order_line_no',
    'customer_order_no',
    'purchased_at',
    'paid_at',
    'status',
    'status_at',
    'item_id',
    'sku',
    'title',
    'quantity',
    'item',
    'shipping',
    'gift_wrap',
    'discount',
    'tax',
    'currency',
    'country',
  ],
  kindsOf: () => [],
  row: l => ({
    lineNo: l.line,
    values: [
      l.orderedOn,
      l.orderNo,
      l.orderLineNo,
      l.customerOrderNo,
      l.purchasedAt,
      l.paidAt,
      l.status,
      l.statusAt,
      l.itemId,
      l.sku,
      l.title,
      l.quantity,
      l.item,
      l.shipping,
      l.giftWrap,
      l.discount,
      l.tax,
      l.currency,
      l.country,
    ],
  }),
}
export default reader
