/** The summary family in the worker thread of an import. */
import type { FamilyReader } from '#platform/server/area.ts'
import { transactionSummary, type SummaryLine } from '../files/index.ts'
import { summaryColumns, summaryKinds, summaryValues } from './readers.ts'

const reader: FamilyReader<SummaryLine> = {
  kinds: [transactionSummary],
  columns: summaryColumns,
  kindsOf: summaryKinds,
  row: (line, currency) => ({ lineNo: line.line, values: summaryValues(line, currency) }),
}
export default reader
