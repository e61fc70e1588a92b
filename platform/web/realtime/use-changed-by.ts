/** Who has changed the record that stands open in a form. */
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, api } from '../api/client.ts'
import { isViewing } from '../api/viewing.ts'
import { listenToPushes } from './pushes.ts'

/** the server forgets a form that says nothing for two and a half minutes */
const stillOpenEveryMs = 60_000

function say(path: string, type: string, id: string): void {
  if (isViewing()) return
  api.post(path, { type, id }, { quiet: true, keepalive: true }).catch((error: unknown) => {
    // saving finds out in any case: the version tells
    if (!(error instanceof ApiError)) throw error
  })
}

/** How often each record stands open here: its page and its form watch it together, and the last of them says that it is closed. */
const open = new Map<string, number>()

function watchRecord(type: string, id: string): () => void {
  const key = `${type} ${id}`
  open.set(key, (open.get(key) ?? 0) + 1)
  const watch = (): void => say('/realtime/watch', type, id)
  watch()
  const timer = setInterval(watch, stillOpenEveryMs)
  return () => {
    clearInterval(timer)
    const left = (open.get(key) ?? 1) - 1
    open.set(key, left)
    if (left > 0) return
    open.delete(key)
    say('/realtime/unwatch', type, id)
  }
}

/** Hears each change of a record that stands open here, with the name of whoever else did it, where it is told. `id` null: a new record. */
export function useRecordChanges(type: string | null, id: string | null, onChanged: (by: string | null) => void): void {
  const changed = useEffectEvent(onChanged)
  useEffect(() => {
    if (type === null || id === null) return
    const unwatch = watchRecord(type, id)
    const deafen = listenToPushes(push => {
      if (push.kind === 'changed' && push.type === type && push.id === id) changed(push.by ?? null)
    })
    return () => {
      deafen()
      unwatch()
    }
  }, [type, id])
}

/** The name of whoever changed or deleted the record since it was opened here; null: nobody. `id` null: a new record. */
export function useChangedBy(type: string | null, id: string | null): string | null {
  const [by, setBy] = useState<string | null>(null)
  useRecordChanges(type, id, name => {
    if (name !== null) setBy(name)
  })
  return by
}
