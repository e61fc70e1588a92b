/** What the system does by itself: what runs or failed, and what it did last. The page of timed work tells everything. */
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import type { TimedWorkList, TimedWorkRow } from '../../declare/wire-timed.ts'
import { api } from '../api/client.ts'
import { CardEmpty, CardFailed, CardLoading } from '../cards/card-frame.tsx'
import { t } from '../i18n/t.ts'
import { showInstant } from '../values/value.ts'
import { useShell } from '../page/shell-context.ts'
import { RunState } from './run-state.tsx'

const shownMax = 12

/** What wants somebody stands first, then what runs, then what was done last. */
const rankOf = ({ dead, last }: TimedWorkRow): number => (dead > 0 ? 0 : last?.state === 3 ? 1 : last?.state === 1 ? 2 : 3)
const startOf = ({ last }: TimedWorkRow): string => last?.startedAt ?? ''

export default function SystemWork({ path, onLeave }: { readonly path: string; readonly onLeave: () => void }) {
  const { open } = useShell()
  const { data, error, refetch } = useQuery({
    queryKey: ['timedWork'],
    queryFn: ({ signal }) => api.post<TimedWorkList>('/timedWorkManage/list', {}, { signal, quiet: true }),
    throwOnError: false,
    staleTime: 0,
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  const done = data.list.filter(one => one.last !== null)
  const shown = done.toSorted((a, b) => rankOf(a) - rankOf(b) || startOf(b).localeCompare(startOf(a))).slice(0, shownMax)
  return (
    <>
      {shown.length === 0 && <CardEmpty text={t('还没有执行过定时任务')} />}
      <ul className="zg-tasks">
        {shown.map(
          ({ name, title, last, dead }) =>
            last !== null && (
              <li key={name} className="zg-task">
                <div className="zg-task-head">
                  <span title={title}>{title}</span>
                  <RunState run={last} />
                </div>
                <div className="zg-task-foot">
                  <span>{last.startedAt === null ? '' : showInstant(last.startedAt)}</span>
                  {dead > 0 && <Tag color="error">{t('{count} 次失败', { count: dead })}</Tag>}
                </div>
              </li>
            ),
        )}
      </ul>
      <Button
        type="link"
        size="small"
        onClick={() => {
          onLeave()
          open(path)
        }}
      >
        {t('打开定时任务')}
      </Button>
    </>
  )
}
