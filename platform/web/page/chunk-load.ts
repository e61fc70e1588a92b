/** Loading parts of the program: a time limit, and one reload when a new version has replaced the files. */
import { mayReloadFor, ownBuild } from '../api/build.ts'
import { reloadWithoutPrompt } from '../api/sign-in-again.ts'

const timeLimitMs = 120_000

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
      // a second failure of the same build is no new version but a missing file: it is shown
      if (navigator.onLine && mayReloadFor(ownBuild())) {
        reloadWithoutPrompt()
        return new Promise(() => {})
      }
      throw new ChunkLoadError(error)
    }
  }
}
