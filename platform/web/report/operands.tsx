/** The operands of a formula with their values in the same row; each opens in turn. */
import type { MeasureDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { Figure, type Cell } from './figure.tsx'

interface OperandsProps {
  readonly measure: MeasureDefinition
  readonly cell: Cell
  readonly measureOf: (name: string) => MeasureDefinition | undefined
  readonly onOpen: (measure: string) => void
}

/** Sign before an operand: a sum adds, a ratio divides the first by the second. */
const signOf = (measure: MeasureDefinition, at: number): string => (at === 0 ? '' : measure.class === 'ratio' ? '÷' : '+')

export function Operands({ measure, cell, measureOf, onOpen }: OperandsProps) {
  const operands = measure.operands.flatMap(name => measureOf(name) ?? [])
  const titleOf = (name: string): string => measureOf(name)?.title ?? name
  return (
    <table className="zg-operands" aria-label={t('{title}的组成', { title: measure.title })}>
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
          </tr>
        ))}
        <tr className="zg-operands-result">
          <td aria-hidden>=</td>
          <th scope="row">{measure.title}</th>
          <td className="zg-report-figure">
            <Figure measure={measure} values={cell.values} rates={cell.rates} titleOf={titleOf} onOpen={() => undefined} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}
