/** Orders in the worker thread of an import: what of a line is staged. */
import type { FamilyReader } from '#platform/server/area.ts'
import type { OrderKind } from './order-kind.ts'
import type { OrderFileLine } from './order-line.ts'

const staged: readonly (readonly [column: string, field: keyof OrderFileLine])[] = [
  ['ordered_on', 'orderedOn'],
  ['order_no', 'orderNo'],
  ['order_line_no', 'orderLineNo'],
  ['customer_order_no', 'customerOrderNo'],
  ['purchased_at', 'purchasedAt'],
  ['paid_at', 'paidAt'],
  ['due_on', 'dueOn'],
  ['customer_no', 'customerNo'],
  ['buyer_user', 'buyerUser'],
  ['buyer_first', 'buyerFirst'],
  ['buyer_last', 'buyerLast'],
  ['buyer_email', 'buyerEmail'],
  ['status', 'status'],
  ['status_at', 'statusAt'],
  ['item_id', 'itemId'],
  ['sku', 'sku'],
  ['title', 'title'],
  ['quantity', 'quantity'],
  ['item', 'item'],
  ['shipping', 'shipping'],
  ['gift_wrap', 'giftWrap'],
  ['discount', 'discount'],
  ['tax', 'tax'],
  ['currency', 'currency'],
  ['country', 'country'],
]

export const orderReader = (kind: OrderKind): FamilyReader<OrderFileLine> => ({
  kinds: [kind as FamilyReader['kinds'][number]],
  columns: staged.map(([column]) => column),
  kindsOf: () => [],
  row: line => ({ lineNo: line.line, values: staged.map(([, field]) => line[field]) }),
})
