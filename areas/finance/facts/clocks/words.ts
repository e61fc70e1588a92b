/** The clocks of money: which day of an amount a figure means. Pure. */
import type { Labels } from '#platform/declare/report.ts'
import { date } from '#platform/declare/fields.ts'

/** The day in the books is the first: months are closed by it. */
export const moneyClocks = {
  booked: {
    title: ['入账日', 'Booked'],
    help: [
      '平台记账的日期；到得晚、当月已结账的，计入第一个未结账月份。月结按它进行。',
      'The day the marketplace posted it; what came after its month was closed counts in the first open one. Months are closed by it.',
    ],
  },
  event: {
    title: ['事件日', 'Event'],
    help: [
      '交易报告里的发生日期；递延订单按交易发生日，不按放款日。',
      'The day of the transaction report; deferred orders stand on the day of the transaction, not of the release.',
    ],
  },
  shipment: {
    title: ['发货日', 'Shipment'],
    help: ['订单的发货日期；没有发货记录的按事件日。', 'The day the order was shipped; the event where nobody tells of a shipment.'],
  },
  settlement: {
    title: ['结算日', 'Settlement'],
    help: [
      '结算报告的记账日期，递延订单即放款日；尚未放款的不计。',
      'The posted day of the settlement report, of deferred orders the day of release; what is still held back does not count.',
    ],
  },
  cash: {
    title: ['到账日', 'Cash'],
    help: ['收到该笔放款的银行流水日期；没有到账的不计。', 'The day of the bank line of its pay-out; what has not arrived does not count.'],
  },
} as const satisfies Readonly<Record<string, Labels>>
export type MoneyClock = keyof typeof moneyClocks

/** The days of the further clocks as keys of a roll-up. */
export const clockKeys = {
  eventDay: date(...moneyClocks.event.title),
  deliveredDay: date(...moneyClocks.shipment.title),
  settledDay: date(...moneyClocks.settlement.title),
  cashDay: date(...moneyClocks.cash.title),
} as const
export const clocksOfRollup = {
  event: { key: 'eventDay', code: 'ev' },
  shipment: { key: 'deliveredDay', code: 'sh' },
  settlement: { key: 'settledDay', code: 'st' },
  cash: { key: 'cashDay', code: 'ca' },
} as const
