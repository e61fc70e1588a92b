/** How far a figure has moved, in small below it; where the period before is not complete, that in its place. */
import type { Comparison, MeasureDefinition, ReportAnswer, ReportDefinition, ReportFigures } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { ChangeFigure, changeReason, showChange } from './change-figure.tsx'
import { isCompared, isInPoints } from './measures.ts'
import { partTitle } from './report-query.ts'

interface ChangeNoteProps {
  readonly definition: ReportDefinition
  readonly measure: MeasureDefinition
  readonly compare: Comparison | null
  readonly figures: Pick<ReportFigures, 'values' | 'isPartial'> & { readonly was?: ReportFigures['was'] | null }
  readonly compared: ReportAnswer['compared']
  readonly onOpen: () => void
  readonly tabIndex?: number
}

/** A ratio moves in points, everything else by a rate. */
export const changePart = (measure: MeasureDefinition) => (isInPoints(measure) ? 'difference' : 'rate')

/** The shops and months that the earlier period lacks, in words. */
export function lackingWords(compared: ReportAnswer['compared']): string {
  const named = (compared?.lacking ?? []).map(({ shop, month }) => (month === null ? shop : `${shop} ${month}`))
  return named.length === 0 ? t('对比的期间缺数据') : t('对比的期间缺 {named} 的数据', { named: named.slice(0, namedMax).join(t('、')) })
}
const namedMax = 5

export function ChangeNote({ definition, measure, compare, figures, compared, onOpen, tabIndex = -1 }: ChangeNoteProps) {
  if (compare === null || !isCompared(measure)) return null
  const [now, was] = [figures.values[measure.name] ?? null, figures.was?.[measure.name] ?? null]
  const part = changePart(measure)
  const title = partTitle(definition, measure, part, compare)
  if (was === null && now !== null)
    return (
      <span className="zg-change" title={compared?.isEmpty === true ? t('这个期间没有数据') : changeReason(now, was)}>
        {t('无对比')}
      </span>
    )
  if (figures.isPartial !== true)
    return (
      <span className="zg-change">
        <ChangeFigure
          measure={measure}
          values={figures.values}
          was={figures.was ?? null}
          part={part}
          title={title}
          tabIndex={tabIndex}
          onOpen={onOpen}
        />
      </span>
    )
  return (
    <button
      type="button"
      className="zg-change zg-change-partial zg-figure-link"
      tabIndex={tabIndex}
      title={lackingWords(compared)}
      aria-label={t('{title}：对比期不完整，查看组成', { title })}
      onClick={event => {
        event.stopPropagation()
        onOpen()
      }}
    >
      {t('对比期不全')}
    </button>
  )
}

/** What stands there, for the width that fits. */
export function changeText(measure: MeasureDefinition, figures: ChangeNoteProps['figures']): string {
  if (figures.isPartial === true) return t('对比期不全')
  return showChange(measure, figures.values[measure.name] ?? null, figures.was?.[measure.name] ?? null, changePart(measure)).text
}
