/** How far a figure of a card has moved, where the card asks for it; both periods, both figures and who is left out in the hover. */
import type { MeasureDefinition, ReportAnswer, ReportDefinition, ReportFigures } from '#platform/declare/wire.ts'
import { t } from '#platform/web/i18n/t.ts'
import { showChange } from '#platform/web/report/change-figure.tsx'
import { changeHover } from '#platform/web/report/change-note.tsx'
import { isCompared } from '#platform/web/report/measures.ts'
import type { CardQuery } from './measure-query.tsx'

interface ChangeTextProps {
  readonly definition: ReportDefinition
  readonly card: CardQuery
  readonly answer: ReportAnswer
  readonly measure: MeasureDefinition
  readonly figures: Pick<ReportFigures, 'values' | 'was' | 'now'>
  /** it says against what, where the card does not say it for all */
  readonly isNamed?: boolean
}

export function ChangeText({ definition, card, answer, measure, figures, isNamed = false }: ChangeTextProps) {
  const compare = card.query.compare ?? null
  const words = definition.compare.find(one => one.name === compare)
  if (words === undefined || figures.was === undefined || !isCompared(measure)) return null
  const { text, part, value, look } = showChange(measure, figures)
  const hover = changeHover({ definition, measure, compare, figures, compared: answer.compared, days: card.period })
  return (
    <small className={`zg-dash-change${look}`} title={`${words[part]}\n${hover}`}>
      {value === null ? t('无对比') : isNamed ? `${words[part]} ${text}` : text}
    </small>
  )
}
