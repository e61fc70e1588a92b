/** Packing lists in the worker thread of an import. */
import type { FamilyReader } from '#platform/server/area.ts'
import { packingKinds, type PackingLine } from './packing-kinds.ts'

const reader: FamilyReader<PackingLine> = {
  kinds: packingKinds('firstLeg'),
  columns: ['line_key', 'line'],
  row: ({ line, sku, name, currency, measures, key }) => {
    const { fee, ...sizes } = measures
    const values = { period: null, rowNo: String(line), sku, name, ...sizes, statedFee: fee, fee, currency }
    const printed = { printedWay: 'quantity', printedAmount: sizes.quantity, printedCurrency: '', printedDay: '' }
    return { lineNo: line, values: [key, JSON.stringify({ ...values, ...printed })] }
  },
  kindsOf: () => [],
}
export default reader
