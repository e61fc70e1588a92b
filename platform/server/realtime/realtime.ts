/** Realtime: `GET /ws?ticket=`, and the fan-out of pushed messages to every browser in every process. */
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { House } from '../contract/house.ts'
import { refuse } from '../calls/refusal.ts'
import { basePath } from '../calls/request.ts'
import { listen } from './listener.ts'
import { channel } from './push.ts'
import { createSockets } from './sockets.ts'
import { redeemTicket } from './tickets.ts'

export interface Realtime {
  /** Adds /ws and /api-2024/ws; called by createApp. */
  mount(app: FastifyInstance): void
  /** open connections of this process */
  readonly connections: () => number
  stop(): Promise<void>
}

/** What a browser says is a few numbers. */
const payloadBytesMax = 65_536

/** Begins to listen for announcements. `app.close()` closes the connections of browsers, `stop` the one to the database. */
export async function startRealtime(house: House): Promise<Realtime> {
  const sockets = createSockets(house, house.log)
  const listener = await listen(
    house.settings.appUrl,
    channel,
    house.log,
    payload => sockets.deliver(payload.split(',')),
    () => sockets.deliver(),
  )
  return {
    mount: app => mount(app, house, sockets),
    connections: sockets.count,
    async stop() {
      sockets.stop()
      await listener.stop()
    },
  }
}

function mount(app: FastifyInstance, house: House, sockets: ReturnType<typeof createSockets>): void {
  const accounts = new WeakMap<FastifyRequest, string>()
  app.register(websocket, { options: { maxPayload: payloadBytesMax } })
  app.register(async scope => {
    for (const url of ['/ws', `${basePath}/ws`]) {
      scope.route({
        method: 'GET',
        url,
        // before the upgrade: a refused connection never becomes one
        preValidation: async request => {
          accounts.set(request, await admitted(request, house))
        },
        handler: async () => {
          throw refuse.noSuchCall()
        },
        wsHandler: (socket, request) => {
          const accountId = accounts.get(request)
          if (accountId === undefined) return socket.terminate()
          void sockets.add(accountId, socket).catch((error: unknown) => {
            house.log.warn({ err: error }, 'a realtime connection could not begin')
            socket.close(1011, 'unavailable')
          })
        },
      })
    }
  })
}

/** The account that may connect: its page comes from us, and its ticket is good. */
async function admitted(request: FastifyRequest, house: House): Promise<string> {
  if (!request.ws) throw refuse.noSuchCall()
  if (!isOwnOrigin(request.headers.origin, request.headers.host, house.settings.publicUrl)) throw refuse.forbidden()
  const { ticket } = request.query as { ticket?: unknown }
  const accountId = typeof ticket === 'string' && ticket.length <= 64 ? await redeemTicket(house, ticket) : null
  if (accountId === null) throw refuse.signIn()
  return accountId
}

/** Browsers always name the origin of the page: it must be the address that was asked, or the public one. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, publicUrl: string | null): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  const given = new URL(origin)
  return given.host === host || (publicUrl !== null && URL.canParse(publicUrl) && given.origin === new URL(publicUrl).origin)
}
