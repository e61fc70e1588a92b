/** A day of attendance: its stretches with what each is and why, above its figures; of his own, what the person may ask for. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Empty, Flex, Input, Tag } from 'antd'
import type { Dayjs } from 'dayjs'
import { useRef, useState } from 'react'
import { instantMs } from '#platform/format/instants.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RecordView } from '#platform/web/record/record-view.tsx'
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { DatePicker } from '#platform/web/widgets/date-pickers.tsx'
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
      {data.supplement !== null && data.segments.some(one => bad.has(one.label)) && <Supplement offer={data.supplement} />}
    </section>
  )
}

/** 补卡 of this day: how many are left and who decides stand beside it. */
function Supplement({ offer }: { readonly offer: NonNullable<ExplainedDay['supplement']> }) {
  const queries = useQueryClient()
  const [at, setAt] = useState<Dayjs | null>(null)
  const [reason, setReason] = useState('')
  /** the draft of these words: a submit that was refused is pressed again without a second one */
  const draft = useRef<{ readonly of: string; readonly id: string } | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const values = { at: at?.format(), reason }
      const of = JSON.stringify(values)
      if (draft.current?.of !== of) {
        const { id } = await api.write<{ readonly id: string }>('/supplement/insert', values, { quiet: true })
        draft.current = { of, id }
      }
      return api.write('/supplement/submit', { ids: [{ id: draft.current.id }] }, { quiet: true })
    },
    // what is approved at once takes this form away
    onSuccess: () => {
      feedback.success(t('补卡已提交'))
      return queries.invalidateQueries()
    },
  })
  if (offer.refusal !== null) return <Alert type="info" showIcon title={offer.refusal} />
  return (
    <Flex vertical gap={8} className="zg-day-supplement">
      <span>
        {t('申请补卡：本月还可补 {n} 次', { n: offer.left })} · {t('审批人')} {offer.decides ?? t('不用审批')}
      </span>
      <Flex gap={8} wrap>
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" placeholder={t('应打卡的时间')} value={at} onChange={setAt} />
        <Input
          className="zg-day-supplement-reason"
          aria-label={t('原因')}
          placeholder={t('原因')}
          maxLength={500}
          value={reason}
          onChange={e => setReason(e.target.value)}
        />
        <Button type="primary" disabled={at === null || reason.trim() === ''} loading={isPending} onClick={() => mutate()}>
          {t('提交补卡')}
        </Button>
      </Flex>
      {error !== null && <Alert type="error" showIcon title={error.message} />}
    </Flex>
  )
}
