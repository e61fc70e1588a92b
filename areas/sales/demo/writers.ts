/** Orders of a demo shop in the layout that its marketplace's files have. Pure. */
import { ownValue } from '#platform/declare/own-value.ts'
import { dayNumber } from '#platform/format/dates.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { defined } from '#platform/server/area.ts'
import { amazonOrders } from '../amazon/orders-file.ts'
import { ebayDay, ebayOrders } from '../ebay/orders-file.ts'
import { countryCodeOf } from '../files/country.ts'
import type { Product } from '../products.ts'
import { printedMoney, type DemoOrder, type DemoShop } from './orders.ts'

export interface OrdersWriter {
  readonly perDay: number
  readonly extension: 'json' | 'csv' | 'txt'
  readonly contentType: string
  readonly itemId: (number: number) => string
  write(orders: readonly DemoOrder[], shop: DemoShop): string[]
  /** as its interface lists them; absent: they come as the file */
  listed?(orders: readonly DemoOrder[], shop: DemoShop): readonly object[]
}

const placeOf = ({ day, place }: DemoOrder): string => `${day.replaceAll('-', '')}${String(place).padStart(3, '0')}`
const at = <T>(values: readonly T[], place: number): T => defined(values[place % values.length], 'a value')
const table = (columns: readonly string[], separator: string, rows: readonly Readonly<Record<string, string>>[]): string[] =>
  rows.map(row => `${columns.map(column => row[column] ?? '').join(separator)}\r\n`)

const firstNames = 'Anna Ben Carla David Emma Frank Grace Hugo Ines Jack Karen Luis Mia Noah Olga Paul Quinn Rosa Sam Tina'.split(' ')
const lastNames = 'Adams Baker Costa Diaz Evans Fischer Garcia Hill Ivanov Jones Klein Lopez Moore Novak Owens Perez Reed Silva'.split(' ')
const [regulars, regularEach] = [90, 4]
/** Who ordered: one order in four is of somebody who orders again and again. */
function buyerOf({ day, place, to }: DemoOrder): { readonly first: string; readonly last: string; readonly login: string } {
  const number = to % regularEach === 0 ? (dayNumber(day) * 7 + place * 31 + to) % regulars : regulars + dayNumber(day) * 100 + place
  const [first, last] = [at(firstNames, number), at(lastNames, number)]
  return { first, last, login: `${first}_${last}${number}`.toLowerCase() }
}
const dayMs = 86_400_000
/** days in which an order has to leave */
const [walmartDays, ebayDays, aliexpressDays] = [2, 3, 5]

const walmartStates = ['CA', 'TX', 'FL', 'NY', 'WA', 'IL', 'GA', 'OH']
const dollars = (cents: number): number => Math.round(cents) / 100

const walmart: OrdersWriter = {
  perDay: 6,
  extension: 'json',
  contentType: 'application/json',
  itemId: number => String(500_000_000 + number),
  listed: orders =>
    orders.map(order => {
      const status = order.isCancelled ? 'Cancelled' : order.isFresh ? 'Acknowledged' : 'Delivered'
      const charge = (chargeType: string, chargeName: string, amount: number) => ({
        chargeType,
        chargeName,
        chargeAmount: { currency: 'USD', amount: order.isCancelled ? 0 : dollars(amount) },
        tax: { taxName: 'Tax1', taxAmount: { currency: 'USD', amount: order.isCancelled ? 0 : dollars(amount * 0.08) } },
      })
      return {
        purchaseOrderId: `10${placeOf(order)}`,
        customerOrderId: `20${placeOf(order)}`,
        customerEmailId: `${buyerOf(order).login}@relay.walmart.com`,
        orderType: 'REGULAR',
        orderDate: order.orderedAt,
        shippingInfo: {
          estimatedShipDate: order.orderedAt + walmartDays * dayMs,
          methodCode: 'Value',
          postalAddress: { name: 'BUYER', state: at(walmartStates, order.to), country: 'USA' },
        },
        orderLines: {
          orderLine: order.lines.map(({ offer, quantity }, i) => {
            const amount = { unitOfMeasurement: 'EACH', amount: String(quantity) }
            return {
              lineNumber: String(i + 1),
              item: { productName: offer.title, sku: offer.sku },
              charges: {
                charge: [
                  charge('PRODUCT', 'ItemPrice', offer.cents * quantity),
                  ...(order.hasFreight ? [charge('SHIPPING', 'Shipping', 599)] : []),
                ],
              },
              orderLineQuantity: amount,
              statusDate: order.updatedAt,
              orderLineStatuses: { orderLineStatus: [{ status, statusQuantity: amount }] },
            }
          }),
        },
      }
    }),
  write: (orders, shop) => {
    const written = walmart.listed?.(orders, shop).map(one => JSON.stringify(one)) ?? []
    return [`{"list":{"meta":{"totalCount":${orders.length}},"elements":{"order":[`, written.join(',\n'), ']}}}\n']
  },
}

