/** A map with a maximum size: the entry longest not written is removed first. */
export interface BoundedMap<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
  delete(key: string): void
  clear(): void
}

export function boundedMap<T>(max: number): BoundedMap<T> {
  const entries = new Map<string, T>()
  return {
    get: key => entries.get(key),
    set(key, value) {
      // written anew it becomes the youngest
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= max) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    delete: key => void entries.delete(key),
    clear: () => entries.clear(),
  }
}
