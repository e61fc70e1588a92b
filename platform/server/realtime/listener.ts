/** The one connection of a process that listens for announcements, and comes back when it is lost. */
import pg from 'pg'
import { SteadyClient } from '../db/connection-lost.ts'
import type { Logger } from 'pino'
import { connectionSettings } from '../db/pools.ts'

export interface Listener {
  stop(): Promise<void>
}

const retryMsMin = 250
const retryMsMax = 10_000

/**
 * Listens on `channel`. `onAgain` is called after each reconnect: what was announced meanwhile is lost, and everybody must look.
 * Resolves when it listens for the first time, or when the first try failed and the next is on its way.
 */
export async function listen(
  url: string,
  channel: string,
  log: Logger,
  onNotice: (payload: string) => void,
  onAgain: () => void,
): Promise<Listener> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let retryMs = retryMsMin

  const later = (): void => {
    if (stopped) return
    timer = setTimeout(() => void connect().then(onAgain, lost), retryMs)
    timer.unref()
    retryMs = Math.min(retryMs * 2, retryMsMax)
  }
  const lost = (error: unknown): void => {
    if (stopped) return
    log.warn({ err: error }, 'the listening connection is lost, trying again')
    later()
  }
  async function connect(): Promise<void> {
    const next = new SteadyClient(connectionSettings(url, 'listen'))
    let ended = false
    next.on('error', error => {
      // an error of a connected client is followed by its end
      log.debug({ err: error }, 'the listening connection failed')
    })
    next.on('end', () => {
      if (ended || client !== next) return
      ended = true
      client = null
      lost(new Error('connection ended'))
    })
    next.on('notification', ({ payload }) => onNotice(payload ?? ''))
    await next.connect()
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    if (stopped) return await next.end()
    client = next
    retryMs = retryMsMin
  }

  await connect().catch(lost)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      const last = client
      client = null
      await last?.end()
    },
  }
}
