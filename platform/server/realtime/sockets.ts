/** The open connections of one process by account, and what each has been sent. */
import type { WebSocket } from 'ws'
import type { Logger } from 'pino'
import type { House } from '../contract/house.ts'

const reason = 'pushed messages'
const perAccountMax = 20
const batchMax = 200
/** A reader this far behind is cut; it comes back and asks for what it missed. */
const unsentBytesMax = 1024 * 1024
const pingMs = 30_000
/** A connection must be renewed with a fresh ticket: so a revoked session is out within this time. */
const lifeMsMax = 30 * 60_000
/** Close codes of ours, 4000-4999: come back with a new ticket. */
export const closeCodes = { renew: 4001, tooMany: 4002 } as const

interface Connection {
  readonly socket: WebSocket
  readonly accountId: string
  last: bigint
  /** number after which the browser asks for everything once more; answered between two sendings */
  asked: bigint | null
  sending: boolean
  again: boolean
  alive: boolean
}

export interface Sockets {
  /** Takes a connection whose ticket was good. */
  add(accountId: string, socket: WebSocket): Promise<void>
  /** Sends what is new to these accounts; absent: to all. */
  deliver(accountIds?: readonly string[]): void
  readonly count: () => number
  stop(): void
}

export function createSockets(house: House, log: Logger): Sockets {
  const byAccount = new Map<string, Set<Connection>>()
  const pinging = setInterval(() => ping(byAccount), pingMs)
  pinging.unref()

  const drop = (connection: Connection): void => {
    const mine = byAccount.get(connection.accountId)
    mine?.delete(connection)
    if (mine?.size === 0) byAccount.delete(connection.accountId)
  }
  const failed =
    (connection: Connection) =>
    (error: unknown): void => {
      log.warn({ err: error, accountId: connection.accountId }, 'pushed messages could not be sent')
      connection.socket.close(closeCodes.renew, 'renew')
    }
  const send = (connection: Connection): void => void sendNew(house, connection).catch(failed(connection))
  return {
    async add(accountId, socket) {
      const connection: Connection = { socket, accountId, last: 0n, asked: null, sending: true, again: true, alive: true }
      const mine = byAccount.get(accountId) ?? new Set<Connection>()
      byAccount.set(accountId, mine.add(connection))
      for (const oldest of mine) {
        if (mine.size <= perAccountMax) break
        mine.delete(oldest)
        oldest.socket.close(closeCodes.tooMany, 'too many connections')
      }
      const life = setTimeout(() => socket.close(closeCodes.renew, 'renew'), lifeMsMax)
      life.unref()
      socket.on('close', () => {
        clearTimeout(life)
        drop(connection)
      })
      socket.on('error', error => log.debug({ err: error }, 'a realtime connection failed'))
      socket.on('pong', () => {
        connection.alive = true
      })
      socket.on('message', (data: Buffer) => {
        connection.asked = sinceOf(data.toString()) ?? connection.asked
        if (connection.asked !== null) send(connection)
      })
      connection.last = await lastNumber(house, accountId)
      connection.sending = false
      write(connection, { kind: 'hello', no: Number(connection.last) })
      send(connection)
    },
    deliver(accountIds = [...byAccount.keys()]) {
      for (const id of accountIds) for (const connection of byAccount.get(id) ?? []) send(connection)
    },
    count: () => [...byAccount.values()].reduce((sum, set) => sum + set.size, 0),
    stop: () => clearInterval(pinging),
  }
}

function ping(byAccount: ReadonlyMap<string, ReadonlySet<Connection>>): void {
  for (const connections of byAccount.values()) {
    for (const connection of connections) {
      if (!connection.alive) connection.socket.terminate()
      connection.alive = false
      connection.socket.ping()
    }
  }
}

function write({ socket }: Connection, message: object): void {
  if (socket.bufferedAmount > unsentBytesMax) socket.terminate()
  else socket.send(JSON.stringify(message))
}

async function lastNumber(house: House, accountId: string): Promise<bigint> {
  const row = await house.unscoped(reason).selectFrom('push_counter').where('account_id', '=', accountId).select('last').executeTakeFirst()
  return BigInt(row?.last ?? 0)
}

/** Sends everything above the last number sent, in order, one run at a time per connection. */
async function sendNew(house: House, connection: Connection): Promise<void> {
  connection.again = true
  if (connection.sending) return
  connection.sending = true
  try {
    while (connection.again && connection.socket.readyState === connection.socket.OPEN) {
      connection.again = false
      await answerSince(house, connection)
      const rows = await house
        .unscoped(reason)
        .selectFrom('push_message')
        .where('account_id', '=', connection.accountId)
        .where('no', '>', String(connection.last))
        .orderBy('no')
        .limit(batchMax)
        .select(['no', 'message'])
        .execute()
      for (const row of rows) {
        write(connection, { ...row.message, no: Number(row.no) })
        connection.last = BigInt(row.no)
      }
      if (rows.length === batchMax) connection.again = true
    }
  } finally {
    connection.sending = false
  }
}

/**
 * `{ "since": n }`: whoever comes back asks for what came after number n. Where some of it is no longer kept, `gap` says so and
 * the page reads its data anew. Anything else that a client says is ignored.
 */
async function answerSince(house: House, connection: Connection): Promise<void> {
  const since = connection.asked
  connection.asked = null
  if (since === null || since >= connection.last) return
  const first = await house
    .unscoped(reason)
    .selectFrom('push_message')
    .where('account_id', '=', connection.accountId)
    .orderBy('no')
    .limit(1)
    .select('no')
    .executeTakeFirst()
  if (first === undefined || BigInt(first.no) > since + 1n) write(connection, { kind: 'gap', no: Number(connection.last) })
  else connection.last = since
}

function sinceOf(text: string): bigint | null {
  const match = /^\s*\{\s*"since"\s*:\s*(\d{1,15})\s*\}\s*$/.exec(text)
  return match?.[1] === undefined ? null : BigInt(match[1])
}
