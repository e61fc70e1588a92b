/** 我要申请: what is left of each kind of leave, and before a request is sent what it takes, who decides and what it clashes with. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Descriptions, Flex, Input, Segmented, Select, Typography } from 'antd'
import type { Dayjs } from 'dayjs'
import { useRef, useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { DatePicker } from '#platform/web/widgets/date-pickers.tsx'
import type { LeaveBalance, LeavePreview } from '../answers.ts'
import { AskOther, type OtherKind } from '../ask-other.tsx'
import './my-leave.css'

interface Wanted {
  readonly typeId: string
  readonly fromAt: string
  readonly toAt: string
  readonly ruleId?: string
}

export default function MyLeavePage() {
  const { menu } = usePage()
  const [kind, setKind] = useState<'leave' | OtherKind>('leave')
  return (
    <div className="zg-my-leave">
      <Typography.Title level={4}>{menu.meta.title}</Typography.Title>
      <Segmented
        block
        aria-label={t('申请什么')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'leave', label: t('请假') },
          { value: 'outing', label: t('外出公干') },
          { value: 'trip', label: t('出差') },
          { value: 'overtimeOrder', label: t('加班') },
        ]}
      />
      {kind === 'leave' ? <Leave /> : <AskOther key={kind} kind={kind} />}
    </div>
  )
}

function Leave() {
  const { data, error, refetch } = useQuery<{ readonly balances: readonly LeaveBalance[] }>({
    queryKey: ['attendance', 'balances'],
    queryFn: ({ signal }) => api.post('/leaveRequest/balances', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data.balances.length === 0) return <Alert type="info" showIcon title={t('还没有假期类型，请联系人事')} />
  return <Ask balances={data.balances} />
}

function Ask({ balances }: { readonly balances: readonly LeaveBalance[] }) {
  const [typeId, setTypeId] = useState(balances[0]?.typeId ?? '')
  const [from, setFrom] = useState<Dayjs | null>(null)
  const [to, setTo] = useState<Dayjs | null>(null)
  const [ruleId, setRuleId] = useState<string>()
  const cases = balances.find(one => one.typeId === typeId)?.cases ?? []
  const chosen = cases.some(one => one.id === ruleId) && ruleId !== undefined ? { ruleId } : {}
  const wanted = from === null || to === null || !to.isAfter(from) ? null : { typeId, fromAt: from.format(), toAt: to.format(), ...chosen }
  return (
    <>
      <div className="zg-my-leave-kinds" role="radiogroup" aria-label={t('假期类型')}>
        {balances.map(one => (
          <button
            key={one.typeId}
            type="button"
            role="radio"
            aria-checked={one.typeId === typeId}
            className="zg-my-leave-kind"
            onClick={() => setTypeId(one.typeId)}
          >
            <span>{one.name}</span>
            <b>{one.freeDays === null ? t('不限') : t('{n} 天', { n: Number(one.freeDays) })}</b>
            {one.endsOn !== null && <small>{t('{day} 前用完', { day: one.endsOn })}</small>}
          </button>
        ))}
      </div>
      <Flex gap={8} wrap>
        {cases.length > 0 && (
          <Select
            className="zg-my-leave-case"
            aria-label={t('情形')}
            placeholder={t('情形')}
            value={chosen.ruleId}
            onChange={setRuleId}
            options={cases.map(one => ({ value: one.id, label: one.name }))}
          />
        )}
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" placeholder={t('开始时间')} value={from} onChange={setFrom} />
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" placeholder={t('结束时间')} value={to} onChange={setTo} />
      </Flex>
      {from !== null && to !== null && wanted === null && <Alert type="warning" showIcon title={t('结束时间应晚于开始时间')} />}
      {wanted !== null && (
        <Preview
          key={Object.values(wanted).join(' ')}
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

function Preview({ wanted, onSent }: { readonly wanted: Wanted; readonly onSent: () => void }) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const { data, error } = useQuery<LeavePreview>({
    queryKey: ['attendance', 'preview', wanted],
    queryFn: ({ signal }) => api.post('/leaveRequest/preview', wanted, { signal, quiet: true }),
    retry: false,
  })
  // one that was refused on sending stays a draft, and is sent again
  const draft = useRef<{ readonly id: string; readonly reason: string } | null>(null)
  const {
    mutate,
    isPending,
    error: failed,
  } = useMutation({
    mutationFn: async () => {
      if (draft.current?.reason !== reason) {
        const { id } = await api.write<{ readonly id: string }>('/leaveRequest/insert', { ...wanted, reason }, { quiet: true })
        draft.current = { id, reason }
      }
      return api.write('/leaveRequest/submit', { ids: [{ id: draft.current.id }] }, { quiet: true })
    },
    onSuccess: () => {
      onSent()
      return queries.invalidateQueries({ queryKey: ['attendance'] })
    },
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <Alert type="error" showIcon title={error.message} />
  const against = data.clash ?? data.refusal
  return (
    <Card size="small">
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'days', label: t('这次请假'), children: t('{n} 天', { n: Number(data.days) }) },
          ...(data.leftDays === null ? [] : [{ key: 'left', label: t('请假后剩余'), children: t('{n} 天', { n: Number(data.leftDays) }) }]),
          { key: 'who', label: t('审批人'), children: data.decides ?? t('不用审批') },
        ]}
      />
      {data.notice !== null && <Alert type="info" showIcon title={data.notice} />}
      {against !== null && <Alert type="warning" showIcon title={against} />}
      <Input aria-label={t('事由')} placeholder={t('事由')} maxLength={500} value={reason} onChange={e => setReason(e.target.value)} />
      {failed !== null && <Alert type="error" showIcon title={failed.message} />}
      <Button type="primary" disabled={against !== null || reason.trim() === ''} loading={isPending} onClick={() => mutate()}>
        {t('提交申请')}
      </Button>
    </Card>
  )
}
