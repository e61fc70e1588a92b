import { useLayoutEffect, useState, type RefObject } from 'react'

/** Px inside a scroller, without its scroll bar; kept while its page is hidden. */
export function useRoom(scroller: RefObject<HTMLDivElement | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = (): void => {
      if (element.clientWidth > 0) setRoom(element.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return room
}
