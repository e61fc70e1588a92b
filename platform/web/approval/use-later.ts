/**
 * An answer that can be taken back for five seconds. It is sent then, or at once when its place goes: another page, another tab, a closed
 * window. So nothing that was answered is lost, and nothing that was taken back was ever sent.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'

export const laterMs = 5_000

/** `isLeaving`: the window goes, there is time for one call that outlives it. */
type Send = (isLeaving: boolean) => Promise<void>

export interface Later {
  /** what waits to be sent; null: nothing does */
  readonly waiting: string | null
  readonly begin: (text: string, send: Send) => void
  readonly takeBack: () => void
}

export function useLater(): Later {
  const [waiting, setWaiting] = useState<string | null>(null)
  const pending = useRef<{ readonly send: Send; readonly timer: ReturnType<typeof setTimeout> } | null>(null)
  const end = (): Send | null => {
    const one = pending.current
    pending.current = null
    if (one !== null) clearTimeout(one.timer)
    setWaiting(null)
    return one?.send ?? null
  }
  const send = useEffectEvent((isLeaving: boolean): void => void end()?.(isLeaving))
  useEffect(() => {
    const leave = (): void => send(true)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return {
    waiting,
    begin: (text, one) => {
      pending.current = { send: one, timer: setTimeout(() => void end()?.(false), laterMs) }
      setWaiting(text)
    },
    takeBack: () => void end(),
  }
}
