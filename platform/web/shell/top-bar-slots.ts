/** Places in the top bar that other parts of the platform fill: the task centre, notices, later the search. */
import { useSyncExternalStore, type ComponentType } from 'react'

export interface TopBarSlot {
  readonly key: string
  /** small numbers stand further left */
  readonly order: number
  readonly component: ComponentType
}

let slots: readonly TopBarSlot[] = []
const listeners = new Set<() => void>()

/** Puts a component into the top bar; the same key again replaces it. */
export function registerTopBarSlot(slot: TopBarSlot): void {
  slots = [...slots.filter(one => one.key !== slot.key), slot].toSorted((a, b) => a.order - b.order)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTopBarSlots(): readonly TopBarSlot[] {
  return useSyncExternalStore(subscribe, () => slots)
}
