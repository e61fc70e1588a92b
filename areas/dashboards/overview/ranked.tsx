/** Rows of the report from both ends: those that moved the result most, or those with most and least of it. */
import type { ReactNode } from 'react'
import type { MeasureDefinition, ReportAnswer } from '#platform/declare/wire.ts'
import { changeOf } from '#platform/format/change.ts'
import { isNegative, isZero } from '#platform/format/decimal.ts'
import { CardEmpty } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { DeltaText, deltaTitle } from '#platform/web/home/delta.tsx'
import { shortValue } from '#platform/web/home/short-value.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ItemCell } from '#platform/web/values/item-cell.tsx'
import { askedFor, comparisonOf, differenceField, resultOf, shownFigure, type Question } from './ask.tsx'
import { Answered, Part } from './part.tsx'
import { useRows } from './rows.tsx'

interface RankedProps {
  readonly question: Question
  readonly title: string
  /** dimension */
  readonly by: string
  /** rows from each end */
  readonly count: number
  /** by how far they moved, else by how much they have */
  readonly isMoved: boolean
}

const itemOf = ({ definition }: Question, by: string) => definition.dimensions.find(one => one.name === by)?.item
/** rows that fit into two rows of the grid; products need more height, and the whole width */
const few = 5

export function Ranked(props: RankedProps) {
  const { question, title, by } = props
  const result = resultOf(question)
  if (result === undefined || !question.definition.dimensions.some(one => one.name === by)) return null
  const hasItems = itemOf(question, by) !== undefined
  return (
    <Part title={title} width={hasItems ? 12 : 6} height={props.count > few ? (hasItems ? 4 : 3) : 2}>
      <Rows {...props} result={result} />
    </Part>
  )
}

type ResultProps = RankedProps & { readonly result: MeasureDefinition }

function Rows({ question, by, count, isMoved, result }: ResultProps) {
  const sortField = isMoved ? differenceField(question, result.name) : result.name
  const asked = {
    ...question.period,
    by: [by],
    where: question.state.where,
    measures: [...askedFor(question, [result]), ...(sortField.includes('.') ? [] : [sortField])],
    ...comparisonOf(question),
    sortField,
    pageNum: 1,
    pageSize: count,
  }
  const first = useRows(question.definition, { ...asked, sortWay: 'DESC' })
  // few rows are all in the first answer
  const isAll = first.data !== undefined && first.data.total <= count
  const second = useRows(question.definition, { ...asked, sortWay: 'ASC' }, first.data !== undefined && !isAll)
  const last = isAll ? { ...first, data: { ...first.data, list: first.data.list.toReversed() } } : second
  return (
    <div className={isMoved ? 'zg-overview-ends zg-overview-moved' : 'zg-overview-ends'}>
      <Answered query={first}>
        {answer => (
          <End question={question} by={by} result={result} rows={endOf(question, answer, result, isMoved, 1)} isMoved={isMoved} isFirst />
        )}
      </Answered>
      <Answered query={last}>
        {answer =>
          // few rows stand in one list
          !isMoved && answer.total <= count ? null : (
            <End question={question} by={by} result={result} rows={endOf(question, answer, result, isMoved, -1)} isMoved={isMoved} />
          )
        }
      </Answered>
    </div>
  )
}

/** Of those that moved, the ones that went this way. */
function endOf(question: Question, { list }: ReportAnswer, result: MeasureDefinition, isMoved: boolean, sign: 1 | -1) {
  if (!isMoved) return list
  return list.filter(row => {
    const { now, value, was } = shownFigure(question, result, row)
    const moved = changeOf(now ?? value, was ?? null).difference
    return moved !== null && !isZero(moved) && isNegative(moved) === (sign === -1)
  })
}

interface EndProps {
  readonly question: Question
  readonly by: string
  readonly result: MeasureDefinition
  readonly rows: ReportAnswer['list']
  readonly isMoved: boolean
  readonly isFirst?: true
}

function End({ question, by, result, rows, isMoved, isFirst }: EndProps) {
  const label = isFirst === true ? (isMoved ? t('增加') : t('最多')) : isMoved ? t('减少') : t('最少')
  return (
    <div>
      <h3>{label}</h3>
      {rows.length === 0 && <CardEmpty text={t('没有')} />}
      <ul className="zg-card-rows">
        {rows.map(row => {
          const key = row.key[by] ?? ''
          const figure = shownFigure(question, result, row, { [by]: [key] })
          const text = row.label[by] ?? (key === '' ? t('未分摊') : key)
          const moved = changeOf(figure.now ?? figure.value, figure.was ?? null).difference
          const item = key === '' ? undefined : itemOf(question, by)
          const linked = (name: string): ReactNode => (figure.url === null ? name : <CardLink to={figure.url}>{name}</CardLink>)
          const shown = shortValue(figure.kind, isMoved ? moved : figure.value)
          return (
            <li key={key}>
              {item === undefined ? (
                <span title={text}>{linked(text)}</span>
              ) : (
                <ItemCell ask={{ [item]: key }} text={text}>
                  {linked}
                </ItemCell>
              )}
              <b title={isMoved ? deltaTitle(figure, null) : (shown.exact ?? undefined)}>
                {isMoved && !shown.isNegative ? '+' : ''}
                {shown.text}
              </b>
              <small>
                <DeltaText figure={figure} compared={null} />
              </small>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
