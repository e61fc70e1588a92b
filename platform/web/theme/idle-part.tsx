/**
 * A part of the frame that nobody waits for: it comes when the page has been drawn, and the page lives without it while it can't be had.
 */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { whenIdle } from './idle.ts'

/** a line that was lost is mostly back by then */
const againMs = 5_000

/**
 * `place` keeps the part's room until it is there. A part that can't be loaded is asked for again: unlike a page, its failure is nobody's
 * concern.
 */
export function idlePart(load: () => Promise<{ readonly default: ComponentType }>, place: ReactNode = null): () => ReactNode {
  return function IdlePart() {
    const [Shown, setShown] = useState<ComponentType | null>(null)
    useEffect(() => {
      let isGone = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const ask = (): void =>
        void load().then(
          module => {
            if (!isGone) setShown(() => module.default)
          },
          () => {
            if (!isGone) timer = setTimeout(ask, againMs)
          },
        )
      const leave = whenIdle(ask)
      return () => {
        isGone = true
        leave()
        clearTimeout(timer)
      }
    }, [])
    return Shown === null ? place : <Shown />
  }
}
