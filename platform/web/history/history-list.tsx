/** Who changed a record from what to what: the newest entries, older ones on demand. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Empty, Result, Skeleton } from 'antd'
import { Suspense, lazy, useState } from 'react'
import type { HistoryEntry } from '../../declare/history.ts'
import { ApiError, api } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { withReload } from '../page/chunk-load.ts'
import { HistoryEntries } from './history-entries.tsx'

const RestoreDialog = lazy(withReload(() => import('./restore-dialog.tsx')))

/** `type`: list type of the record. */
export function HistoryList({ type, id }: { readonly type: string; readonly id: string }) {
  const [restoring, setRestoring] = useState<HistoryEntry | null>(null)
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['history', type, id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.post<{ list: readonly HistoryEntry[]; more: boolean }>(
        '/auditTrail/history',
        { type, id, pageNum: pageParam },
        { signal, quiet: true },
      ),
    getNextPageParam: (last, pages) => (last.more ? pages.length + 1 : undefined),
    // what has just been saved must be in it
    staleTime: 0,
    throwOnError: false,
  })
  const entries = data?.pages.flatMap(page => page.list) ?? []
  return (
    <>
      {isPending && <Skeleton active paragraph={{ rows: 6 }} title={false} />}
      {error !== null && (
        <Result
          status="warning"
          subTitle={error instanceof ApiError ? error.msg : t('读取失败，请重试')}
          extra={<Button onClick={() => void refetch()}>{t('重试')}</Button>}
        />
      )}
      {data !== undefined && entries.length === 0 && <Empty description={t('还没有修改记录')} />}
      <HistoryEntries entries={entries} onRestore={setRestoring} />
      {restoring !== null && (
        <Suspense fallback={null}>
          <RestoreDialog type={type} id={id} entry={restoring} onClose={() => setRestoring(null)} />
        </Suspense>
      )}
      {hasNextPage && (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('更早的记录')}
        </Button>
      )}
    </>
  )
}
