/** How far a figure has moved, in small below it; both periods, both figures and who is left out stand in the hover. */
import { sidesOf, type Held } from '#platform/format/change.ts'
import { sidesUntil, type Sides } from '#platform/format/like-for-like.ts'
import { movedFor, type Period } from '#platform/format/periods.ts'
import type { Comparison, MeasureDefinition, ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { showFigure } from '../values/value.ts'
import { ChangeFigure, changeReason, showChange } from './change-figure.tsx'
import { kindOf } from './figure.tsx'
import { isCompared } from './measures.ts'
import { partTitle } from './report-query.ts'

type Compared = ReportAnswer['compared']

interface ChangeNoteProps {
  readonly definition: ReportDefinition
  readonly measure: MeasureDefinition
  readonly compare: Comparison | null
  readonly figures: Held
  readonly compared: Compared
  /** the days that the figure stands for */
  readonly days: Period
  readonly onOpen: () => void
  readonly tabIndex?: number
}

const namedMax = 5
const namedFew = (names: readonly string[]): string =>
  names.length > namedMax
    ? t('{named} 等 {count} 个', { named: names.slice(0, namedMax).join(t('、')), count: names.length })
    : names.join(t('、'))

/** Whom and what neither side holds, one line each. */
export function leftOutWords(compared: Compared, titleOf: (name: string) => string): string[] {
  const named = (why: 'noData' | 'new'): string[] => (compared?.leftOut ?? []).flatMap(one => (one.why === why ? [one.shop] : []))
  const [noData, fresh] = [named('noData'), named('new')]
  const monthly = (compared?.monthly ?? []).map(({ measure, was }) =>
    was === null || Number(was) === 0
      ? titleOf(measure)
      : t('{title}（对比期 {amount}）', { title: titleOf(measure), amount: showFigure({ kind: 'money', decimals: null }, was).text }),
  )
  return [
    ...(noData.length === 0 ? [] : [t('数据不全，两期都未计入：{shops}', { shops: namedFew(noData) })]),
    ...(fresh.length === 0 ? [] : [t('对比期还没有数据，不计入增减：{shops}', { shops: namedFew(fresh) })]),
    ...(monthly.length === 0 ? [] : [t('按月入账，两期都未计入：{names}', { names: monthly.join(t('、')) })]),
  ]
}

const range = ({ from, to }: Period): string => (from === to ? from : t('{from} 至 {to}', { from, to }))

/** Both periods of the figure, like for like; null: none of its days is complete. */
export const comparedDays = (days: Period, compare: Comparison, compared: Compared): Sides | null =>
  sidesUntil(days, movedFor(days, compare), compared?.until ?? days.to)

/** Both periods with both figures, then who is left out. */
export function changeHover({ definition, measure, compare, figures, compared, days }: Omit<ChangeNoteProps, 'onOpen'>): string {
  const titleOf = (name: string): string => definition.measures.find(one => one.name === name)?.title ?? name
  const sides = compare === null ? null : comparedDays(days, compare, compared)
  const [now, was] = sidesOf(figures, measure.name)
  const line = (period: Period, value: string | null): string => `${range(period)}　${showFigure(kindOf(measure), value).text}`
  return [...(sides === null ? [] : [line(sides.now, now), line(sides.before, was)]), ...leftOutWords(compared, titleOf)].join('\n')
}

export function ChangeNote(props: ChangeNoteProps) {
  const { definition, measure, compare, figures, compared, onOpen, tabIndex = -1 } = props
  if (compare === null || !isCompared(measure)) return null
  const [now, was] = sidesOf(figures, measure.name)
  const hover = changeHover(props)
  if (was === null && now !== null)
    return (
      <span className="zg-change" title={`${compared?.isEmpty === true ? t('这个期间没有数据') : changeReason(now, was)}\n${hover}`}>
        {t('无对比')}
      </span>
    )
  const { part } = showChange(measure, figures)
  return (
    <span className="zg-change">
      <ChangeFigure
        measure={measure}
        figures={figures}
        title={partTitle(definition, measure, part, compare)}
        hover={hover}
        tabIndex={tabIndex}
        onOpen={onOpen}
      />
    </span>
  )
}

/** What stands there, for the width that fits. */
export const changeText = (measure: MeasureDefinition, figures: Held): string => showChange(measure, figures).text
