/** First rows of a pinned list, in its own columns. */
import { useQuery } from '@tanstack/react-query'
import type { FieldDefinition, ListAnswer, ListDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { read } from '../values/call.ts'
import { listQuery } from '../values/list-query.ts'
import { readState } from '../values/list-state.ts'
import { totalText } from '../values/list-texts.ts'
import { CellValue } from '../values/cell-value.tsx'
import { ItemCell } from '../values/item-cell.tsx'
import { askOf } from '../values/item-names.ts'
import { today } from '../page/today.ts'
import { isFigure, showValue } from '../values/value.ts'
import { isPageFailure } from '../page/error-boundary.tsx'
import { CardEmpty, CardFailed, CardLoading } from '../cards/card-frame.tsx'

const shown = { small: { rows: 4, columns: 4 }, large: { rows: 20, columns: 8 } } as const

interface PinnedListProps {
  readonly definition: ListDefinition
  readonly search: URLSearchParams
  /** query values of the menu entry itself: they narrow the list for good */
  readonly fixed: Readonly<Record<string, string>>
  readonly large: boolean
  /** absent: the first columns of the list */
  readonly fields?: readonly string[]
}

export default function PinnedList({ definition, search, fixed, large, fields }: PinnedListProps) {
  const size = large ? shown.large : shown.small
  const state = { ...readState(search), pageNum: 1, pageSize: size.rows }
  const query = listQuery(definition, state, fixed, today())
  const { data, error, refetch } = useQuery({
    queryKey: ['list', definition.type, 'home', query],
    queryFn: ({ signal }) => read<ListAnswer>(definition.calls.list, { ...query, only: 'rows' }, { signal, quiet: true }),
    throwOnError: (reason, one) => isPageFailure(reason, one.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  const isFiltered = Object.keys(state.filters).length > 0 || state.conditions !== null
  if (data.list.length === 0) return <CardEmpty text={isFiltered ? t('没有符合筛选条件的数据') : definition.empty} />
  const named = fields?.flatMap(name => definition.showList.find(one => one.field === name) ?? [])
  const columns = (large ? undefined : named) ?? definition.showList.slice(0, size.columns)
  return (
    <div className="zg-pinned-rows">
      <table className="zg-table">
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.field} scope="col" data-figure={isFigure(column) || undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="zg-items-low">
          {data.list.map(row => (
            <tr key={row.id}>
              {columns.map(column => (
                <td key={column.field} data-figure={isFigure(column) || undefined}>
                  <Value column={column} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <small>{totalText(data)}</small>
    </div>
  )
}

function Value({ column, row }: { readonly column: FieldDefinition; readonly row: Row }) {
  const shown = showValue(column, row, [t('是'), t('否')])
  const ask = askOf(column, row)
  return ask === null ? <CellValue shown={shown} figure={isFigure(column)} /> : <ItemCell ask={ask} text={shown.text} />
}
