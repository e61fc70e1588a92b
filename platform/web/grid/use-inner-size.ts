import { useLayoutEffect, useState, type RefObject } from 'react'

/** Px inside a scroller, without its scroll bars. */
export interface InnerSize {
  readonly width: number
  readonly height: number
}

/** null until it has been measured: what fills the room is drawn once, knowing it. Kept while its page is hidden. */
export function useInnerSize(scroller: RefObject<HTMLDivElement | null>): InnerSize | null {
  const [room, setRoom] = useState<InnerSize | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      setRoom(before => {
        if (before === null) return { width, height }
        const isSame = before.width === width && before.height === height
        return isSame || width === 0 || height === 0 ? before : { width, height }
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return room
}