const ebaySigns: Readonly<Record<string, string>> = { USD: '$', GBP: '£', EUR: '€', AUD: 'AU $' }
const ebayHomes: Readonly<Record<string, string>> = { USD: 'United States', GBP: 'United Kingdom', EUR: 'Germany', AUD: 'Australia' }
const abroad = ['Canada', 'United Kingdom', 'Germany', 'Mexico', 'Japan']
const ebayTo = ({ to }: DemoOrder, currency: string): string =>
  // two orders of three stay in the country of the site
  to % 3 === 0 ? at(abroad, to / 3) : (ownValue(ebayHomes, currency) ?? '')
const ebayNo = (order: DemoOrder, number: number): string => {
  const no = placeOf(order)
  return order.no ?? `${String(number + 1).padStart(2, '0')}-${no.slice(1, 6)}-${no.slice(6)}`
}
/** one in six listings has no label: it is known by its number */
const ebayLabel = ({ itemId, sku }: DemoOrder['lines'][number]['offer']): string => (Number(itemId) % 6 === 0 ? '' : sku)
const ebayTax = (units: number, currency: string): number => (currency === 'USD' ? Math.round(units * 0.07) : 0)
const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
/** A head, a row of nothing, the lines, a footer that counts them. */
const ebay: OrdersWriter = {
  perDay: 3,
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8',
  itemId: number => String(317_000_000_000 + number),
  write: (orders, { zone, currency, number }) => {
    const columns = ebayOrders.template
    const money = (cents: number): string => quoted(`${ownValue(ebaySigns, currency) ?? `${currency} `}${printedMoney(cents, 2)}`)
    const time = (ms: number): string => {
      const [day = '', clock = ''] = dateTimeInZone(ms, zone).split(' ')
      return `${ebayDay(day)} ${clock}`
    }
    const rows = orders.flatMap(order =>
      order.lines.map(({ offer, quantity, price = offer.cents * quantity }, i) => {
        const freight = order.hasFreight && i === 0 ? (order.freight ?? 650) : 0
        const tax = ebayTax(price + freight, currency)
        return {
          'Sales Record Number': placeOf(order).slice(4),
          'Order Number': ebayNo(order, number),
          'Buyer Username': buyerOf(order).login,
          'Buyer Name': `${buyerOf(order).first} ${buyerOf(order).last}`,
          'Item Number': offer.itemId,
          'Item Title': quoted(offer.title),
          'Custom Label': ebayLabel(offer),
          Quantity: String(quantity),
          'Sold For': money(price),
          'Shipping And Handling': money(freight),
          'eBay Collected Tax': money(tax),
          'Total Price': money(price + freight + tax),
          'Sale Date': time(order.orderedAt),
          'Paid On Date': order.isCancelled ? '' : time(order.orderedAt + 120_000),
          'Ship By Date': order.isCancelled ? '' : time(order.orderedAt + ebayDays * dayMs),
          'Order Status': order.isCancelled ? 'Cancelled' : order.isRefunded ? 'Refunded' : order.isFresh ? 'Paid' : 'Shipped',
          'Shipped On Date': order.isFresh || order.isCancelled ? '' : time(order.orderedAt + dayMs),
          'Ship To Country': ebayTo(order, currency),
          'Refund Amount': order.isRefunded ? money(Math.round(price / 2)) : '',
        }
      }),
    )
    const [first, last] = [orders[0], orders.at(-1)]
    return [
      `${columns.join(',')}\r\n`,
      `${','.repeat(columns.length - 1)}\r\n`,
      ...table(columns, ',', rows),
      '\r\n',
      `"${rows.length} record(s) downloaded,from ${ebayDay(first?.day ?? '')} to ${ebayDay(last?.day ?? '')}"\r\n`,
      'Seller ID : yunfan_home\r\n',
    ]
  },
  listed: (orders, { currency, number }) =>
    orders.map(order => {
      const money = (cents: number) => ({ value: printedMoney(cents, 2), currency })
      const iso = (ms: number): string => new Date(ms).toISOString()
      const paymentStatus = order.isRefunded ? 'PARTIALLY_REFUNDED' : 'PAID'
      return {
        orderId: ebayNo(order, number),
        salesRecordReference: placeOf(order).slice(4),
        creationDate: iso(order.orderedAt),
        lastModifiedDate: iso(order.updatedAt),
        orderFulfillmentStatus: order.isFresh || order.isCancelled ? 'NOT_STARTED' : 'FULFILLED',
        orderPaymentStatus: order.isCancelled ? 'FAILED' : paymentStatus,
        cancelStatus: { cancelState: order.isCancelled ? 'CANCELED' : 'NONE_REQUESTED' },
        buyer: { username: buyerOf(order).login },
        fulfillmentStartInstructions: [
          { shippingStep: { shipTo: { contactAddress: { countryCode: countryCodeOf(ebayTo(order, currency)) } } } },
        ],
        paymentSummary: { payments: order.isCancelled ? [] : [{ paymentDate: iso(order.orderedAt + 120_000) }] },
        lineItems: order.lines.map(({ offer, quantity, price = offer.cents * quantity }, i) => {
          const freight = order.hasFreight && i === 0 ? (order.freight ?? 650) : 0
          return {
            legacyItemId: offer.itemId,
            sku: ebayLabel(offer),
            title: offer.title,
            quantity,
            lineItemCost: money(price),
            deliveryCost: { shippingCost: money(freight) },
            ebayCollectAndRemitTaxes: [{ amount: money(ebayTax(price + freight, currency)) }],
            lineItemFulfillmentInstructions: { shipByDate: iso(order.orderedAt + ebayDays * dayMs) },
          }
        }),
      }
    }),
}

