/** The monitor badge of a page: a floating mark, green or red, with the time of the last update; it opens into everything that is known. */
import { useQuery } from '@tanstack/react-query'
import { Badge, Popover } from 'antd'
import { api } from '../../api/client.ts'
import { t } from '../../i18n/t.ts'
import { showInstant } from '../../values/value.ts'
import { MonitorBadge, type MonitorInfo } from '../../widgets/monitor-badge.tsx'

/** an import may end while the page stands open */
const askEveryMs = 300_000

export default function PageMonitor({ menuId }: { menuId: string }) {
  const { data } = useQuery({
    queryKey: ['monitor', menuId],
    queryFn: ({ signal }) => api.get<MonitorInfo>('/menuSetting/monitorInfo', { menuId }, { signal, quiet: true }),
    refetchInterval: askEveryMs,
    throwOnError: false,
  })
  // without an answer there is nothing to warn of; its place is kept, so that nothing moves when it comes
  if (data === undefined) return <i className="zg-monitor-mark zg-monitor-waiting" aria-hidden />
  const shown = (at: string | null): string | null => (at === null ? null : showInstant(at))
  const shops = (data.shops ?? []).map(({ fetched = null, ...shop }) => ({
    ...shop,
    fetched: fetched === null ? null : { ...fetched, nextAt: shown(fetched.nextAt) },
  }))
  const info = { ...data, shops, lastUpdateTime: shown(data.lastUpdateTime) }
  const isWarning = info.isWarning === 0
  return (
    <Popover
      trigger={['hover', 'click']}
      placement="topRight"
      styles={{ container: { padding: 0 } }}
      content={<MonitorBadge info={info} />}
    >
      <button type="button" className="zg-monitor-mark" data-warning={isWarning || undefined} aria-description={t('数据监控')}>
        <Badge status={isWarning ? 'error' : 'success'} />
        {isWarning ? t('预警') : t('正常')}
        <small>{info.lastUpdateTime?.slice(0, 16) ?? t('暂未更新')}</small>
      </button>
    </Popover>
  )
}
