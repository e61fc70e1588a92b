/** 从…取: open lines of another document, filtered, each with how much is taken; typed, pasted, or all of it by the box. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ComponentType, type ReactNode } from 'react'
import type { DrawDefinition } from '../../declare/wire-draws.ts'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { ListAnswer, ListDefinition, Row } from '../../declare/wire.ts'
import type { ControlProps } from '../values/form-scope.ts'
import { DataGrid } from '../grid/data-grid.tsx'
import { t } from '../i18n/t.ts'
import { read } from '../values/call.ts'
import { FilterControl } from '../filters/filter-control.tsx'
import { ListPages } from '../table/list-footer.tsx'
import { NoRows, RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import { listQuery } from '../values/list-query.ts'
import { emptyState, type ListState } from '../values/list-state.ts'
import { today } from '../page/today.ts'
import { useListDefinition } from '../values/use-list-definition.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { drawGrid, drawnLines, isTaken, openField, openRows, takeField } from './draw-lines.ts'
import { editingOf } from './lines-editing.tsx'
import type { LinesValue } from './lines-value.ts'
import { useCellEdits } from './use-cell-edits.ts'
import { useLineColumns } from './use-line-columns.ts'
import { useLineRows } from './use-line-rows.ts'

/** lines on one page, and columns of their list that are shown */
const [linesAtOnce, columnsMax] = [50, 8]
const dialogWidth = 1_040

export interface DrawDialogProps {
  readonly draw: DrawDefinition
  readonly lines: LinesDefinition
  readonly value: LinesValue
  /** of the document, as they stand in its form */
  readonly header: Readonly<Record<string, unknown>>
  readonly Control: ComponentType<ControlProps>
  readonly onTake: (rows: readonly Row[]) => void
  readonly onClose: () => void
}

/** What is taken, by the line it is taken from, whichever page shows it. */
type Taken = ReadonlyMap<string, Row>
const withTaken = (taken: Taken, rows: readonly Row[]): Taken =>
  new Map([...taken, ...rows.map(row => [row.id, row] as const)].filter(([, row]) => isTaken(row)))

export default function DrawDialog({ draw, lines, value, header, Control, onTake, onClose }: DrawDialogProps) {
  const source = useListDefinition(draw.from)
  const [taken, setTaken] = useState<Taken>(new Map())
  const room = lines.max - value.rows.length
  const chosen = [...taken.values()]
  return (
    <TabModal
      open
      width={dialogWidth}
      title={draw.title}
      okText={t('取入 {n} 行', { n: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 || chosen.length > room }}
      cancelText={t('取消')}
      mask={{ closable: false }}
      onOk={() => onTake(drawnLines(draw, lines, chosen))}
      onCancel={onClose}
    >
      {source.data === undefined ? (
        source.error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={source.error} onRetry={() => void source.refetch()} />
        )
      ) : (
        <Drawn
          {...{ draw, lines, value, header, Control, taken }}
          source={source.data}
          onRows={rows => setTaken(before => withTaken(before, rows))}
        />
      )}
      {chosen.length > room && <p role="status">{t('还能放 {n} 行', { n: Math.max(0, room) })}</p>}
    </TabModal>
  )
}

interface DrawnProps extends Omit<DrawDialogProps, 'onTake' | 'onClose'> {
  readonly source: ListDefinition
  readonly taken: Taken
  readonly onRows: (rows: readonly Row[]) => void
}

