/** Up to six figures with what they are held against; each leads to the page with the same figure. */
import { Segmented } from 'antd'
import { useState } from 'react'
import { compare, divide, multiply, toFixedScale } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { showPercent } from '#platform/format/numbers.ts'
import type { PeriodName } from '../../declare/wire-dashboards.ts'
import type { ComparedPeriods, FiguresAnswer, ShownFigure } from '../../declare/wire-home.ts'
import { t } from '../i18n/t.ts'
import { CardEmpty, CardFailed } from '../cards/card-frame.tsx'
import { CardLink } from '../cards/card-link.tsx'
import { DeltaText } from './delta.tsx'
import { InHead } from '../cards/head-beside.ts'
import type { HomeCardProps } from '../cards/home-cards.ts'
import { periodTitle } from './period-title.ts'
import { shortValue } from './short-value.ts'
import { useCardData } from '../cards/use-home-cards.ts'

export default function FiguresCard({ card }: HomeCardProps) {
  const periods = card.periods ?? []
  const [chosen, setChosen] = useState<PeriodName>()
  const { data, error, refetch } = useCardData<FiguresAnswer>(card.key, chosen)
  if (data === undefined)
    return error === null ? <Places count={card.places ?? 0} /> : <CardFailed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <InHead>
        <small>{headOf(data)}</small>
        {periods.length > 1 && (
          <Segmented<PeriodName>
            size="small"
            aria-label={t('期间')}
            value={chosen ?? data.period.name}
            options={periods.map(value => ({ value, label: periodTitle(value) }))}
            onChange={setChosen}
          />
        )}
        {data.opens !== null && <CardLink to={data.opens}>{t('查看')}</CardLink>}
      </InHead>
      {data.list.length === 0 ? (
        <CardEmpty text={t('这里还没有您能看到的内容')} />
      ) : (
        <ul className="zg-figures">
          {data.list.map(figure => (
            <Place key={`${figure.name} ${figure.title}`} figure={figure} compared={data.compared} elapsed={data.elapsed} />
          ))}
        </ul>
      )}
    </>
  )
}

const Places = ({ count }: { count: number }) => (
  <ul className="zg-figures" aria-busy>
    {Array.from({ length: count }, (_, at) => (
      <li key={at} className="zg-figures-waiting" />
    ))}
  </ul>
)

/** The day up to which both sides hold, and what is compared, in few words. */
function headOf({ compared, computing }: FiguresAnswer): string {
  const short = (day: string): string => day.slice(5)
  return [
    ...(compared?.until == null ? [] : [t('数据至 {day}', { day: short(compared.until) })]),
    ...(compared === null ? [] : [t('对比 {from} 至 {to}', { from: short(compared.startDate), to: short(compared.endDate) })]),
    ...(compared?.leftOut === undefined || compared.leftOut.length === 0
      ? []
      : [t('{n} 个店铺未计入对比', { n: compared.leftOut.length })]),
    ...(computing.length === 0 ? [] : [t('计算中')]),
  ].join(' · ')
}

interface PlaceProps {
  readonly figure: ShownFigure
  readonly compared: ComparedPeriods | null
  readonly elapsed: string
}

function Place({ figure, compared, elapsed }: PlaceProps) {
  const { title, kind, value, url } = figure
  const shown = shortValue(kind, value)
  const unit = figure.currency === undefined ? '' : `${figure.currency} `
  const text = <b title={shown.exact ?? undefined}>{unit + shown.text}</b>
  return (
    <li data-negative={shown.isNegative || undefined}>
      <span className="zg-figures-title">{title}</span>
      {url === null ? text : <CardLink to={url}>{text}</CardLink>}
      <small>
        <DeltaText figure={figure} compared={figure.compared ?? compared} />
        {figure.wasOn !== undefined && figure.was != null && <span>{t('比 {day}', { day: figure.wasOn.slice(5) })}</span>}
        <Target figure={figure} elapsed={elapsed} />
        {figure.aim !== undefined && <Aim {...figure.aim} />}
        {figure.share !== undefined && <Share part={value ?? '0'} {...figure.share} />}
        {figure.fresh !== undefined && <span>{t('近 7 天 +{n}', { n: figure.fresh })}</span>}
      </small>
    </li>
  )
}

/** They stand beside the change in one line, so they have no decimals; the hover has them. */
const wholePercent = (value: string): string => `${toFixedScale(multiply(value, '100'), 0, 'halfUp')}%`

/** What part of the rows these are, beside how much they may be. */
function Share({ part, of, most }: NonNullable<ShownFigure['share']> & { part: string }) {
  if (of === 0) return null
  const share = divide(part, String(of), 4, 'halfUp')
  const isOver = compare(multiply(share, '100'), String(most)) > 0
  return <span data-over={isOver || undefined}>{t('占 {share}，上限 {most}%', { share: showPercent(share), most })}</span>
}

/** How much of what it shall come to is reached, beside how much of the time is over. */
function Target({ figure: { target, value }, elapsed }: { figure: ShownFigure; elapsed: string }) {
  if (target === undefined || target === null || value === null || compare(target, '0') <= 0) return null
  const done = wholePercent(divide(value, target, 4, 'halfUp'))
  return (
    <span title={t('预算 {target}，时间进度 {elapsed}', { target, elapsed: showPercent(elapsed) })}>
      {t('预算 {done} / 时间 {elapsed}', { done, elapsed: wholePercent(elapsed) })}
    </span>
  )
}

/** What of an aim of the month is reached, beside how much of the month is over. */
function Aim({ value, target, elapsed }: NonNullable<ShownFigure['aim']>) {
  const done = wholePercent(divide(value, target, 4, 'halfUp'))
  const hover = t('本月绩效目标 {target}，已完成 {value}，时间进度 {elapsed}', {
    target: showMoney(target),
    value: showMoney(value),
    elapsed: showPercent(elapsed),
  })
  return <span title={hover}>{t('目标 {done} / 时间 {elapsed}', { done, elapsed: wholePercent(elapsed) })}</span>
}
