/** A suggestion with its explanation above the tabs. */
import { RecordView } from '#platform/web/record/record-view.tsx'
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { Explanation } from './explanation.tsx'

export default function PlanLineRecord(view: RecordViewProps) {
  return <RecordView {...view} body={<Explanation id={view.row.id} />} />
}
