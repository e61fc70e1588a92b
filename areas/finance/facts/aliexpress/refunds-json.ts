/**
 * Refunds of child orders in the details of an order as AliExpress's open platform answers them (aliexpress.solution.order.info.get), one
 * order or several in an array: those whose money went back. No genuine answer was seen. Pure.
 */
import { add, isDecimal } from '#platform/format/decimal.ts'
import { listOf, objectOf, pagesOf, textOf, type Json } from '#platform/format/parsed-json.ts'

const heads = ['refundTime', 'orderId', 'childOrderId', 'skuCode', 'refundReason', 'currency', 'refundAmount', 'realRefundAmount'] as const
/** what is asked for, held back or called off is no refund yet */
const notYet = /wait|frozen|cancel|fail|close|apply|process/i

/** money and coupon stand apart; an amount is `amount` or `amount_str` */
const amountIn = (value: unknown): string => {
  const money = objectOf(value)
  const written = textOf(money['amount']) || textOf(money['amount_str'])
  return isDecimal(written) ? written : '0'
}
function rowOf(order: Json, child: Json): string[] {
  const refund = objectOf(child['refund_info'])
  const [cash, coupon] = ['refund_cash_amt', 'refund_coupon_amt'].map(name => refund[name])
  return [
    textOf(refund['refund_time']).slice(0, 10),
    textOf(order['id']),
    textOf(child['child_order_id']) || textOf(child['id']),
    textOf(child['sku_code']),
    textOf(refund['refund_reason']),
    textOf(objectOf(cash)['currency_code']) || textOf(objectOf(coupon)['currency_code']),
    add(amountIn(cash), amountIn(coupon)),
    amountIn(cash),
  ]
}

export function refundsIn(document: unknown): string[][] {
  return pagesOf(document).flatMap(page => {
    const answer = objectOf(page['aliexpress_solution_order_info_get_response'])
    const order = objectOf(objectOf(answer['result'])['data'])
    return listOf(objectOf(order['child_order_list'])['global_aeop_tp_child_order_dto']).flatMap(child => {
      const { refund_time: time, refund_status: status } = objectOf(child['refund_info'])
      return textOf(time) === '' || notYet.test(textOf(status)) ? [] : [rowOf(order, child)]
    })
  })
}

/** An order's details are a file of orders; of refunds where those were asked for. */
export function refundRows(document: unknown, isAsked: boolean): string[][] | null {
  const rows = isAsked ? refundsIn(document) : []
  return rows.length === 0 ? null : [[...heads], ...rows]
}
