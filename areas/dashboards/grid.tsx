/** Cards on a grid of twelve columns: filled when they come into sight, put in order by pointer or keyboard while edited. */
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import {
  BellOutlined,
  ColumnWidthOutlined,
  DeleteOutlined,
  EditOutlined,
  HolderOutlined,
  HomeOutlined,
  LineHeightOutlined,
} from '@ant-design/icons'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import type { DashboardCard, DashboardFilter } from '#platform/declare/wire-dashboards.ts'
import { CardBoundary, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { movedTo } from '#platform/web/page/pins.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { MeasureView } from './measure-view.tsx'
import { PageView } from './page-view.tsx'

interface GridProps {
  readonly cards: readonly DashboardCard[]
  readonly filter: DashboardFilter
  /** null: they are looked at */
  readonly onCards: ((cards: readonly DashboardCard[]) => void) | null
  readonly onEdit: (card: DashboardCard) => void
  readonly onHome: (card: DashboardCard) => void
}

const widths = [3, 4, 6, 8, 12] as const
const heights = [1, 2, 3, 4] as const
const after = (sizes: readonly number[], now: number): number => sizes.find(one => one > now) ?? sizes[0] ?? now

export function Grid(props: GridProps) {
  const { cards, onCards } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const keys = cards.map(card => card.key)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ screenReaderInstructions: { draggable: t('按空格拿起，用方向键移动，再按空格放下，按 Esc 放回原处') } }}
      onDragEnd={({ active, over }) => {
        if (over === null || onCards === null) return
        const order = movedTo(keys, String(active.id), String(over.id))
        onCards(order.flatMap(key => cards.filter(card => card.key === key)))
      }}
    >
      <SortableContext items={keys} strategy={rectSortingStrategy} disabled={onCards === null}>
        <ul className="zg-dash-grid">
          {cards.map(card => (
            <Placed key={card.key} card={card} {...props} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function Placed({ card, cards, filter, onCards, onEdit, onHome }: GridProps & { readonly card: DashboardCard }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: card.key })
  const { title = '' } = card
  const [isWatched, setWatched] = useState(false)
  const set = (next: Partial<DashboardCard>): void => onCards?.(cards.map(one => (one.key === card.key ? { ...one, ...next } : one)))
  return (
    <li
      ref={setNodeRef}
      style={{
        gridColumn: `span ${card.width}`,
        gridRow: `span ${card.height}`,
        transform: transform === null ? undefined : `translate(${transform.x}px, ${transform.y}px)`,
        transition,
      }}
    >
      <header>
        {onCards !== null && (
          <span className="zg-sortable-handle" {...attributes} {...listeners} aria-label={t('拖动{title}', { title })}>
            <HolderOutlined aria-hidden />
          </span>
        )}
        <h2 title={title}>{title}</h2>
        {onCards === null ? (
          card.measure !== undefined && (
            <>
              <Tool icon={<BellOutlined aria-hidden />} label={t('给{title}设预警', { title })} onClick={() => setWatched(true)} />
              <Tool icon={<HomeOutlined aria-hidden />} label={t('把{title}放到首页', { title })} onClick={() => onHome(card)} />
            </>
          )
        ) : (
          <>
            {card.declared !== true && (
              <Tool icon={<EditOutlined aria-hidden />} label={t('编辑{title}', { title })} onClick={() => onEdit(card)} />
            )}
            <Tool
              icon={<ColumnWidthOutlined aria-hidden />}
              label={t('改变{title}的宽度', { title })}
              onClick={() => set({ width: after(widths, card.width) })}
            />
            <Tool
              icon={<LineHeightOutlined aria-hidden />}
              label={t('改变{title}的高度', { title })}
              onClick={() => set({ height: after(heights, card.height) })}
            />
            <Tool
              icon={<DeleteOutlined aria-hidden />}
              label={t('删除{title}', { title })}
              onClick={() => onCards(cards.filter(one => one.key !== card.key))}
            />
          </>
        )}
      </header>
      <Seen>
        <Content card={card} filter={filter} />
      </Seen>
      {isWatched && <AlertDialog card={card} filter={filter} onClose={() => setWatched(false)} />}
    </li>
  )
}

const Tool = ({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) => (
  <Button type="text" size="small" icon={icon} aria-label={label} title={label} onClick={onClick} />
)

/** How far below the window a card is filled before it is seen. */
const margin = '200px'

/** Filled once it comes into sight, and from then on. */
function Seen({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = place.current
    if (element === null || isSeen) return
    const observer = new IntersectionObserver(entries => entries.some(one => one.isIntersecting) && setSeen(true), { rootMargin: margin })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSeen])
  return (
    <div ref={place} className="zg-dash-body">
      {isSeen && children}
    </div>
  )
}

function Content({ card, filter }: { readonly card: DashboardCard; readonly filter: DashboardFilter }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CardBoundary reset={reset}>
          <Suspense fallback={<CardLoading />}>
            {card.measure !== undefined && <MeasureView ask={card.measure} filter={filter} />}
            {card.page !== undefined && <PageView page={card.page} filter={filter} />}
          </Suspense>
        </CardBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}
