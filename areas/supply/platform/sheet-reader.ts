/** Order sheets of 1688 in the worker thread of an import. */
import type { FamilyReader } from '#platform/server/area.ts'
import { platformSheet, type OrderRow } from './sheet-kind.ts'

const reader: FamilyReader<OrderRow> = {
  kinds: [platformSheet],
  columns: ['line_key', 'line'],
  row: ({ line, key, values }) => {
    const printed = { printedWay: 'quantity', printedAmount: values['quantity'] ?? '0', printedCurrency: '', printedDay: '' }
    return { lineNo: line, values: [key, JSON.stringify({ ...values, ...printed })] }
  },
  kindsOf: () => [],
}
export default reader
