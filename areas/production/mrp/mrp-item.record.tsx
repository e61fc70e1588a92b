/** 供需一页: an item at a warehouse with its projection above the tabs. */
import { RecordView } from '#platform/web/record/record-view.tsx'
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { ItemProjection } from './projection.tsx'

export default function MrpItemRecord(view: RecordViewProps) {
  return <RecordView {...view} body={<ItemProjection itemId={view.row.id} version={view.row['ranAt']} />} />
}
