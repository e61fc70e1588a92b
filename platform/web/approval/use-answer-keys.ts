/** A and R answer, unless something is typed. */
import { useEffect, useEffectEvent } from 'react'

/** A and R answer, unless something is typed. */
export function answerKey(
  event: Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>,
): 'confirm' | 'back' | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const { target } = event
  if (target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, .ant-select') !== null)) return null
  const key = event.key.toLowerCase()
  return key === 'a' ? 'confirm' : key === 'r' ? 'back' : null
}

/** `onAnswer` says whether it took the key. */
export function useAnswerKeys(onAnswer: (way: 'confirm' | 'back') => boolean): void {
  const hear = useEffectEvent((event: KeyboardEvent): void => {
    const way = answerKey(event)
    if (way !== null && onAnswer(way)) event.preventDefault()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => hear(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
