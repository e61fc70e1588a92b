/** Draws only the lines near the window of a table that scrolls inside itself. */
import { useEffect, useState } from 'react'

/** Height of a line in px, as in report.css. */
export const lineHeight = 36
/** Fewer lines are all drawn. */
const wholeMax = 120
/** Lines above and below the window, so that a quick scroll meets no blank. */
const margin = 20

export interface Windowed {
  readonly from: number
  readonly to: number
  /** px of the lines left out */
  readonly before: number
  readonly after: number
}

/** Which of `count` lines to draw for a scroll position. Pure. */
export function windowOf(count: number, scrollTop: number, height: number): Windowed {
  if (count <= wholeMax) return { from: 0, to: count, before: 0, after: 0 }
  const from = Math.max(0, Math.min(Math.floor(scrollTop / lineHeight) - margin, count - 1))
  const to = Math.min(count, Math.ceil((scrollTop + height) / lineHeight) + margin)
  return { from, to, before: from * lineHeight, after: (count - to) * lineHeight }
}

export function useWindowed(scroller: HTMLElement | null, count: number): Windowed {
  const [place, setPlace] = useState({ top: 0, height: 800 })
  const isLong = count > wholeMax
  useEffect(() => {
    if (scroller === null || !isLong) return
    const follow = (): void => setPlace({ top: scroller.scrollTop, height: scroller.clientHeight })
    follow()
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => scroller.removeEventListener('scroll', follow)
  }, [scroller, isLong])
  return windowOf(count, place.top, place.height)
}
