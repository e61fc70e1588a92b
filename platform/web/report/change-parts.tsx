/** What a change is made of: the figure, the one it is held against, and how far it has moved; both figures open in turn. */
import { showPercent, TRUE_MINUS } from '#platform/format/numbers.ts'
import type { ComparisonDefinition, MeasureDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { showChange } from './change-figure.tsx'
import { showFigure } from '../values/value.ts'
import { Figure, kindOf, type Cell, type CellPart } from './figure.tsx'
import { isInPoints } from './measures.ts'

interface ChangePartsProps {
  readonly measure: MeasureDefinition
  readonly words: ComparisonDefinition
  readonly cell: Cell
  readonly titleOf: (name: string) => string
  readonly onOpen: (part: CellPart) => void
}

export function ChangeParts({ measure, words, cell, titleOf, onOpen }: ChangePartsProps) {
  const difference = showChange(measure, cell, 'difference')
  const rate = showChange(measure, cell, 'rate')
  const sides = [
    { part: 'now', sign: '', title: t('本期'), values: cell.values },
    ...(cell.now === undefined ? [] : [{ part: null, sign: '', title: t('其中可比'), values: cell.now }]),
    { part: 'was', sign: TRUE_MINUS, title: words.was, values: cell.was ?? {} },
  ] as const
  return (
    <table className="zg-table zg-operands" aria-label={t('{title}的组成', { title: `${measure.title} ${words.difference}` })}>
      <tbody>
        {sides.map(({ part, sign, title, values }) => (
          <tr key={title}>
            <td aria-hidden>{sign}</td>
            <th scope="row">
              {part === null ? (
                title
              ) : (
                <button type="button" className="zg-trail" onClick={() => onOpen(part)}>
                  {title}
                </button>
              )}
            </th>
            <td className="zg-report-figure">
              {part === null ? (
                showFigure(kindOf(measure), values[measure.name] ?? null).text
              ) : (
                <Figure measure={measure} title={title} values={values} rates={cell.rates} titleOf={titleOf} onOpen={() => onOpen(part)} />
              )}
            </td>
          </tr>
        ))}
        <tr className="zg-operands-result">
          <td aria-hidden>=</td>
          <th scope="row">{isInPoints(measure) ? t('{title}（百分点）', { title: words.difference }) : words.difference}</th>
          <td className={`zg-report-figure zg-figure${difference.look}`} title={difference.value ?? undefined}>
            {difference.text}
          </td>
        </tr>
        {!isInPoints(measure) && rate.value !== null && (
          <tr>
            <td />
            <th scope="row">{words.rate}</th>
            <td className={`zg-report-figure zg-figure${rate.look}`} title={showPercent(rate.value)}>
              {rate.text}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
