/** Messages the server pushes over one websocket per browser tab. Open while somebody listens; who listens must poll as well, because a push can be missed. */
import type { Push } from '../../declare/wire.ts'
import { api, ApiError } from '../api/client.ts'
import { basePath } from '../api/request.ts'
import { session } from '../api/session.ts'

type Listener = (push: Push) => void

const retryFirstMs = 1_000
const retryMostMs = 60_000
/** pages that change hands must not close and open the socket each time */
const closeAfterMs = 5_000

const listeners = new Set<Listener>()
const statusListeners = new Set<() => void>()
let socket: WebSocket | null = null
let isLive = false
let isOpening = false
let failures = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined
let closeTimer: ReturnType<typeof setTimeout> | undefined

function setLive(next: boolean): void {
  if (isLive === next) return
  isLive = next
  for (const listener of statusListeners) listener()
}

/** A push as the contract has it, or null: what is not understood is dropped. */
export function parsePush(text: unknown): Push | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('kind' in value)) return null
    return value.kind === 'task' || value.kind === 'changed' ? (value as Push) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function retry(): void {
  setLive(false)
  socket = null
  if (listeners.size === 0) return
  clearTimeout(retryTimer)
  retryTimer = setTimeout(() => void open(), Math.min(retryMostMs, retryFirstMs * 2 ** Math.min(failures, 10)))
  failures += 1
}

async function open(): Promise<void> {
  if (socket !== null || isOpening || listeners.size === 0 || session.token() === null) return
  isOpening = true
  try {
    const { ticket } = await api.post<{ ticket: string }>('/realtime/ticket', {}, { quiet: true })
    if (listeners.size === 0) return
    const address = `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}${basePath}/ws?ticket=${encodeURIComponent(ticket)}`
    const opened = new WebSocket(address)
    socket = opened
    opened.onopen = () => {
      failures = 0
      setLive(true)
    }
    opened.onmessage = event => {
      const push = parsePush(event.data)
      if (push !== null) for (const listener of listeners) listener(push)
    }
    opened.onclose = () => {
      if (socket === opened) retry()
    }
  } catch (error) {
    // without a socket everything is polled: no reason to disturb anyone
    if (!(error instanceof ApiError)) throw error
    retry()
  } finally {
    isOpening = false
  }
}

function closeIfUnheard(): void {
  if (listeners.size > 0) return
  clearTimeout(retryTimer)
  const closing = socket
  socket = null
  setLive(false)
  closing?.close()
}

/** Hears every push until the answer is called. */
export function listenToPushes(listener: Listener): () => void {
  listeners.add(listener)
  clearTimeout(closeTimer)
  void open()
  return () => {
    listeners.delete(listener)
    clearTimeout(closeTimer)
    closeTimer = setTimeout(closeIfUnheard, closeAfterMs)
  }
}

/** Whether pushes arrive at the moment: who polls may then poll slowly. For useSyncExternalStore. */
export const liveness = {
  get: (): boolean => isLive,
  subscribe(listener: () => void): () => void {
    statusListeners.add(listener)
    return () => statusListeners.delete(listener)
  },
}
