/** The marketplaces: sales, result and margin, each with what it is held against. */
import type { MeasureDefinition } from '#platform/declare/wire.ts'
import { CardEmpty } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { DeltaText } from '#platform/web/home/delta.tsx'
import { shortValue } from '#platform/web/home/short-value.ts'
import { t } from '#platform/web/i18n/t.ts'
import { askedFor, comparisonOf, measuresIn, resultOf, shownFigure, type Question } from './ask.tsx'
import { Answered, Part } from './part.tsx'
import { useRows, type Asked } from './rows.tsx'

export function platformsShown(question: Question): readonly MeasureDefinition[] {
  const result = resultOf(question)
  const isBudget = question.state.against === 'budget'
  return [
    ...measuresIn(question, ['sales']),
    ...(result === undefined ? [] : [result]),
    ...(isBudget ? [] : measuresIn(question, ['margin'])),
  ]
}

export const platformsAsked = (question: Question): Asked => ({
  ...question.period,
  by: ['platform'],
  where: question.state.where,
  measures: askedFor(question, platformsShown(question)),
  ...comparisonOf(question),
  sortField: 'sales',
  sortWay: 'DESC',
})

export function Platforms({ question }: { question: Question }) {
  const query = useRows(question.definition, platformsAsked(question))
  const measures = platformsShown(question)
  return (
    <Part title={t('平台')} width={6} height={2}>
      <Answered query={query}>
        {({ list, compared = null }) =>
          list.length === 0 ? (
            <CardEmpty text={t('这个期间没有数据')} />
          ) : (
            <table className="zg-table zg-overview-table">
              <thead>
                <tr>
                  <th scope="col">{t('平台')}</th>
                  {measures.map(one => (
                    <th key={one.name} scope="col" data-figure>
                      {one.title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.map(row => {
                  const platform = row.key['platform'] ?? ''
                  return (
                    <tr key={platform}>
                      <th scope="row">{row.label['platform'] ?? t('未分摊')}</th>
                      {measures.map(measure => {
                        const figure = shownFigure(question, measure, row, { platform: [platform] })
                        const shown = shortValue(figure.kind, figure.value)
                        return (
                          <td key={measure.name} data-figure title={shown.exact ?? undefined}>
                            {figure.url === null ? shown.text : <CardLink to={figure.url}>{shown.text}</CardLink>}{' '}
                            {measure.kind === 'money' && (
                              <small>
                                <DeltaText figure={figure} compared={compared} />
                              </small>
                            )}
                          </td>
                        )
                      })}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          )
        }
      </Answered>
    </Part>
  )
}
