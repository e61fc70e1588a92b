/** 总计 at the foot of the table: over the whole filter, not over the page. */
import { Button, Popover, Table } from 'antd'
import type { FieldDefinition, ListAnswer } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { Shown } from './columns.tsx'
import { showFigure } from './value.ts'

interface TotalsRowProps {
  /** data columns as shown */
  readonly columns: readonly FieldDefinition[]
  readonly answer: ListAnswer
  /** cells before the first data column (selection) */
  readonly leading: number
  /** cells after the last (actions) */
  readonly trailing: number
}

/** Totals of a column as lines; several currencies are never added up. */
function totalLines(
  field: FieldDefinition,
  answer: ListAnswer,
): readonly { readonly currency: string | null; readonly value: string | null }[] {
  const byCurrency = Object.entries(answer.totalsByCurrency?.[field.field] ?? {})
  const total = answer.totals?.[field.field]
  if (typeof total === 'string') return [{ currency: null, value: total }]
  if (byCurrency.length > 0) return byCurrency.map(([currency, value]) => ({ currency, value }))
  return field.isTotal && total === null ? [{ currency: null, value: null }] : []
}

type Line = ReturnType<typeof totalLines>[number]

function TotalLine({ field, line: { currency, value } }: { field: FieldDefinition; line: Line }) {
  return (
    <div className="zg-total">
      {currency !== null && <span className="zg-currency">{currency}</span>}
      <Shown shown={showFigure(field, value)} figure />
    </div>
  )
}

/** One line, so that the rows keep their room; more currencies than one open over it. */
function Total({ field, lines }: { field: FieldDefinition; lines: readonly Line[] }) {
  const [first, ...rest] = lines
  if (first === undefined) return null
  if (rest.length === 0) return <TotalLine field={field} line={first} />
  const all = lines.map(line => <TotalLine key={line.currency} field={field} line={line} />)
  return (
    <Popover trigger={['hover', 'click']} placement="topRight" title={field.title} content={<div className="zg-total-list">{all}</div>}>
      <Button
        type="link"
        size="small"
        className="zg-total-more"
        aria-label={t('{title}：{count} 个币种', { title: field.title, count: lines.length })}
      >
        <TotalLine field={field} line={first} />
        <span className="zg-currency">+{rest.length}</span>
      </Button>
    </Popover>
  )
}

export const hasTotals = (answer: ListAnswer | undefined): boolean =>
  Object.keys(answer?.totals ?? {}).length > 0 || Object.keys(answer?.totalsByCurrency ?? {}).length > 0

/** A function, not a component: antd fixes the totals to the foot only where it finds its own Summary element at once. */
export function totalsRow({ columns, answer, leading, trailing }: TotalsRowProps) {
  const cells = columns.map((field, at) => {
    const lines = totalLines(field, answer)
    return (
      <Table.Summary.Cell key={field.field} index={leading + at} align={lines.length > 0 ? 'right' : 'left'}>
        {at === 0 && lines.length === 0 && t('总计')}
        <Total field={field} lines={lines} />
      </Table.Summary.Cell>
    )
  })
  return (
    <Table.Summary fixed="bottom">
      <Table.Summary.Row className="zg-totals">
        {leading > 0 && <Table.Summary.Cell index={0} colSpan={leading} />}
        {cells}
        {trailing > 0 && <Table.Summary.Cell index={leading + columns.length} colSpan={trailing} />}
      </Table.Summary.Row>
    </Table.Summary>
  )
}