const lands = ['ES', 'FR', 'PL', 'BR', 'US', 'KR', 'DE', 'IT', 'NL', 'SA']
const aliexpressNo = (order: DemoOrder): string => `81${placeOf(order)}000`
const aliexpressChild = (order: DemoOrder, i: number): string => `${aliexpressNo(order).slice(0, -1)}${i + 1}`
const aliexpressFreight = ({ hasFreight }: DemoOrder): string => printedMoney(hasFreight ? 320 : 0, 2)
/** its state, and why it ended */
const aliexpressState = ({ isCancelled, isFresh }: DemoOrder): readonly [status: string, why: string] =>
  isCancelled ? ['FINISH', 'buyer_cancel_order'] : isFresh ? ['WAIT_SELLER_SEND_GOODS', ''] : ['FINISH', 'buyer_accept_goods']
/** The country stands in details alone, so a demo file is pages of details; lists hold what a child order came to. */
const aliexpress: OrdersWriter = {
  perDay: 3,
  extension: 'json',
  contentType: 'application/json',
  itemId: number => String(1_005_000_000_000_000 + number),
  write: (orders, { zone, currency }) => {
    const money = (cents: number) => ({ amount: printedMoney(cents, 2), currency_code: currency })
    const time = (ms: number): string => dateTimeInZone(ms, zone)
    const pages = orders.map(order => {
      const [status, why] = aliexpressState(order)
      return JSON.stringify({
        aliexpress_solution_order_info_get_response: {
          result: {
            data: {
              id: aliexpressNo(order),
              gmt_create: time(order.orderedAt),
              ...(order.isCancelled ? {} : { gmt_pay_success: time(order.orderedAt + 300_000) }),
              gmt_modified: time(order.updatedAt),
              order_status: status,
              order_end_reason: why,
              buyerloginid: buyerOf(order).login,
              buyer_info: { login_id: buyerOf(order).login, first_name: buyerOf(order).first, last_name: buyerOf(order).last },
              receipt_address: { country: at(lands, order.to) },
              child_order_list: {
                global_aeop_tp_child_order_dto: order.lines.map(({ offer, quantity }, i) => ({
                  child_order_id: aliexpressChild(order, i),
                  product_id: offer.itemId,
                  sku_code: offer.sku,
                  product_name: offer.title,
                  product_count: quantity,
                  goods_prepare_time: aliexpressDays,
                  product_price: money(offer.cents),
                  logistics_amount: { amount_str: aliexpressFreight(order), currency_code: currency },
                  order_status: status,
                })),
              },
            },
          },
        },
      })
    })
    return ['[', pages.join(',\n'), ']\n']
  },
  listed: (orders, { zone, currency }) =>
    orders.map(order => {
      const { first, last, login } = buyerOf(order)
      const [status, why] = aliexpressState(order)
      return {
        order_id: aliexpressNo(order),
        gmt_create: dateTimeInZone(order.orderedAt, zone),
        ...(order.isCancelled ? {} : { gmt_pay_time: dateTimeInZone(order.orderedAt + 300_000, zone) }),
        gmt_update: dateTimeInZone(order.updatedAt, zone),
        order_status: status,
        end_reason: why,
        buyer_login_id: login,
        product_list: {
          order_product_dto: order.lines.map(({ offer, quantity }, i) => ({
            child_id: aliexpressChild(order, i),
            product_id: offer.itemId,
            sku_code: offer.sku,
            product_name: offer.title,
            product_count: quantity,
            goods_prepare_time: aliexpressDays,
            buyer_signer_first_name: first,
            buyer_signer_last_name: last,
            total_product_amount: { amount: printedMoney(offer.cents * quantity, 2), currency_code: currency },
            logistics_amount: { amount: aliexpressFreight(order), currency_code: currency },
            son_order_status: status,
          })),
        },
      }
    }),
}

