/**
 * What is sent to Seller Support of a claim: English text with its evidence as comma-separated lines, whatever language the product shows.
 * Pure.
 */
import type { ClaimKind } from './words.ts'

export interface LetterLine {
  readonly source: string
  readonly day: string
  readonly orderNo: string
  readonly sku: string
  readonly what: string
  readonly quantity: string
  readonly amount: string
  readonly currency: string
}
export interface Letter {
  readonly kind: ClaimKind
  readonly shop: string
  readonly marketplace: string
  readonly sku: string
  readonly fnsku: string
  readonly orderNo: string
  readonly caseId: string
  readonly day: string
  readonly lost: number
  readonly recovered: number
  readonly quantity: number
  /** null: no value is known, and none is asked for */
  readonly unitValue: string | null
  readonly value: string | null
  readonly currency: string
  readonly lines: readonly LetterLine[]
}

const subjects: Readonly<Record<ClaimKind, string>> = {
  lost: 'Reimbursement request: inventory lost in the fulfillment center',
  damaged: 'Reimbursement request: inventory damaged in the fulfillment center',
  customerReturn: 'Reimbursement request: customer refunded, item not returned',
  removalLost: 'Reimbursement request: removal shipment not received',
  removalOther: 'Reimbursement request: units missing from a removal order',
  inbound: 'Reimbursement request: inbound shipment discrepancy',
}
const units = (count: number): string => `${count} ${count === 1 ? 'unit' : 'units'}`

function said(kind: ClaimKind, { day, lost, orderNo }: Letter): string {
  switch (kind) {
    case 'lost':
      return `According to the Inventory Ledger, ${units(lost)} went missing in the fulfillment network on ${day} and were not found since.`
    case 'damaged':
      return `According to the Inventory Ledger, ${units(lost)} in sellable condition were damaged in the fulfillment center on ${day}.`
    case 'customerReturn':
      return `The buyer of order ${orderNo} was refunded on ${day}. ${units(lost)} did not appear in the FBA customer returns report since.`
    case 'removalLost':
      return `${units(lost)} of removal order ${orderNo}, shipped on ${day}, did not arrive.`
    case 'removalOther':
      return `Removal order ${orderNo} was completed on ${day}; ${units(lost)} were neither shipped, cancelled nor disposed of.`
    case 'inbound':
      return `${units(lost)} of inbound shipment ${orderNo}, last received on ${day}, were packed and not received.`
  }
}

const heads = ['Source', 'Date', 'Order', 'SKU', 'Details', 'Quantity', 'Amount', 'Currency']
/** a cell that begins like a formula is no formula */
const cell = (text: string): string => {
  const plain = /^[=+@\t\r]/u.test(text) ? `'${text}` : text
  return /[",\n\r]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export function letterOf(letter: Letter): string {
  const { kind, shop, marketplace, sku, fnsku, orderNo, caseId, lost, recovered, quantity, unitValue, value, currency, lines } = letter
  const facts: readonly (readonly [string, string])[] = [
    ['Store', `${shop} (${marketplace})`],
    ['SKU', sku],
    ['FNSKU', fnsku],
    [kind === 'inbound' ? 'Shipment' : kind === 'removalLost' || kind === 'removalOther' ? 'Removal order' : 'Order', orderNo],
    ['Previous case', caseId],
    ['Units affected', String(lost)],
    ['Units found or reimbursed', String(recovered)],
    ['Units claimed', String(quantity)],
    ['Value per unit', unitValue === null ? '' : `${unitValue} ${currency}`],
    ['Total claimed', value === null ? '' : `${value} ${currency}`],
  ]
  return [
    `Subject: ${subjects[kind]}`,
    '',
    'Dear Seller Support,',
    '',
    said(kind, letter),
    'We have found no complete reimbursement.',
    `Please review the ${units(quantity)} below and reimburse us under the FBA reimbursement policy.`,
    '',
    ...facts.filter(([, what]) => what !== '').map(([name, what]) => `${name}: ${what}`),
    '',
    ...(value === null ? [] : ['The value follows from our purchase cost or the refund; documents are available on request.', '']),
    'Evidence:',
    heads.join(','),
    ...lines.map(line =>
      [line.source, line.day, line.orderNo, line.sku, line.what, line.quantity, line.amount, line.currency].map(cell).join(','),
    ),
    '',
    'Thank you.',
    '',
  ].join('\r\n')
}
