/** Scroll positions of open pages: kept while a page is hidden or unmounted, and with its tab over a reload. */
import { useLayoutEffect, useRef, type RefObject, type UIEvent } from 'react'
import { tabScrollsMax, type StoredTab } from '#platform/format/open-tabs.ts'

type Positions = Readonly<Record<string, number>>

export interface ScrollStore {
  of(tabKey: string): Positions
  set(tabKey: string, place: string, top: number): void
}

export function createScrollStore(tabs: readonly StoredTab[]): ScrollStore {
  const positions = new Map(tabs.flatMap(({ key, scroll }) => (scroll === undefined ? [] : [[key, scroll] as const])))
  return {
    of: tabKey => positions.get(tabKey) ?? {},
    set(tabKey, place, top) {
      const before = positions.get(tabKey) ?? {}
      if (!(place in before) && Object.keys(before).length >= tabScrollsMax) return
      positions.set(tabKey, { ...before, [place]: top })
    },
  }
}

/** A page whose rows come late is waited for this long; then the person has begun to read where it stands. */
const restoreMsMax = 5_000
/** the attribute that names a scrolled place inside a page, such as the body of a table */
const placeAttribute = 'data-scroll'
const handBegins = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Puts what is there where it was; answers whether something is still missing or too short. */
function restore(root: HTMLElement, positions: Positions): boolean {
  let isMissing = false
  for (const [place, top] of Object.entries(positions)) {
    const element = root.querySelector(`[${placeAttribute}="${place}"]`)
    if (element === null) isMissing ||= top > 0
    else if (Math.abs(element.scrollTop - top) > 1) {
      element.scrollTop = top
      isMissing ||= Math.abs(element.scrollTop - top) > 1
    }
  }
  return isMissing
}

/** Restores until everything is in place, the person takes over, or time is up. */
function restoreWhenThere(root: HTMLElement, positions: Positions, onEnd: () => void): () => void {
  let frame = 0
  const watcher = new MutationObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      if (!restore(root, positions)) end()
    })
  })
  const stop = (): void => {
    watcher.disconnect()
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    for (const name of handBegins) root.removeEventListener(name, end, { capture: true })
  }
  const end = (): void => {
    stop()
    onEnd()
  }
  const timer = setTimeout(end, restoreMsMax)
  for (const name of handBegins) root.addEventListener(name, end, { capture: true, passive: true })
  watcher.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['style', 'class'] })
  return stop
}

/** Keeps and restores the scrolled places of one page: elements with `data-scroll="name"`. */
export function useStoredScroll(
  store: ScrollStore,
  tabKey: string,
): {
  readonly root: RefObject<HTMLDivElement | null>
  onScroll(event: UIEvent): void
} {
  const root = useRef<HTMLDivElement>(null)
  const isRestoring = useRef(false)
  useLayoutEffect(() => {
    const element = root.current
    const positions = store.of(tabKey)
    if (element === null || !restore(element, positions)) return
    isRestoring.current = true
    const done = (): void => {
      isRestoring.current = false
    }
    const stop = restoreWhenThere(element, positions, done)
    return () => {
      stop()
      done()
    }
  }, [store, tabKey])
  // a hidden page has no effects, and what a browser does to its places is not the person's scrolling
  const isShown = useRef(false)
  useLayoutEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return {
    root,
    onScroll({ target }) {
      if (!isShown.current || isRestoring.current || !(target instanceof HTMLElement)) return
      const place = target.getAttribute(placeAttribute)
      if (place !== null) store.set(tabKey, place, Math.round(target.scrollTop))
    },
  }
}
