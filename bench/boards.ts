/**
 * A dashboard of twelve cards over the lines of the bench: all of them at once, as a browser asks, over HTTP and warm. Runs at the place
 * that `npm run bench -- boards` fills.
 */
import { request, Agent } from 'node:http'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { addMonths, firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { median, ms, quantile, timed, type Figure } from './figures.ts'
import { serve, signIn } from './http.ts'
import { lastMonth, type Place } from './place.ts'

const part = 'boards'
const [rounds, msMax] = [15, 500]

const period = { startDate: firstOfMonth(addMonths(lastMonth, -11)), endDate: lastOfMonth(lastMonth), currency: 'CNY' as const }
const cards: readonly (Pick<ReportQuery, 'by'> & Partial<ReportQuery>)[] = [
  { by: [], measures: ['sales'], compare: 'before' },
  { by: [], measures: ['profit'], compare: 'before' },
  { by: [], measures: ['margin'], compare: 'before' },
  { by: [], measures: ['refundRate'], compare: 'before' },
  { by: ['month'], measures: ['sales', 'profit', 'margin'] },
  { by: ['shop'], measures: ['profit'] },
  { by: ['shop', 'month'], measures: ['sales'] },
  { by: ['marketplace'], measures: ['sales', 'profit'] },
  { by: ['brand'], measures: ['sales', 'profit', 'margin'] },
  { by: ['product'], measures: ['profit'], pageSize: 10 },
  { by: ['sku'], measures: ['sales'], pageSize: 10 },
  { by: ['day'], measures: ['sales'], startDate: firstOfMonth(lastMonth) },
]

export async function boardsPart(place: Place): Promise<Figure[]> {
  const server = await serve(place, null)
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  try {
    const token = await signIn(server.port)
    const one = (query: object): Promise<void> =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify({ pageNum: 1, pageSize: 50, ...period, ...query })
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), authorization: `Bearer ${token}` }
        const asked = request(
          { port: server.port, host: '127.0.0.1', agent, method: 'POST', path: '/api-2024/AmzFinanceProfit/list', headers },
          answer => {
            let text = ''
            answer.on('data', (chunk: Buffer) => (text += String(chunk)))
            answer.once('end', () => (text.startsWith('{"code":0,') ? resolve() : reject(new Error(text.slice(0, 300)))))
          },
        )
        asked.once('error', reject)
        asked.end(body)
      })
    const sample: number[] = []
    for (let i = 0; i < rounds; i++) sample.push(await timed(() => Promise.all(cards.map(one))))
    const p50 = median(sample.slice(3))
    return [
      {
        part,
        what: `a dashboard of ${cards.length} cards, 12 months, six connections, warm: complete, p50 / p95`,
        value: `${ms(p50)} / ${ms(quantile(sample.slice(3), 0.95))}`,
        aim: `p50 < ${msMax} ms`,
        met: p50 < msMax,
      },
    ]
  } finally {
    agent.destroy()
    await server.stop()
  }
}
