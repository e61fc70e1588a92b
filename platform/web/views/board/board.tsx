/** Records as cards in columns; a card is taken from one to another by mouse, finger or keyboard. */
import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  pointerWithin,
  rectIntersection,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { Announcements, CollisionDetection, KeyboardCoordinateGetter } from '@dnd-kit/core'
import { useMemo, useState } from 'react'
import type { ListDefinition, Row, ShownAsDefinition } from '../../../declare/wire.ts'
import { t } from '../../i18n/t.ts'
import { rowName } from '../../values/list-texts.ts'
import { CardFace, cardTexts } from '../card.tsx'
import type { ViewProps } from '../view-props.ts'
import { BoardColumn } from './board-column.tsx'
import { columnOfRow, openColumns } from './move.ts'
import { useMove } from './use-move.ts'
import { useMoveMenu } from './move-menu.tsx'
import type { ColumnValue } from './use-columns.ts'
import '../views.css'
import './board.css'

const idOf = (value: ColumnValue): string => `column ${value ?? ''}`
/** px a mouse moves before a press becomes a drag; ms a finger rests before it does, so that a board is scrolled by hand */
const dragDistance = 5
const touchDelayMs = 250
const touchTolerance = 8

/** The column under the pointer; by keyboard the one that the card lies over. */
const collision: CollisionDetection = args => {
  const under = pointerWithin(args)
  return under.length > 0 ? under : rectIntersection(args)
}

/** Arrow keys go from column to column. */
const toNeighbour: KeyboardCoordinateGetter = (event, { context: { droppableRects, over, active }, currentCoordinates }) => {
  const by = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0
  if (by === 0) return undefined
  event.preventDefault()
  const columns = [...droppableRects].toSorted(([, a], [, b]) => a.left - b.left)
  const at = columns.findIndex(([id]) => id === (over?.id ?? active?.data.current?.['column']))
  const rect = columns[at + by]?.[1]
  return rect === undefined ? currentCoordinates : { x: rect.left, y: currentCoordinates.y }
}

const noColumns: NonNullable<ShownAsDefinition['board']>['columns'] = []

function useBoardSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: dragDistance } }),
    useSensor(TouchSensor, { activationConstraint: { delay: touchDelayMs, tolerance: touchTolerance } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toNeighbour,
      keyboardCodes: { start: ['Space'], end: ['Space', 'Enter'], cancel: ['Escape'] },
    }),
  )
}

function announcementsOf(definition: ListDefinition): Announcements {
  const name = (row: unknown): string => rowName(definition.result, row as Row)
  return {
    onDragStart: ({ active }) => t('已拿起{title}', { title: name(active.data.current?.['row']) }),
    onDragOver: ({ active, over }) =>
      over === null
        ? ''
        : t('{title}移到{over}的位置', { title: name(active.data.current?.['row']), over: String(over.data.current?.['title']) }),
    onDragEnd: ({ active }) => t('已放下{title}', { title: name(active.data.current?.['row']) }),
    onDragCancel: ({ active }) => t('{title}已放回原处', { title: name(active.data.current?.['row']) }),
  }
}

export default function Board({ definition, shown, title, query, isReady, onOpen, actions }: ViewProps) {
  const board = shown.board
  const [held, setHeld] = useState<Row | null>(null)
  const textOf = useMemo(() => cardTexts(definition, shown), [definition, shown])
  const by = board?.by ?? ''
  const columns = board?.columns ?? noColumns
  const titleOf = (value: ColumnValue): string => columns.find(one => one.value === value)?.title ?? ''
  const move = useMove({ definition, by, query, step: actions.step, titleOf })
  const menu = useMoveMenu(definition, by, columns, move)
  const sensors = useBoardSensors()
  const open = useMemo(
    () =>
      held === null
        ? null
        : openColumns(
            definition,
            by,
            held,
            columns.map(one => one.value),
          ),
    [held, definition, by, columns],
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collision}
      accessibility={{
        announcements: announcementsOf(definition),
        screenReaderInstructions: {
          draggable: t('按空格拿起，用左右方向键换列，再按空格放下，按 Esc 放回原处，回车打开，按菜单键选择要移到的列'),
        },
      }}
      onDragStart={({ active }) => setHeld(active.data.current?.['row'] as Row)}
      onDragCancel={() => setHeld(null)}
      onDragEnd={({ over }) => {
        setHeld(null)
        if (held !== null && over !== null) move(held, over.data.current?.['value'] as ColumnValue)
      }}
    >
      <div className="zg-board" role="group" aria-label={title}>
        {columns.map(({ value, title: of }) => (
          <BoardColumn
            key={idOf(value)}
            id={idOf(value)}
            definition={definition}
            by={by}
            value={value}
            title={of}
            query={query}
            isReady={isReady}
            textOf={textOf}
            hold={open === null || (held !== null && columnOfRow(held, by) === value) ? 'free' : open.has(value) ? 'open' : 'closed'}
            onOpen={onOpen}
            isMovable={menu.isMovable}
            onMenu={menu.open}
          />
        ))}
      </div>
      {menu.list}
      <DragOverlay dropAnimation={null}>
        {held !== null && (
          <div className="zg-card zg-card-held">
            <CardFace {...textOf(held)} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}
