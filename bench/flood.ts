/**
 * How long the process of the server keeps others waiting while it is flooded with JSON: at the sign-in by nobody in particular, and by a
 * person with a session.
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openLimits } from '#platform/server/calls/body-limits.ts'
import { ms, type Figure } from './figures.ts'
import { serve, signIn } from './http.ts'
import type { Place } from './place.ts'

const part = 'flood'
const connections = 8
const floodMs = 4_000
const delayMsMax = 50

const members = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`
const signInPath = '/auth/user/login'
const readPath = '/notify/read'
const floods: readonly (readonly [what: string, path: string, body: string])[] = [
  ['8 MB with 700,000 names at the sign-in', signInPath, members(700_000)],
  ['as many names as the sign-in reads', signInPath, members(openLimits.keysMax)],
  ['three million objects at /notify/read', readPath, `{"ids":[${'{},'.repeat(2_999_999)}{}]}`],
  ['1 MB with 5,900 unknown names', readPath, `{"ids":["${'1'.repeat(900_000)}"],${members(5_900).slice(1)}`],
  ['19,000 objects, each of them wrong', readPath, `{"ids":[${'{},'.repeat(18_999)}{}]}`],
  ['a list by 5,900 unknown filters', '/skuMap/list', members(5_900)],
]

export async function floodPart(place: Place): Promise<Figure[]> {
  const { port, stop } = await serve(place, null)
  try {
    const token = await signIn(port)
    await longestDelayMs(port)
    await pause(floodMs)
    const idleMs = await longestDelayMs(port)
    const figures: Figure[] = []
    for (const [what, path, body] of floods) {
      // the first call of a route compiles its schema; reading the figures begins a new period
      await flood(port, path, body, token, 0)
      await longestDelayMs(port)
      const { calls, bytesMax } = await flood(port, path, body, token, floodMs)
      const delayMs = await longestDelayMs(port)
      figures.push({
        part,
        what: `delay of the event loop, p99: ${what}`,
        value: ms(delayMs),
        against: `${ms(idleMs)} with nothing to do; ${calls} calls over ${connections} connections, answers of ${bytesMax} bytes at most`,
        aim: `< ${delayMsMax} ms`,
        met: delayMs < delayMsMax,
      })
    }
    return figures
  } finally {
    await stop()
  }
}

/** p99 since the last reading, as the process itself measures it. */
async function longestDelayMs(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/nodejs_eventloop_delay_seconds\{quantile="0.99"\} ([\d.]+)/.exec(text)?.[1]) * 1000
}

/** The same call over some connections at once, again and again; once where no time is given. */
async function flood(port: number, path: string, body: string, token: string, forMs: number): Promise<{ calls: number; bytesMax: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const bytes = Buffer.from(body)
  const authorization: { authorization?: string } = path === signInPath ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': 'application/json', 'content-length': bytes.length, ...authorization }
  const began = performance.now()
  let [calls, bytesMax] = [0, 0]
  const one = (): Promise<void> =>
    new Promise(resolve => {
      const asked = request({ port, host: '127.0.0.1', agent, method: 'POST', path: `/api-2024${path}`, headers }, answer => {
        let length = 0
        answer.on('data', (chunk: Buffer) => (length += chunk.length))
        answer.once('close', () => {
          bytesMax = Math.max(bytesMax, length)
          resolve()
        })
      })
      // a body beyond the limit is cut off while it is sent
      asked.once('error', () => resolve())
      asked.end(bytes)
    })
  await Promise.all(
    Array.from({ length: connections }, async () => {
      do {
        await one()
        calls += 1
      } while (performance.now() - began < forMs)
    }),
  )
  agent.destroy()
  return { calls, bytesMax }
}
