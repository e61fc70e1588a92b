/** A field of a record as it is read: whole, with its exact figure, its formatted text, the way to what it refers to. */
import type { Call, FieldDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { RichTextView } from '../rich-text/rich-text.tsx'
import { pictureIn, SmallPicture } from './cell-value.tsx'
import { RecordLink, referenceUrl, type UrlOfRecord } from './record-link.tsx'
import { MISSING } from '#platform/format/numbers.ts'
import { ItemCell } from './item-cell.tsx'
import { askOf } from './item-names.ts'
import { SensitiveValue } from './sensitive-value.tsx'
import { isFigure, itemLines, showValue } from './value.ts'

interface FieldValueProps {
  readonly field: FieldDefinition
  readonly row: Row
  readonly reveal: Call | undefined
  readonly urlOf: UrlOfRecord
}

export function FieldValue({ field, row, reveal, urlOf }: FieldValueProps) {
  const html = row[field.field]
  if (field.isHtml === true && typeof html === 'string' && html !== '') return <RichTextView value={html} />
  if (field.kind === 'items') {
    const lines = itemLines(html)
    if (lines.length > 0) return lines.map(line => <div key={line}>{line}</div>)
  }
  const shown = showValue(field, row, [t('是'), t('否')])
  if (field.isSensitive === true && reveal !== undefined && html !== null && html !== undefined)
    // another version of the row may hold another value
    return (
      <SensitiveValue key={row.version} call={reveal} id={row.id} field={field.field} text={shown.text} asks={field.isEncrypted === true} />
    )
  const url = referenceUrl(field, row, urlOf)
  const ask = shown.text === MISSING ? null : askOf(field, row)
  if (ask !== null)
    return (
      <ItemCell ask={ask} text={shown.text}>
        {name => (url === null ? name : <RecordLink url={url}>{name}</RecordLink>)}
      </ItemCell>
    )
  const file = pictureIn(field, row)
  const picture = typeof file === 'string' ? <SmallPicture key={file} file={file} /> : null
  if (url !== null)
    return (
      <RecordLink url={url}>
        {picture}
        {shown.text}
      </RecordLink>
    )
  if (picture !== null)
    return (
      <>
        {picture}
        {shown.text}
      </>
    )
  if (shown.isLate) return <span className="zg-late">{shown.text}</span>
  if (shown.tone !== undefined) return <span className={`zg-tone zg-tone-${shown.tone}`}>{shown.text}</span>
  if (!isFigure(field)) return shown.exact ?? shown.text
  return <span className={shown.isNegative ? 'zg-figure zg-negative' : 'zg-figure'}>{shown.exact === null ? shown.text : shown.exact}</span>
}
