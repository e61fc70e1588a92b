/** A small table whose last row is 总计, and whose rows can be looked into. */
import { Button, Table, type TableColumnType } from 'antd'
import { sum } from '#platform/format/decimal.ts'
import type { FieldDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { CellValue } from './cell-value.tsx'
import { isFigure, showFigure, showValue } from './value.ts'
import '../widgets/widgets.css'

interface SummaryTableProps {
  /** fields with `isTotal` are added up; money of several currencies does not belong into one such table */
  readonly fields: readonly FieldDefinition[]
  readonly rows: readonly Row[]
  /** exact totals where the rows are not all there are; absent: of the rows shown. null: unknown */
  readonly totals?: Readonly<Record<string, string | null>>
  readonly loading?: boolean
  /** what stands there without rows */
  readonly empty: string
  /** absent: nothing to look into */
  readonly onView?: (row: Row) => void
}

/** Exact sums of the rows; one missing value leaves its column's total missing. */
export function totalsOf(fields: readonly FieldDefinition[], rows: readonly Row[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    fields
      .filter(field => field.isTotal)
      .map(({ field }) => {
        const values = rows.map(row => row[field])
        return [field, values.every(one => typeof one === 'string' && one !== '') ? sum(values as string[]) : null]
      }),
  )
}

export function SummaryTable({ fields, rows, totals, loading = false, empty, onView }: SummaryTableProps) {
  const all = totals ?? totalsOf(fields, rows)
  const columns: TableColumnType<Row>[] = fields.map(field => ({
    key: field.field,
    title: field.title,
    align: isFigure(field) ? 'right' : 'left',
    ...(field.width > 0 ? { width: field.width } : {}),
    render: (_: unknown, row: Row) => <CellValue shown={showValue(field, row, [t('是'), t('否')])} figure={isFigure(field)} />,
  }))
  const action: TableColumnType<Row> = {
    key: 'view',
    title: t('操作'),
    width: 80,
    render: (_: unknown, row: Row) => (
      <Button type="link" size="small" onClick={() => onView?.(row)}>
        {t('查看')}
      </Button>
    ),
  }
  return (
    <Table<Row>
      className="zg-summary"
      rowKey="id"
      size="small"
      pagination={false}
      loading={loading}
      columns={onView === undefined ? columns : [...columns, action]}
      dataSource={[...rows]}
      locale={{ emptyText: empty }}
      scroll={{ x: 'max-content' }}
      {...(rows.length === 0
        ? {}
        : {
            summary: () => (
              <Table.Summary.Row className="zg-summary-total">
                {fields.map((field, at) => (
                  <Table.Summary.Cell key={field.field} index={at} align={isFigure(field) ? 'right' : 'left'}>
                    {field.isTotal ? <CellValue shown={showFigure(field, all[field.field] ?? null)} figure /> : at === 0 && t('总计')}
                  </Table.Summary.Cell>
                ))}
                {onView !== undefined && <Table.Summary.Cell index={fields.length} />}
              </Table.Summary.Row>
            ),
          })}
    />
  )
}
