/**
 * A year of FBA reports of one shop, as Amazon writes them: stock moves by the ledger, and returns, reimbursements, removals, fees and the
 * age of stock follow from it. One unit of the last month is lost without a line: a difference that stays to be found. Of the year before
 * there are returns alone: nobody kept its stock. Pure.
 */
import type { SeededRandom } from '#areas/admin/index.ts'
import { addDays, addMonths, firstOfMonth, lastOfMonth, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { aged, hasVatReport, managed, planned, previewed, stored, vatLines } from './demo-fees.ts'
import { asinOf, cents, centres, fnskuOf, hashed, numbered, table, type DemoOffer, type DemoReport, type Movement } from './demo-words.ts'

const months = 12
const reasons = ['DEFECTIVE', 'UNWANTED_ITEM', 'NOT_AS_DESCRIBED', 'ORDERED_WRONG_ITEM', 'NO_REASON_GIVEN']
/** The reports of a shop, in the order in which they would be downloaded. */
export function reportsOf(
  shop: { readonly currency: string; readonly country: string; readonly site: string },
  offers: readonly DemoOffer[],
  today: string,
  random: SeededRandom,
): DemoReport[] {
  const first = addMonths(monthOf(today), -months)
  const all = monthsFromTo(first, addMonths(monthOf(today), -1))
  const moves = all.flatMap(month => offers.flatMap(offer => movesOf(month, offer, random)))
  const year = `${first}_${all.at(-1) ?? ''}`
  return [
    ...all.map(month => ({
      name: `ledger-detail-${month}.txt`,
      content: detail(
        shop,
        moves.filter(m => monthOf(m.day) === month),
      ),
    })),
    { name: `ledger-summary-${year}.txt`, content: summary(shop, all, offers, moves) },
    { name: `fba-returns-${year}.txt`, content: returned(moves, random) },
    { name: `fba-reimbursements-${year}.txt`, content: reimbursed(shop, moves, random) },
    { name: `fba-storage-fees-${year}.csv`, content: stored(shop, all, offers, moves, random) },
    { name: `fba-long-term-storage-${year}.txt`, content: aged(shop, all, offers, random) },
    ...all
      .slice(-3)
      .map(month => ({ name: `inventory-planning-${month}.txt`, content: planned(shop, lastOfMonth(month), offers, moves, random) })),
    { name: 'fee-preview.txt', content: previewed(shop, offers, random) },
    { name: 'manage-fba-inventory.txt', content: managed(shop, offers, moves) },
    { name: `removal-orders-${year}.txt`, content: removedOrders(shop, moves) },
    { name: `removal-shipments-${year}.txt`, content: removedParcels(moves) },
    ...(hasVatReport(shop.country)
      ? [{ name: `vat-transactions-${all.at(-1) ?? ''}.txt`, content: vatLines(shop, all.at(-1) ?? first, offers, random) }]
      : []),
  ]
}

/** What came back in the year before, of half the sales: every second return, and each of the busy months. */
export function returnsBefore(offers: readonly DemoOffer[], today: string, random: SeededRandom): DemoReport {
  const [first, last] = [addMonths(monthOf(today), -2 * months), addMonths(monthOf(today), -1 - months)]
  const moves = monthsFromTo(first, last).flatMap(month => offers.flatMap(offer => movesOf(month, offer, random)))
  const back = moves
    .filter(m => m.event === 'CustomerReturns')
    .filter((m, at) => at % 2 === 0 || ['11', '12', '01'].includes(m.day.slice(5, 7)))
  return { name: `fba-returns-${first}_${last}.txt`, content: returned(back, random, 5) }
}

function movesOf(month: string, offer: DemoOffer, random: SeededRandom): Movement[] {
  const start = firstOfMonth(month)
  const moves: Movement[] = []
  const move = (after: number, event: string, quantity: number, disposition = 'SELLABLE', reason = ''): void => {
    const day = addDays(start, after)
    const reference = event === 'Receipts' ? numbered('FBA', day, random.below(900)) : numbered('R', day, random.below(900))
    moves.push({ day, offer, event, reference, quantity, disposition, reason })
  }
  move(1 + random.below(3), 'Receipts', 60 + random.below(90))
  for (let week = 0; week < 4; week += 1) move(4 + week * 6 + random.below(5), 'Shipments', -(8 + random.below(14)))
  if (random.below(2) === 0) move(12 + random.below(14), 'CustomerReturns', 1, random.below(3) === 0 ? 'CUSTOMER_DAMAGED' : 'SELLABLE')
  if (random.below(5) === 0) move(9 + random.below(14), 'Adjustments', -1, 'SELLABLE', 'M')
  if (random.below(8) === 0) move(20 + random.below(6), 'VendorReturns', -(1 + random.below(6)))
  return moves
}

function detail({ country }: { readonly country: string }, moves: readonly Movement[]): string {
  const heads = ['Date', 'FNSKU', 'ASIN', 'MSKU', 'Title', 'Event Type', 'Reference ID', 'Quantity', 'Fulfillment Center', 'Disposition']
  return table([
    [...heads, 'Reason', 'Country', 'Reconciled Quantity', 'Unreconciled Quantity', 'Date and Time'],
    ...moves
      .toSorted((a, b) => (a.day < b.day ? 1 : -1))
      .map(m => [
        m.day,
        fnskuOf(m.offer),
        asinOf(m.offer),
        m.offer.sku,
        m.offer.title,
        m.event,
        m.reference,
        m.quantity,
        centres[m.quantity & 3] ?? 'ONT8',
        m.disposition,
        m.reason,
        country,
        0,
        0,
        `${m.day} 10:00:00`,
      ]),
  ])
}

function summary(
  { country }: { readonly country: string },
  all: readonly string[],
  offers: readonly DemoOffer[],
  moves: readonly Movement[],
): string {
  const heads = ['Date', 'FNSKU', 'ASIN', 'MSKU', 'Title', 'Disposition', 'Starting Warehouse Balance', 'In Transit Between Warehouses']
  const events = [
    'Receipts',
    'Customer Shipments',
    'Customer Returns',
    'Vendor Returns',
    'Warehouse Transfer In/Out',
    'Found',
    'Lost',
    'Damaged',
  ]
  const rows: (string | number)[][] = [
    [...heads, ...events, 'Disposed', 'Other Events', 'Ending Warehouse Balance', 'Unknown Events', 'Location'],
  ]
  for (const [at, offer] of offers.entries()) {
    let balance = 0
    for (const month of all) {
      const own = moves.filter(m => m.offer === offer && monthOf(m.day) === month)
      const sum = (event: string): number => own.filter(m => m.event === event).reduce((n, m) => n + m.quantity, 0)
      // a unit that no line of the detail tells of
      const lost = sum('Adjustments') - (at === 0 && month === all.at(-1) ? 1 : 0)
      const [received, sold, back, gone] = [sum('Receipts'), sum('Shipments'), sum('CustomerReturns'), sum('VendorReturns')]
      const ending = balance + received + sold + back + gone + lost
      const what = [month, fnskuOf(offer), asinOf(offer), offer.sku, offer.title, 'SELLABLE']
      rows.push([...what, balance, 0, received, sold, back, gone, 0, 0, lost, 0, 0, 0, ending, 0, country])
      balance = ending
    }
  }
  return table(rows)
}

/** `series`: its numbers of orders begin with it */
function returned(moves: readonly Movement[], random: SeededRandom, series = 4): string {
  const heads = [
    'return-date',
    'order-id',
    'sku',
    'asin',
    'fnsku',
    'product-name',
    'quantity',
    'fulfillment-center-id',
    'detailed-disposition',
  ]
  const back = moves.filter(m => m.event === 'CustomerReturns')
  return table([
    [...heads, 'reason', 'status', 'license-plate-number', 'customer-comments'],
    ...back.map((m, at) => [
      `${m.day}T0${random.below(9)}:12:44+00:00`,
      `112-${String(series * 1_000_000 + at * 17)}-${String(1_000_000 + at * 31)}`,
      m.offer.sku,
      asinOf(m.offer),
      fnskuOf(m.offer),
      m.offer.title,
      1,
      centres[at % centres.length] ?? '',
      m.disposition,
      reasons[at % reasons.length] ?? '',
      m.disposition === 'SELLABLE' ? 'Unit returned to inventory' : 'Reimbursed',
      numbered('LPNRR', m.day, at),
      '',
    ]),
  ])
}

function reimbursed({ currency }: { readonly currency: string }, moves: readonly Movement[], random: SeededRandom): string {
  const heads = [
    'approval-date',
    'reimbursement-id',
    'case-id',
    'amazon-order-id',
    'reason',
    'sku',
    'fnsku',
    'asin',
    'product-name',
    'condition',
  ]
  const more = ['currency-unit', 'amount-per-unit', 'amount-total', 'quantity-reimbursed-cash', 'quantity-reimbursed-inventory']
  const lost = moves.filter(m => m.event === 'Adjustments')
  return table([
    [...heads, ...more, 'quantity-reimbursed-total', 'original-reimbursement-id', 'original-reimbursement-type'],
    ...lost.map((m, at) => {
      const price = cents(799 + random.below(3_000))
      const what = [m.offer.sku, fnskuOf(m.offer), asinOf(m.offer), m.offer.title, 'NewItem', currency]
      const id = `${hashed(`${m.offer.sku}${m.day}`, 4)}${m.day.replaceAll('-', '')}${at}`
      return [`${addDays(m.day, 12)}T00:00:00+00:00`, id, '', '', 'Lost_Warehouse', ...what, price, price, 1, 0, 1, '', '']
    }),
  ])
}

const removals = (moves: readonly Movement[]): readonly Movement[] => moves.filter(m => m.event === 'VendorReturns')
function removedOrders({ currency }: { readonly currency: string }, moves: readonly Movement[]): string {
  const heads = ['request-date', 'order-id', 'order-type', 'order-status', 'last-updated-date', 'sku', 'fnsku', 'disposition']
  const more = ['requested-quantity', 'cancelled-quantity', 'disposed-quantity', 'shipped-quantity', 'in-process-quantity', 'removal-fee']
  return table([
    [...heads, ...more, 'currency'],
    ...removals(moves).map(m => {
      const id = `${m.reference}${hashed(m.offer.sku, 4)}`
      const when = [`${addDays(m.day, -9)}T08:30:00+00:00`, id, 'Return', 'Completed', `${m.day}T21:10:00+00:00`]
      return [...when, m.offer.sku, fnskuOf(m.offer), 'Sellable', -m.quantity, 0, 0, -m.quantity, 0, cents(-m.quantity * 104), currency]
    }),
  ])
}

function removedParcels(moves: readonly Movement[]): string {
  const heads = [
    'request-date',
    'order-id',
    'shipment-date',
    'sku',
    'fnsku',
    'disposition',
    'shipped-quantity',
    'carrier',
    'tracking-number',
  ]
  return table([
    [...heads, 'removal-order-type'],
    ...removals(moves).map((m, at) => {
      const id = `${m.reference}${hashed(m.offer.sku, 4)}`
      const when = [`${addDays(m.day, -9)}T08:30:00+00:00`, id, `${m.day}T20:00:00+00:00`]
      return [...when, m.offer.sku, fnskuOf(m.offer), 'Sellable', -m.quantity, 'UPS_GR_PL', numbered('1Z999AA1', m.day, at), 'Return']
    }),
  ])
}
