/** Requests per second of an authorised list call through the whole HTTP layer, against bare Fastify + pg with the same SQL. */
import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { ListQuery } from '#platform/declare/wire.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { readAnswer } from './child.ts'
import { monthsFilled } from './fill.ts'
import { settlementQuery } from './fill-settlement.ts'
import { median, percent, type Figure } from './figures.ts'
import type { ServerAnswer, ServerTask } from './http-server.ts'
import { callOf, listPath, listQueries } from './list.ts'
import { lastMonth, type Place } from './place.ts'
import { asList, statementsOf, type ListStatements } from './statements.ts'

const part = 'http'
const warmUpMs = 2_000
const roundMs = 2_500
const rounds = 5

/** How many ask at once, each with one call at a time, and the share of bare Fastify's calls that is to be answered then. */
interface Load {
  readonly callers: number
  readonly shareMin: number
}
interface Call {
  readonly what: string
  readonly path: string
  readonly table: string
  readonly query: ListQuery
  readonly loads: readonly Load[]
}

export async function httpPart(place: Place): Promise<Figure[]> {
  const usual: Load = { callers: 8, shareMin: 0.6 }
  const [, month = {}] = await listQueries(place)
  const calls: Call[] = [
    {
      what: 'small list (50 monthly rates)',
      path: '/currencyManage/list',
      table: 'currency_rate',
      query: { pageNum: 1, pageSize: 50 },
      loads: [usual],
    },
    {
      what: 'transactions by shop, month and type (50 of some thousands, with sums)',
      path: listPath,
      table: 'amazon_transaction_line',
      query: month,
      loads: [usual],
    },
    {
      what: 'transactions by shop, type and three months (50 of some ten thousands, with exact total and sums)',
      path: listPath,
      table: 'amazon_transaction_line',
      query: await quarterQuery(place),
      loads: [
        { callers: 1, shareMin: 1 / 1.1 },
        { callers: 16, shareMin: 0.8 },
      ],
    },
    {
      what: 'settlement lines by shop, kind and three months (50 of 50,000, with exact total and sums)',
      path: '/AmzSettlement/lineList',
      table: 'amazon_settlement_line',
      query: await settlementQuery(place),
      loads: [
        { callers: 1, shareMin: 1 / 1.1 },
        { callers: 16, shareMin: 0.8 },
      ],
    },
  ]
  const figures: Figure[] = []
  for (const call of calls) {
    const context = await place.context()
    await callOf(place, call.path)(context, call.query)
    const bare = asList(await statementsOf(() => callOf(place, call.path)(context, call.query)), call.table)
    const [product, plain] = [await serve(place, null), await serve(place, bare)]
    try {
      const token = await signIn(product.port)
      for (const load of call.loads) figures.push(await compared(call, load, product.port, plain.port, token))
    } finally {
      await product.stop()
      await plain.stop()
    }
  }
  return figures
}

/** The product and bare Fastify in turns, so that both have the same machine. */
async function compared(call: Call, { callers, shareMin }: Load, product: number, plain: number, token: string): Promise<Figure> {
  const ours: number[] = []
  const theirs: number[] = []
  const rateOf = (port: number, forMs: number) => rate(port, call, token, forMs, callers)
  for (const port of [product, plain]) await rateOf(port, warmUpMs)
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await rateOf(product, roundMs))
    theirs.push(await rateOf(plain, roundMs))
  }
  const [mine, raw] = [median(ours), median(theirs)]
  return {
    part,
    what: `requests of an authorised list, ${callers} at a time: ${call.what}`,
    value: `${perS(mine)}/s`,
    against: `${perS(raw)}/s bare Fastify + pg`,
    ratio: percent(mine / raw),
    aim: `>= ${percent(shareMin)}`,
    met: mine / raw >= shareMin,
  }
}
const perS = (rate: number): string => rate.toFixed(rate < 100 ? 1 : 0)

/** The most frequent type of a shop over its last three months. */
async function quarterQuery(place: Place): Promise<ListQuery> {
  const first = (await listQueries(place, place.shops.slice(0, 1)))[0]
  return { ...first, postedOn: [firstOfMonth(monthsFilled.at(-3) ?? lastMonth), lastOfMonth(lastMonth)] }
}

/** The product, or bare Fastify, in a process of its own. */
export async function serve(
  place: Place,
  bare: ListStatements | null,
): Promise<{ port: number; pid: number | undefined; stop(): Promise<void> }> {
  const task: ServerTask = { ...place.address, bare }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-server.ts'), JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(done => child.once('close', () => done()))
  const { port } = await readAnswer<ServerAnswer>(child)
  return { port, pid: child.pid, stop: async () => (child.stdin.end(), ended) }
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

/** Requests per second of so many callers, each on a connection that is kept alive and with one request at a time. */
export async function rate(
  port: number,
  call: { readonly path: string; readonly query: object },
  token: string,
  forMs: number,
  callers: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
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
    Array.from({ length: callers }, async () => {
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
