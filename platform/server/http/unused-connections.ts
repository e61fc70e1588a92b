/**
 * Connections that have not asked for anything: browsers open some in advance. Node counts them as busy until its limit for headers (a
 * minute) has passed, so that closing a server waits for each of them.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Watches a server from now on; answers what ends those that are still unused. */
export function unusedConnections(server: Server): () => void {
  const unused = new Set<Socket>()
  server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  server.on('upgrade', ({ socket }) => unused.delete(socket))
  return () => {
    for (const socket of unused) socket.destroy()
  }
}
