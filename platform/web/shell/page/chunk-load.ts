/** Loading parts of the program: a time limit, and one reload when a new version has replaced the files. */
import { sessionStore } from '../../api/storage.ts'
import { browser } from '../../api/sign-in-again.ts'

const timeLimitMs = 120_000
const reloadedKey = 'chunk.reloadedAt'
/** A second failure this soon after a reload is no new version but a missing file: it is shown. */
const reloadAgainAfterMs = 60_000

export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('Loading chunk failed', { cause })
    this.name = 'ChunkLoadError'
  }
}

function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), timeLimitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Wraps a dynamic import: its failure reloads the browser once, then is an error the page shows. */
export function withReload<Value>(load: () => Promise<Value>): () => Promise<Value> {
  return async () => {
    try {
      return await withinTime(load())
    } catch (error) {
      const reloadedAtMs = Number(sessionStore.get(reloadedKey) ?? 0)
      if (navigator.onLine && Date.now() - reloadedAtMs > reloadAgainAfterMs) {
        sessionStore.set(reloadedKey, String(Date.now()))
        browser.reload()
        return new Promise(() => {})
      }
      throw new ChunkLoadError(error)
    }
  }
}
