/** A list seen as something else than its table, and below it how many records there are. Each view is loaded when it is first shown. */
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ListAnswer, ListDefinition, ListQuery, ListView } from '../../declare/wire.ts'
import { RowsLoading } from '../values/list-notices.tsx'
import { read } from '../values/call.ts'
import { totalText } from '../values/list-texts.ts'
import { Total, totalLines } from '../table/totals.tsx'
import type { ViewProps } from './view-props.ts'
import { viewParts } from './view-parts.ts'

export function ListViewBody({ view, ...props }: ViewProps & { readonly view: Exclude<ListView, 'table'> }) {
  const View = viewParts[view]
  return (
    <>
      <div className="zg-list-table zg-view">
        <Suspense fallback={<RowsLoading />}>
          <View {...props} />
        </Suspense>
      </div>
      {/* a month has sums of its own, and takes none of the list's filters */}
      {view !== 'grid' && <ViewFoot definition={props.definition} query={props.query} isReady={props.isReady} />}
    </>
  )
}

/** Count and totals over the whole filter, as below the table. */
function ViewFoot({ definition, query, isReady }: { definition: ListDefinition; query: ListQuery; isReady: boolean }) {
  const { sortField: _field, sortWay: _way, orderByList: _order, ...filter } = query
  const { data } = useQuery({
    queryKey: ['list', definition.type, 'totals', filter],
    queryFn: ({ signal }) => read<ListAnswer>(definition.calls.list, { ...filter, only: 'totals' }, { signal, quiet: true }),
    enabled: isReady,
    retry: false,
    throwOnError: false,
  })
  const totals = data === undefined ? [] : definition.result.filter(field => totalLines(field, data).length > 0)
  return (
    <div className="zg-list-footer">
      <div className="zg-view-totals">
        {data !== undefined &&
          totals.map(field => (
            <span key={field.field}>
              {field.title} <Total field={field} lines={totalLines(field, data)} />
            </span>
          ))}
      </div>
      {data !== undefined && <span className="zg-view-total">{totalText(data)}</span>}
    </div>
  )
}
