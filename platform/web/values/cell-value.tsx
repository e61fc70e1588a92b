/** A value in its cell: cut with an ellipsis, whole on hover; a figure shows its exact value there. */
import { ellipsis } from '#platform/format/text.ts'
import { useState } from 'react'
import type { FieldDefinition, Row } from '../../declare/wire.ts'
import { callUrl } from '../api/request.ts'
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

function titleOf({ exact, hover }: ShownValue): string | null {
  const said = hover ?? exact
  return said === null ? null : ellipsis(said, hoverTextMax)
}

/** The value as a cell of its own. */
export const plainCell = (shown: ShownValue, figure: boolean): PlainCell => ({
  text: ellipsis(shown.text, cellTextMax),
  look: figure ? (shown.isNegative ? 'zg-figure zg-negative' : 'zg-figure') : `zg-text${lookOf(shown)}`,
  title: titleOf(shown),
})

interface PictureProps {
  /** file; null: the record has none, its place stays */
  readonly file: string | null
}

/** The picture of a record before its name, in a place of its own size. */
export function SmallPicture({ file }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  if (file === null || isBroken) return <span className="zg-small-picture" aria-hidden />
  const src = callUrl('/fileUpload/down2', { id: file, w: 96 })
  return <img className="zg-small-picture" src={src} alt="" width={24} height={24} loading="lazy" onError={() => setBroken(true)} />
}

/** File of the picture beside a value; undefined: the field has none. */
export function pictureIn({ picture }: FieldDefinition, row: Row): string | null | undefined {
  const file = picture === undefined ? undefined : row[picture]
  return file === undefined ? undefined : typeof file === 'string' ? file : null
}

export function CellValue({ shown, figure }: ShownProps) {
  const { text, look, title } = plainCell(shown, figure)
  return (
    <span className={look} {...(title === null ? {} : { title })}>
      {text}
    </span>
  )
}
