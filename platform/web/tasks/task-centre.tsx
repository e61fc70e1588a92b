/**
 * Task centre of the top bar: one's own work, how long it goes on, its cancelling and its result, whatever page is open; what the system
 * does by itself lies apart. Counted is what failed since one looked, and what waits for a decision.
 */
import { instantMs } from '#platform/format/instants.ts'
import { LoadingOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Badge, Button, Drawer, Empty, Popover, Progress, Segmented, Tag } from 'antd'
import { Suspense, lazy, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { serverNowMs } from '../api/clock.ts'
import { basePath } from '../api/request.ts'
import { fetchFile, saveFile } from '../api/download.ts'
import { localStore } from '../api/storage.ts'
import { t } from '../i18n/t.ts'
import { undo } from '../values/undo.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { showInstant } from '../values/value.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { withReload } from '../page/chunk-load.ts'
import { ShellContext } from '../page/shell-context.ts'
import { stateColour, stateText } from '../upload/import-texts.ts'
import { ImportProgress } from '../upload/import-progress.tsx'
import { endLocalTasks, localTasks, type LocalTask } from './local-tasks.ts'
import { OwnChanges } from './own-changes.tsx'
import { timeLeftMs, timeLeftText } from './time-left.ts'
import { isRunning, openTasks, useTasks, type Task } from '../realtime/use-tasks.ts'
import './tasks.css'

const SystemWork = lazy(withReload(() => import('./system-work.tsx')))

/** menu id of 定时任务: who has the page sees here what the system does */
const systemPage = 'admin.timed-work'
/** when the last failure ended that was looked at */
const seenKey = 'tasks.seen'
const lastEnd = (tasks: readonly Task[]): string =>
  tasks.reduce((last, { finishedAt }) => ((finishedAt ?? '') > last ? (finishedAt ?? '') : last), '')

/** The estimate of the time left moves on between two pushes. */
const clockMs = 1_000

function useNow(isTicking: boolean): number {
  const [nowMs, setNow] = useState(serverNowMs)
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setNow(serverNowMs()), clockMs)
    return () => clearInterval(timer)
  }, [isTicking])
  return nowMs
}

/** Of this browser first, then those of the server; absent: they are not known yet. */
function useAllTasks(): { readonly tasks: readonly (Task | LocalTask)[] | undefined; readonly query: ReturnType<typeof useTasks> } {
  const query = useTasks()
  const local = useSyncExternalStore(localTasks.subscribe, localTasks.get)
  return { tasks: query.data === undefined && local.length === 0 ? undefined : [...local, ...(query.data ?? [])], query }
}
const isLocal = (task: Task | LocalTask): task is LocalTask => 'cancel' in task

interface TaskLineProps {
  readonly task: Task | LocalTask
  readonly nowMs: number
  readonly onReport: () => void
  readonly onOpen: (path: string) => void
  readonly onChanged: () => void
}

async function cancelTask(task: Task | LocalTask): Promise<void> {
  if (isLocal(task)) return task.cancel()
  if (task.canCancel === true) await api.write('/task/cancel', { taskId: task.taskId })
  for (const id of task.importIds) await api.write('/fileImportHistory/cancel', { id })
}

async function download(link: string, name: string): Promise<void> {
  saveFile(await fetchFile(link.startsWith(basePath) ? link.slice(basePath.length) : link, undefined, name))
}

