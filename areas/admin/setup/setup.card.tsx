/** 开始使用: what a new company does first, each step with its page, ticked by what is there. */
import { CheckCircleFilled, RightCircleOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Progress, Space } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { bringUsual } from '#platform/web/list/bring-usual.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { SetupAnswer, UsualFace } from '../answers.ts'
import './setup.css'

const queryKey = ['setupSteps']

/** Runs it, or opens the page where it asks for something first. */
function Usual({ title, path, call }: UsualFace) {
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  if (call === null) return <CardLink to={path}>{title}</CardLink>
  const bring = async (): Promise<void> => {
    setBusy(true)
    await bringUsual(call)
    setBusy(false)
    await client.invalidateQueries({ queryKey })
  }
  return (
    <Button size="small" loading={busy} onClick={() => void bring()}>
      {title}
    </Button>
  )
}

function Sign({ isDone }: { readonly isDone: boolean }) {
  return isDone ? <CheckCircleFilled aria-label={t('已完成')} /> : <RightCircleOutlined aria-label={t('待完成')} />
}

export default function SetupCard() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<SetupAnswer>('/setup/steps', {}, { signal, quiet: true }),
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
            <Sign isDone={step.isDone} />
            <span className="zg-setup-step">
              <CardLink to={step.path}>{step.title}</CardLink>
              <small title={step.why}>{step.why}</small>
            </span>
            {step.usual?.isDone === false && <Usual {...step.usual} />}
          </li>
        ))}
      </ol>
      {data.usual.length > 0 && (
        <>
          <h4 className="zg-setup-usual">{t('常用数据（可选）')}</h4>
          <Space wrap size="small">
            {data.usual.map(one =>
              one.isDone ? (
                <CardLink key={one.path} to={one.path}>
                  <Sign isDone /> {one.list}
                </CardLink>
              ) : (
                <Usual key={one.path} {...one} />
              ),
            )}
          </Space>
        </>
      )}
    </>
  )
}
