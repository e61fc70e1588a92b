/** One's own changes of the last day, each with its way back as long as it has one. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { OwnChange } from '../../declare/wire-batch.ts'
import { api } from '../api/client.ts'
import { undo } from '../values/undo.ts'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { showInstant } from '../values/value.ts'

export function OwnChanges({ onChanged }: { readonly onChanged: () => void }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['ownChanges'],
    queryFn: async ({ signal }) =>
      (await api.post<{ readonly list: readonly OwnChange[] }>('/task/changes', {}, { signal, quiet: true })).list,
    throwOnError: false,
    // what has just been done must be in it
    staleTime: 0,
  })
  if (isError)
    return (
      <div role="alert" className="zg-task-foot">
        <span>{t('最近的修改加载失败')}</span>
        <Button type="link" size="small" onClick={() => void refetch()}>
          {t('重试')}
        </Button>
      </div>
    )
  if (data === undefined || data.length === 0) return null
  return (
    <section className="zg-own-changes" aria-label={t('最近的修改')}>
      <h3>{t('最近的修改')}</h3>
      <p>{t('24 小时内可以撤销。')}</p>
      <ul className="zg-tasks">
        {data.map(({ batchId, title, at, undo: call }) => (
          <li key={batchId} className="zg-task">
            <div className="zg-task-head">
              <span title={title}>{title}</span>
              {call === null ? (
                <span className="zg-own-change-gone">{t('已撤销')}</span>
              ) : (
                <Button
                  type="link"
                  size="small"
                  aria-label={t('撤销：{title}', { title })}
                  onClick={() => void ignoreShownRefusal(undo(call, batchId, onChanged))}
                >
                  {t('撤销')}
                </Button>
              )}
            </div>
            <div className="zg-task-foot">
              <span>{showInstant(at)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
