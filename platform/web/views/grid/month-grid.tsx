/** Rows by the days of a month: read, or written in by key, paste and fill (`shownAs.grid`). */
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Input, Pagination, Select } from 'antd'
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { addMonths, firstOfMonth } from '#platform/format/dates.ts'
import type { GridAnswer, GridBlock, GridLine } from '../../../declare/wire.ts'
import { ignoreShownRefusal } from '../../api/ignore-shown-refusal.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import type { Box } from '../../grid/grid-range.ts'
import { currentLanguage } from '../../i18n/language.ts'
import { clearable } from '../../widgets/clearable.tsx'
import { t } from '../../i18n/t.ts'
import { today } from '../../page/today.ts'
import { useIsMobile } from '../../page/use-is-mobile.ts'
import { change, read } from '../../values/call.ts'
import { RowsFailed, RowsLoading } from '../../values/list-notices.tsx'
import { pageSteps } from '../../widgets/page-steps.tsx'
import { shownDay } from '../calendar/calendar-range.ts'
import type { ViewProps } from '../view-props.ts'
import { columnsOf } from './grid-columns.tsx'
import { blocksOf, daysFrom, pastedBlocks, withBlocks, withSeen } from './grid-blocks.ts'
import '../views.css'
import './month-grid.css'

const rowsMax = 500
const noOrders: readonly never[] = []

interface Open {
  readonly id: string
  readonly key: string
  readonly text: string
  readonly before: string
}

function useMonth({ definition, isReady }: ViewProps, asked: Readonly<Record<string, unknown>>) {
  const client = useQueryClient()
  const call = definition.calls.cells
  const key = useMemo(() => ['list', definition.type, 'grid', asked], [definition.type, asked])
  const found = useQuery<GridAnswer>({
    queryKey: key,
    queryFn: ({ signal }) => read<GridAnswer>(call ?? definition.calls.list, asked, { signal, quiet: true }),
    enabled: isReady && call !== undefined,
    placeholderData: before => before,
    throwOnError: false,
  })
  // one after the other, as they were typed; the rows are read again after the last
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const write = useCallback(
    (blocks: readonly GridBlock[]): void => {
      const to = definition.calls.writeCells
      if (to === undefined || blocks.length === 0) return
      const shown = client.getQueryData<GridAnswer>(key)
      const asked = shown === undefined ? blocks : withSeen(shown, blocks)
      void client.cancelQueries({ queryKey: key })
      client.setQueryData<GridAnswer>(key, now => now && withBlocks(now, blocks))
      waiting.current += 1
      const before = last.current
      const done = async (): Promise<void> => {
        try {
          await before
          await change(to, { blocks: asked })
        } finally {
          waiting.current -= 1
          if (waiting.current === 0) await client.invalidateQueries({ queryKey: ['list', definition.type] })
        }
      }
      const work = ignoreShownRefusal(done())
      // what failed keeps nobody back
      last.current = work.catch(() => undefined)
    },
    [client, definition, key],
  )
  return { ...found, write }
}

/** What hands do to the cells. */
function useEdits(data: GridAnswer | undefined, write: (blocks: readonly GridBlock[]) => void) {
  const [shown, show] = useState<Open | null>(null)
  // an open control ends once: by a key, or by leaving it
  const open = useRef<Open | null>(null)
  const set = (next: Open | null): void => {
    open.current = next
    show(next)
  }
  const [rows, days] = [data?.rows ?? [], data?.days ?? []]
  const fill = (box: Box | null, text: string): void => void (box !== null && write(blocksOf(rows, days, box, [[text]])))
  const end = (isKept: boolean): void => {
    const one = open.current
    set(null)
    if (one === null || !isKept || one.text.trim() === one.before) return
    const [row, column] = [rows.findIndex(line => line.id === one.id), days.findIndex(day => day.day === one.key) + daysFrom]
    fill({ top: row, bottom: row, left: column, right: column }, one.text.trim())
  }
  const begin = (row: GridLine, key: string, typed?: string): boolean => {
    const cell = row.cells[days.findIndex(one => one.day === key)] ?? null
    if (cell === null) return false
    set({ id: row.id, key, text: typed ?? cell.text, before: cell.text })
    return true
  }
  return {
    fill,
    ofGrid: {
      onEdit: begin,
      edits: { onClear: (box: Box) => fill(box, ''), onEnd: end },
      onPaste: (box: Box, text: string) => write(pastedBlocks(rows, days, box, text)),
      editing:
        shown === null
          ? null
          : {
              id: shown.id,
              key: shown.key,
              node: (
                <input
                  className="zg-month-grid-input"
                  aria-label={shown.key}
                  ref={focused}
                  value={shown.text}
                  onChange={event => set({ ...shown, text: event.target.value })}
                  onBlur={() => end(true)}
                />
              ),
            },
    },
  }
}
const focused = (element: HTMLInputElement | null): void => element?.focus({ preventScroll: true })

