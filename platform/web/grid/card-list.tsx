/** Rows as cards, for a phone: title and amount, second line and state, what is left behind a fold. The columns say what stands where. */
import { useRef, useState, type ReactNode, type TouchEvent } from 'react'
import { MISSING } from '#platform/format/numbers.ts'
import { t } from '../i18n/t.ts'
import type { CardPlace, GridColumn } from './grid-columns.ts'
import './card-list.css'

interface CardListProps<R extends { readonly id: string }> {
  readonly label: string
  readonly rows: readonly R[]
  readonly columns: readonly GridColumn<R>[]
  /** the rows are those of the question before */
  readonly isStale?: boolean
  /** stands in place of rows; null: there are rows */
  readonly notice: ReactNode
  /** null: rows can't be chosen */
  readonly selection?: {
    readonly ids: ReadonlySet<string>
    readonly nameOf: (row: R) => string
    readonly onRows: (rows: readonly R[], on: boolean) => void
  } | null
  /** a touch beside its title */
  readonly onOpen?: (row: R) => void
}

/** Whether the columns say what a card shows. */
export const hasCard = <R,>(columns: readonly GridColumn<R>[]): boolean => columns.some(one => one.card === 'title')

/** px to the left that a finger goes, without going as far up or down */
const swipePx = 40

/** The card that was drawn to the left; another touch lets it go. */
function useSwipe() {
  const [swiped, setSwiped] = useState<string | null>(null)
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const at = ({ changedTouches }: TouchEvent) => {
    const one = changedTouches[0]
    return one === undefined ? null : { x: one.clientX, y: one.clientY }
  }
  return {
    swiped,
    handlers: (id: string) => ({
      onTouchStart(event: TouchEvent) {
        from.current = at(event)
        if (swiped !== id) setSwiped(null)
      },
      onTouchEnd(event: TouchEvent) {
        const [start, end] = [from.current, at(event)]
        if (start === null || end === null) return
        const way = end.x - start.x
        if (Math.abs(way) < swipePx || Math.abs(end.y - start.y) > Math.abs(way)) return
        setSwiped(way < 0 ? id : null)
      },
    }),
  }
}

export function CardList<R extends { readonly id: string }>(props: CardListProps<R>) {
  const { label, rows, columns, notice, selection = null, onOpen } = props
  const { swiped, handlers } = useSwipe()
  if (notice !== null) return <div className="zg-cards">{notice}</div>
  const at = (place: CardPlace) => columns.filter(one => one.card === place)
  const [title, state, amount, details] = [at('title'), at('state'), at('amount'), at('detail')]
  const [items, subtitle] = [at('subtitle').filter(one => one.isItem), at('subtitle').filter(one => !one.isItem)]
  const actions = columns.find(one => one.key === 'zg-actions')
  /** A row without its title is headed by the first of its second line that is there. */
  const headOf = (row: R): { head: readonly GridColumn<R>[]; second: readonly GridColumn<R>[] } => {
    const isThere = (column: GridColumn<R>): boolean => column.shown?.(row) !== MISSING
    const lead = title.some(isThere) ? undefined : subtitle.find(isThere)
    return lead === undefined ? { head: title, second: subtitle } : { head: [lead], second: subtitle.filter(one => one !== lead) }
  }
  const nodes = (of: readonly GridColumn<R>[], row: R): ReactNode =>
    of
      .flatMap(column => (column.plain?.(row)?.text === MISSING ? [] : [column]))
      .map(column => (
        <span key={column.key} className="zg-card-part">
          {cellOf(column, row)}
          {column.note}
        </span>
      ))
  return (
    <ul className={props.isStale === true ? 'zg-cards zg-grid-stale' : 'zg-cards'} aria-label={label} aria-busy={props.isStale === true}>
      {rows.map(row => (
        <li key={row.id} className="zg-row-card" onClick={() => onOpen?.(row)} {...(actions?.beside === undefined ? {} : handlers(row.id))}>
          {selection !== null && (
            <label className="zg-row-card-check" onClick={event => event.stopPropagation()}>
              <input
                type="checkbox"
                aria-label={t('选择 {name}', { name: selection.nameOf(row) })}
                checked={selection.ids.has(row.id)}
                onChange={event => selection.onRows([row], event.target.checked)}
              />
            </label>
          )}
          <div className="zg-row-card-body">
            <div className="zg-row-card-line">
              <strong>{nodes(headOf(row).head, row)}</strong>
              <span className="zg-row-card-end zg-row-card-amount">{nodes(amount, row)}</span>
            </div>
            {items.length > 0 && <div className="zg-row-card-item">{nodes(items, row)}</div>}
            <div className="zg-row-card-line">
              <span className="zg-row-card-second">{nodes(headOf(row).second, row)}</span>
              <span className="zg-row-card-end">{nodes(state, row)}</span>
            </div>
            {details.length > 0 && <Details columns={details} row={row} />}
          </div>
          {swiped === row.id && (
            <div className="zg-row-card-first" onClick={event => event.stopPropagation()}>
              {actions?.beside?.(row)}
            </div>
          )}
          {actions !== undefined && (
            <div className="zg-row-card-actions" onClick={event => event.stopPropagation()}>
              {actions.render(row)}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What is left behind a fold. */
function Details<R>({ columns, row }: { readonly columns: readonly GridColumn<R>[]; readonly row: R }) {
  return (
    <details onClick={event => event.stopPropagation()}>
      <summary>{t('更多')}</summary>
      <dl>
        {columns.map(column => (
          <div key={column.key}>
            <dt>{column.name}</dt>
            <dd>{cellOf(column, row)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** A cell as the table draws it. */
function cellOf<R>(column: GridColumn<R>, row: R): ReactNode {
  const plain = column.plain?.(row) ?? null
  return plain === null ? (
    column.render(row)
  ) : (
    <span className={plain.look} {...(plain.title === null ? {} : { title: plain.title })}>
      {plain.text}
    </span>
  )
}
