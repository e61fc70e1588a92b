/** A bar: moved by its middle, made longer or shorter by its ends, by pointer or arrow keys. While it is dragged it alone is drawn anew. */
import { memo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { addDays } from '#platform/format/dates.ts'
import { t } from '../../i18n/t.ts'
import { lengthOf, movedBy, type Days } from '../span.ts'
import type { Hue } from '../card.tsx'
import type { Bar, Box } from './plan.ts'

interface BarProps {
  readonly bar: Bar
  readonly days: Days
  readonly box: Box
  readonly top: number
  readonly dayWidth: number
  readonly text: string
  readonly hue: Hue
  readonly isMovable: boolean
  readonly onMove: (to: Days) => void
  readonly onOpen: () => void
}

type Grip = 'from' | 'whole' | 'to'
interface Drag {
  readonly grip: Grip
  readonly startX: number
  readonly by: number
}
/** px a pointer moves before a press is a drag */
const dragDistance = 4

/** The days after a drag by so many; an end never passes the other. */
export function dragged(days: Days, grip: Grip, by: number): Days {
  if (grip === 'whole') return movedBy(days, by)
  const room = lengthOf(days) - 1
  return grip === 'from'
    ? { ...days, from: addDays(days.from, Math.min(by, room)) }
    : { ...days, to: addDays(days.to, Math.max(by, -room)) }
}

export const GanttBar = memo(
  function GanttBar({ bar, days, box, top, dayWidth, text, hue, isMovable, onMove, onOpen }: BarProps) {
    const [drag, setDrag] = useState<Drag | null>(null)
    const hasMoved = useRef(false)
    const by = drag === null ? 0 : Math.round(drag.by / dayWidth)
    const shown = drag === null ? days : dragged(days, drag.grip, by)
    const left =
      box.x + (drag === null || drag.grip === 'to' ? 0 : (lengthOf(days) - lengthOf(shown) + (drag.grip === 'whole' ? by : 0)) * dayWidth)
    const begin = (event: PointerEvent, grip: Grip): void => {
      hasMoved.current = false
      if (!isMovable || event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ grip, startX: event.clientX, by: 0 })
    }
    const move = (event: PointerEvent): void => {
      if (drag === null) return
      const px = event.clientX - drag.startX
      if (Math.abs(px) >= dragDistance) hasMoved.current = true
      if (Math.round(px / dayWidth) !== by) setDrag({ ...drag, by: px })
    }
    const end = (isKept: boolean): void => {
      setDrag(null)
      if (isKept && by !== 0) onMove(shown)
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Enter') return onOpen()
      if (event.key === 'Escape' && drag !== null) return end(false)
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      if (step === 0 || !isMovable) return
      event.preventDefault()
      onMove(dragged(days, event.shiftKey ? 'to' : 'whole', step))
    }
    const handlers = { onPointerMove: move, onPointerUp: () => end(true), onPointerCancel: () => end(false) }
    const percent = Math.round(bar.progress * 100)
    return (
      <div
        role="button"
        tabIndex={0}
        className={`zg-gantt-bar zg-gantt-${hue}${bar.hasBelow ? ' zg-gantt-sum' : ''}${isMovable ? ' zg-gantt-movable' : ''}`}
        style={{ left, top, width: lengthOf(shown) * dayWidth }}
        title={`${text}\n${t('{from} 至 {to}', shown)}${percent > 0 ? ` · ${percent}%` : ''}`}
        aria-label={`${text}，${t('{from} 至 {to}', shown)}`}
        onPointerDown={event => begin(event, 'whole')}
        {...handlers}
        onClick={() => hasMoved.current || onOpen()}
        onKeyDown={onKeyDown}
      >
        <i className="zg-gantt-done" style={{ width: `${percent}%` }} />
        {isMovable && <i className="zg-gantt-grip" onPointerDown={event => begin(event, 'from')} {...handlers} />}
        {isMovable && <i className="zg-gantt-grip zg-gantt-grip-end" onPointerDown={event => begin(event, 'to')} {...handlers} />}
      </div>
    )
  },
  (a, b) =>
    a.bar.row === b.bar.row &&
    a.hue === b.hue &&
    a.top === b.top &&
    a.box.x === b.box.x &&
    a.box.width === b.box.width &&
    a.dayWidth === b.dayWidth &&
    a.isMovable === b.isMovable,
)
