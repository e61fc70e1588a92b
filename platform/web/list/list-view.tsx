/** A list: title line, filter bar, table, footer, and the dialogs that belong to it. */
import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, lazy, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { FieldDefinition, ListAnswer, ListDefinition, UploadDefinition } from '../../declare/wire.ts'
import { PinButton } from '../home/pin-button.tsx'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../shell/layout/use-is-mobile.ts'
import { SchemeButton } from '../schemes/scheme-button.tsx'
import { usePage } from '../shell/page/page-context.ts'
import { BatchEditButton } from '../batch/batch-edit-button.tsx'
import { RemoveBetweenButton } from '../batch/remove-between-button.tsx'
import { withReload } from '../shell/page/chunk-load.ts'
import { tellIfSynced } from '../shell/use-usage.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { DensityButton } from './density-button.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FilterTabs } from './filter-tabs.tsx'
import { ListFooter } from './list-footer.tsx'
import { filterQuery, listQuery } from './list-query.ts'
import { isBlank, isNarrowed, openingState, withOrders, withoutFilters, type ListState } from './list-state.ts'
import { ListTable } from './list-table.tsx'
import { NoRows, RowsFailed, RowsLoading } from './list-notices.tsx'
import { isSelectable, pageActions, rowControls } from './operation-rule.ts'
import { actionColumn } from './row-controls.tsx'
import { today } from './today.ts'
import { useColumnLayout, type ColumnLayout } from './use-column-layout.ts'
import { useListActions, type ListActions } from './use-actions.tsx'
import { useInlineEdit } from './use-inline-edit.tsx'
import { useFollowChanges, useRefreshList, useRows, type ListRows } from './use-list-data.ts'
import { useListState, type ListStateHook } from './use-list-state.ts'
import { useRowView } from './use-row-view.tsx'
import { useSelection, type Selection } from './use-selection.ts'

const UploadDialog = lazy(withReload(() => import('../upload/upload-dialog.tsx')))

/** The buttons that begin something: at most one of them is primary, the same stands in the empty state. */
function useBeginButtons(definition: ListDefinition, onAdd: () => void, onUpload: () => void): { primary: ReactNode; second: ReactNode } {
  const add = definition.calls.add !== undefined && definition.form.length > 0
  const upload = definition.upload !== null
  const addButton = (type: 'primary' | 'default') => (
    <Button type={type} icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
      {t('新增')}
    </Button>
  )
  const uploadButton = (type: 'primary' | 'default') => (
    <Button type={type} icon={<UploadOutlined aria-hidden />} onClick={onUpload}>
      {definition.upload?.button}
    </Button>
  )
  if (add) return { primary: addButton('primary'), second: upload ? uploadButton('default') : null }
  return { primary: upload ? uploadButton('primary') : null, second: null }
}

/** After a deletion the page asked for may lie behind the last one. */
function useLastPage(
  answer: ListAnswer | undefined,
  isStale: boolean,
  pageNum: number,
  pageSize: number,
  go: (pageNum: number) => void,
): void {
  const lastPage = answer === undefined ? 1 : Math.max(1, Math.ceil(answer.total / pageSize))
  const isBehind =
    answer !== undefined && !isStale && answer.list.length === 0 && answer.total > 0 && answer.totalExact !== false && pageNum > lastPage
  useEffect(() => {
    if (isBehind) go(lastPage)
  }, [isBehind, lastPage, go])
}

/** Title line: the name, the page's tools at the right. */
function ListHead({ type, title, tools }: { type: string; title: string; tools: ReactNode }) {
  return (
    <header className="zg-list-head">
      <div className="zg-list-title">
        <h1>{title}</h1>
        <PinButton type={type} title={title} />
      </div>
      <div className="zg-list-tools">{tools}</div>
    </header>
  )
}

function Uploading(props: { definition: UploadDefinition; onClose: () => void; onImported: () => void }) {
  const { menu } = usePage()
  const onImported = (): void => {
    tellIfSynced(props.definition.call.path, menu.component)
    props.onImported()
  }
  return (
    <Suspense fallback={null}>
      <UploadDialog {...props} onImported={onImported} />
    </Suspense>
  )
}

