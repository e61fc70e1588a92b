/** A day of attendance: its stretches with what each is and why, above its figures. */
import { useQuery } from '@tanstack/react-query'
import { Empty, Tag } from 'antd'
import { instantMs } from '#platform/format/instants.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RecordView } from '#platform/web/record/record-view.tsx'
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import type { ExplainedDay } from './answers.ts'
import './attendance-day.css'

const bad = new Set(['late', 'early', 'absent', 'missing'])

export default function AttendanceDayRecord(view: RecordViewProps) {
  return <RecordView {...view} body={<Explained id={view.row.id} version={String(view.row['version'])} />} />
}

function Explained({ id, version }: { readonly id: string; readonly version: string }) {
  const { data, error, refetch } = useQuery<ExplainedDay>({
    queryKey: ['attendance', 'explain', id, version],
    queryFn: ({ signal }) => api.post<ExplainedDay>('/attendanceDay/explain', { id }, { signal, quiet: true }),
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  const clock = (instant: string): string => dateTimeInZone(instantMs(instant), data.zone).slice(11, 16)
  return (
    <section className="zg-day-explained" aria-label={t('这一天怎么算的')}>
      <p>
        {data.group} · {data.shift ?? t('休息')}
      </p>
      {data.segments.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这一天还没有结束，或考勤机数据还没有到')} />
      ) : (
        <ul>
          {data.segments.map(one => (
            <li key={`${one.from} ${one.label}`}>
              <Tag color={bad.has(one.label) ? 'error' : 'default'}>
                {clock(one.from)}-{clock(one.to)}
              </Tag>
              {one.sentence}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
