/** Floating badge of a page under monitoring: whose figures they are and how fresh. */
import { Badge, Card, Descriptions } from 'antd'
import { t } from '../i18n/t.ts'
import './widgets.css'

/** Menu monitor info of the specification. */
export interface MonitorInfo {
  /** owners, joined by commas */
  readonly dataPrincipalName: string | null
  /** 0: warning; anything else: normal */
  readonly isWarning: number
  readonly updatePeriod: string | null
  readonly lastUpdateTime: string | null
  readonly lastUpdateUserName: string | null
}

export function MonitorBadge({ info }: { info: MonitorInfo }) {
  const isWarning = info.isWarning === 0
  const owners = (info.dataPrincipalName ?? '').split(',').filter(name => name.trim() !== '')
  return (
    <Card size="small" className="zg-monitor-badge" role="status" aria-label={t('数据监控')}>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'owner', label: t('数据负责人'), children: owners.length === 0 ? t('未指定') : owners.join('、') },
          {
            key: 'state',
            label: t('监控状态'),
            children: <Badge status={isWarning ? 'error' : 'success'} text={isWarning ? t('预警') : t('正常')} />,
          },
          { key: 'period', label: t('更新周期'), children: info.updatePeriod ?? t('未设置') },
          { key: 'at', label: t('最近更新时间'), children: info.lastUpdateTime ?? t('暂未更新') },
          { key: 'by', label: t('最近更新人'), children: info.lastUpdateUserName ?? t('暂无更新人') },
        ]}
      />
    </Card>
  )
}
