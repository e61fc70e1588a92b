/** What moved a figure most, up and down; each row leads to what it is of. */
import type { ComparedPeriods, MovedRow, MoversAnswer } from '../../declare/wire-home.ts'
import { changeOf } from '#platform/format/change.ts'
import { isNegative } from '#platform/format/decimal.ts'
import { t } from '../i18n/t.ts'
import { CardEmpty, CardFailed, CardLoading } from './card-frame.tsx'
import { CardLink } from './card-link.tsx'
import { deltaOf, deltaTitle } from './delta.tsx'
import { InHead } from './head-beside.ts'
import type { HomeCardProps } from './home-cards.ts'
import { shortValue } from './short-value.ts'
import { useCardData } from './use-home-cards.ts'

export default function MoversCard({ card }: HomeCardProps) {
  const { data, error, refetch } = useCardData<MoversAnswer | null>(card.key)
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data === null || data.up.length + data.down.length === 0) return <CardEmpty text={t('没有可对比的变动')} />
  const { measure, compared, up, down, url } = data
  return (
    <>
      <InHead>
        <small>{measure.title}</small>
        {url !== null && <CardLink to={url}>{t('查看')}</CardLink>}
      </InHead>
      <ul className="zg-card-rows">
        {[...down, ...up].map(row => (
          <Moved key={row.key} row={row} measure={measure} compared={compared} />
        ))}
      </ul>
    </>
  )
}

interface MovedProps {
  readonly row: MovedRow
  readonly measure: MoversAnswer['measure']
  readonly compared: ComparedPeriods | null
}

function Moved({ row, measure, compared }: MovedProps) {
  const { kind, better } = measure
  const figure = { ...row, kind, ...(better === undefined ? {} : { better }) }
  const difference = changeOf(row.now ?? row.value, row.was).difference ?? '0'
  const shown = shortValue(kind, difference)
  const look = better === undefined ? 'plain' : (better === 'up') === !isNegative(difference) ? 'good' : 'bad'
  return (
    <li>
      <span title={row.label}>{row.url === null ? row.label : <CardLink to={row.url}>{row.label}</CardLink>}</span>
      <b className="zg-delta" data-look={look} title={deltaTitle(figure, compared)}>
        {shown.isNegative ? '' : '+'}
        {shown.text}
      </b>
      <small>{deltaOf(figure)?.text}</small>
    </li>
  )
}
