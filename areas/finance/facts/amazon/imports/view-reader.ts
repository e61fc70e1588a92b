/** The Transaction View in the worker thread of an import. */
import type { FamilyReader } from '#platform/server/area.ts'
import { unseenKind } from '#platform/server/imports.ts'
import { amazonFinances, transactionView, type SummaryLine } from '../files/index.ts'
import { itemOfKind, kindOfSummaryLine } from '../../kinds/vocabulary.ts'
import { summaryColumns, summaryKinds, summaryValues } from './readers.ts'

const unknown = (line: SummaryLine): string | null =>
  itemOfKind(kindOfSummaryLine(line)) === null
    ? [line.transactionType, line.paymentType, line.paymentDetail].filter(Boolean).join(' / ')
    : null

const reader: FamilyReader<SummaryLine> = {
  kinds: [transactionView, amazonFinances].map(kind => unseenKind(kind, { unknown })),
  columns: summaryColumns,
  kindsOf: summaryKinds,
  row: (line, currency) => ({ lineNo: line.line, values: summaryValues(line, currency) }),
}
export default reader
