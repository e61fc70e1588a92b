/** The transaction family in the worker thread of an import. */
import type { FamilyReader } from '#platform/server/area.ts'
import { transactionReport, type TransactionLine } from '../files/index.ts'
import { transactionStagingColumns, transactionKinds, transactionValues } from './readers.ts'

const reader: FamilyReader<TransactionLine> = {
  kinds: [transactionReport],
  columns: transactionStagingColumns,
  kindsOf: transactionKinds,
  row: (line, currency) => ({ lineNo: line.line, values: transactionValues(line, currency) }),
}
export default reader
