/** 扫码作业: the tasks that one may take, and the one in hand; for a phone of 360 px. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Progress, Tag } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { RecordLink } from '#platform/web/values/record-link.tsx'
import { ScanInput } from '#platform/web/widgets/scan-input.tsx'
import './floor.css'
import { TaskWork } from './task-work.tsx'
import type { FloorTask, FloorWork } from './wire.ts'

export default function TaskPage() {
  const { menu } = usePage()
  const [work, setWork] = useState<FloorWork | null>(null)
  const client = useQueryClient()
  if (work === null)
    return (
      <div className="zg-floor">
        <h1>{menu.meta.title}</h1>
        <MoveFrom onWork={setWork} />
        <Tasks onWork={setWork} />
      </div>
    )
  return (
    <div className="zg-floor">
      <h1>
        {work.title} {work.docNo}
      </h1>
      <TaskWork
        key={work.id}
        work={work}
        onWork={setWork}
        onClose={() => {
          setWork(null)
          void client.invalidateQueries({ queryKey: ['floor', 'mine'] })
        }}
      />
    </div>
  )
}

/** Without a task: the bin that is scanned is the one that goods leave. */
function MoveFrom({ onWork }: { onWork: (work: FloorWork) => void }) {
  const { can } = usePage()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const take = async (code: string): Promise<void> => {
    setBusy(true)
    try {
      onWork(await api.write<FloorWork>('/goodsTask/move', { code }))
    } catch {
      // said already
    } finally {
      setBusy(false)
    }
  }
  if (!can(3)) return null
  if (!isOpen)
    return (
      <Button block onClick={() => setOpen(true)} style={{ marginBottom: 8 }}>
        {t('移位：扫要移出的库位')}
      </Button>
    )
  return <ScanInput busy={isBusy} placeholder={t('扫要移出的库位')} onCode={code => void take(code)} />
}

function Tasks({ onWork }: { onWork: (work: FloorWork) => void }) {
  const { can } = usePage()
  const [isClaiming, setClaiming] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['floor', 'mine'],
    queryFn: ({ signal }) => api.post<readonly FloorTask[]>('/goodsTask/mine', {}, { signal, quiet: true }),
    gcTime: 0,
  })
  const claim = async (id: string): Promise<void> => {
    setClaiming(true)
    try {
      onWork(await api.write<FloorWork>('/goodsTask/claim', { id }))
    } catch {
      // said already: somebody else was first
      await refetch()
    } finally {
      setClaiming(false)
    }
  }
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data.length === 0)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有待做的作业')}>
        <Button onClick={() => void refetch()}>{t('重新读取')}</Button>
      </Empty>
    )
  return (
    <ul className="zg-floor-tasks">
      {data.map(task => (
        <li key={task.id}>
          <div>
            <strong>{task.title}</strong> {task.urgency !== null && <Tag color="red">{task.urgency}</Tag>}
            <span>{task.docNo ?? task.no}</span>
            <small>{task.warehouse}</small>
            <Progress
              percent={task.lines === 0 ? 0 : Math.floor((task.done / task.lines) * 100)}
              format={() => `${task.done}/${task.lines}`}
              size="small"
            />
          </div>
          {task.isPacking ? (
            <RecordLink url={`/warehouse/pack?no=${encodeURIComponent(task.docNo ?? '')}`} isExact>
              {t('去打包台')}
            </RecordLink>
          ) : (
            <Button
              type={task.isMine ? 'primary' : 'default'}
              size="large"
              disabled={isClaiming || !can(3)}
              onClick={() => void claim(task.id)}
            >
              {task.isMine ? t('继续') : t('领取')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
