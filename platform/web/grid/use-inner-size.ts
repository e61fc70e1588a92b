import { useLayoutEffect, useState, type RefObject } from 'react'

/** Inner size of a scroller in px, without its scroll bars. */
export interface InnerSize {
  readonly width: number
  readonly height: number
}

/** null until it has been measured: what fills it is drawn once, with the size known. Kept while its page is hidden. */
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
