/** From record to record of the list one came from, by buttons and keys, in the same tab. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ListDefinition } from '../../declare/wire.ts'
import { inTime } from '../page/first-page.ts'
import { recordUrl, recordRouteOf } from '../page/record-routes.ts'
import { usePage } from '../page/page-context.ts'
import { useShell } from '../page/shell-context.ts'
import { recordQuery } from '../values/record-query.ts'
import { useNeighbours } from './use-record.ts'

export interface Turning {
  /** null: the end of the list */
  readonly previous: (() => void) | null
  readonly next: (() => void) | null
}

/** Keys that belong to what has the focus. */
const takers = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="grid"]'
export const isTaken = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.closest(takers) !== null

/** J and the arrow down with Alt go to the next, K and the arrow up to the previous; of a paper also the arrows to either side. */
function wayOf(event: KeyboardEvent, sideways: boolean): keyof Turning | null {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey || isTaken(event)) return null
  if (event.altKey) return event.key === 'ArrowDown' ? 'next' : event.key === 'ArrowUp' ? 'previous' : null
  // in a row of tabs they go from tab to tab
  if (sideways && !(event.target instanceof Element && event.target.closest('[role="tab"], [role="menu"]') !== null)) {
    if (event.key === 'ArrowRight') return 'next'
    if (event.key === 'ArrowLeft') return 'previous'
  }
  const key = event.key.toLowerCase()
  return key === 'j' ? 'next' : key === 'k' ? 'previous' : null
}

export function useTurning(definition: ListDefinition, id: string, tab: string | null, sideways = false): Turning {
  const { type } = definition
  const { neighbours, isKnown, list } = useNeighbours(definition, id)
  // a key that is pressed before the neighbours have come counts when they are there
  const waiting = useRef<{ readonly id: string; readonly way: keyof Turning } | null>(null)
  const { routes, turn } = useShell()
  const { tabKey, menu } = usePage()
  const client = useQueryClient()
  const to = (other: string | null): (() => void) | null => {
    const route = recordRouteOf(routes, type, menu.moduleId)
    if (other === null || route === null) return null
    const url = `${recordUrl(route, other, list)}${tab === null ? '' : `&tab=${tab}`}`
    // the record is there when its page is drawn: nothing flickers between the two
    return () => void inTime(client.prefetchQuery(recordQuery(type, other))).then(() => turn(tabKey, url))
  }
  const turning = { previous: to(neighbours.previous), next: to(neighbours.next) }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const way = wayOf(event, sideways)
    if (way === null) return
    event.preventDefault()
    if (isKnown) turning[way]?.()
    else waiting.current = { id, way }
  })
  const goOn = useEffectEvent(() => {
    const asked = waiting.current
    waiting.current = null
    if (asked !== null && asked.id === id) turning[asked.way]?.()
  })
  useEffect(() => {
    if (isKnown) goOn()
  }, [isKnown, id])
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
  return turning
}
