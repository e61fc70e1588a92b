/** How many filters stand on the line of the bar; the others are in the drawer. */
import { useLayoutEffect, useState, type RefObject } from 'react'

/** Places of some 180 px beside the bar's buttons, by the width of the bar. */
const steps = [
  { fromPx: 1520, places: 7.5 },
  { fromPx: 1340, places: 6.5 },
  { fromPx: 1140, places: 5.5 },
] as const
const placesMin = 4.5

export const barPlacesAt = (widthPx: number): number => steps.find(one => widthPx >= one.fromPx)?.places ?? placesMin

/** Read before the bar is painted, so that nothing comes or goes in sight. */
export function useBarPlaces(bar: RefObject<HTMLElement | null>): number {
  const [places, setPlaces] = useState(placesMin)
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return
    const read = (): void => {
      // a page that is hidden has no width
      if (element.clientWidth > 0) setPlaces(barPlacesAt(element.clientWidth))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [bar])
  return places
}