interface ColumnToolsProps {
  readonly definition: ListDefinition
  readonly layout: ColumnLayout
  /** the state is known: a default scheme must not run ahead of it */
  readonly isReady: boolean
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

/** Schemes, and the quick way to the columns. */
function ColumnTools({ definition, layout, isReady, state, onState }: ColumnToolsProps) {
  return (
    <>
      <SchemeButton
        definition={definition}
        state={state}
        isBlank={isReady && isBlank(state)}
        onApply={applied => onState({ ...state, ...applied, pageNum: 1 })}
      />
      <DensityButton layout={layout} />
      <ColumnChooser definition={definition} layout={layout} />
    </>
  )
}

/** What stands in place of rows; null where there are rows. */
function noticeOf(rows: ListRows, empty: string, isFiltered: boolean, begin: ReactNode, onReset: () => void): ReactNode {
  if (rows.isError) return <RowsFailed error={rows.error} onRetry={() => void rows.refetch()} />
  if (rows.data === undefined) return <RowsLoading />
  return rows.data.list.length === 0 ? <NoRows text={empty} isFiltered={isFiltered} begin={begin} onReset={onReset} /> : null
}

interface ToolsProps {
  readonly definition: ListDefinition
  readonly actions: ListActions
  readonly begin: { readonly primary: ReactNode; readonly second: ReactNode }
  readonly columns: readonly FieldDefinition[]
  readonly chooser: ReactNode
  readonly list: {
    readonly fixed: Readonly<Record<string, string>>
    readonly state: ListState
    readonly selection: Selection
    readonly total: number | undefined
    /** rows were changed: the list asks again */
    readonly onChanged: () => void
  }
}

/** Page actions at the right of the title. */
function Tools({ definition, actions, begin, columns, chooser, list }: ToolsProps) {
  return (
    <>
      {pageActions(definition).map(one => (
        <Button key={one.name} onClick={() => actions.run(one, [])}>
          {one.title}
        </Button>
      ))}
      <ExportButton
        definition={definition}
        columns={columns}
        state={list.state}
        fixed={list.fixed}
        selectedIds={list.selection.ids}
        total={list.total}
      />
      <BatchEditButton
        definition={definition}
        rows={list.selection.rows}
        query={filterQuery(definition, list.state, list.fixed, today())}
        onChanged={list.onChanged}
      />
      <RemoveBetweenButton definition={definition} onChanged={list.onChanged} />
      {chooser}
      {begin.second}
      {begin.primary}
    </>
  )
}

/** What a list opens with holds until something else is asked of it, were it for everything. */
function useOpenedState(definition: ListDefinition): ListStateHook {
  const { state, setState, ...rest } = useListState(definition.type)
  const [isAsked, setAsked] = useState(false)
  const ask = useCallback(
    (next: ListState) => {
      setAsked(true)
      setState(next)
    },
    [setState],
  )
  const opened = useMemo(() => openingState(definition, state), [definition, state])
  return { ...rest, state: isAsked ? state : opened, setState: ask }
}

/** The state of a list and its rows: what is asked, what came, what is selected. */
function useList(definition: ListDefinition) {
  // the menu entry's own query values (`/finance/x?kind=1`) narrow the list for good
  const { query: fixed } = usePage()
  const { state, isReady, setState, search } = useOpenedState(definition)
  const day = today()
  const query = useMemo(() => listQuery(definition, state, fixed, day), [definition, state, fixed, day])
  const rows = useRows(definition, query, isReady)
  const refresh = useRefreshList(definition.type)
  useFollowChanges(definition.type)
  const selection = useSelection(JSON.stringify(filterQuery(definition, state, fixed, day)))
  const goToPage = useCallback((pageNum: number) => setState({ ...state, pageNum }), [setState, state])
  useLastPage(rows.data, rows.isPlaceholderData, state.pageNum, state.pageSize, goToPage)
  return { fixed, state, isReady, setState, search, rows, refresh, selection }
}

export function ListView({ definition }: { readonly definition: ListDefinition }) {
  const { menu, operations } = usePage()
  // the page is called what its menu entry is called: one word for one thing
  const title = menu.meta?.title ?? definition.title
  const isMobile = useIsMobile()
  const { fixed, state, isReady, setState, search, rows, refresh, selection } = useList(definition)
  const layout = useColumnLayout(definition)
  const onChanged = (): void => {
    selection.clear()
    refresh()
  }
  const actions = useListActions(definition, onChanged)
  const [isUploading, setUploading] = useState(false)
  const view = useRowView(definition, refresh, actions.step, search)
  const inline = useInlineEdit(definition)
  const begin = useBeginButtons(definition, actions.add, () => setUploading(true))
  const controls = rowControls(definition, operations)

  return (
    <section className="zg-list" aria-label={title}>
      <ListHead
        type={definition.type}
        title={title}
        tools={
          <Tools
            definition={definition}
            actions={actions}
            begin={begin}
            columns={layout.columns}
            chooser={<ColumnTools definition={definition} layout={layout} isReady={isReady} state={state} onState={setState} />}
            list={{ fixed, state, selection, total: rows.data?.total, onChanged }}
          />
        }
      />
      <FilterBar definition={definition} state={state} onState={setState} />
      <FilterTabs definition={definition} state={state} onState={setState} />
      <ListTable
        definition={definition}
        columns={layout.columns}
        layout={layout}
        state={state}
        answer={rows.data}
        isStale={rows.isPlaceholderData}
        notice={noticeOf(rows, definition.empty, isNarrowed(state), begin.primary, () => setState(withoutFilters(state)))}
        title={title}
        actionColumn={actionColumn(definition, controls, actions, view.open, isMobile)}
        selection={isSelectable(definition, controls) ? selection : null}
        onOpen={view.open}
        inline={inline}
        onOrders={orders => setState(withOrders(state, orders))}
      />
      <ListFooter
        state={state}
        answer={rows.data}
        selection={selection}
        definition={definition}
        onAction={one => actions.run(one, selection.rows)}
        onStep={actions.step}
        onRemove={controls.remove ? () => actions.removeMany(selection.rows) : null}
        onPage={(pageNum, pageSize) => setState({ ...state, pageNum: pageSize === state.pageSize ? pageNum : 1, pageSize })}
      />
      {actions.dialog}
      {isUploading && definition.upload !== null && (
        <Uploading definition={definition.upload} onClose={() => setUploading(false)} onImported={refresh} />
      )}
      {view.drawer}
    </section>
  )
}
