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
  /** how far the data of each shop have come; absent: not told */
  readonly shops?: readonly {
    readonly shop: string | null
    readonly completeUntil: string | null
    readonly isWarning: number
    readonly escalatedTo: string | null
    /** its data come by themselves, next at this time as it is shown; absent or null: people bring them as files */
    readonly fetched?: { readonly nextAt: string | null; readonly fault: string | null } | null
  }[]
}

/** how many late shops the badge names */
const lateMax = 5

export function MonitorBadge({ info }: { info: MonitorInfo }) {
  const isWarning = info.isWarning === 0
  const late = (info.shops ?? []).filter(one => one.isWarning === 0 && one.shop !== null)
  const owners = (info.dataPrincipalName ?? '').split(',').filter(name => name.trim() !== '')
  return (
    <Card size="small" className="zg-monitor-badge" role="status" aria-label={t('数据监控')}>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'owner', label: t('数据负责人'), children: owners.length === 0 ? t('未指定') : owners.join(t('、')) },
          {
            key: 'state',
            label: t('监控状态'),
            children: <Badge status={isWarning ? 'error' : 'success'} text={isWarning ? t('预警') : t('正常')} />,
          },
          { key: 'period', label: t('更新周期'), children: info.updatePeriod ?? t('未设置') },
          { key: 'source', label: t('来源'), children: <Sources shops={info.shops ?? []} /> },
          { key: 'at', label: t('最近更新时间'), children: info.lastUpdateTime ?? t('暂未更新') },
          { key: 'by', label: t('最近更新人'), children: info.lastUpdateUserName ?? t('暂无更新人') },
          ...(late.length === 0 ? [] : [{ key: 'late', label: t('逾期店铺'), children: <Late shops={late} /> }]),
        ]}
      />
    </Card>
  )
}

/** How the data come: by themselves, when next, and what keeps them from it. */
function Sources({ shops }: { readonly shops: NonNullable<MonitorInfo['shops']> }) {
  const fed = shops.filter(one => one.fetched !== null && one.fetched !== undefined)
  const next = fed.flatMap(one => one.fetched?.nextAt ?? []).toSorted()[0]
  const stopped = fed.find(one => typeof one.fetched?.fault === 'string')
  const isAlsoBrought = fed.length < shops.length || fed.length === 0
  return (
    <>
      {[...(fed.length === 0 ? [] : [t('同步')]), ...(isAlsoBrought ? [t('上传')] : [])].join(t('、'))}
      {next !== undefined && <small> {t('下次 {at}', { at: next.slice(5, 16) })}</small>}
      {stopped !== undefined && <Badge status="error" text={`${stopped.shop ?? ''} ${stopped.fetched?.fault ?? ''}`} />}
    </>
  )
}

function Late({ shops }: { readonly shops: NonNullable<MonitorInfo['shops']> }) {
  return (
    <ul className="zg-monitor-late">
      {shops.slice(0, lateMax).map(({ shop, completeUntil, escalatedTo }) => (
        <li key={shop}>
          {shop} <small>{completeUntil ?? t('没有数据')}</small>
          {escalatedTo !== null && <small> → {escalatedTo}</small>}
        </li>
      ))}
      {shops.length > lateMax && <li>{t('等 {count} 家', { count: shops.length })}</li>}
    </ul>
  )
}
