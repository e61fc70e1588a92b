/** A list: title line, filter bar, table, footer, and the dialogs that belong to it. */
import { Suspense, lazy, useMemo, useState } from 'react'
import type { ListDefinition, ListQuery, Row, UploadDefinition } from '../../declare/wire.ts'
import type { FormValues } from '../form/form-values.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { withReload } from '../page/chunk-load.ts'
import { usePage } from '../page/page-context.ts'
import { tellIfSynced } from '../page/use-usage.ts'
import { useAppliedScheme } from '../schemes/use-applied-scheme.ts'
import { ListViewBody } from '../views/list-view-body.tsx'
import { ListLine } from './list-line.tsx'
import { listQuery } from '../values/list-query.ts'
import { filterPrefix } from '../values/list-state.ts'
import { useBeginButtons } from './list-tools.tsx'
import { ListTop } from './list-top.tsx'
import { pageActions, rowControls } from '../values/operation-rule.ts'
import { useActionColumn } from '../actions/row-controls.tsx'
import { TableAndPages } from './table-and-pages.tsx'
import { today } from '../page/today.ts'
import { useListActions, type ListActions } from '../actions/use-actions.tsx'
import { useBegin } from './use-begin.ts'
import { useCards } from './use-cards.ts'
import { useColumnLayout } from '../table/use-column-layout.ts'
import { useList } from './use-list.ts'
import { useRowView } from '../rows/use-row-view.tsx'

const RelatedRecords = lazy(withReload(() => import('../record/related-records.tsx').then(one => ({ default: one.RelatedRecords }))))
const UploadDialog = lazy(withReload(() => import('../upload/upload-dialog.tsx')))

/** What a new record begins with: what the address narrows the list to. */
function prefilled({ form, result }: ListDefinition, search: URLSearchParams): FormValues | undefined {
  const given = new Map(
    result.flatMap(({ field, filterKind }) => {
      const value = filterKind === 'range' ? null : search.get(filterPrefix + field)
      return value === null ? [] : [[field, value]]
    }),
  )
  return given.size === 0 ? undefined : Object.fromEntries(form.map(({ field, initial }) => [field, given.get(field) ?? initial]))
}

/** What the address asks to begin. */
function useBeginAsked(definition: ListDefinition, actions: ListActions, onUpload: () => void): void {
  useBegin((name, search) => {
    const action = pageActions(definition).find(one => one.name === name)
    if (name === 'add' && definition.calls.add !== undefined) actions.add(prefilled(definition, search))
    else if (name === 'import' && definition.upload !== null) onUpload()
    else if (action !== undefined) actions.run(action, [])
  })
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

const noRows: readonly Row[] = []
const withoutPage = ({ pageNum: _page, pageSize: _size, ...rest }: ListQuery): ListQuery => rest
export function ListView({ definition }: { readonly definition: ListDefinition }) {
  const { menu, operations } = usePage()
  // the page is called what its menu entry is called: one word for one thing
  const title = menu.meta?.title ?? definition.title
  const isMobile = useIsMobile()
  const list = useList(definition)
  const { fixed, state, view: seenAs, ofView, isReady, setState, search, rows, refresh, selection } = list
  const scheme = useAppliedScheme(definition, state.scheme)
  const layout = useColumnLayout(definition, scheme)
  const onChanged = (): void => {
    selection.clear()
    refresh()
  }
  const actions = useListActions(definition, onChanged)
  const [isUploading, setUploading] = useState(false)
  const asked = useMemo(() => withoutPage(listQuery(definition, state, fixed, today())), [definition, state, fixed])
  const view = useRowView(definition, {
    onChanged: refresh,
    onStep: actions.step,
    list: search,
    place: { rows: rows.data?.list ?? noRows, query: asked },
    doing: { actions, operations },
    Related: RelatedRecords,
  })
  const begin = useBeginButtons(definition, actions, () => setUploading(true))
  const controls = useMemo(() => rowControls(definition, operations), [definition, operations])
  const rowActions = useActionColumn(definition, controls, actions, view.open, isMobile)
  useBeginAsked(definition, actions, () => setUploading(true))

  const cards = useCards()
  return (
    <section className="zg-list" aria-label={title}>
      <ListTop {...{ definition, title, list, layout, actions, begin, cards, onChanged }} />
      <ListLine {...{ definition, scheme, state, layout }} answer={rows.isPlaceholderData ? undefined : rows.data} onState={setState} />
      {definition.shownAs !== undefined && seenAs !== 'table' ? (
        <ListViewBody
          view={seenAs}
          shown={definition.shownAs}
          {...{ definition, title, state, isReady, layout, actions }}
          query={ofView}
          actionColumn={rowActions}
          onState={setState}
          onOpen={view.open}
        />
      ) : (
        <TableAndPages
          {...{ definition, title, list, layout, actions, controls, rowActions }}
          asCards={cards.isOn}
          begin={begin.worded}
          onOpen={view.open}
        />
      )}
      {actions.dialog}
      {isUploading && definition.upload !== null && (
        <Uploading definition={definition.upload} onClose={() => setUploading(false)} onImported={refresh} />
      )}
      {view.drawer}
    </section>
  )
}
