/** Columns of the table from the definition's fields. */
import type { TableColumnType } from 'antd'
import type { FieldDefinition, ListDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { splitValues, type ListState, type Sort } from './list-state.ts'
import { isFigure, showValue, type ShownValue } from './value.ts'

/** Room for a total of nine digits with its currency before it. */
const totalWidthMin = 160

export function defaultWidth(field: FieldDefinition): number {
  const width = field.width > 0 ? field.width : isFigure(field) ? 120 : field.kind === 'dateTime' ? 170 : 140
  return field.isTotal && field.currencyField !== null ? Math.max(width, totalWidthMin) : width
}

/** A value in its cell: cut with an ellipsis, whole on hover; a figure shows its exact value there. */
export function Shown({ shown, figure }: { shown: ShownValue; figure: boolean }) {
  const look = figure ? (shown.isNegative ? 'zg-figure zg-negative' : 'zg-figure') : 'zg-text'
  return (
    <span className={look} {...(shown.exact === null ? {} : { title: shown.exact })}>
      {shown.text}
    </span>
  )
}

/** Title of a column; money names its currency where the filter leaves one. */
function columnTitle(field: FieldDefinition, state: ListState): string {
  const currencies = field.currencyField === null ? [] : splitValues(state.filters[field.currencyField] ?? '')
  return currencies.length === 1 && currencies[0] !== undefined ? `${field.title} (${currencies[0]})` : field.title
}

/** The order the rows stand in: asked for, or the definition's own. */
const presentSort = (definition: ListDefinition, state: ListState): Sort | null => state.sort ?? definition.defaultSort

/** Data columns in the given order. */
export function dataColumns(definition: ListDefinition, shown: readonly FieldDefinition[], state: ListState): TableColumnType<Row>[] {
  const sort = presentSort(definition, state)
  return shown.map(field => {
    const figure = isFigure(field)
    const isSortable = definition.sortList.some(one => one.field === field.field)
    return {
      key: field.field,
      dataIndex: field.field,
      title: columnTitle(field, state),
      width: defaultWidth(field),
      ellipsis: { showTitle: false },
      align: figure ? 'right' : 'left',
      ...(isSortable
        ? {
            sorter: true,
            showSorterTooltip: false,
            sortOrder: sort?.field === field.field ? (sort.way === 'ASC' ? 'ascend' : 'descend') : null,
          }
        : {}),
      render: (_: unknown, row: Row) => <Shown shown={showValue(field, row, [t('是'), t('否')])} figure={figure} />,
    }
  })
}
