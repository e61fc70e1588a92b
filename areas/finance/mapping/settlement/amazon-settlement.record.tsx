/** The page of a settlement: the statement that it is, above its fields, lines and history. */
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { RecordView } from '#platform/web/record/record-view.tsx'
import { StatementSheet } from './statement-sheet.tsx'

export default function SettlementRecord(view: RecordViewProps) {
  const { id, difference } = view.row
  return <RecordView {...view} body={<StatementSheet key={id} id={id} version={String(difference)} />} />
}
