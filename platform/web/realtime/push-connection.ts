/**
 * The connection to the server: a ticket, a websocket, and a new one with back-off when it is lost. Messages are numbered per account
 * without gaps, so whoever comes back asks for what came after the last message received, and no message is handled twice.
 */
import type { Push } from '../../declare/wire.ts'
import { api, ApiError } from '../api/client.ts'
import { basePath } from '../api/request.ts'
import { session } from '../api/session.ts'
import { isViewing } from '../api/viewing.ts'

const retryFirstMs = 1_000
const retryMostMs = 60_000
/** of an hour's worth of browsers that lost the same server not all come back in the same second */
const retrySpread = 0.5

export interface PushConnectionEvents {
  onPush(push: Push, no: number): void
  onLive(isLive: boolean): void
  /** number of the last message received by any window of this browser; null: none yet */
  last(): number | null
  setLast(no: number): void
}

export interface PushConnection {
  open(): void
  close(): void
}

type Message = Push | { readonly kind: 'hello' }
const kinds: readonly string[] = ['hello', 'gap', 'task', 'changed', 'unread'] satisfies readonly Message['kind'][]

/** A message as the contract has it, or null: what is not understood is dropped. */
export function parseMessage(text: unknown): { readonly message: Message; readonly no: number } | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('kind' in value) || !('no' in value) || typeof value.no !== 'number') return null
    return kinds.includes(String(value.kind)) ? { message: value as Message, no: value.no } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export const retryAfterMs = (failures: number, random: number): number =>
  Math.min(retryMostMs, retryFirstMs * 2 ** Math.min(failures, 10)) * (1 - retrySpread * random)

/** What to do with a message of this number after the last one received: in order, or asked for once more. */
function hear(socket: WebSocket, events: PushConnectionEvents, message: Message, no: number): void {
  const last = events.last()
  if (message.kind === 'hello') {
    events.onLive(true)
    if (last === null || last > no) events.setLast(no)
    else if (no > last) socket.send(JSON.stringify({ since: last }))
    return
  }
  if (message.kind === 'gap') {
    events.setLast(no)
    events.onPush(message, no)
    return
  }
  if (last !== null && no <= last) return
  if (last !== null && no > last + 1) {
    // those in between come first: this one comes again behind them
    socket.send(JSON.stringify({ since: last }))
    return
  }
  events.setLast(no)
  events.onPush(message, no)
}

export function createPushConnection(events: PushConnectionEvents): PushConnection {
  let socket: WebSocket | null = null
  let isWanted = false
  let isOpening = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const retry = (): void => {
    events.onLive(false)
    socket = null
    clearTimeout(timer)
    if (!isWanted) return
    timer = setTimeout(() => void connect(), retryAfterMs(failures, Math.random()))
    failures += 1
  }
  const connect = async (): Promise<void> => {
    if (!isWanted || socket !== null || isOpening || session.token() === null || isViewing()) return
    isOpening = true
    try {
      const { ticket } = await api.post<{ ticket: string }>('/realtime/ticket', {}, { quiet: true })
      if (!isWanted) return
      const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
      const opened = new WebSocket(`${scheme}://${window.location.host}${basePath}/ws?ticket=${encodeURIComponent(ticket)}`)
      socket = opened
      opened.onmessage = event => {
        const heard = parseMessage(event.data)
        if (heard === null || socket !== opened) return
        failures = 0
        hear(opened, events, heard.message, heard.no)
      }
      opened.onclose = () => {
        if (socket === opened) retry()
      }
    } catch (error) {
      // without a line everything is polled: no reason to disturb anyone
      if (!(error instanceof ApiError)) throw error
      retry()
    } finally {
      isOpening = false
    }
  }
  const comeBack = (): void => {
    clearTimeout(timer)
    failures = 0
    void connect()
  }
  return {
    open() {
      isWanted = true
      window.addEventListener('online', comeBack)
      void connect()
    },
    close() {
      isWanted = false
      window.removeEventListener('online', comeBack)
      clearTimeout(timer)
      const closing = socket
      socket = null
      events.onLive(false)
      closing?.close()
    },
  }
}
