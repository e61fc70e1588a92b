/** 开始使用: what a new company does first, each step with its page, ticked by what is there. */
import { CheckCircleFilled, RightCircleOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { CardFailed, CardLoading } from '#platform/web/home/card-frame.tsx'
import { CardLink } from '#platform/web/home/card-link.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/list/ignore-shown-refusal.ts'
import { isPageFailure } from '#platform/web/shell/page/error-boundary.tsx'
import type { SetupFace } from '../answers.ts'
import './setup.css'

const queryKey = ['setupSteps']

function Usual({ step }: { readonly step: SetupFace }) {
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const bring = async (): Promise<void> => {
    setBusy(true)
    try {
      const { brought } = await api.write<{ brought: number }>('/setup/bringUsual', { code: step.code })
      feedback.success(brought === 0 ? t('已经都有了，没有新增') : t('已新增 {count} 项', { count: brought }))
      await client.invalidateQueries({ queryKey })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" loading={busy} onClick={() => void ignoreShownRefusal(bring())}>
      {step.usual}
    </Button>
  )
}

export default function SetupCard() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<{ list: readonly SetupFace[] }>('/setup/steps', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  const done = data.list.filter(step => step.isDone).length
  return (
    <>
      <Progress percent={Math.round((100 * done) / data.list.length)} format={() => `${done}/${data.list.length}`} size="small" />
      <ol className="zg-setup">
        {data.list.map(step => (
          <li key={step.code} data-done={step.isDone || undefined}>
            {step.isDone ? <CheckCircleFilled aria-label={t('已完成')} /> : <RightCircleOutlined aria-label={t('待完成')} />}
            <span className="zg-setup-step">
              <CardLink to={step.path}>{step.title}</CardLink>
              <small title={step.why}>{step.why}</small>
            </span>
            {!step.isDone && step.usual !== null && <Usual step={step} />}
          </li>
        ))}
      </ol>
    </>
  )
}
