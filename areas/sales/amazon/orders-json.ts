/**
 * Amazon's orders as its interface answers them (orders 2026-01-01, one page or several in an array), in the columns of the report of all
 * orders: both tell of the same lines. Pure.
 */
import { listOf, objectOf, pagesOf, textOf, type Json } from '#platform/format/parsed-json.ts'

type Row = Readonly<Record<string, string>>

/** Orders of a document, a row an item; null: it has none. */
export function ordersIn(document: unknown): Row[] | null {
  const pages = pagesOf(document)
  const orders = pages.flatMap(page => listOf(page['orders']))
  return orders.some(order => 'orderId' in order && 'orderItems' in order) ? orders.flatMap(rowsOf) : null
}

function rowsOf(order: Json): Row[] {
  const [channel, fulfillment] = [objectOf(order['salesChannel']), objectOf(order['fulfillment'])]
  const alias = listOf(order['orderAliases']).find(one => textOf(one['aliasType']) === 'SELLER_ORDER_ID')
  const shared = {
    'amazon-order-id': textOf(order['orderId']),
    'merchant-order-id': textOf(alias?.['aliasId']),
    'purchase-date': textOf(order['createdTime']),
    'last-updated-date': textOf(order['lastUpdatedTime']),
    'order-status': textOf(fulfillment['fulfillmentStatus']),
    'fulfillment-channel': textOf(fulfillment['fulfilledBy']) === 'MERCHANT' ? 'Merchant' : textOf(fulfillment['fulfilledBy']),
    'sales-channel': textOf(channel['channelName']) === 'NON_AMAZON' ? 'Non-Amazon' : textOf(channel['marketplaceName']),
    'ship-country': textOf(objectOf(objectOf(order['recipient'])['deliveryAddress'])['countryCode']),
  }
  return listOf(order['orderItems']).map(item => ({ ...shared, ...itemOf(item) }))
}

function itemOf(item: Json): Row {
  const product = objectOf(item['product'])
  const parts = listOf(objectOf(item['proceeds'])['breakdowns'])
  const money = (value: unknown): string => textOf(objectOf(value)['amount'])
  const partOf = (type: string): Json => parts.find(one => textOf(one['type']) === type) ?? {}
  const subtotal = (type: string): string => money(partOf(type)['subtotal'])
  /** tax and discount are told apart by what they are of; where they are not, all is the item's */
  const detail = (type: string, subtype: string): string => {
    const details = listOf(partOf(type)['detailedBreakdowns'])
    if (details.length === 0) return subtype === 'ITEM' ? subtotal(type) : ''
    return money(details.find(one => textOf(one['subtype']) === subtype)?.['value'])
  }
  const currency = parts.map(one => textOf(objectOf(one['subtotal'])['currencyCode'])).find(code => code !== '') ?? ''
  return {
    'product-name': textOf(product['title']),
    sku: textOf(product['sellerSku']),
    asin: textOf(product['asin']),
    'item-status': '',
    quantity: textOf(item['quantityOrdered']),
    currency,
    'item-price': subtotal('ITEM'),
    'item-tax': detail('TAX', 'ITEM'),
    'shipping-price': subtotal('SHIPPING'),
    'shipping-tax': detail('TAX', 'SHIPPING'),
    'gift-wrap-price': subtotal('GIFT_WRAP'),
    'gift-wrap-tax': detail('TAX', 'GIFT_WRAP'),
    'item-promotion-discount': detail('DISCOUNT', 'ITEM'),
    'ship-promotion-discount': detail('DISCOUNT', 'SHIPPING'),
  }
}
