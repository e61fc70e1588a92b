/** The figures of the period, each with what it is held against; a click opens the report with it. */
import { DeltaText } from '#platform/web/home/delta.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { CardEmpty, CardFailed } from '#platform/web/cards/card-frame.tsx'
import { shortValue } from '#platform/web/home/short-value.ts'
import { t } from '#platform/web/i18n/t.ts'
import { figuresAsked, figuresShown, shownFigure, type Question } from './ask.tsx'
import { useRows } from './rows.tsx'

export function Figures({ question }: { question: Question }) {
  const measures = figuresShown(question)
  const { data, error, refetch } = useRows(question.definition, figuresAsked(question))
  if (data === undefined) {
    if (error !== null) return <CardFailed error={error} onRetry={() => void refetch()} />
    return (
      <ul className="zg-figures" aria-busy>
        {measures.map(one => (
          <li key={one.name} className="zg-figures-waiting" />
        ))}
      </ul>
    )
  }
  const [total] = data.totals
  if (total === undefined) return <CardEmpty text={t('这个期间没有数据')} />
  return (
    <ul className="zg-figures">
      {measures.map(measure => {
        const figure = shownFigure(question, measure, total)
        const shown = shortValue(figure.kind, figure.value)
        const text = <b title={shown.exact ?? undefined}>{shown.text}</b>
        return (
          <li key={measure.name} data-negative={shown.isNegative || undefined}>
            <span className="zg-figures-title">{measure.title}</span>
            {figure.url === null ? text : <CardLink to={figure.url}>{text}</CardLink>}
            <small>
              <DeltaText figure={figure} compared={data.compared ?? null} />
            </small>
          </li>
        )
      })}
    </ul>
  )
}
