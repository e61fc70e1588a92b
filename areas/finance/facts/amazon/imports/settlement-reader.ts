/** The settlement family in the worker thread of an import. */
import type { FamilyReader } from '#platform/server/area.ts'
import { settlementV2, settlementV1, type SettlementLine } from '../files/index.ts'
import { settlementColumns, settlementKinds, settlementValues } from './readers.ts'

const reader: FamilyReader<SettlementLine> = {
  kinds: [settlementV2, settlementV1],
  columns: settlementColumns,
  kindsOf: settlementKinds,
  row: (line, currency) => ({ lineNo: line.lineNo, values: settlementValues(line, currency) }),
}
export default reader
