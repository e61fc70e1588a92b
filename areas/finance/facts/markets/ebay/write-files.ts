/** eBay's files as the marketplace writes them, from one list of transactions: for the demo company and for tests. Pure. */
import { ownValue } from '#platform/declare/own-value.ts'
import { add, isZero, negate, subtract, sum } from '#platform/format/decimal.ts'
import { defined } from '#platform/server/area.ts'
import { ebayEarnings } from './earnings-sheet.ts'
import { template } from './report-columns.ts'

export interface EbayItem {
  readonly itemId: string
  readonly sku: string
  readonly title: string
  readonly quantity: number
  readonly subtotal: string
  readonly shipping: string
  /** what is taken, negative; what comes back with a refund, positive */
  readonly fixedFee: string
  readonly variableFee: string
}
export interface EbayTransaction {
  /** empty: the report prints none */
  readonly id: string
  readonly type: 'SALE' | 'REFUND' | 'NON_SALE_CHARGE' | 'PAYOUT' | 'SHIPPING_LABEL'
  /** ISO, UTC */
  readonly at: string
  /** day in the marketplace's zone */
  readonly day: string
  readonly orderNo: string
  readonly items: readonly EbayItem[]
  /** where there are no items */
  readonly amount?: string
  readonly payoutId: string
  readonly description: string
}

const ofItem = ({ subtotal, shipping, fixedFee, variableFee }: EbayItem): string => sum([subtotal, shipping, fixedFee, variableFee])
export const netOf = ({ items, amount }: EbayTransaction): string => amount ?? sum(items.map(ofItem))

const printedTypes = {
  SALE: ['Order', 'Bestellung'],
  REFUND: ['Refund', 'Rückerstattung'],
  NON_SALE_CHARGE: ['Other fee', 'Andere Gebühr'],
  PAYOUT: ['Payout', 'Auszahlung'],
  SHIPPING_LABEL: ['Shipping label', 'Versandetikett'],
} as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const monate = ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez']
const germanHeads: Readonly<Record<string, string>> = {
  'Transaction creation date': 'Datum der Transaktionserstellung',
  Type: 'Typ',
  'Order number': 'Bestellnummer',
  'Legacy order ID': 'Alte Bestellnummer',
  'Buyer username': 'Nutzername des Käufers',
  'Buyer name': 'Name des Käufers',
  'Net amount': 'Betrag abzügl. Kosten',
  'Payout currency': 'Auszahlungswährung',
  'Payout date': 'Auszahlungsdatum',
  'Payout ID': 'Auszahlung Nr.',
  'Item ID': 'Artikelnummer',
  'Transaction ID': 'Transaktionsnummer',
  'Item title': 'Angebotstitel',
  'Custom label': 'Bestandseinheit',
  Quantity: 'Stückzahl',
  'Item subtotal': 'Zwischensumme Artikel',
  'Shipping and handling': 'Verpackung und Versand',
  'Final Value Fee - fixed': 'Fixer Anteil der Verkaufsprovision',
  'Final Value Fee - variable': 'Variabler Anteil der Verkaufsprovision',
  'International fee': 'Internationale Gebühr',
  'Gross transaction amount': 'Transaktionsbetrag (inkl. Kosten)',
  'Transaction currency': 'Transaktionswährung',
  'Exchange rate': 'Wechselkurs',
  'Reference ID': 'Referenznummer',
  Description: 'Beschreibung',
}

