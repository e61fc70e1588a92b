/** Where an administrator stood when he began to look at the product as somebody: he comes back there. Kept by the window, for it alone. */
import { sessionStore } from '#platform/web/api/storage.ts'

const key = 'viewing.from'

export const storeReturnAddress = (): void => sessionStore.set(key, `${window.location.pathname}${window.location.search}`)

/** The address, once; home where none is kept, as in another window. */
export function takeReturnAddress(): string {
  const kept = sessionStore.get(key)
  sessionStore.remove(key)
  return kept !== null && /^\/(?![/\\])/.test(kept) ? kept : '/'
}