/** Amazon.de */
const channelOf = (code: string): string => `A${code.slice(1)}`
const amazon: OrdersWriter = {
  perDay: 4,
  extension: 'txt',
  contentType: 'text/plain; charset=utf-8',
  itemId: number => `B0${number.toString(36).toUpperCase().padStart(8, '0')}`,
  write: (orders, { marketplaceCode, currency, decimals, number }) => {
    const columns = amazonOrders.template
    const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+00:00`
    const isTaxInside = !['amazon.com', 'amazon.ca'].includes(marketplaceCode)
    const country = marketplaceCode.split('.').at(-1)?.toUpperCase() ?? ''
    const rows = orders.flatMap(order =>
      order.lines.map(({ offer, quantity, ...told }) => {
        const price = told.price ?? offer.cents * quantity
        const freight = order.hasFreight ? (order.freight ?? 499) : 0
        const discount = told.discount ?? (order.to % 9 === 0 ? Math.round(price / 10) : 0)
        const tax = told.tax ?? (isTaxInside ? Math.round((price + freight - discount) / 6) : Math.round(price * 0.078))
        const status = order.isCancelled ? 'Cancelled' : order.isFresh ? 'Pending' : 'Shipped'
        const isPriced = status === 'Shipped'
        const money = (units: number): string => (isPriced ? printedMoney(units, decimals) : '')
        const no = placeOf(order)
        return {
          'amazon-order-id': order.no ?? `${String(113 + number)}-${no.slice(1, 8)}-${no.slice(4).padStart(7, '0')}`,
          'purchase-date': iso(order.orderedAt),
          'last-updated-date': iso(order.updatedAt),
          'order-status': status,
          'sales-channel': channelOf(marketplaceCode),
          'product-name': offer.title,
          sku: offer.sku,
          asin: offer.itemId,
          'item-status': status === 'Pending' ? 'Unshipped' : status,
          quantity: String(order.isCancelled ? 0 : quantity),
          currency: isPriced ? currency : '',
          'item-price': money(price),
          'item-tax': money(tax),
          'shipping-price': money(freight),
          'shipping-tax': money(0),
          'gift-wrap-price': money(0),
          'gift-wrap-tax': money(0),
          'item-promotion-discount': money(discount),
          'ship-promotion-discount': money(0),
          'ship-country': country === 'COM' ? 'US' : country === 'UK' ? 'GB' : country,
        }
      }),
    )
    return [`${columns.join('\t')}\r\n`, ...table(columns, '\t', rows)]
  },
}

export const writers: Readonly<Record<Product, OrdersWriter>> = { amazon, ebay, walmart, aliexpress }
