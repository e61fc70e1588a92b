/** The figures of a seller SKU with their explanation above the tabs. */
import { RecordView } from '#platform/web/record/record-view.tsx'
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { Explanation } from './explanation.tsx'

export default function ReplenishItemRecord(view: RecordViewProps) {
  return <RecordView {...view} body={<Explanation itemId={view.row.id} />} />
}
