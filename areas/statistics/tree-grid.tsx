/** Rows that hold other rows, all of them loaded, on the grid of lists. */
import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useMemo, type ReactNode } from 'react'
import { DataGrid } from '#platform/web/grid/data-grid.tsx'
import type { GridColumn } from '#platform/web/grid/grid-columns.ts'
import { t } from '#platform/web/i18n/t.ts'
import { useStateFor } from '#platform/web/report/use-state-for.ts'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import '#platform/web/table/list.css'
import '#platform/web/report/report.css'

export interface TreeRow<R> {
  readonly id: string
  readonly label: string
  /** in small letters behind the label */
  readonly note: string
  readonly row: R
  readonly children: readonly TreeRow<R>[]
}
export interface TreeLine<R> extends TreeRow<R> {
  readonly depth: number
  readonly isOpen: boolean
}

interface TreeGridProps<R> {
  readonly title: string
  /** head of the first column */
  readonly name: string
  readonly rows: readonly TreeRow<R>[]
  readonly startsOpen: boolean
  readonly columns: readonly GridColumn<TreeLine<R>>[]
  /** what 总计 says, for each of its lines */
  readonly totals: readonly ReactNode[]
  readonly notice: ReactNode
  readonly isStale: boolean
  /** what was asked: under another all stands as it begins */
  readonly question: string
}

const [firstWidth, firstWidthNarrow] = [260, 180]
const [indent, indentNarrow] = [20, 6]
const nothing: ReadonlySet<string> = new Set()

function linesOf<R>(rows: readonly TreeRow<R>[], isOpen: (id: string) => boolean, depth = 0): TreeLine<R>[] {
  return rows.flatMap(one => [
    { ...one, depth, isOpen: isOpen(one.id) },
    ...(isOpen(one.id) ? linesOf(one.children, isOpen, depth + 1) : []),
  ])
}

export function TreeGrid<R>({ title, name, rows, startsOpen, columns, totals, notice, isStale, question }: TreeGridProps<R>) {
  const isMobile = useIsMobile()
  const [turned, setTurned] = useStateFor(question, nothing)
  const lines = useMemo(() => linesOf(rows, id => turned.has(id) !== startsOpen), [rows, turned, startsOpen])
  const turn = (line: TreeLine<R>): void =>
    setTurned(before => new Set(before.has(line.id) ? [...before].filter(id => id !== line.id) : [...before, line.id]))
  const first: GridColumn<TreeLine<R>> = {
    key: 'zg-name',
    name,
    width: isMobile ? firstWidthNarrow : firstWidth,
    isSet: true,
    pin: 'left',
    render: line => <Name line={line} start={line.depth * (isMobile ? indentNarrow : indent)} onTurn={() => turn(line)} />,
    shown: line => line.label,
    copy: line => ({ text: line.label, isText: true }),
    totals,
  }
  return (
    <div className="zg-report-table">
      <DataGrid<TreeLine<R>>
        label={title}
        rows={lines}
        columns={[first, ...columns]}
        density="compact"
        isStale={isStale}
        question={question}
        notice={rows.length === 0 ? notice : null}
        totalRows={rows.length === 0 ? 0 : totals.length}
        orders={[]}
        onOrders={() => undefined}
        onWidth={() => undefined}
        stateOf={line => ({ level: line.depth + 1, ...(line.children.length > 0 ? { isOpen: line.isOpen } : {}) })}
        onEnter={(line, key) => key === first.key && line.children.length > 0 && turn(line)}
      />
    </div>
  )
}

interface NameProps<R> {
  readonly line: TreeLine<R>
  /** px before it */
  readonly start: number
  readonly onTurn: () => void
}

function Name<R>({ line, start, onTurn }: NameProps<R>) {
  const { label, note, isOpen, children } = line
  return (
    <div className="zg-report-name" style={{ paddingInlineStart: start }}>
      {children.length > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          className="zg-report-toggle"
          aria-label={isOpen ? t('收起{label}', { label }) : t('展开{label}', { label })}
          onClick={onTurn}
        >
          {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        </button>
      ) : (
        <span className="zg-report-toggle" />
      )}
      <span className="zg-report-label" title={label}>
        {label}
      </span>
      {note !== '' && <span className="zg-currency">{note}</span>}
    </div>
  )
}
