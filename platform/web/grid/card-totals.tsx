/** 总计 below cards: of each column that has one, line by line. */
import type { GridColumn } from './grid-columns.ts'

export function CardTotals<R>({ columns, count }: { readonly columns: readonly GridColumn<R>[]; readonly count: number }) {
  const shown = columns.filter(one => one.totals !== undefined && one.card !== 'detail')
  if (count === 0 || shown.length === 0) return null
  return (
    <div className="zg-card-totals">
      {shown.flatMap(column =>
        Array.from({ length: count }, (_, line) =>
          column.totals?.[line] == null ? null : (
            <span key={`${column.key} ${line}`}>
              <small>{column.card === 'title' ? '' : column.name}</small> {column.totals[line]}
            </span>
          ),
        ),
      )}
    </div>
  )
}
