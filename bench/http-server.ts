/**
 * A server to be asked by bench/http.ts: the whole product, or bare Fastify with pg that answers the same SQL. Ends when its input closes.
 */
import { once } from 'node:events'
import fastify from 'fastify'
import pg from 'pg'
import { createApp } from '#platform/server/http/app.ts'
import { connectionSettings } from '#platform/server/db/pools.ts'
import { answer, taskGiven, type Address } from './child.ts'
import { houseAt } from './place.ts'
import { runAll, type ListStatements } from './statements.ts'

export interface ServerTask extends Address {
  readonly bare: ListStatements | null
}
export interface ServerAnswer {
  readonly port: number
}

/** no limit of calls in the way */
const callsPerMinute = 100_000_000
const connections = 10

const task = taskGiven<ServerTask>()
const { app, end } = task.bare === null ? product() : bareServer(task.bare)
await app.listen({ host: '127.0.0.1', port: 0 })
answer({ port: (app.server.address() as { port: number }).port } satisfies ServerAnswer)
process.stdin.resume()
await once(process.stdin, 'end')
await app.close()
await end()

function product() {
  const house = houseAt(task)
  return { app: createApp(house, { webFolder: null, callsPerMinute }), end: () => house.close() }
}

function bareServer({ page, labels }: ListStatements) {
  const pool = new pg.Pool({ ...connectionSettings(task.appUrl, 'bench'), max: connections })
  const bare = fastify()
  bare.post('/api-2024/*', async () => {
    const [rows, totals] = await runAll(pool, page)
    const named = await runAll(pool, labels)
    return { code: 0, msg: '', data: { list: rows?.rows, totals: totals?.rows, labels: named.map(n => n.rows) } }
  })
  return { app: bare, end: () => pool.end() }
}
