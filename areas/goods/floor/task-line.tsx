/** One line as it is worked at: where, what, how many; and the next one, known before it is asked for. */
import { EnvironmentOutlined, InboxOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { ItemPicture } from './item-picture.tsx'
import type { FloorLine } from './wire.ts'

interface LineCardProps {
  readonly line: FloorLine
  readonly isPutting: boolean
  /** how many are still wanted */
  readonly left: string | null
}

export function LineCard({ line, isPutting, left }: LineCardProps) {
  const place = isPutting ? (line.to ?? t('扫描放入的库位')) : (line.from ?? '')
  return (
    <section className="zg-floor-card" aria-label={line.sku}>
      <p className="zg-floor-place">
        {isPutting ? <InboxOutlined aria-hidden /> : <EnvironmentOutlined aria-hidden />}
        <strong>{place}</strong>
        {isPutting && line.from !== null && <span>{t('从 {place} 取', { place: line.from })}</span>}
      </p>
      <div className="zg-floor-item">
        <ItemPicture file={line.picture} name={line.name} />
        <div>
          <strong>{line.sku}</strong>
          <p>{line.name}</p>
          {line.batch !== null && <Tag>{t('批次 {batch}', { batch: line.batch })}</Tag>}
          {line.label !== null && <Tag color="blue">{line.fnsku ?? line.label}</Tag>}
        </div>
        {left !== null && <strong className="zg-floor-left">{left}</strong>}
      </div>
    </section>
  )
}

export function NextLine({ line, isPutting }: { line: FloorLine | undefined; isPutting: boolean }) {
  if (line === undefined) return <p className="zg-floor-next">{t('这是最后一行')}</p>
  return (
    <p className="zg-floor-next">
      {t('下一行')} <strong>{(isPutting ? line.to : line.from) ?? '—'}</strong> {line.sku} {line.quantity !== null && `× ${line.quantity}`}
    </p>
  )
}
