import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../widgets/is-typing.ts'

/** `?` opens the list of keys from any page. */
export function useShortcutsKey(onOpen: () => void): void {
  const hear = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    event.preventDefault()
    onOpen()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => hear(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
