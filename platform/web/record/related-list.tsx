/** A list inside the page of a record: what refers to it, in the person's own columns, page by page. */
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import type { ListDefinition, RelationDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { ListPages } from '../table/list-footer.tsx'
import { useActionColumn } from '../actions/row-controls.tsx'
import { useListActions } from '../actions/use-actions.tsx'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { NoRows, RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import { listQuery } from '../values/list-query.ts'
import { emptyState, joinValues, withOrders, writeState, type ListState } from '../values/list-state.ts'
import { ListTable } from '../rows/list-table.tsx'
import { RecordLink, useRecordUrls } from '../values/record-link.tsx'
import { today } from '../page/today.ts'
import { useColumnLayout } from '../table/use-column-layout.ts'
import type { InlineEdit } from '../rows/use-inline-edit.tsx'
import { useFollowChanges, useRefreshList, useRows, type ListRows } from '../rows/use-list-data.ts'
import { useListDefinition } from '../values/use-list-definition.ts'
import { useRowView } from '../rows/use-row-view.tsx'
import { lazyPart } from '../page/lazy-part.tsx'
import type { CheckLinesProps } from '../views/checklist/checklist.tsx'
import { useShell } from '../page/shell-context.ts'

interface RelatedListProps {
  readonly relation: Pick<RelationDefinition, 'type' | 'title'>
  /** fields of the list, each with what it holds in the record */
  readonly where: readonly (readonly [field: string, value: string | readonly string[]])[]
  /** absent: as the list stands */
  readonly sort?: ListState['sort']
  /** what may be done to single rows is offered: to lines, which have no other page */
  readonly acts?: true
}

export function RelatedList(props: RelatedListProps) {
  const { data, error, refetch } = useListDefinition(props.relation.type)
  if (data !== undefined) return <Related {...props} definition={data} />
  return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
}

const CheckLines = lazyPart<CheckLinesProps>(() => import('../views/checklist/checklist.tsx').then(one => ({ default: one.CheckLines })))

/** Cells are for reading here: their list is the place to edit them. */
const noEdit: InlineEdit = { canEdit: () => false, begin: () => false, editing: null }
const noFixed = {}

const withoutOnCards = (definition: ListDefinition, fields: readonly string[]): ListDefinition =>
  definition.card === undefined
    ? definition
    : { ...definition, card: { ...definition.card, subtitle: definition.card.subtitle.filter(one => !fields.includes(one)) } }

function noticeOf({ isError, error, data, refetch }: ListRows, { title }: ListDefinition): ReactNode {
  if (isError) return <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <RowsLoading />
  return data.list.length > 0 ? null : (
    <NoRows text={t('没有关联的{title}', { title })} isFiltered={false} begin={null} onReset={() => undefined} />
  )
}

/** What may be done to single rows, where that is offered. */
function useRowActs(definition: ListDefinition, isOffered: boolean, onChanged: () => void, open: (row: Row) => void) {
  const acting = useMemo(() => (isOffered ? definition.actions.filter(one => one.over === 'row') : []), [isOffered, definition])
  const actions = useListActions({ ...definition, calls: { list: definition.calls.list }, actions: acting }, onChanged)
  const controls = useMemo(() => ({ hasColumn: acting.length > 0, edit: false, remove: false, actions: acting }), [acting])
  const actionColumn = useActionColumn(definition, controls, actions, open, useIsMobile())
  return { actions, actionColumn }
}

function Related({ relation, where, definition, sort, acts }: RelatedListProps & { readonly definition: ListDefinition }) {
  const { type } = relation
  const fields = useMemo(() => where.map(([field]) => field), [where])
  const [state, setState] = useState<ListState>({
    ...emptyState,
    ...(sort === undefined ? {} : { sort }),
    conditions: where.map(([field, value]) => ({ field, condition: 'EQ', value: joinValues([value].flat()) })),
  })
  const day = today()
  const query = useMemo(() => listQuery(definition, state, noFixed, day), [definition, state, day])
  // a checklist reads all its lines itself, and has no pages
  const isPaged = definition.shownAs?.checklist === undefined
  const rows = useRows(definition, query, isPaged)
  useFollowChanges(type)
  const layout = useColumnLayout(definition)
  // it says of every row what the page says already
  const columns = useMemo(() => layout.columns.filter(one => !fields.includes(one.field)), [layout.columns, fields])
  const shown = useMemo(() => withoutOnCards(definition, fields), [definition, fields])
  const { go } = useShell()
  const search = writeState(state, new URLSearchParams()).toString()
  const urlOf = useRecordUrls()
  const onChanged = useRefreshList(type)
  const view = useRowView(definition, { onChanged, onStep: () => undefined, list: search })
  const { actions, actionColumn } = useRowActs(definition, acts === true, onChanged, view.open)
  const open = (row: Row): void => {
    const url = urlOf(type, row.id, search)
    if (url === null) view.open(row)
    else go(url)
  }
  return (
    <section className="zg-related" aria-label={relation.title}>
      {definition.shownAs?.checklist === undefined ? (
        <ListTable
          asCards
          definition={shown}
          title={relation.title}
          columns={columns}
          layout={layout}
          state={state}
          answer={rows.data}
          isStale={rows.isPlaceholderData}
          notice={noticeOf(rows, definition)}
          actionColumn={actionColumn}
          selection={null}
          onOpen={open}
          inline={noEdit}
          onOrders={orders => setState(withOrders(state, orders))}
        />
      ) : (
        <Suspense fallback={<RowsLoading />}>
          <CheckLines
            {...{ definition, query, actions }}
            shown={definition.shownAs}
            title={relation.title}
            isReady
            onOpen={open}
            isFiltered={false}
            onReset={() => undefined}
          />
        </Suspense>
      )}
      <RelatedFoot {...{ type, search, state, isPaged }} answer={rows.data} onState={setState} />
      {actions.dialog}
      {view.drawer}
    </section>
  )
}

interface FootProps {
  readonly type: string
  readonly search: string
  readonly state: ListState
  readonly answer: ListRows['data']
  readonly isPaged: boolean
  readonly onState: (state: ListState) => void
}

function RelatedFoot({ type, search, state, answer, isPaged, onState }: FootProps) {
  const page = useShell().routes.find(({ menu }) => menu.component === `list/${type}`)
  return (
    <div className="zg-related-foot">
      {page !== undefined && (
        <RecordLink url={`${page.menu.path}${page.menu.path.includes('?') ? '&' : '?'}${search}`} isExact>
          {t('在列表中打开')}
        </RecordLink>
      )}
      {answer?.period !== undefined && (
        <span className="zg-related-period">{t('{from} 至 {to}', { from: answer.period.from, to: answer.period.to })}</span>
      )}
      {isPaged && (
        <ListPages
          state={state}
          answer={answer}
          onPage={(pageNum, pageSize) => onState({ ...state, pageNum: pageSize === state.pageSize ? pageNum : 1, pageSize })}
        />
      )}
    </div>
  )
}
