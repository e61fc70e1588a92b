/** The operands of a formula with their values in the same row; each opens in turn. */
import { divide, isZero } from '#platform/format/decimal.ts'
import { showPercent } from '#platform/format/numbers.ts'
import type { MeasureDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { Figure, type Cell } from './figure.tsx'

interface OperandsProps {
  readonly measure: MeasureDefinition
  /** what shares are taken of: where the waterfall begins */
  readonly base: MeasureDefinition | undefined
  readonly cell: Pick<Cell, 'values' | 'rates'>
  readonly measureOf: (name: string) => MeasureDefinition | undefined
  readonly onOpen: (measure: string) => void
}

/** Sign before an operand: a sum adds, a ratio divides the first by the second. */
const signOf = (measure: MeasureDefinition, at: number): string => (at === 0 ? '' : measure.class === 'ratio' ? '÷' : '+')

/** decimals of a share: enough for one shown decimal of a percentage */
const shareScale = 6

/** A money figure as a part of another; null where there is nothing to divide by. */
export function shareOf(value: string | null, base: string | null): string | null {
  return value === null || base === null || isZero(base) ? null : divide(value, base, shareScale, 'halfUp')
}

function Share({ value }: { value: string | null }) {
  const isNegative = value?.startsWith('-') === true
  return <td className={`zg-report-figure zg-figure${isNegative ? ' zg-negative' : ''}`}>{showPercent(value)}</td>
}

export function Operands({ measure, base, cell, measureOf, onOpen }: OperandsProps) {
  const baseValue = base === undefined || measure.kind !== 'money' ? null : (cell.values[base.name] ?? null)
  const hasShares = baseValue !== null && !isZero(baseValue)
  const share = (one: MeasureDefinition) => hasShares && <Share value={shareOf(cell.values[one.name] ?? null, baseValue)} />
  const operands = measure.operands.flatMap(name => measureOf(name) ?? [])
  const titleOf = (name: string): string => measureOf(name)?.title ?? name
  return (
    <table className="zg-table zg-operands" aria-label={t('{title}的组成', { title: measure.title })}>
      {hasShares && (
        <thead>
          <tr>
            <td />
            <td />
            <th scope="col" className="zg-report-figure">
              {t('金额')}
            </th>
            <th scope="col" className="zg-report-figure">
              {t('占{title}', { title: base?.title ?? '' })}
            </th>
          </tr>
        </thead>
      )}
      <tbody>
        {operands.map((one, at) => (
          <tr key={one.name}>
            <td aria-hidden>{signOf(measure, at)}</td>
            <th scope="row">
              <button type="button" className="zg-trail" onClick={() => onOpen(one.name)}>
                {one.title}
              </button>
            </th>
            <td className="zg-report-figure">
              <Figure measure={one} values={cell.values} rates={cell.rates} titleOf={titleOf} onOpen={() => onOpen(one.name)} />
            </td>
            {share(one)}
          </tr>
        ))}
        <tr className="zg-operands-result">
          <td aria-hidden>=</td>
          <th scope="row">{measure.title}</th>
          <td className="zg-report-figure">
            <Figure measure={measure} values={cell.values} rates={cell.rates} titleOf={titleOf} onOpen={() => undefined} />
          </td>
          {share(measure)}
        </tr>
      </tbody>
    </table>
  )
}
