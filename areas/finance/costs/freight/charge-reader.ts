/** Charges of carriers in the worker thread of an import: how a line of their files fills a charge. */
import type { SheetLine } from '#platform/declare/sheet-layout.ts'
import type { FamilyReader } from '#platform/server/area.ts'
import { sheetReader, type LineValues } from '#platform/server/imports.ts'
import { add, isZero, negate, sum } from '#platform/format/decimal.ts'
import { carrierLayouts } from './carrier-layouts.ts'
import { chargeKinds } from './charge-kinds.ts'

const software = chargeKinds.software[0]
const kindOf = ({ texts, figures }: SheetLine): number =>
  'shipmentNo' in texts ? software : 'invoiceNo' in texts || 'freight' in figures ? chargeKinds.invoice[0] : chargeKinds.sheet[0]

/** What is charged beside the fee itself: later corrections and credits, fuel, insurance, the sheet's own column. */
function amountsOf(line: SheetLine): { fee: string; surcharge: string } {
  if (!line.moved) return { fee: '0', surcharge: '0' }
  const { amount, direction, texts, figures } = line
  const net = direction === 'out' ? negate(amount) : amount
  if (figures['freight'] !== undefined) {
    const beside = sum(['fuel', 'residential', 'surcharge'].map(name => figures[name] || '0'))
    return isZero(beside) ? { fee: net, surcharge: '0' } : { fee: add(net, negate(beside)), surcharge: beside }
  }
  const isLater = texts['invoiceNo'] !== undefined && (texts['chargeKind'] ?? '') !== ''
  if (isLater) return { fee: '0', surcharge: net }
  return { fee: net, surcharge: add(figures['insurance'] || '0', figures['surcharge'] || '0') }
}

const valuesOf = (line: SheetLine): LineValues => ({
  trackingNo: line.texts['trackingNo'] ?? '',
  shippedOn: line.day,
  chargeKind: line.texts['chargeKind'] ?? '',
  ...amountsOf(line),
  currency: line.currency,
  invoiceNo: line.texts['invoiceNo'] ?? '',
  orderNo: line.texts['orderNo'] ?? '',
  service: line.texts['service'] ?? '',
  zoneCode: line.texts['zoneCode'] ?? '',
  weight: line.figures['weight'] || null,
  kind: String(kindOf(line)),
  voided: line.moved ? '0' : '1',
  status: line.texts['status'] ?? '',
})

export default sheetReader('finalLeg', carrierLayouts, valuesOf) as FamilyReader