function Drawn({ draw, lines, value, header, source, taken, Control, onRows }: DrawnProps) {
  const isMobile = useIsMobile()
  const [state, setState] = useState<ListState>({ ...emptyState, pageSize: linesAtOnce })
  const body = {
    from: draw.from,
    header: Object.fromEntries(draw.same.map(name => [name, header[name] ?? null])),
    query: listQuery(source, state, {}, today()),
  }
  const found = useQuery({
    queryKey: ['drawn', draw.from, body],
    queryFn: ({ signal }) => read<ListAnswer>(draw.call, body, { signal, quiet: true }),
    // what is open changes with each document of others
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  const rows = useMemo(
    () => openRows(draw, value, found.data?.list ?? []).map(row => ({ ...row, [takeField]: taken.get(row.id)?.[takeField] })),
    [draw, value, found.data, taken],
  )
  const grid = useMemo(() => {
    const fields = source.showList.filter(one => one.field !== draw.measure).slice(0, columnsMax)
    return { ...drawGrid(draw, lines, fields, { open: t('可取'), take: t('本次取') }), max: rows.length }
  }, [draw, lines, source, rows.length])
  const none = (
    <NoRows
      text={t('没有可取的明细')}
      isFiltered={Object.keys(state.filters).length > 0}
      begin={null}
      onReset={() => setState({ ...state, filters: {}, pageNum: 1 })}
    />
  )
  const shown = rows.length === 0 ? none : <OpenLines title={draw.title} {...{ grid, rows, isMobile, Control, onRows }} />
  return (
    <div className="zg-lines">
      <Filters source={source} state={state} onState={setState} />
      {found.isError ? (
        <RowsFailed error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <RowsLoading />
      ) : (
        shown
      )}
      <ListPages
        state={state}
        answer={found.data}
        onPage={(pageNum, pageSize) => setState({ ...state, pageNum: pageSize === state.pageSize ? pageNum : 1, pageSize })}
      />
    </div>
  )
}

function Filters({ source, state, onState }: { source: ListDefinition; state: ListState; onState: (state: ListState) => void }): ReactNode {
  const fields = source.filterList.filter(one => one.filterKind !== null)
  if (fields.length === 0) return null
  const set = (field: string, value: string): void => {
    const { [field]: _, ...others } = state.filters
    onState({ ...state, pageNum: 1, filters: value === '' ? others : { ...others, [field]: value } })
  }
  return (
    <div className="zg-lines-tools" role="search">
      {fields.map(field => (
        <FilterControl
          key={field.field}
          field={field}
          value={state.filters[field.field] ?? ''}
          required={false}
          onChange={value => set(field.field, value)}
        />
      ))}
    </div>
  )
}

interface OpenLinesProps {
  readonly grid: LinesDefinition
  readonly title: string
  readonly rows: readonly Row[]
  readonly isMobile: boolean
  readonly Control: ComponentType<ControlProps>
  readonly onRows: (rows: readonly Row[]) => void
}
const [noOrders, noFaults]: readonly [readonly never[], readonly never[]] = [[], []]

function OpenLines({ grid, title, rows, isMobile, Control, onRows }: OpenLinesProps) {
  const value = useMemo<LinesValue>(() => ({ base: rows, rows }), [rows])
  const shown = useLineRows(grid, value, false)
  const { columns, setWidth } = useLineColumns({ definition: grid, value, faults: noFaults, disabled: false, isMobile })
  const edits = useCellEdits({ definition: grid, value, shown, columns, disabled: false, onChange: next => onRows(next.rows) })
  return (
    <div className="zg-lines-grid">
      <DataGrid<Row>
        label={title}
        rows={shown.rows}
        columns={columns}
        density={isMobile ? 'comfortable' : 'compact'}
        totalRows={1}
        orders={noOrders}
        onOrders={() => undefined}
        onWidth={setWidth}
        selection={{
          ids: new Set(rows.filter(isTaken).map(({ id }) => id)),
          nameOf: row => String(rows.indexOf(row) + 1),
          onRows: (some, on) => onRows(some.map(row => ({ ...row, [takeField]: on ? row[openField] : undefined }))),
        }}
        isNarrow={isMobile}
        onEdit={edits.begin}
        edits={edits.ofGrid}
        onPaste={edits.onPaste}
        editing={editingOf(edits, Control)}
      />
    </div>
  )
}
