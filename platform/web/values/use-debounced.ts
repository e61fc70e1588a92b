import { useCallback, useEffect, useRef } from 'react'

/** Runs `action` when `delayMs` have passed without another call; `now` runs it at once. A pending call is dropped on unmount. */
export function useDebounced<Arguments extends readonly unknown[]>(
  action: (...given: Arguments) => void,
  delayMs: number,
): { later: (...given: Arguments) => void; now: (...given: Arguments) => void; cancel: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  const cancel = useCallback(() => clearTimeout(timer.current), [])
  useEffect(() => cancel, [cancel])
  const now = useCallback(
    (...given: Arguments) => {
      cancel()
      latest.current(...given)
    },
    [cancel],
  )
  const later = useCallback(
    (...given: Arguments) => {
      cancel()
      timer.current = setTimeout(() => latest.current(...given), delayMs)
    },
    [cancel, delayMs],
  )
  return { later, now, cancel }
}
