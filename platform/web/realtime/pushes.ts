/**
 * Messages the server pushes, over one connection per browser: the window that holds the lock has it and tells the others. When that
 * window goes, the next one takes over and asks for what came meanwhile. Open while somebody listens; who listens polls as well.
 */
import type { Push } from '../../declare/wire.ts'
import { observable } from '../api/observable.ts'
import { createPushConnection } from './push-connection.ts'

type Listener = (push: Push) => void
type Told =
  | { readonly kind: 'push'; readonly push: Push; readonly no: number }
  | { readonly kind: 'state'; readonly isLive: boolean; readonly last: number | null }
  /** a window that has just begun to listen */
  | { readonly kind: 'ask' }

const lockName = 'zhanggui.realtime'
/** pages that change hands must not close and open the connection each time */
const closeAfterMs = 5_000

const listeners = new Set<Listener>()
const live = observable(false)
let last: number | null = null
let isLeading = false
let channel: BroadcastChannel | null = null
let leave: (() => void) | null = null
let closeTimer: ReturnType<typeof setTimeout> | undefined

/** Whether pushes arrive at the moment: who polls may then poll slowly. For useSyncExternalStore. */
export const pushesArrive = { get: live.get, subscribe: live.subscribe }

const tell = (told: Told): void => channel?.postMessage(told)
const hear = (push: Push): void => {
  for (const listener of listeners) listener(push)
}

const line = createPushConnection({
  onPush(push, no) {
    hear(push)
    tell({ kind: 'push', push, no })
  },
  onLive(isLive) {
    live.set(isLive)
    tell({ kind: 'state', isLive, last })
  },
  last: () => last,
  setLast(no) {
    last = no
  },
})

function onTold({ data }: MessageEvent<Told>): void {
  if (data.kind === 'ask') {
    if (isLeading) tell({ kind: 'state', isLive: live.get(), last })
  } else if (isLeading) return
  else if (data.kind === 'state') {
    live.set(data.isLive)
    last = data.last ?? last
  } else {
    last = data.no
    hear(data.push)
  }
}

/** Leads as soon as no other window does. Without locks (plain http elsewhere than localhost) each window has a connection of its own. */
function join(): void {
  if (leave !== null) return
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(lockName)
    channel.onmessage = onTold
    tell({ kind: 'ask' })
  }
  const lead = (): void => {
    isLeading = true
    line.open()
  }
  const standDown = (): void => {
    if (isLeading) line.close()
    isLeading = false
    live.set(false)
    channel?.close()
    channel = null
  }
  const { locks } = navigator
  if (locks === undefined || channel === null) {
    leave = standDown
    lead()
    return
  }
  const waiting = new AbortController()
  let release = (): void => waiting.abort()
  leave = () => {
    standDown()
    release()
  }
  locks
    .request(lockName, { signal: waiting.signal }, () => {
      lead()
      return new Promise<void>(done => {
        release = done
      })
    })
    .catch((error: unknown) => {
      // standing down while another window leads
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
}

function leaveIfUnheard(): void {
  if (listeners.size > 0) return
  leave?.()
  leave = null
}

/** Hears every push until the answer is called. */
export function listenToPushes(listener: Listener): () => void {
  listeners.add(listener)
  clearTimeout(closeTimer)
  join()
  return () => {
    listeners.delete(listener)
    clearTimeout(closeTimer)
    closeTimer = setTimeout(leaveIfUnheard, closeAfterMs)
  }
}
