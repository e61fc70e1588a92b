/** The address at which an administrator began to view the product as somebody: he returns there. Stored per window. */
import { sessionStore } from '#platform/web/api/storage.ts'

const key = 'viewing.from'

export const storeReturnAddress = (): void => sessionStore.set(key, `${window.location.pathname}${window.location.search}`)

/** The address, once; home where none is kept, as in another window. */
export function takeReturnAddress(): string {
  const kept = sessionStore.get(key)
  sessionStore.remove(key)
  return kept !== null && /^\/(?![/\\])/.test(kept) ? kept : '/'
}
