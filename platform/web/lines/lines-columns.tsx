/** Columns of the lines of a document, on the list's own grid. */
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { FieldDefinition, Row } from '../../declare/wire.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import { t } from '../i18n/t.ts'
import { plainCell } from '../values/cell-value.tsx'
import { Total } from '../table/totals.tsx'
import { copiedValue, isFigure, showValue, type ShownValue } from '../values/value.ts'
import { asText } from '#platform/format/text.ts'

/** Key of the column that numbers the lines. */
export const numberKey = 'zg-line'
const numberWidth = 48
/** px of the column that stays in sight on a phone */
const keptMax = 112

interface ColumnsOf {
  readonly definition: LinesDefinition
  /** place of each line, from 1 on; absent: the empty line at the end */
  readonly places: ReadonlyMap<string, number>
  readonly faultOf: (id: string, field: string) => string | undefined
  readonly totals: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly isMobile: boolean
  readonly canEdit: (field: string) => boolean
}

/** decimals of money in a list */
const moneyDecimals = 2

/** An empty cell is empty, and money whole: who writes a third decimal must see it. */
function shownIn(field: FieldDefinition, row: Row): ShownValue {
  const value = row[field.field]
  if (value === undefined || value === null || value === '') return { text: '', exact: null, isNegative: false }
  const shown = showValue(field, row, [t('是'), t('否')])
  const decimals = field.kind === 'money' ? (shown.exact?.split('.')[1] ?? '') : ''
  return decimals.length > moneyDecimals && shown.exact !== null ? { ...shown, text: shown.exact } : shown
}

export function linesColumns({ definition, places, faultOf, totals, isMobile, canEdit }: ColumnsOf): GridColumn<Row>[] {
  const required = new Set(definition.form.filter(item => item.required).map(item => item.field))
  const numbers: GridColumn<Row> = {
    key: numberKey,
    name: '#',
    width: numberWidth,
    align: 'right',
    // a phone has room for one kept column
    pin: 'left',
    isLoose: isMobile,
    isFixed: true,
    look: 'zg-line-no',
    plain: row => {
      const fault = faultOf(row.id, '')
      return { text: asText(places.get(row.id) ?? '*'), look: fault === undefined ? '' : 'zg-line-fault', title: fault ?? null }
    },
    render: () => null,
  }
  const data = definition.fields.map((field, at): GridColumn<Row> => {
    const figure = isFigure(field)
    const sums = [...(totals.get(field.field) ?? [])].map(([currency, value]) => ({ currency: currency === '' ? null : currency, value }))
    return {
      key: field.field,
      name: required.has(field.field) ? `${field.title} *` : field.title,
      width: isMobile && at === 0 ? Math.min(field.width, keptMax) : field.width,
      align: figure ? 'right' : 'left',
      ...(at === 0 ? { pin: 'left' as const } : {}),
      look: canEdit(field.field) ? 'zg-line-cell' : 'zg-line-still',
      plain: row => {
        const fault = faultOf(row.id, field.field)
        const cell = plainCell(shownIn(field, row), figure)
        return fault === undefined ? cell : { text: cell?.text ?? '', look: `${cell?.look ?? ''} zg-line-fault`, title: fault }
      },
      render: () => null,
      copy: row => copiedValue(field, row, [t('是'), t('否')]),
      shown: row => shownIn(field, row).text,
      ...(field.isTotal ? { totals: [<Total key={field.field} field={field} lines={sums} />] } : {}),
    }
  })
  return [numbers, ...data]
}
