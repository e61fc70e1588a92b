/** A centre of the company: figures, what waits, people, notices, as far as this person may see them. */
import { Empty } from 'antd'
import { t } from '../i18n/t.ts'
import { RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import type { PageProps } from '../page/pages.ts'
import type { CentrePart } from '../../declare/wire-dashboards.ts'
import { CardFrame } from '../cards/card-frame.tsx'
import { usePlaceCards } from '../cards/use-home-cards.ts'
import './home.css'

const parts = (): readonly (readonly [CentrePart, string])[] => [
  ['figures', t('数据')],
  ['waiting', t('待处理')],
  ['people', t('人员')],
  ['notices', t('公告')],
]

export default function CentrePage({ menu, type }: PageProps) {
  const { data, error, refetch } = usePlaceCards(`centre/${type}`)
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <div className="zg-home">
      <div className="zg-home-head">
        <h1>{menu.meta.title}</h1>
      </div>
      {data.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这里还没有您能看到的内容')} />}
      {parts().map(([part, title]) => {
        const cards = data.filter(card => card.part === part)
        if (cards.length === 0) return null
        return (
          <section key={part} className="zg-centre-part" aria-label={title}>
            <h2>{title}</h2>
            <div className="zg-home-cards">
              {cards.map(card => (
                <CardFrame key={card.key} card={card} />
              ))}
            </div>
          </section>
        )
      })}
    </div>
  )
}
