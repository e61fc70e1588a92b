/** Whether the server can be reached: the browser says so, or a call got no answer. Asked again until it can. */
import { observable } from './observable.ts'

const probePath = '/healthz'
const probeEveryMs = 5_000

export const isOffline = observable(false)
let timer: ReturnType<typeof setTimeout> | undefined

async function isReached(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    return (await fetch(probePath, { cache: 'no-store' })).ok
  } catch (error) {
    // fetch says "no network" by a TypeError
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Stays offline until the server has answered. */
async function probe(): Promise<void> {
  if (await isReached()) isOffline.set(false)
  if (!isOffline.get()) return
  // the browser's own word may come between two tries: one row of them goes on
  clearTimeout(timer)
  timer = setTimeout(() => void probe(), probeEveryMs)
}

/** A call got no answer, or the browser has lost its line: looks at once, and says so only if the server really is out of reach. */
export async function noteNoAnswer(): Promise<void> {
  if (isOffline.get()) return
  if (await isReached()) return
  isOffline.set(true)
  clearTimeout(timer)
  timer = setTimeout(() => void probe(), probeEveryMs)
}

/** An answer arrived, whatever it says. */
export function noteAnswer(): void {
  if (!isOffline.get()) return
  clearTimeout(timer)
  isOffline.set(false)
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => void noteNoAnswer())
  window.addEventListener('online', () => void probe())
}
