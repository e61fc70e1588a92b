/** One column: its head with count and sums, the cards in sight, and the next page at its end. */
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { memo, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { withThousands } from '#platform/format/numbers.ts'
import type { ListAnswer, ListDefinition, ListQuery, Row } from '../../../declare/wire.ts'
import { t } from '../../i18n/t.ts'
import { Total, totalLines } from '../../table/totals.tsx'
import { CardFace, type CardText } from '../card.tsx'
import { useColumn, type ColumnValue } from './use-columns.ts'
import { windowOf } from '../window.ts'

/** px of a card with the room below it; board.css has the same figure */
const cardStep = 104
const overscan = 4
/** figures of a column, in the order of the list */
const sumsMax = 3

interface ColumnProps {
  readonly id: string
  readonly definition: ListDefinition
  readonly by: string
  readonly value: ColumnValue
  readonly title: string
  readonly query: ListQuery
  readonly isReady: boolean
  readonly textOf: (row: Row) => CardText
  /** while a card is held: whether it can be put here */
  readonly hold: 'free' | 'open' | 'closed'
  readonly onOpen: (row: Row) => void
  /** whether it can be put into another column */
  readonly isMovable: (row: Row) => boolean
  /** asks for the columns that it can be put into, beside this */
  readonly onMenu: (row: Row, beside: HTMLElement) => void
}

export const BoardColumn = memo(function BoardColumn({
  id,
  definition,
  by,
  value,
  title,
  query,
  isReady,
  textOf,
  hold,
  onOpen,
  isMovable,
  onMenu,
}: ColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id, data: { value, title } })
  const cards = useColumn(definition, by, value, query, isReady)
  const look = isOver && hold !== 'free' ? ' zg-column-over' : ''
  return (
    <section ref={setNodeRef} className={`zg-column zg-column-${hold}${look}`} aria-label={title}>
      <header>
        <span className="zg-column-title">{title}</span>
        {cards.total !== null && (
          <span className="zg-column-count">
            {cards.isExact ? '' : t('约')}
            {withThousands(String(cards.total))}
          </span>
        )}
      </header>
      <ColumnSums definition={definition} answer={cards.sums} />
      {cards.error !== null ? (
        <div className="zg-column-notice" role="alert">
          {t('数据加载失败')}{' '}
          <Button size="small" onClick={cards.retry}>
            {t('重试')}
          </Button>
        </div>
      ) : cards.isPending ? (
        <div className="zg-column-notice" aria-busy>
          <Skeleton active title={false} paragraph={{ rows: 4, width: '100%' }} />
        </div>
      ) : (
        <Cards key={JSON.stringify(query)} rows={cards.rows} column={id} {...{ textOf, onOpen, isMovable, onMenu }}>
          {cards.hasMore && (
            <Button type="link" size="small" loading={cards.isLoadingMore} onClick={cards.more}>
              {cards.total !== null && cards.isExact ? t('还有 {n} 条，显示更多', { n: cards.total - cards.rows.length }) : t('显示更多')}
            </Button>
          )}
        </Cards>
      )}
    </section>
  )
})

/** What the column adds up to, as the foot of the table does for all; its place is kept while the sums come. */
function ColumnSums({ definition, answer }: { readonly definition: ListDefinition; readonly answer: ListAnswer | null }) {
  const summed = definition.result.filter(field => field.isTotal).slice(0, sumsMax)
  if (summed.length === 0) return null
  return (
    <div className="zg-column-sums">
      {summed.map(field => {
        const lines = answer === null ? [] : totalLines(field, answer)
        return (
          <span key={field.field}>
            {field.title} {lines.length === 0 ? '—' : <Total field={field} lines={lines} />}
          </span>
        )
      })}
    </div>
  )
}

interface CardsProps extends Pick<ColumnProps, 'textOf' | 'onOpen' | 'isMovable' | 'onMenu'> {
  readonly rows: readonly Row[]
  readonly column: string
  readonly children: ReactNode
}

/** Only cards in sight are drawn: all are of one height. */
function Cards({ rows, column, children, ...of }: CardsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState({ from: 0, to: 12 })
  useEffect(() => {
    const node = box.current
    if (node === null) return
    const look = (): void =>
      setShown(before => {
        const next = windowOf(node.scrollTop, node.clientHeight, cardStep, overscan)
        return next.from === before.from && next.to === before.to ? before : next
      })
    look()
    const resized = new ResizeObserver(look)
    resized.observe(node)
    node.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      node.removeEventListener('scroll', look)
    }
  }, [])
  const visible = rows.slice(shown.from, shown.to)
  return (
    <div ref={box} className="zg-column-cards">
      {rows.length === 0 && <p className="zg-column-notice">{t('没有数据')}</p>}
      <div style={{ height: Math.min(shown.from, rows.length) * cardStep }} />
      {visible.map(row => (
        <Card key={row.id} row={row} column={column} {...of} />
      ))}
      <div style={{ height: Math.max(0, rows.length - shown.to) * cardStep }} />
      {children}
    </div>
  )
}

interface CardProps extends Omit<CardsProps, 'rows' | 'children'> {
  readonly row: Row
}

const Card = memo(function Card({ row, column, textOf, onOpen, isMovable, onMenu }: CardProps) {
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({ id: row.id, data: { row, column } })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !isDragging) return onOpen(row)
    if ((event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) && !isDragging && isMovable(row)) {
      event.preventDefault()
      return onMenu(row, event.currentTarget as HTMLElement)
    }
    const beside = event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : null
    if (beside !== null && !isDragging) {
      const next = event.currentTarget.parentElement?.[beside]?.firstElementChild
      if (next instanceof HTMLElement && next.classList.contains('zg-card')) {
        event.preventDefault()
        next.focus()
      }
    }
    listeners?.['onKeyDown']?.(event)
  }
  const text = textOf(row)
  return (
    <div className="zg-card-place">
      <div
        ref={setNodeRef}
        {...attributes}
        {...listeners}
        className={isDragging ? 'zg-card zg-card-gone' : 'zg-card'}
        onKeyDown={onKeyDown}
        onClick={() => onOpen(row)}
      >
        <CardFace {...text} />
      </div>
      {isMovable(row) && (
        <button
          type="button"
          className="zg-card-move"
          // by keyboard the card itself opens it
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={t('移动“{name}”', { name: text.title })}
          onClick={event => onMenu(row, event.currentTarget)}
        >
          <EllipsisOutlined aria-hidden />
        </button>
      )}
    </div>
  )
})
