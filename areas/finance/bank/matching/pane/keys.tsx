/** What keys do on the page of bank matching. Pure but for the hook. */
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '#platform/web/widgets/is-typing.ts'

export type Pane = 'lines' | 'candidates'
export type Command =
  | { readonly does: 'move'; readonly by: 1 | -1 }
  | { readonly does: 'suggestion'; readonly at: number }
  | { readonly does: 'enter' | 'tick' | 'book' | 'next' | 'undo' | 'search' | 'clear' }

const named: Readonly<Record<string, Command>> = {
  ArrowDown: { does: 'move', by: 1 },
  ArrowUp: { does: 'move', by: -1 },
  Enter: { does: 'enter' },
  ' ': { does: 'tick' },
  d: { does: 'book' },
  n: { does: 'next' },
  u: { does: 'undo' },
  '/': { does: 'search' },
  Escape: { does: 'clear' },
}
/** These press the control that has the focus, or move within it. */
const ofControls: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp'])
const controls = 'button, a[href], .ant-select, [role="radio"], [role="radiogroup"], [role="tab"], [role="menuitem"], .ant-select-dropdown'

export function commandOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'target' | 'defaultPrevented'>,
): Command | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null
  if (ofControls.has(event.key) && event.target instanceof HTMLElement && event.target.closest(controls) !== null) return null
  // a key that is held down moves, and does nothing twice
  if (event.repeat && !event.key.startsWith('Arrow')) return null
  if (/^[1-9]$/.test(event.key)) return { does: 'suggestion', at: Number(event.key) - 1 }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return Object.hasOwn(named, key) ? (named[key] ?? null) : null
}

export function useCommands(isOn: boolean, onCommand: (command: Command) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent): void => {
    const command = isOn ? commandOf(event) : null
    if (command === null) return
    event.preventDefault()
    onCommand(command)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => hear(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
