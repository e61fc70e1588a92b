/** eBay's orders as its interface answers them (getOrders, one page or several in an array), in the columns of the orders report. Pure. */
import { add, isDecimal } from '#platform/format/decimal.ts'
import { listOf, objectOf, pagesOf, textOf, type Json } from '#platform/format/parsed-json.ts'

type Row = Readonly<Record<string, string>>

/** Orders of a document, a row an item; null: it has none. */
export function ordersIn(document: unknown): Row[] | null {
  const pages = pagesOf(document)
  const orders = pages.flatMap(page => listOf(page['orders']))
  return orders.some(order => 'orderId' in order && 'lineItems' in order) ? orders.flatMap(rowsOf) : null
}

const valueOf = (money: unknown): string => textOf(objectOf(money)['value'])
const printed = (money: unknown): string => `${textOf(objectOf(money)['currency'])} ${valueOf(money)}`.trim()
/** Amounts of one currency in one; '': there are none. */
function summed(parts: readonly Json[]): string {
  const amounts = parts.map(part => part['amount']).filter(amount => isDecimal(valueOf(amount)))
  if (amounts.length === 0) return ''
  const sum = amounts.map(valueOf).reduce(add, '0')
  return `${textOf(objectOf(amounts[0])['currency'])} ${sum}`
}

function statusOf(order: Json): string {
  if (textOf(objectOf(order['cancelStatus'])['cancelState']) === 'CANCELED') return 'Cancelled'
  const paid = textOf(order['orderPaymentStatus'])
  if (/REFUNDED/.test(paid)) return 'Refunded'
  if (textOf(order['orderFulfillmentStatus']) === 'FULFILLED') return 'Shipped'
  return paid === 'PAID' ? 'Paid' : ''
}

function rowsOf(order: Json): Row[] {
  const [buyer, start] = [objectOf(order['buyer']), listOf(order['fulfillmentStartInstructions'])[0]]
  const to = objectOf(objectOf(objectOf(start)['shippingStep'])['shipTo'])
  const [payment] = listOf(objectOf(order['paymentSummary'])['payments'])
  const status = statusOf(order)
  const shared = {
    'Sales Record Number': textOf(order['salesRecordReference']),
    'Order Number': textOf(order['orderId']),
    'Sale Date': textOf(order['creationDate']),
    'Paid On Date': textOf(payment?.['paymentDate']),
    'Shipped On Date': status === 'Shipped' ? textOf(order['lastModifiedDate']) : '',
    'Order Status': status,
    'Ship To Country': textOf(objectOf(to['contactAddress'])['countryCode']),
    'Buyer Username': textOf(buyer['username']),
  }
  return listOf(order['lineItems']).map(item => {
    const aspects = listOf(item['variationAspects']).map(one => `${textOf(one['name'])}:${textOf(one['value'])}`)
    return {
      ...shared,
      'Item Number': textOf(item['legacyItemId']),
      'Item Title': textOf(item['title']),
      'Custom Label': textOf(item['sku']),
      'Variation Details': aspects.length === 0 ? '' : `[${aspects.join(',')}]`,
      // a number arrives as the text of the file
      Quantity: textOf(item['quantity']),
      'Sold For': printed(item['lineItemCost']),
      'Shipping And Handling': printed(objectOf(item['deliveryCost'])['shippingCost']),
      'Seller Collected Tax': summed(listOf(item['taxes'])),
      'eBay Collected Tax': summed(listOf(item['ebayCollectAndRemitTaxes'])),
      'Ship By Date': textOf(objectOf(item['lineItemFulfillmentInstructions'])['shipByDate']),
    }
  })
}
