/** A suggestion with its explanation above the tabs. */
import { RecordView } from '#platform/web/record/record-view.tsx'
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { ItemProjection } from './projection.tsx'

export default function MrpLineRecord(view: RecordViewProps) {
  return <RecordView {...view} body={<ItemProjection id={view.row.id} version={view.row['version']} />} />
}
