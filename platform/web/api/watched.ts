/** A value that components watch: for useSyncExternalStore, outside of any component. */
export interface Watched<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function watched<T>(first: T): Watched<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
