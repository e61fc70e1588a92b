/** The table of a list: fills the window, scrolls inside itself, head and totals stay in sight. */
import { Button, Table, type TableColumnType } from 'antd'
import { cloneElement, isValidElement, useMemo, type ReactNode } from 'react'
import type { FieldDefinition, ListAnswer, ListDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../shell/layout/use-is-mobile.ts'
import { dataColumns } from './columns.tsx'
import type { ListState, Sort } from './list-state.ts'
import { rowName } from './list-texts.ts'
import { hasTotals, totalsRow } from './totals-row.tsx'
import type { ColumnLayout } from './use-column-layout.ts'
import type { Selection } from './use-selection.ts'

const selectionWidth = 40

interface ListTableProps {
  readonly definition: ListDefinition
  readonly columns: readonly FieldDefinition[]
  readonly layout: ColumnLayout
  readonly state: ListState
  readonly answer: ListAnswer | undefined
  /** the rows are those of the query before */
  readonly isStale: boolean
  /** shown in place of rows */
  readonly notice: ReactNode
  readonly actionColumn: TableColumnType<Row> | null
  /** null: rows can't be selected */
  readonly selection: Selection | null
  /** opens a row from its first cell; null: nothing to open */
  readonly onOpen: ((row: Row) => void) | null
  readonly onSort: (sort: Sort | null) => void
}

/** The first cell as the way into the row. */
function opening(column: TableColumnType<Row>, onOpen: (row: Row) => void): TableColumnType<Row> {
  const { render } = column
  return {
    ...column,
    render: (value: unknown, row: Row, at: number) => (
      <Button type="link" size="small" className="zg-open" onClick={() => onOpen(row)}>
        {render?.(value, row, at) as ReactNode}
      </Button>
    ),
  }
}

export function ListTable(props: ListTableProps) {
  const { definition, columns, layout, state, answer, isStale, notice, actionColumn, selection, onOpen, onSort } = props
  const isMobile = useIsMobile()
  const tableColumns = useMemo(() => {
    const [first, ...rest] = dataColumns(definition, columns, state).map(one => {
      const name = String(one.key)
      return { ...one, width: layout.widthOf(name), ...(layout.frozen.has(name) && !isMobile ? { fixed: 'left' as const } : {}) }
    })
    if (first === undefined) return []
    // on a phone the first column stays in sight
    const opened = { ...(onOpen === null ? first : opening(first, onOpen)), ...(isMobile ? { fixed: 'left' as const } : {}) }
    return [opened, ...rest, ...(actionColumn === null ? [] : [actionColumn])]
  }, [definition, columns, layout, state, onOpen, isMobile, actionColumn])
  const width =
    columns.reduce((sum, one) => sum + layout.widthOf(one.field), 0) +
    (selection === null ? 0 : selectionWidth) +
    Number(actionColumn?.width ?? 0)
  const withTotals = answer !== undefined && notice === null && hasTotals(answer)

  return (
    <div className={isStale ? 'zg-list-table zg-stale' : 'zg-list-table'}>
      <Table<Row>
        rowKey="id"
        size="small"
        columns={tableColumns}
        dataSource={notice === null ? [...(answer?.list ?? [])] : []}
        pagination={false}
        // the height itself is list.css: viewport height minus 280 (specification, section 9), head and totals included
        scroll={{ x: width, y: '100%' }}
        locale={{ emptyText: notice }}
        {...(selection === null
          ? {}
          : {
              rowSelection: {
                selectedRowKeys: [...selection.ids],
                preserveSelectedRowKeys: true,
                columnWidth: selectionWidth,
                fixed: true,
                // antd says these in English whatever the language
                columnTitle: (box: ReactNode) =>
                  isValidElement<{ 'aria-label'?: string }>(box) ? cloneElement(box, { 'aria-label': t('选择本页全部行') }) : box,
                getCheckboxProps: (row: Row) => ({ 'aria-label': t('选择 {name}', { name: rowName(columns, row) }) }),
                onChange: (_: unknown, rows: Row[]) => selection.set(rows),
              },
            })}
        onChange={(_page, _filters, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter
          onSort(one?.order == null ? null : { field: String(one.columnKey), way: one.order === 'ascend' ? 'ASC' : 'DESC' })
        }}
        {...(withTotals
          ? { summary: () => totalsRow({ columns, answer, leading: selection === null ? 0 : 1, trailing: actionColumn === null ? 0 : 1 }) }
          : {})}
      />
    </div>
  )
}
