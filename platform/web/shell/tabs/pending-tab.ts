/**
 * The page a person has just gone to, from the click until the router has followed: open pages show and hide by this at once, in one frame,
 * and address, menus and effects come after it. Nothing else may be read from it: what counts is the address.
 */
import { createContext, useContext, useSyncExternalStore } from 'react'
import { observable, type Observable } from '../../api/observable.ts'

/** Key of that page's tab; null: the one of the address. */
export type PendingTab = Observable<string | null>

export const createPendingTab = (): PendingTab => observable<string | null>(null)
export const PendingTabContext = createContext<PendingTab>(createPendingTab())

/** Whether a page is in front; `isActive`: whether it is by the address. Only those that change are drawn anew. */
export function useIsInFront(tabKey: string, isActive: boolean): boolean {
  const ahead = useContext(PendingTabContext)
  return useSyncExternalStore(ahead.subscribe, () => {
    const key = ahead.get()
    return key === null ? isActive : key === tabKey
  })
}

/** a window out of sight has no frames */
const frameMsMax = 100

/** Does something as soon as the next frame is on screen; the answer calls it off. */
export function afterFrame(work: () => void): () => void {
  let timer = setTimeout(run, frameMsMax)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(run)
  })
  function run(): void {
    cancelAnimationFrame(frame)
    work()
  }
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
