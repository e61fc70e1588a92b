/** What a table shows in place of rows: loading, nothing there, failed. */
import { Button, Empty, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { useIsLate } from '../page/loading.tsx'

/** Grey lines after 300 ms; the place is reserved from the start. */
export function RowsLoading() {
  const late = useIsLate()
  return (
    <div className="zg-list-notice" aria-busy>
      {late && <Skeleton active title={false} paragraph={{ rows: 6, width: '100%' }} />}
    </div>
  )
}

/** Nothing matches the filter, or nothing has ever been here. */
interface NoRowsProps {
  readonly text: string
  readonly isFiltered: boolean
  readonly begin: ReactNode
  /** which filter hides rows */
  readonly hiding?: ReactNode
  readonly onReset: () => void
}

export function NoRows({ text, isFiltered, begin, hiding, onReset }: NoRowsProps) {
  return (
    <div className="zg-list-notice">
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isFiltered ? t('没有符合筛选条件的数据') : text}>
        {isFiltered && hiding}
        {isFiltered ? <Button onClick={onReset}>{t('重置筛选')}</Button> : begin}
      </Empty>
    </div>
  )
}

/** What happened, what to do, the request id small. */
export function RowsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <div className="zg-list-notice" role="alert">
      <p>{error instanceof ApiError ? error.msg : t('数据加载失败')}</p>
      <Button onClick={onRetry}>{t('重试')}</Button>
      {requestId !== null && <p className="zg-request-id">{t('请求编号 {id}', { id: requestId })}</p>}
    </div>
  )
}
