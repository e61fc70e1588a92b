/** An outing, a trip or overtime of oneself: how much it is, who decides and what it clashes with, before it is sent. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Descriptions, Flex, Input, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import { useRef, useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsLoading } from '#platform/web/values/list-notices.tsx'
import { DatePicker } from '#platform/web/widgets/date-pickers.tsx'
import type { RequestPreview } from './answers.ts'

export type OtherKind = 'outing' | 'trip' | 'overtimeOrder'
const rateNames = () => ({ otWork: t('工作日，1.5 倍'), otRest: t('休息日，2 倍'), otHoliday: t('法定节假日，3 倍'), lieu: t('换成调休') })

export function AskOther({ kind }: { readonly kind: OtherKind }) {
  const [from, setFrom] = useState<Dayjs | null>(null)
  const [to, setTo] = useState<Dayjs | null>(null)
  const [compensation, setCompensation] = useState('1')
  const isOvertime = kind === 'overtimeOrder'
  const times = from === null || to === null || !to.isAfter(from) ? null : { fromAt: from.format(), toAt: to.format() }
  const wanted = times === null ? null : isOvertime ? { ...times, compensation } : times
  return (
    <>
      <Flex gap={8} wrap>
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" placeholder={t('开始时间')} value={from} onChange={setFrom} />
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" placeholder={t('结束时间')} value={to} onChange={setTo} />
        {isOvertime && (
          <Select
            aria-label={t('补偿')}
            value={compensation}
            onChange={setCompensation}
            options={[
              { value: '1', label: t('加班费') },
              { value: '2', label: t('调休') },
            ]}
          />
        )}
      </Flex>
      {from !== null && to !== null && times === null && <Alert type="warning" showIcon title={t('结束时间应晚于开始时间')} />}
      {wanted !== null && (
        <Preview
          key={Object.values(wanted).join(' ')}
          kind={kind}
          wanted={wanted}
          onSent={() => {
            setFrom(null)
            setTo(null)
          }}
        />
      )}
    </>
  )
}

interface Wanted {
  readonly fromAt: string
  readonly toAt: string
  readonly compensation?: string
}
interface How {
  readonly signal: AbortSignal
  readonly quiet: true
}
const previews = {
  outing: (wanted: Wanted, how: How) => api.post<RequestPreview>('/outing/preview', wanted, how),
  trip: (wanted: Wanted, how: How) => api.post<RequestPreview>('/trip/preview', wanted, how),
  overtimeOrder: (wanted: Wanted, how: How) => api.post<RequestPreview>('/overtimeOrder/preview', wanted, how),
} as const
interface Asked {
  readonly kind: OtherKind
  readonly wanted: Wanted
  readonly onSent: () => void
}
function Preview({ kind, wanted, onSent }: Asked) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [place, setPlace] = useState('')
  const { data, error } = useQuery<RequestPreview>({
    queryKey: ['attendance', 'preview', kind, wanted],
    queryFn: ({ signal }) => previews[kind](wanted, { signal, quiet: true }),
    retry: false,
  })
  // one that was refused on sending stays a draft, and is sent again
  const draft = useRef<{ readonly id: string; readonly said: string } | null>(null)
  const { mutate, isPending, ...sent } = useMutation({
    mutationFn: async () => {
      const said = `${place} ${reason}`
      if (draft.current?.said !== said) {
        const more = kind === 'overtimeOrder' ? { compensation: Number(wanted.compensation) } : { place }
        const { id } = await api.write<{ readonly id: string }>(`/${kind}/insert`, { ...wanted, ...more, reason }, { quiet: true })
        draft.current = { id, said }
      }
      return api.write(`/${kind}/submit`, { ids: [{ id: draft.current.id }] }, { quiet: true })
    },
    onSuccess: () => {
      onSent()
      return queries.invalidateQueries({ queryKey: ['attendance'] })
    },
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <Alert type="error" showIcon title={error.message} />
  const against = data.clash ?? data.refusal
  const isOvertime = kind === 'overtimeOrder'
  const isOpen = reason.trim() === '' || (!isOvertime && place.trim() === '')
  const names = rateNames()
  const placeName = kind === 'trip' ? t('目的地') : t('地点')
  return (
    <Card size="small">
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'minutes', label: isOvertime ? t('最多算加班') : t('其中上班时间'), children: t('{n} 分钟', { n: data.minutes }) },
          ...data.rates.map(one => ({ key: one.kind, label: names[one.kind], children: t('{n} 分钟', { n: one.minutes }) })),
          { key: 'who', label: t('审批人'), children: data.decides ?? t('不用审批') },
        ]}
      />
      {data.notice !== null && <Alert type="info" showIcon title={data.notice} />}
      {against !== null && <Alert type="warning" showIcon title={against} />}
      {!isOvertime && (
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
