/** 我要申请: what is left of each kind of leave, and before a request is sent what it takes, who decides and what it clashes with. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Flex, Segmented, Select, Typography } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import type { LeaveBalance, LeavePreview } from '../answers.ts'
import { AskCard, useStretch } from '../ask-card.tsx'
import { AskOther, type OtherKind } from '../ask-other.tsx'
import './my-leave.css'

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
  const { times, pickers, warning, clear } = useStretch()
  const [ruleId, setRuleId] = useState<string>()
  const cases = balances.find(one => one.typeId === typeId)?.cases ?? []
  const chosen = cases.some(one => one.id === ruleId) && ruleId !== undefined ? { ruleId } : {}
  const wanted = times === null ? null : { typeId, ...times, ...chosen }
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
        {pickers}
      </Flex>
      {warning}
      {wanted !== null && (
        <AskCard
          key={Object.values(wanted).join(' ')}
          type="leaveRequest"
          wanted={wanted}
          preview={how => api.post<LeavePreview>('/leaveRequest/preview', wanted, how)}
          itemsOf={({ days, leftDays }) => [
            { key: 'days', label: t('这次请假'), children: t('{n} 天', { n: Number(days) }) },
            ...(leftDays === null ? [] : [{ key: 'left', label: t('请假后剩余'), children: t('{n} 天', { n: Number(leftDays) }) }]),
          ]}
          onSent={clear}
        />
      )}
    </>
  )
}