/** What stands in place of rows; what failed while there are some leaves them. */
function noticeOf({ data, error, refetch }: ReturnType<typeof useMonth>, empty: string): ReactNode {
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return data.rows.length === 0 ? <Empty description={empty} /> : null
}

export default function MonthGrid(props: ViewProps) {
  const { title, state, onState, onOpen, shown } = props
  const isMobile = useIsMobile()
  const month = shownDay(state.day, today()).slice(0, 7)
  const [by, setBy] = useState<string | null>(null)
  const [keyword, setKeyword] = useState('')
  const [pageNum, setPage] = useState(1)
  const asked = useMemo(
    () => ({ month, pageNum, pageSize: rowsMax, ...(by === null ? {} : { by }), ...(keyword === '' ? {} : { keyword }) }),
    [month, by, keyword, pageNum],
  )
  const found = useMonth(props, asked)
  const isWritten = shown.grid?.isWritten === true
  const [box, setBox] = useState<Box | null>(null)
  const { data, write } = found
  const columns = useMemo(() => (data === undefined ? [] : columnsOf(data, currentLanguage(), isMobile)), [data, isMobile])
  const edits = useEdits(data, write)
  const rows = data?.rows ?? []
  const narrow =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value)
      setPage(1)
    }
  const go = narrow((on: 1 | -1): void => onState({ ...state, day: firstOfMonth(addMonths(month, on)) }))
  return (
    <div className="zg-month-grid" role="group" aria-label={title}>
      <MonthBar month={month} groups={data?.groups} by={by} onMonth={go} onBy={narrow(setBy)} onWord={narrow(setKeyword)} />
      {isWritten && <Values values={data?.values ?? []} isOff={box === null} onFill={text => edits.fill(box, text)} />}
      <div className="zg-month-grid-cells" aria-busy={found.isPending}>
        <DataGrid<GridLine>
          label={title}
          rows={rows}
          columns={columns}
          density={isMobile ? 'comfortable' : 'compact'}
          question={JSON.stringify(asked)}
          isStale={found.isPlaceholderData}
          totalRows={rows.length > 0 ? 1 : 0}
          notice={noticeOf(found, props.definition.empty)}
          orders={noOrders}
          onOrders={() => undefined}
          onWidth={() => undefined}
          isNarrow={isMobile}
          onBox={setBox}
          onEnter={(row, key) => {
            const id = row.cells[(data?.days ?? []).findIndex(one => one.day === key)]?.id
            if (id !== undefined) onOpen({ id })
          }}
          {...(isWritten ? edits.ofGrid : {})}
        />
      </div>
      {data !== undefined && data.total > rowsMax && (
        <Pagination
          current={pageNum}
          pageSize={rowsMax}
          total={data.total}
          showSizeChanger={false}
          itemRender={pageSteps}
          onChange={setPage}
        />
      )}
    </div>
  )
}

interface BarProps {
  readonly month: string
  readonly groups: GridAnswer['groups'] | undefined
  readonly by: string | null
  readonly onMonth: (on: 1 | -1) => void
  readonly onBy: (by: string | null) => void
  readonly onWord: (word: string) => void
}

/** The way through the months, and what narrows the rows. */
function MonthBar({ month, groups, by, onMonth, onBy, onWord }: BarProps) {
  return (
    <div className="zg-view-bar">
      <Button icon={<LeftOutlined aria-hidden />} aria-label={t('向前')} onClick={() => onMonth(-1)} />
      <Button icon={<RightOutlined aria-hidden />} aria-label={t('向后')} onClick={() => onMonth(1)} />
      <strong aria-live="polite">{month}</strong>
      {groups?.options.length !== 0 && (
        <Select
          allowClear={clearable()}
          aria-label={groups?.title ?? ''}
          placeholder={groups?.title}
          disabled={groups === undefined}
          className="zg-month-grid-by"
          value={by}
          options={[...(groups?.options ?? [])]}
          onChange={(value: string | undefined) => onBy(value ?? null)}
        />
      )}
      <Input.Search
        allowClear={clearable()}
        aria-label={t('姓名或工号')}
        placeholder={t('姓名或工号')}
        className="zg-month-grid-word"
        onSearch={value => onWord(value.trim())}
      />
    </div>
  )
}

interface ValuesProps {
  readonly values: GridAnswer['values']
  readonly isOff: boolean
  readonly onFill: (text: string) => void
}

/** What can be written, as buttons that fill the marked cells. */
function Values({ values, isOff, onFill }: ValuesProps) {
  return (
    <div className="zg-month-grid-values" role="toolbar" aria-label={t('填入选中的格子')}>
      {values.map(one => (
        <Button key={one.text} size="small" title={one.title} disabled={isOff} onClick={() => onFill(one.text)}>
          {one.text === '' ? one.title : one.text}
        </Button>
      ))}
      <span>{t('选中格子后点一个填入，也可以直接键入或粘贴')}</span>
    </div>
  )
}
