/** A value in its cell: cut with an ellipsis, whole on hover; a figure shows its exact value there. */
import { ellipsis } from '#platform/format/text.ts'
import type { ShownValue } from './value.ts'

/** Half-width characters that a cell carries at most: the widest column shows fewer, the whole text stands in the hover. */
const cellTextMax = 160
const hoverTextMax = 2_000

interface ShownProps {
  readonly shown: ShownValue
  readonly figure: boolean
  /** may be set in its cell */
  readonly isInline?: boolean
}

export function Shown({ shown, figure, isInline = false }: ShownProps) {
  const look = figure ? (shown.isNegative ? 'zg-figure zg-negative' : 'zg-figure') : 'zg-text'
  return (
    <span
      className={isInline ? `${look} zg-inline` : look}
      {...(shown.exact === null ? {} : { title: ellipsis(shown.exact, hoverTextMax) })}
    >
      {ellipsis(shown.text, cellTextMax)}
    </span>
  )
}
