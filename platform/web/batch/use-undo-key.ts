import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { listenToUndo, undoLast } from '../values/undo.ts'

/** What has an undo of its own, and dialogs over the page. */
const taken = 'textarea, [contenteditable="true"], .ant-modal, input:not([type="checkbox"]):not([type="radio"])'
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(taken) !== null)

/** What may show a record that was taken back. */
const shown: ReadonlySet<unknown> = new Set(['list', 'record', 'history', 'neighbours', 'related', 'recordChart', 'ownChanges'])

/** Ctrl+Z (Cmd+Z) takes back what was done last on the page in front; in a text field the key stays the browser's. */
export function useUndoKey(): void {
  const client = useQueryClient()
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isUndo || event.defaultPrevented || event.repeat || isTaken(event.target)) return
    if (undoLast(window.location.pathname)) event.preventDefault()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  useEffect(() => listenToUndo(() => void client.invalidateQueries({ predicate: ({ queryKey }) => shown.has(queryKey[0]) })), [client])
}
