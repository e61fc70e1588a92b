/** A list on a phone: its rows as cards, 总计 of what is added up below them. */
import { useMemo, type ReactNode } from 'react'
import type { FieldDefinition, ListAnswer, ListDefinition, Row } from '../../declare/wire.ts'
import { CardList } from '../grid/card-list.tsx'
import type { GridColumn } from '../grid/grid-columns.ts'
import { rowName } from '../values/list-texts.ts'
import { Total, totalLines } from '../table/totals.tsx'
import type { Selection } from '../table/use-selection.ts'

interface ListCardsProps {
  readonly definition: ListDefinition
  readonly title: string
  readonly columns: readonly GridColumn<Row>[]
  readonly answer: ListAnswer | undefined
  readonly isStale: boolean
  readonly notice: ReactNode
  readonly selection: Selection | null
  readonly onOpen: (row: Row) => void
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Money of one currency each: a card names it behind the amount. */
function withCurrency({ card, result }: ListDefinition, column: GridColumn<Row>): GridColumn<Row> {
  const field = column.key === card?.amount ? result.find(one => one.field === column.key) : undefined
  const currency = field?.currencyField ?? null
  if (currency === null) return column
  return {
    ...column,
    plain: () => null,
    render: row => (
      <>
        <span className={column.plain?.(row)?.look ?? 'zg-figure'}>{column.plain?.(row)?.text ?? column.render(row)}</span>{' '}
        <span className="zg-currency">{textOf(row[currency])}</span>
      </>
    ),
  }
}

export function ListCards({ definition, title, columns, answer, isStale, notice, selection, onOpen }: ListCardsProps) {
  const ids = useMemo(() => new Set(selection?.ids), [selection?.ids])
  const shown = useMemo(() => columns.map(one => withCurrency(definition, one)), [definition, columns])
  const totals: readonly FieldDefinition[] =
    answer === undefined ? [] : definition.result.filter(field => field.isShow && totalLines(field, answer).length > 0)
  return (
    <>
      <CardList<Row>
        label={title}
        rows={answer?.list ?? []}
        columns={shown}
        isStale={isStale}
        notice={notice}
        selection={selection === null ? null : { ids, nameOf: row => rowName(definition.result, row), onRows: selection.mark }}
        onOpen={onOpen}
      />
      {answer !== undefined && notice === null && totals.length > 0 && (
        <div className="zg-card-totals">
          {totals.map(field => (
            <span key={field.field}>
              <small>{field.title}</small> <Total field={field} lines={totalLines(field, answer)} />
            </span>
          ))}
        </div>
      )}
    </>
  )
}
