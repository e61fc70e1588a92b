/** What moved a figure most, up and down; each row leads to what it is of. */
import type { ComparedPeriods, MovedRow, MoversAnswer } from '../../declare/wire-home.ts'
import { t } from '../i18n/t.ts'
import { ItemCell } from '../values/item-cell.tsx'
import { CardEmpty, CardFailed, CardLoading } from '../cards/card-frame.tsx'
import { CardLink } from '../cards/card-link.tsx'
import { DeltaText, deltaOf } from './delta.tsx'
import { InHead } from '../cards/head-beside.ts'
import type { HomeCardProps } from '../cards/home-cards.ts'
import { useCardData } from '../cards/use-home-cards.ts'

export default function MoversCard({ card }: HomeCardProps) {
  const { data, error, refetch } = useCardData<MoversAnswer | null>(card.key)
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data === null || data.up.length + data.down.length === 0) return <CardEmpty text={t('没有可对比的变动')} />
  const { measure, by, compared, up, down, url } = data
  return (
    <>
      <InHead>
        <small>{measure.title}</small>
        {url !== null && <CardLink to={url}>{t('查看')}</CardLink>}
      </InHead>
      <ul className={by === 'sku' ? 'zg-card-rows zg-items-low' : 'zg-card-rows'}>
        {[...down, ...up].map(row => (
          <Moved key={row.key} row={row} by={by} measure={measure} compared={compared} />
        ))}
      </ul>
    </>
  )
}

interface MovedProps {
  readonly row: MovedRow
  readonly by: string
  readonly measure: MoversAnswer['measure']
  readonly compared: ComparedPeriods | null
}

function Moved({ row, by, measure, compared }: MovedProps) {
  const { kind, better } = measure
  const figure = { ...row, kind, ...(better === undefined ? {} : { better }) }
  const named = (text: string) => (row.url === null ? text : <CardLink to={row.url}>{text}</CardLink>)
  return (
    <li>
      {by === 'sku' && row.key !== '' ? (
        <ItemCell ask={{ sellerSku: row.key }} text={row.label}>
          {named}
        </ItemCell>
      ) : (
        <span title={row.label}>{named(row.label)}</span>
      )}
      <b>
        <DeltaText figure={figure} compared={compared} part="difference" />
      </b>
      <small>{deltaOf(figure)?.text}</small>
    </li>
  )
}
