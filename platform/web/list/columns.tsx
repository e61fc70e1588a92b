/** Columns of the table from the definition's fields. */
import type { FieldDefinition, ListAnswer, ListDefinition, Row } from '../../declare/wire.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import { t } from '../i18n/t.ts'
import { splitValues, type ListState } from './list-state.ts'
import { RecordLink, referenceUrl, type UrlOfRecord } from './record-link.tsx'
import { SensitiveValue } from './sensitive-value.tsx'
import { CellValue, plainCell } from './cell-value.tsx'
import { Total, totalLines } from './totals.tsx'
import type { ColumnLayout } from './use-column-layout.ts'
import { copiedValue, isFigure, showValue } from './value.ts'

/** px of a column on a phone that nobody has drawn wider: three stand side by side, their texts on two lines; figures keep their room */
const narrowMax = 112

/** Money names its currency where the filter leaves one. */
function currencyNote(field: FieldDefinition, state: ListState): string | undefined {
  const currencies = field.currencyField === null ? [] : splitValues(state.filters[field.currencyField] ?? '')
  return currencies.length === 1 && currencies[0] !== undefined ? ` (${currencies[0]})` : undefined
}

interface ColumnsOf {
  readonly definition: ListDefinition
  readonly shown: readonly FieldDefinition[]
  readonly state: ListState
  readonly layout: Pick<ColumnLayout, 'widthOf' | 'isSet' | 'frozen'>
  readonly answer: ListAnswer | undefined
  readonly isMobile: boolean
  /** opens a row from its first cell */
  readonly onOpen: (row: Row) => void
  readonly canEdit: (field: string) => boolean
  /** where references lead */
  readonly urlOf: UrlOfRecord
}

/** Data columns in the given order. On a phone the first stays in sight, and no other. */
export function dataColumns({ definition, shown, state, layout, answer, isMobile, onOpen, canEdit, urlOf }: ColumnsOf): GridColumn<Row>[] {
  const yesNo = [t('是'), t('否')] as const
  const { reveal } = definition.calls
  return shown.map((field, at) => {
    const figure = isFigure(field)
    const isFirst = at === 0
    const isInline = canEdit(field.field)
    const isKept = isMobile ? isFirst : layout.frozen.has(field.field)
    const width = layout.widthOf(field.field)
    const note = currencyNote(field, state)
    // its value comes masked, and a button asks for it
    const isMasked = (row: Row): boolean => field.isSensitive === true && reveal !== undefined && row[field.field] !== null
    // the first opens its row, one that is edited in its cell its control
    const isLinked = field.kind === 'reference' && !isFirst && !isInline
    const lines = answer === undefined ? [] : totalLines(field, answer)
    return {
      key: field.field,
      name: field.title,
      ...(note === undefined ? {} : { note }),
      width: isMobile && !figure && (isFirst || !layout.isSet(field.field)) ? Math.min(width, narrowMax) : width,
      isSet: layout.isSet(field.field),
      align: figure ? 'right' : 'left',
      ...(isKept ? { pin: 'left' as const } : {}),
      isSortable: definition.sortList.some(one => one.field === field.field),
      ...(isInline ? { look: 'zg-inline' } : {}),
      plain: row =>
        isFirst || isMasked(row) || (isLinked && referenceUrl(field, row, urlOf) !== null)
          ? null
          : plainCell(showValue(field, row, yesNo), figure),
      render: row => {
        const shown = showValue(field, row, yesNo)
        if (reveal !== undefined && isMasked(row))
          // another version of the row may hold another value
          return <SensitiveValue key={row.version} isInCell call={reveal} id={row.id} field={field.field} text={shown.text} />
        const url = isLinked ? referenceUrl(field, row, urlOf) : null
        if (url !== null)
          return (
            <RecordLink url={url} isInCell className="zg-open">
              <CellValue shown={shown} figure={false} />
            </RecordLink>
          )
        return (
          <button type="button" tabIndex={-1} className="zg-open" onClick={() => onOpen(row)}>
            <CellValue shown={shown} figure={figure} />
          </button>
        )
      },
      shown: row => showValue(field, row, yesNo).text,
      copy: row => copiedValue(field, row, yesNo),
      ...(lines.length === 0 ? {} : { totals: [<Total key={field.field} field={field} lines={lines} />] }),
    }
  })
}
