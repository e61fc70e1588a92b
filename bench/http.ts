/** Requests per second of an authorised list call through the whole HTTP layer, against bare Fastify + pg with the same SQL. */
import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { ListQuery } from '#platform/declare/wire.ts'
import { readAnswer } from './child.ts'
import { median, percent, type Figure } from './figures.ts'
import type { ServerAnswer, ServerTask } from './http-server.ts'
import { callOf, listPath, listQueries } from './list.ts'
import type { Place } from './place.ts'
import { asList, statementsOf, type ListStatements } from './statements.ts'

const part = 'http'
const connections = 8
const warmUpMs = 2_000
const roundMs = 2_500
const rounds = 5
const shareMin = 0.6

interface Call {
  readonly what: string
  readonly path: string
  readonly table: string
  readonly query: ListQuery
}

export async function httpPart(place: Place): Promise<Figure[]> {
  const calls: Call[] = [
    { what: 'small list (50 monthly rates)', path: '/currencyManage/list', table: 'currency_rate', query: { pageNum: 1, pageSize: 50 } },
    {
      what: 'transactions by shop, month and type (50 of some thousands, with sums)',
      path: listPath,
      table: 'amazon_transaction_line',
      query: (await listQueries(place))[1] ?? {},
    },
  ]
  const figures: Figure[] = []
  for (const call of calls) {
    const context = await place.context()
    await callOf(place, call.path)(context, call.query)
    const bare = asList(await statementsOf(() => callOf(place, call.path)(context, call.query)), call.table)
    const [product, plain] = [await serve(place, null), await serve(place, bare)]
    const [ours, theirs]: [number[], number[]] = [[], []]
    try {
      const token = await signIn(product.port)
      await rate(product.port, call, token, warmUpMs)
      await rate(plain.port, call, token, warmUpMs)
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await rate(product.port, call, token, roundMs))
        theirs.push(await rate(plain.port, call, token, roundMs))
      }
    } finally {
      await product.stop()
      await plain.stop()
    }
    const [mine, raw] = [median(ours), median(theirs)]
    figures.push({
      part,
      what: `requests of an authorised list: ${call.what}`,
      value: `${Math.round(mine)}/s`,
      against: `${Math.round(raw)}/s bare Fastify + pg`,
      ratio: percent(mine / raw),
      aim: '>= 60 %',
      met: mine / raw >= shareMin,
    })
  }
  return figures
}

/** The product, or bare Fastify, in a process of its own. */
export async function serve(place: Place, bare: ListStatements | null): Promise<{ port: number; stop(): Promise<void> }> {
  const task: ServerTask = { ...place.address, bare }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-server.ts'), JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(done => child.once('close', () => done()))
  const { port } = await readAnswer<ServerAnswer>(child)
  return { port, stop: async () => (child.stdin.end(), ended) }
}

export async function signIn(port: number, username = 'admin'): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api-2024/auth/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'demo1234' }),
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { access_token: string } }
  if (code !== 0) throw new Error(`${username} can't sign in: ${msg}`)
  return data.access_token
}

/** Requests per second over some connections that are kept alive, each with one request at a time. */
async function rate(port: number, call: Call, token: string, forMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const body = JSON.stringify(call.query)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), authorization: `Bearer ${token}` }
  const began = performance.now()
  let done = 0
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', agent, method: 'POST', path: `/api-2024${call.path}`, headers }, answer => {
        let first = ''
        answer.on('data', (chunk: Buffer) => (first ||= chunk.toString('utf8', 0, 10)))
        answer.once('end', () =>
          answer.statusCode === 200 && first.startsWith('{"code":0,')
            ? resolve()
            : reject(new Error(`${call.path}: ${answer.statusCode} ${first}`)),
        )
      })
      asked.once('error', reject)
      asked.end(body)
    })
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - began < forMs) {
        await one()
        done += 1
      }
    }),
  )
  const took = performance.now() - began
  agent.destroy()
  return (done * 1000) / took
}