function TaskLine({ task, nowMs, onReport, onOpen, onChanged }: TaskLineProps) {
  const running = isRunning(task)
  const left = running ? timeLeftText(timeLeftMs(task.progress, instantMs(task.createdAt), nowMs)) : ''
  const { link, undo: undoOf, message } = task
  return (
    <li className="zg-task">
      <div className="zg-task-head">
        <span title={task.title}>{task.title}</span>
        <Tag color={stateColour(task.state)}>{running && task.step !== '' ? task.step : stateText(task.state)}</Tag>
      </div>
      {running && (
        <Progress
          percent={Math.floor((task.progress ?? 0) * 100)}
          size="small"
          status="active"
          showInfo={task.progress !== null}
          aria-label={t('{title} 进度', { title: task.title })}
        />
      )}
      {!running && message != null && message !== '' && <div className="zg-task-message">{message}</div>}
      <div className="zg-task-foot">
        <span>{left === '' ? showInstant(task.createdAt) : left}</span>
        {running && (task.importIds.length > 0 || task.canCancel === true) && (
          <Button type="link" size="small" onClick={() => void ignoreShownRefusal(cancelTask(task).then(onChanged))}>
            {t('取消')}
          </Button>
        )}
        {isLocal(task) && (
          <Button type="link" size="small" onClick={() => onOpen(task.path)}>
            {running ? t('查看进度') : t('查看')}
          </Button>
        )}
        {task.importIds.length > 0 && (
          <Button type="link" size="small" onClick={onReport}>
            {running ? t('查看进度') : t('查看报告')}
          </Button>
        )}
        {task.state === 'done' && link != null && (
          <Button type="link" size="small" onClick={() => void ignoreShownRefusal(download(link, `${task.title}.xlsx`))}>
            {t('下载')}
          </Button>
        )}
        {task.state === 'done' && undoOf != null && (
          <Button
            type="link"
            size="small"
            onClick={() => void ignoreShownRefusal(undo({ method: 'POST', path: undoOf.path }, undoOf.batchId, onChanged))}
          >
            {t('撤销')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The panel, and how many tasks failed since it was last open or wait for a decision. */
function usePanel(tasks: readonly Task[]): { isOpen: boolean; openCount: number; show(isOpen: boolean): void } {
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useState(() => localStore.get(seenKey) ?? '')
  // before the tasks are there none has ended: what was looked at before stays so
  const ended = lastEnd(tasks)
  const last = ended > seen ? ended : seen
  return {
    isOpen,
    openCount: openTasks(tasks, isOpen ? last : seen).length,
    show(next) {
      localStore.set(seenKey, last)
      setSeen(last)
      setOpen(next)
    },
  }
}

/** How the button is called: what runs, and what wants to be looked at. */
function labelOf(running: number, open: number): string {
  if (running > 0 && open > 0) return t('任务中心，{count} 个进行中，{open} 个失败或待处理', { count: running, open })
  if (running > 0) return t('任务中心，{count} 个进行中', { count: running })
  return open > 0 ? t('任务中心，{open} 个失败或待处理', { open }) : t('任务中心')
}

interface OwnTasksProps {
  readonly isOpen: boolean
  readonly onReport: (task: Task) => void
  readonly onLeave: () => void
}

function OwnTasks({ isOpen, onReport, onLeave }: OwnTasksProps) {
  const {
    tasks: known,
    query: { isError, refetch },
  } = useAllTasks()
  const shell = useContext(ShellContext)
  const client = useQueryClient()
  const tasks = known ?? []
  const nowMs = useNow(isOpen && tasks.some(isRunning))
  const refresh = (): void => {
    void refetch()
    // rows were taken back: the list that is open shows them no more
    void client.invalidateQueries({ queryKey: ['list'] })
  }
  return (
    <>
      {isError && (
        <div role="alert" className="zg-task-foot">
          <span>{t('任务加载失败')}</span>
          <Button type="link" size="small" onClick={() => void refetch()}>
            {t('重试')}
          </Button>
        </div>
      )}
      {known?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('导入和导出的进度会显示在这里')} />}
      <ul className="zg-tasks">
        {tasks.map(task => (
          <TaskLine
            key={task.taskId}
            task={task}
            nowMs={nowMs}
            onChanged={refresh}
            onReport={() => onReport(task)}
            onOpen={path => {
              shell?.go(path)
              onLeave()
            }}
          />
        ))}
      </ul>
      {isOpen && <OwnChanges onChanged={refresh} />}
    </>
  )
}

/** One's own work, and for who has the page of timed work what the system does. */
function Panel({ isOpen, onReport, onLeave }: OwnTasksProps) {
  const system = useContext(ShellContext)?.routes.find(({ menu }) => menu.menuId === systemPage)
  const [isSystem, setSystem] = useState(false)
  return (
    <div className="zg-tasks-panel">
      {system !== undefined && (
        <Segmented
          block
          size="small"
          aria-label={t('任务中心')}
          options={[
            { value: false, label: t('我的') },
            { value: true, label: t('系统') },
          ]}
          value={isSystem}
          onChange={setSystem}
        />
      )}
      {!isSystem && <OwnTasks {...{ isOpen, onReport, onLeave }} />}
      {isSystem && isOpen && system !== undefined && (
        <Suspense fallback={null}>
          <SystemWork path={system.path} onLeave={onLeave} />
        </Suspense>
      )}
    </div>
  )
}

export default function TaskCentre() {
  const {
    tasks = [],
    query: { refetch },
  } = useAllTasks()
  const isMobile = useIsMobile()
  const [report, setReport] = useState<Task | null>(null)
  useEffect(() => endLocalTasks, [])
  const runningCount = tasks.filter(isRunning).length
  const { isOpen, openCount, show } = usePanel(tasks)
  const read = (task: Task): void => {
    setReport(task)
    show(false)
  }
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        align={{ overflow: { adjustY: true, shiftX: true } }}
        title={t('任务中心')}
        content={<Panel isOpen={isOpen} onReport={read} onLeave={() => show(false)} />}
        open={isOpen}
        onOpenChange={show}
      >
        <Badge count={openCount} size="small">
          <Button
            type="text"
            icon={runningCount > 0 ? <LoadingOutlined aria-hidden /> : <UnorderedListOutlined aria-hidden />}
            aria-label={labelOf(runningCount, openCount)}
            title={t('任务中心')}
          />
        </Badge>
      </Popover>
      <Drawer title={report?.title} open={report !== null} size={isMobile ? '100%' : 640} destroyOnHidden onClose={() => setReport(null)}>
        {report !== null && <ImportProgress ids={report.importIds} onEnded={() => void refetch()} />}
      </Drawer>
    </>
  )
}
