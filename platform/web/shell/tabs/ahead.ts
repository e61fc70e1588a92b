/**
 * The page a person has just gone to, from the click until the router has followed: open pages show and hide by this at once, in one frame,
 * and address, menus and effects come after it. Nothing else may be read from it: what counts is the address.
 */
import { createContext, useContext, useSyncExternalStore } from 'react'
import { watched, type Watched } from '../../api/watched.ts'

/** Key of that page's tab; null: the one of the address. */
export type Ahead = Watched<string | null>

export const createAhead = (): Ahead => watched<string | null>(null)
export const AheadContext = createContext<Ahead>(createAhead())

/** Whether a page is in front; `isActive`: whether it is by the address. Only those that change are drawn anew. */
export function useInFront(tabKey: string, isActive: boolean): boolean {
  const ahead = useContext(AheadContext)
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
