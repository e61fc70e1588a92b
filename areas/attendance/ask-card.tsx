/** A request of oneself: from when to when, and before it is sent what it comes to, who decides, what speaks against it, and why it is. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Descriptions, Input } from 'antd'
import type { Dayjs } from 'dayjs'
import { useRef, useState, type ReactNode } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsLoading } from '#platform/web/values/list-notices.tsx'
import { DatePicker } from '#platform/web/widgets/date-pickers.tsx'
import type { Judged } from './answers.ts'

/** The two times as they are picked; `times` is null until they are in order. */
export function useStretch() {
  const [from, setFrom] = useState<Dayjs | null>(null)
  const [to, setTo] = useState<Dayjs | null>(null)
  const picker = (placeholder: string, value: Dayjs | null, onChange: (value: Dayjs | null) => void) => (
    <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" placeholder={placeholder} value={value} onChange={onChange} />
  )
  const times = from === null || to === null || !to.isAfter(from) ? null : { fromAt: from.format(), toAt: to.format() }
  return {
    times,
    pickers: (
      <>
        {picker(t('开始时间'), from, setFrom)}
        {picker(t('结束时间'), to, setTo)}
      </>
    ),
    warning: from !== null && to !== null && times === null && <Alert type="warning" showIcon title={t('结束时间应晚于开始时间')} />,
    clear: () => {
      setFrom(null)
      setTo(null)
    },
  }
}

export interface How {
  readonly signal: AbortSignal
  readonly quiet: true
}
interface AskCardProps<Preview extends Judged> {
  readonly type: string
  /** what is sent besides the reason */
  readonly wanted: object
  readonly placeName?: string
  readonly preview: (how: How) => Promise<Preview>
  readonly itemsOf: (preview: Preview) => readonly { readonly key: string; readonly label: string; readonly children: ReactNode }[]
  readonly onSent: () => void
}
export function AskCard<Preview extends Judged>({ type, wanted, placeName, preview, itemsOf, onSent }: AskCardProps<Preview>) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [place, setPlace] = useState('')
  const { data, error } = useQuery<Preview>({
    queryKey: ['attendance', 'preview', type, wanted],
    queryFn: ({ signal }) => preview({ signal, quiet: true }),
    retry: false,
  })
  // one that was refused on sending stays a draft, and is sent again
  const draft = useRef<{ readonly id: string; readonly said: string } | null>(null)
  const { mutate, isPending, ...sent } = useMutation({
    mutationFn: async () => {
      const said = `${place} ${reason}`
      if (draft.current?.said !== said) {
        const values = { ...wanted, ...(placeName === undefined ? {} : { place }), reason }
        draft.current = { said, id: (await api.write<{ readonly id: string }>(`/${type}/insert`, values, { quiet: true })).id }
      }
      return api.write(`/${type}/submit`, { ids: [{ id: draft.current.id }] }, { quiet: true })
    },
    onSuccess: () => {
      onSent()
      return queries.invalidateQueries({ queryKey: ['attendance'] })
    },
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <Alert type="error" showIcon title={error.message} />
  const against = data.clash ?? data.refusal
  const isOpen = reason.trim() === '' || (placeName !== undefined && place.trim() === '')
  const decides = { key: 'who', label: t('审批人'), children: data.decides ?? t('不用审批') }
  return (
    <Card size="small">
      <Descriptions column={1} size="small" items={[...itemsOf(data), decides]} />
      {data.notice !== null && <Alert type="info" showIcon title={data.notice} />}
      {against !== null && <Alert type="warning" showIcon title={against} />}
      {placeName !== undefined && (
        <Input aria-label={placeName} placeholder={placeName} maxLength={100} value={place} onChange={e => setPlace(e.target.value)} />
      )}
      <Input aria-label={t('事由')} placeholder={t('事由')} maxLength={500} value={reason} onChange={e => setReason(e.target.value)} />
      {sent.error !== null && <Alert type="error" showIcon title={sent.error.message} />}
      <Button type="primary" disabled={against !== null || isOpen} loading={isPending} onClick={() => mutate()}>
        {t('提交申请')}
      </Button>
    </Card>
  )
}
