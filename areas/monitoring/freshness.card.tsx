/** Pages under monitoring: which data are late, and since when. */
import { useQuery } from '@tanstack/react-query'
import { Badge } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { MonitorInfo } from './answers.ts'

export default function FreshnessCard() {
  const { data, error, refetch } = useQuery({
    queryKey: ['monitor', 'list'],
    queryFn: async ({ signal }) =>
      (await api.post<{ list: readonly MonitorInfo[] }>('/menuSetting/monitorList', { pageSize: 100 }, { signal, quiet: true })).list,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  // nothing can be late before there was a first file
  if (data.length > 0 && data.every(one => one.lastUpdateTime === null))
    return <CardEmpty text={t('导入第一份文件后，这里显示各页的数据是否按时更新')} />
  if (data.length === 0) return <CardEmpty text={t('没有受监控的页面')} />
  return (
    <ul className="zg-card-rows">
      {data.map(({ menuId, path, title, isWarning, lastUpdateTime }) => (
        <li key={menuId}>
          <CardLink to={path}>{title}</CardLink>
          <small>{lastUpdateTime === null ? t('暂未更新') : showInstant(lastUpdateTime).slice(0, 10)}</small>
          <Badge status={isWarning === 0 ? 'error' : 'success'} text={isWarning === 0 ? t('预警') : t('正常')} />
        </li>
      ))}
    </ul>
  )
}
