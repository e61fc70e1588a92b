/** A value in its cell: cut with an ellipsis, whole on hover; a figure shows its exact value there. */
import { ellipsis } from '#platform/format/text.ts'
import type { PlainCell } from '../grid/grid-columns.ts'
import type { ShownValue } from './value.ts'

/** Half-width characters that a cell carries at most: the widest column shows fewer, the whole text stands in the hover. */
const cellTextMax = 160
const hoverTextMax = 2_000

interface ShownProps {
  readonly shown: ShownValue
  readonly figure: boolean
}

const lookOf = ({ isLate, tone }: ShownValue): string => (isLate ? ' zg-late' : tone === undefined ? '' : ` zg-tone zg-tone-${tone}`)

/** The value as a cell of its own. */
export const plainCell = (shown: ShownValue, figure: boolean): PlainCell => ({
  text: ellipsis(shown.text, cellTextMax),
  look: figure ? (shown.isNegative ? 'zg-figure zg-negative' : 'zg-figure') : `zg-text${lookOf(shown)}`,
  title: shown.exact === null ? null : ellipsis(shown.exact, hoverTextMax),
})

export function CellValue({ shown, figure }: ShownProps) {
  const { text, look, title } = plainCell(shown, figure)
  return (
    <span className={look} {...(title === null ? {} : { title })}>
      {text}
    </span>
  )
}
