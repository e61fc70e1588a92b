/** Who has changed the record that stands open in a form. */
import { useEffect, useState } from 'react'
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

/** The name of whoever changed or deleted the record since it was opened here; null: nobody. `id` null: a new record. */
export function useChangedBy(type: string | null, id: string | null): string | null {
  const [by, setBy] = useState<string | null>(null)
  useEffect(() => {
    if (type === null || id === null) return
    const watch = (): void => say('/realtime/watch', type, id)
    watch()
    const timer = setInterval(watch, stillOpenEveryMs)
    const deafen = listenToPushes(push => {
      if (push.kind === 'changed' && push.type === type && push.id === id && push.by !== undefined) setBy(push.by)
    })
    return () => {
      clearInterval(timer)
      deafen()
      say('/realtime/unwatch', type, id)
    }
  }, [type, id])
  return by
}