/** `Aug 1, 2026` */
const englishDay = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${defined(months[Number(month) - 1], 'a month')} ${Number(date)}, ${year}`
}

/** The transaction report: notes above the head, an order of several items as one row of totals and one row an item. */
export function writeReport(transactions: readonly EbayTransaction[], currency: string, language: 'en' | 'de' = 'en'): string {
  const isGerman = language === 'de'
  const mark = isGerman ? ';' : ','
  const cell = (text: string): string => (/[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const line = (cells: readonly string[]): string => cells.map(cell).join(mark)
  const money = (amount: string): string => (isGerman ? amount.replace('.', ',') : amount)
  const dayWords = (day: string): string => {
    const [year = '', month = '', date = ''] = day.split('-')
    return isGerman ? `${Number(date)}. ${defined(monate[Number(month) - 1], 'a month')} ${year}` : englishDay(day)
  }
  const row = (cells: Readonly<Record<string, string>>): string => line(template.map(head => ownValue(cells, head) ?? '--'))
  const rows = transactions.flatMap(one => {
    const gross = sum(one.items.map(item => add(item.subtotal, item.shipping)))
    const shared = {
      'Transaction creation date': dayWords(one.day),
      Type: printedTypes[one.type][isGerman ? 1 : 0],
      'Order number': one.orderNo || '--',
      'Transaction ID': one.id || '--',
      'Payout currency': currency,
      'Payout ID': one.payoutId || '--',
      'Transaction currency': currency,
      Description: one.description || '--',
    }
    const item = (of: EbayItem) => ({
      'Item ID': of.itemId,
      'Item title': of.title,
      'Custom label': of.sku || '--',
      Quantity: String(of.quantity),
      'Item subtotal': money(of.subtotal),
      'Shipping and handling': money(of.shipping),
      'Final Value Fee - fixed': money(of.fixedFee),
      'Final Value Fee - variable': money(of.variableFee),
    })
    const [first, ...more] = one.items
    // a refund names neither item nor sale, and prints its gross alone
    if (one.type === 'REFUND' && first !== undefined) {
      const of = (fee: (item: EbayItem) => string): string => money(sum(one.items.map(fee)))
      const fees = { 'Final Value Fee - fixed': of(item => item.fixedFee), 'Final Value Fee - variable': of(item => item.variableFee) }
      const amounts = { 'Net amount': money(netOf(one)), 'Gross transaction amount': money(gross) }
      return [row({ ...shared, ...amounts, ...fees, 'Item title': first.title, 'Transaction ID': '--' })]
    }
    const total = {
      ...shared,
      'Net amount': money(netOf(one)),
      'Gross transaction amount': money(first === undefined ? netOf(one) : gross),
    }
    if (first === undefined) return [row(total)]
    if (more.length === 0) return [row({ ...total, ...item(first) })]
    return [row(total), ...one.items.map(of => row({ ...shared, ...item(of) }))]
  })
  const notes = isGerman
    ? ['Transaktionsbericht', 'Verkäufer;yunfan_home', '', '']
    : ['"Transaction report. All dates and times are in your local time zone."', 'Seller,yunfan_home', '--', '']
  const head = line(template.map(name => (isGerman ? (ownValue(germanHeads, name) ?? name) : name)))
  return `\uFEFF${[...notes, head, ...rows].join('\r\n')}\r\n`
}

/**
 * The order earnings report: of each order what its transactions brought, refunds and labels included. An order of several items is a row
 * of totals and a row an item.
 */
export function writeEarnings(transactions: readonly EbayTransaction[], currency: string): string {
  const heads = [
    ...Object.values(ebayEarnings.columns).map(([head]) => (typeof head === 'string' ? head : (head[0] ?? ''))),
    ...(ebayEarnings.aside ?? []).slice(0, 5),
  ]
  const cell = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const row = (cells: Readonly<Record<string, string>>): string => heads.map(head => cell(ownValue(cells, head) ?? '--')).join(',')
  const of = (orderNo: string, type: EbayTransaction['type']) => transactions.filter(one => one.orderNo === orderNo && one.type === type)
  const byOrder = Map.groupBy(
    transactions.filter(one => one.orderNo !== ''),
    one => one.orderNo,
  )
  const rows = [...byOrder].flatMap(([orderNo, all]) => {
    const [sale] = of(orderNo, 'SALE')
    if (sale === undefined) return []
    const gross = sum(sale.items.map(item => add(item.subtotal, item.shipping)))
    const refunds = sum(of(orderNo, 'REFUND').flatMap(one => one.items.map(item => add(item.subtotal, item.shipping))))
    const labels = sum(of(orderNo, 'SHIPPING_LABEL').map(netOf))
    const earnings = sum(all.map(netOf))
    const shared = {
      'Order creation date': englishDay(sale.day),
      'Order number': orderNo,
      'Transaction currency': currency,
      'Payout currency': currency,
      'Buyer name': 'BUYER',
      'Ship to country': 'United States',
    }
    const totals = {
      ...shared,
      'Gross amount': gross,
      'Shipping labels': labels,
      Expenses: subtract(earnings, add(gross, refunds)),
      Refunds: refunds,
      'Order earnings': earnings,
    }
    const item = (one: EbayItem) => ({
      'Item ID': one.itemId,
      'Item title': one.title,
      Quantity: String(one.quantity),
      'Item subtotal': one.subtotal,
      'Shipping and handling': one.shipping,
    })
    const [first, ...more] = sale.items
    if (first === undefined || more.length > 0) return [row(totals), ...sale.items.map(one => row({ ...shared, ...item(one) }))]
    return [row({ ...totals, ...item(first) })]
  })
  const notes = ['Order earnings report', 'Seller,yunfan_home', '--', '']
  return `\uFEFF${[...notes, heads.map(cell).join(','), ...rows].join('\r\n')}\r\n`
}

/** The answer of `getPayouts`: of each pay-out its number, instant, state and amount. */
export function writePayouts(transactions: readonly EbayTransaction[], currency: string, payoutStatus = 'SUCCEEDED'): string {
  const payouts = transactions
    .filter(one => one.type === 'PAYOUT')
    .map(one => ({
      payoutId: one.payoutId,
      payoutStatus,
      amount: { value: negate(netOf(one)), currency },
      payoutDate: one.at,
      transactionCount: transactions.filter(other => other.payoutId === one.payoutId && other.type !== 'PAYOUT').length,
      payoutInstrument: { instrumentType: 'BankAccount', nickname: 'Payoneer', accountLastFourDigits: '4417' },
    }))
  const page = { href: '/sell/finances/v1/payout', total: payouts.length, limit: payouts.length, offset: 0, payouts }
  return `${JSON.stringify(page, null, 1)}\n`
}

/** Pages of `getTransactions` of the Finances API; pay-outs are another call there and stand in none of them. */
export function writeFinances(transactions: readonly EbayTransaction[], currency: string): string {
  const value = (amount: string) => ({ value: amount.replace('-', ''), currency })
  const list = transactions
    .filter(one => one.type !== 'PAYOUT')
    .map(one => {
      const net = netOf(one)
      const isOut = net.startsWith('-')
      const fees = one.items.map(
        item =>
          [
            ['FINAL_VALUE_FEE_FIXED_PER_ORDER', item.fixedFee],
            ['FINAL_VALUE_FEE', item.variableFee],
          ] as const,
      )
      const plain = (amount: string): string => (isOut ? amount : negate(amount))
      const total = sum(fees.flat().map(([, amount]) => plain(amount)))
      return {
        transactionId: one.id,
        ...(one.orderNo === '' ? {} : { orderId: one.orderNo }),
        ...(one.payoutId === '' ? {} : { payoutId: one.payoutId }),
        transactionType: one.type,
        transactionStatus: one.payoutId === '' ? 'FUNDS_AVAILABLE_FOR_PAYOUT' : 'PAYOUT',
        amount: value(net),
        bookingEntry: isOut ? 'DEBIT' : 'CREDIT',
        transactionDate: one.at,
        ...(one.description === '' ? {} : { transactionMemo: one.description }),
        ...(one.type === 'NON_SALE_CHARGE' ? { feeType: 'AD_FEE' } : {}),
        ...(one.items.length === 0
          ? {}
          : {
              totalFeeAmount: { value: total, currency },
              orderLineItems: fees.map((of, at) => ({
                lineItemId: `${one.orderNo}-${at + 1}`,
                marketplaceFees: of
                  .filter(([, amount]) => !isZero(amount))
                  .map(([feeType, amount]) => ({ feeType, amount: { value: plain(amount), currency } })),
              })),
            }),
      }
    })
  const page = { href: '/sell/finances/v1/transaction', total: list.length, limit: list.length, offset: 0, transactions: list }
  return `${JSON.stringify(page, null, 1)}\n`
}
