/** The reconciliation reports that pay for a demo shop's orders at Walmart, one for two weeks, and the statements that prove them. Pure. */
import { addDays } from '#platform/format/dates.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { printedMoney, type DemoOrder, type DemoShop } from './orders.ts'

const columns = [
  'Period Start Date',
  'Period End Date',
  'Total Payable',
  'Currency',
  'Transaction Posted Timestamp',
  'Transaction Type',
  'Transaction Description',
  'Customer Order #',
  'Customer Order line #',
  'Purchase Order #',
  'Purchase Order line #',
  'Amount',
  'Amount Type',
  'Ship Qty',
  'Partner Item Id',
  'Partner Item Name',
  'Fulfillment Type',
] as const
type Row = Partial<Record<(typeof columns)[number], string>>

const [days, settledAfter] = [14, 7]
const american = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
const cell = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export interface ReconciliationFile {
  readonly from: string
  /** the day on which Walmart has it */
  readonly madeOn: string
  readonly content: string
  /** the payment statement of the same cycle, as Walmart's interface answers it */
  readonly statement: string
}

/** An order is paid three days after it was placed; what is cancelled never is. */
export function reconciliations(orders: readonly DemoOrder[], shop: DemoShop, from: string, today: string): ReconciliationFile[] {
  const files: ReconciliationFile[] = []
  for (let first = from; addDays(first, days) <= today; first = addDays(first, days)) {
    const last = addDays(first, days - 1)
    const rows: Row[] = []
    let payable = 0
    const add = (row: Row, cents: number): void => {
      payable += cents
      rows.push({ ...row, Amount: printedMoney(cents, 2) })
    }
    for (const order of orders.filter(one => !one.isCancelled)) {
      const posted = addDays(order.day, 3)
      if (posted < first || posted > last) continue
      for (const [i, { offer, quantity }] of order.lines.entries()) {
        const no = `${order.day.replaceAll('-', '')}${String(order.place).padStart(3, '0')}`
        const common: Row = {
          'Transaction Posted Timestamp': `${american(posted)} ${dateTimeInZone(order.orderedAt, shop.zone).slice(11)}`,
          'Customer Order #': `20${no}`,
          'Customer Order line #': String(i + 1),
          'Purchase Order #': `10${no}`,
          'Purchase Order line #': String(i + 1),
          'Ship Qty': String(quantity),
          'Partner Item Id': offer.sku,
          'Partner Item Name': cell(offer.title),
          'Fulfillment Type': 'Seller Fulfilled',
        }
        const price = offer.cents * quantity
        const tell = (type: string, description: string, sign: 1 | -1): void => {
          const of: Row = { ...common, 'Transaction Type': type, 'Transaction Description': description }
          add({ ...of, 'Amount Type': 'Product Price' }, sign * price)
          add({ ...of, 'Amount Type': 'Product tax' }, sign * Math.round(price * 0.08))
          add({ ...of, 'Amount Type': 'Product tax withheld' }, -sign * Math.round(price * 0.08))
          add({ ...of, 'Amount Type': 'Commission on Product' }, -sign * Math.round(price * 0.15))
        }
        tell('Sale', 'Purchase', 1)
        if (order.hasFreight)
          add({ ...common, 'Transaction Type': 'Sale', 'Transaction Description': 'Purchase', 'Amount Type': 'Shipping' }, 599)
        if (order.isRefunded) tell('Refund', 'Customer return', -1)
      }
    }
    const fee = (description: string, cents: number): void =>
      add(
        {
          'Transaction Posted Timestamp': `${american(last)} 12:00:00`,
          'Transaction Type': 'Service Fee',
          'Transaction Description': description,
          'Amount Type': 'Fee/Reimbursement',
        },
        cents,
      )
    fee('WFS Storage Fee', -(1_200 + (rows.length % 900)))
    fee('Walmart Shipping Label Service Charge', -(rows.length * 31))
    const period: Row = { 'Period Start Date': american(first), 'Period End Date': american(last), Currency: shop.currency }
    const summary: Row = { ...period, 'Total Payable': printedMoney(payable, 2), 'Transaction Type': 'PaymentSummary' }
    const written = [summary, ...rows.map(row => ({ ...period, ...row }))].map((row: Row) => columns.map(name => row[name] ?? '').join(','))
    files.push({
      from: first,
      madeOn: addDays(last, 1),
      statement: statementOf(rows, addDays(last, settledAfter)),
      content: `${[columns.join(','), ...written].join('\r\n')}\r\n`,
    })
  }
  return files
}

/** What the rows of a cycle add up to, by the names of Walmart's interface. */
function statementOf(rows: readonly Row[], scheduledSettlementDate: string): string {
  const figure = (cents: number): number => Math.round(cents) / 100
  const sumOf = (pick: (row: Row) => boolean): number =>
    figure(rows.filter(pick).reduce((sum, row) => sum + Math.round(Number(row.Amount) * 100), 0))
  const of = (type: string, amountType: string): number =>
    sumOf(row => row['Transaction Type'] === type && row['Amount Type'] === amountType)
  const section = (type: string) => ({
    productPrice: of(type, 'Product Price'),
    shipping: of(type, 'Shipping'),
    netTaxCollected: of(type, 'Product tax'),
    netTaxWithheld: of(type, 'Product tax withheld'),
    netComm: of(type, 'Commission on Product'),
    netPayable: sumOf(row => row['Transaction Type'] === type),
  })
  const feeOf = (description: string): number => sumOf(row => row['Transaction Description'] === description)
  const [storage, labels] = [feeOf('WFS Storage Fee'), feeOf('Walmart Shipping Label Service Charge')]
  const [sale, refund] = [section('Sale'), section('Refund')]
  const orderActivity = figure((sale.netPayable + refund.netPayable + labels) * 100)
  const payload = {
    accountSummary: {
      openingBalance: 0,
      orderActivity,
      walmartFulfillmentServices: storage,
      otherActivities: 0,
      reserve: 0,
      paidToYou: 0,
      closingBalance: figure((orderActivity + storage) * 100),
      scheduledSettlementDate,
      settleCycle: 'Bi-weekly',
    },
    transactionDetails: {
      saleAggregate: sale,
      refundDetails: refund,
      adjustmentAggregate: { netPayable: labels, shippingLabelServiceCharge: labels },
      wfs: { netPayable: storage, wfsStorageFee: storage },
      partnerTxns: [],
    },
  }
  return `${JSON.stringify({ status: 'OK', partnerId: '10000003437', payload }, null, 1)}\n`
}
