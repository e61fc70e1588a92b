/**
 * For tests of fetching: what Amazon's side tells of one German shop, and a connection to it. `sheetOf` are the orders of these days as the
 * report has them; its days are fixed.
 */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import type { Company } from '#areas/connections/emulator/amazon.ts'
import { ordersOfDay } from '../../areas/sales/demo/orders.ts'
import { writers } from '../../areas/sales/demo/writers.ts'
import { daysFromTo } from '#platform/format/dates.ts'
import type { ImportHouse } from './amazon-imports.ts'
import type { Person } from './demo-house.ts'
import { settlementFile } from './settlement.ts'

export const german = 'A1PA6795UKMFR9'
export const orderType = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL'
const settlementType = 'GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2'
const offers = [{ sku: 'YF-1', title: 'Lamp', cents: 1_999, itemId: 'B0A' }]
const shop = { id: '1', name: 'x', number: 1, marketplaceCode: 'amazon.de', currency: 'EUR', zone: 'UTC', decimals: 2 }
export const sheetOf = (from: string, to: string): Buffer =>
  Buffer.from(
    writers.amazon
      .write(
        daysFromTo(from, to).flatMap(day => ordersOfDay(shop, day, '2026-11-21', offers, 1, seededRandom(Number(day.slice(8))))),
        shop,
      )
      .join(''),
  )
export const settlement = readFileSync(settlementFile)
const money = (amount: string) => ({ amount, currencyCode: 'EUR' })
/** an order of one item, as the interface tells it */
const changedOrder = (place: number, lastUpdatedTime: string) => ({
  orderId: `302-000000${place}-0000000`,
  createdTime: '2026-11-19T08:00:00Z',
  lastUpdatedTime,
  salesChannel: { channelName: 'AMAZON', marketplaceId: german, marketplaceName: 'Amazon.de' },
  fulfillment: { fulfillmentStatus: 'SHIPPED', fulfilledBy: 'AMAZON' },
  orderItems: [
    {
      orderItemId: '1',
      quantityOrdered: 2,
      product: { asin: 'B0A', title: 'Lamp', sellerSku: 'YF-1', price: { unitPrice: money('19.99') } },
      proceeds: {
        proceedsTotal: money('43.97'),
        breakdowns: [
          { type: 'ITEM', subtotal: money('39.98') },
          { type: 'SHIPPING', subtotal: money('4.99') },
          { type: 'TAX', subtotal: money('7.18'), detailedBreakdowns: [{ subtype: 'ITEM', value: money('6.38') }] },
          { type: 'DISCOUNT', subtotal: money('1.00'), detailedBreakdowns: [{ subtype: 'ITEM', value: money('1.00') }] },
        ],
      },
    },
  ],
})
export const posted = [1, 2, 3, 4, 5].map(place => ({
  transactionId: `T${place}`,
  transactionType: 'Shipment',
  description: 'Order Payment',
  postedDate: `2026-11-17T0${place}:00:00.000Z`,
  totalAmount: { currencyAmount: 10 + place / 100, currencyCode: 'EUR' },
  marketplaceDetails: { marketplaceName: 'Amazon.de' },
}))
export const changed = [1, 2, 3, 4, 5].map(place => changedOrder(place, `2026-11-20T0${place}:00:00.000Z`))
export const company: Company = {
  sites: [{ id: german, name: 'Amazon.de' }],
  asked: (type, _site, from, to) => (type === orderType ? sheetOf(from.slice(0, 10), to.slice(0, 10)) : null),
  orders: (_site, from, to) => changed.filter(one => one.lastUpdatedTime >= from && one.lastUpdatedTime <= to),
  transactions: (from, to) => posted.filter(one => one.postedDate >= from && one.postedDate <= to),
  made: [{ type: settlementType, site: german, made: '2026-11-20T10:00:00.000Z', bytes: settlement }],
}

/** The answer of a call that succeeds. */
export async function good(person: Person, path: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const { code, msg, data } = await person.post(path, body)
  expect([code, msg]).toEqual([0, ''])
  return data
}
/** Keys that a test looks for where they may not be. */
export const canaries = ['amzn1.oa2-cs.canary', 'Atzr|canary'] as const
/** A connection that the server of this machine answers for; its id. */
export async function connected(h: ImportHouse, person: Person): Promise<string> {
  const app = await good(person, '/marketplaceApp/insert', {
    name: '应用',
    platform: 1,
    region: 2,
    clientId: 'amzn1',
    clientSecret: canaries[0],
  })
  const made = await good(person, '/shopConnection/insert', {
    name: '德国站',
    appId: app.id,
    refreshToken: canaries[1],
    backfillFrom: '2026-11-14',
  })
  await h.sql('update shop_connection set is_emulated = true where id = $1', [made.id])
  return String(made.id)
}
