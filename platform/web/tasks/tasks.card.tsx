/** Imports, exports and other long work of the last days: what runs, and how the last ended. */
import { Progress, Tag } from 'antd'
import { CardEmpty, CardFailed, CardLoading } from '../cards/card-frame.tsx'
import { t } from '../i18n/t.ts'
import { showInstant } from '../values/value.ts'
import { isRunning, useTasks, type Task } from '../realtime/use-tasks.ts'

const shownMax = 6

const ends: Readonly<Partial<Record<Task['state'], { readonly colour: string; readonly text: () => string }>>> = {
  done: { colour: 'success', text: () => t('已完成') },
  refused: { colour: 'error', text: () => t('已拒绝') },
  cancelled: { colour: 'default', text: () => t('已取消') },
  failed: { colour: 'error', text: () => t('失败') },
}

function State({ task }: { task: Task }) {
  const end = ends[task.state]
  if (end !== undefined) return <Tag color={end.colour}>{end.text()}</Tag>
  return <Progress type="circle" size={20} percent={Math.floor((task.progress ?? 0) * 100)} aria-label={task.step || t('进行中')} />
}

export default function TasksCard({ large }: { large: boolean }) {
  const { data, error, refetch } = useTasks()
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <CardEmpty text={t('最近三天没有任务')} />
  const runningFirst = data.toSorted((a, b) => Number(isRunning(b)) - Number(isRunning(a)))
  return (
    <ul className="zg-card-rows">
      {runningFirst.slice(0, large ? data.length : shownMax).map(task => (
        <li key={task.taskId}>
          <span title={task.title}>{task.title}</span>
          <small>{showInstant(task.createdAt).slice(5, 16)}</small>
          <State task={task} />
        </li>
      ))}
    </ul>
  )
}
