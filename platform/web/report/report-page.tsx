/** The page behind `report/<name>`: any report the server describes, drawn from its description alone. */
import type { PageProps } from '../page/pages.ts'
import { RowsFailed } from '../values/list-notices.tsx'
import { useListDefinition } from '../values/use-list-definition.ts'
import { Loading } from '../page/loading.tsx'
import { UnknownComponentPage } from '../page/status-page.tsx'
import { ReportView } from './report-view.tsx'
import '../table/list.css'
import './report.css'

export default function ReportPage({ type }: PageProps) {
  const { data, error, refetch } = useListDefinition(type)
  if (data === undefined) return error === null ? <Loading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return data.report === null ? (
    <UnknownComponentPage component={`report/${type}`} />
  ) : (
    <ReportView key={type} list={data} definition={data.report} />
  )
}
