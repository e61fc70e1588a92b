/** Keys of the page of bank matching, where they go first, and what they will need next. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useIsShown } from '#platform/web/page/page-context.ts'
import { useCommands, type Command } from './keys.tsx'
import { nextOf } from './lines.tsx'
import type { Acts } from './use-acts.tsx'
import type { Desk } from './use-desk.tsx'
import { prepareCandidates } from './use-open-lines.tsx'

function move({ pane, at, setAt, beside, lines, marked, mark }: Desk, by: 1 | -1): void {
  if (pane === 'candidates') {
    const last = beside.suggestions.length + beside.payments.length - 1
    setAt(Math.max(0, Math.min(last, at === null ? 0 : at + by)))
    return
  }
  const next = lines[lines.findIndex(one => one.id === marked?.id) + by]
  if (next !== undefined) mark(next)
}

function enter({ choice, pane, at, beside: { suggestions } }: Desk, acts: Acts): void {
  if (!choice.isEmpty) acts.confirm()
  else if (pane === 'lines' || at === null) acts.accept(suggestions[0])
  else if (at < suggestions.length) acts.accept(suggestions[at])
  else acts.tickAt(at)
}

function tick({ pane, at, marked, isPassed, choice }: Desk, acts: Acts): void {
  if (pane === 'candidates') acts.tickAt(at ?? 0)
  else if (marked !== null && !isPassed(marked)) choice.tickLine(marked)
}

function book(desk: Desk, { mayMatch }: Acts): void {
  if (!mayMatch || desk.marked === null) return
  desk.setBooking(true)
  desk.boxes.booking.current?.focus()
}

function next({ lines, marked, isPassed, mark }: Desk): void {
  const below = lines.slice(lines.findIndex(one => one.id === marked?.id) + 1)
  mark(below.find(one => !isPassed(one)) ?? marked)
}

const search = ({ pane, boxes }: Desk): void => (pane === 'candidates' ? boxes.paymentSearch : boxes.lineSearch).current?.focus()

function run(command: Command, desk: Desk, acts: Acts): void {
  switch (command.does) {
    case 'move':
      return move(desk, command.by)
    case 'suggestion':
      return acts.accept(desk.beside.suggestions[command.at])
    case 'enter':
      return enter(desk, acts)
    case 'tick':
      return tick(desk, acts)
    case 'book':
      return book(desk, acts)
    case 'next':
      return next(desk)
    case 'undo':
      return acts.undo()
    case 'search':
      return search(desk)
    case 'clear':
      return desk.choice.clear()
  }
}

/** Typed into, or in a dialog: the lines take no keys away. */
const isTaken = (element: Element | null): boolean =>
  element instanceof HTMLInputElement || (element !== null && element.closest('[role="dialog"]') !== null)

export function useDeskKeys(desk: Desk, acts: Acts): void {
  const isShown = useIsShown()
  const client = useQueryClient()
  const { isMobile, lines, marked } = desk
  useCommands(isShown && !isMobile, command => run(command, desk, acts))

  /** What the next lines may be is there before they are marked. */
  const prepare = useEffectEvent(() => {
    if (marked === null) return
    const after = nextOf(lines, marked.id, desk.isPassed)
    const later = after === null ? null : nextOf(lines, after.id, desk.isPassed)
    for (const one of new Set([after, lines[lines.indexOf(marked) + 1], later])) if (one != null) prepareCandidates(client, one.id)
  })
  useEffect(() => prepare(), [marked?.id])

  const isThere = lines.length > 0
  const take = useEffectEvent(() => {
    if (!isTaken(document.activeElement)) desk.boxes.lines.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (isThere && isShown && !isMobile) take()
  }, [isThere, isShown, isMobile])
}
