/** Items put in order by pointer or keyboard, with what a screen reader hears of it. */
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type Announcements } from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { HolderOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { movedTo } from '../page/pins.ts'

export interface SortableItem {
  readonly id: string
  readonly title: string
}

function announcementsOf(items: readonly SortableItem[]): Announcements {
  const name = (id: string | number): string => items.find(item => item.id === id)?.title ?? ''
  return {
    onDragStart: ({ active }) => t('已拿起{title}', { title: name(active.id) }),
    onDragOver: ({ active, over }) => (over === null ? '' : t('{title}移到{over}的位置', { title: name(active.id), over: name(over.id) })),
    onDragEnd: ({ active }) => t('已放下{title}', { title: name(active.id) }),
    onDragCancel: ({ active }) => t('{title}已放回原处', { title: name(active.id) }),
  }
}

function Row({ item, className, children }: { item: SortableItem; className: string; children: ReactNode }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: item.id })
  return (
    <li
      ref={setNodeRef}
      className={className}
      style={{ transform: transform === null ? undefined : `translate(${transform.x}px, ${transform.y}px)`, transition }}
    >
      <span className="zg-sortable-handle" {...attributes} {...listeners} aria-label={t('拖动{title}', { title: item.title })}>
        <HolderOutlined aria-hidden /> {item.title}
      </span>
      {children}
    </li>
  )
}

interface SortableProps {
  readonly items: readonly SortableItem[]
  readonly onChange: (ids: readonly string[]) => void
  readonly className: string
  readonly itemClassName: string
  /** what stands beside the title */
  readonly beside: (item: SortableItem) => ReactNode
}

export function Sortable({ items, onChange, className, itemClassName, beside }: SortableProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(item => item.id)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsOf(items),
        screenReaderInstructions: { draggable: t('按空格拿起，用方向键移动，再按空格放下，按 Esc 放回原处') },
      }}
      onDragEnd={({ active, over }) => {
        if (over !== null) onChange(movedTo(ids, String(active.id), String(over.id)))
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className={className}>
          {items.map(item => (
            <Row key={item.id} item={item} className={itemClassName}>
              {beside(item)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
