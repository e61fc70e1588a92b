/** Browser storage that works where localStorage is forbidden or full: values then live as long as the page. */
const memory = new Map<string, string>()

function storageOf(name: 'localStorage' | 'sessionStorage'): Storage | null {
  // pure parts are also tested outside a browser
  if (typeof window === 'undefined') return null
  try {
    return window[name]
  } catch (error) {
    // A browser that blocks site data throws SecurityError on the mere access.
    if (error instanceof DOMException) return null
    throw error
  }
}

export interface KeyValueStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
  clear(): void
}

function keyValueStore(name: 'localStorage' | 'sessionStorage'): KeyValueStore {
  const prefix = `${name}:`
  return {
    get(key) {
      return memory.get(prefix + key) ?? storageOf(name)?.getItem(key) ?? null
    },
    set(key, value) {
      try {
        const storage = storageOf(name)
        if (storage === null) memory.set(prefix + key, value)
        else {
          storage.setItem(key, value)
          memory.delete(prefix + key)
        }
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
        memory.set(prefix + key, value)
      }
    },
    remove(key) {
      memory.delete(prefix + key)
      storageOf(name)?.removeItem(key)
    },
    keys() {
      const inMemory = [...memory.keys()].flatMap(key => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
      return [...new Set([...inMemory, ...Object.keys(storageOf(name) ?? {})])]
    },
    clear() {
      for (const key of memory.keys()) if (key.startsWith(prefix)) memory.delete(key)
      storageOf(name)?.clear()
    },
  }
}

export const localStore = keyValueStore('localStorage')
/** Survives a reload and the clearing of local storage: carries a message over to the login page. */
export const sessionStore = keyValueStore('sessionStorage')
