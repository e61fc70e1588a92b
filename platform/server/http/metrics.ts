/** Figures for Prometheus, text format 0.0.4, written by hand: a dozen families need no library. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pools } from '../contract/house.ts'

/** Upper bounds of the duration buckets, in seconds. */
const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const

interface Durations {
  readonly counts: number[]
  sumSeconds: number
  count: number
}

/** Further figures from outside the HTTP layer, e.g. queued jobs: name (with labels) -> value now. */
export type Gauges = () => Promise<Readonly<Record<string, number>>>

export interface Metrics {
  observe(route: string, code: number, status: number, ms: number): void
  text(pools: Pools, gauges?: Gauges): Promise<string>
  stop(): void
}

const label = (text: string): string => text.replace(/[\\"\n]/g, c => (c === '\n' ? '\\n' : `\\${c}`))

/** `tasks` of `tasks{state="queued"}`: one TYPE line a family. */
const familyOf = (name: string): string => name.split('{')[0] ?? name

/** Counters of one process. */
export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const durations = new Map<string, Durations>()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return {
    observe(route, code, status, ms) {
      const key = `route="${label(route)}",code="${code}",status="${status}"`
      requests.set(key, (requests.get(key) ?? 0) + 1)
      let d = durations.get(route)
      if (d === undefined) durations.set(route, (d = { counts: bucketsSeconds.map(() => 0), sumSeconds: 0, count: 0 }))
      const seconds = ms / 1000
      bucketsSeconds.forEach((bound, i) => {
        if (seconds <= bound) d.counts[i] = (d.counts[i] ?? 0) + 1
      })
      d.sumSeconds += seconds
      d.count += 1
    },
    async text(pools, gauges) {
      const lines = [...requestLines(requests, durations), ...processLines(delay, pools)]
      const further = Object.entries((await gauges?.()) ?? {})
      for (const family of new Set(further.map(([name]) => familyOf(name)))) {
        lines.push(
          `# TYPE ${family} gauge`,
          ...further.filter(([name]) => familyOf(name) === family).map(([name, value]) => `${name} ${value}`),
        )
      }
      return `${lines.join('\n')}\n`
    },
    stop: () => void delay.disable(),
  }
}

function requestLines(requests: ReadonlyMap<string, number>, durations: ReadonlyMap<string, Durations>): string[] {
  const lines = [
    '# HELP http_requests_total Answered requests by route, code of the envelope and HTTP status.',
    '# TYPE http_requests_total counter',
  ]
  for (const [key, count] of requests) lines.push(`http_requests_total{${key}} ${count}`)
  lines.push('# HELP http_request_duration_seconds Time to the end of the answer.', '# TYPE http_request_duration_seconds histogram')
  for (const [route, d] of durations) {
    const r = `route="${label(route)}"`
    bucketsSeconds.forEach((bound, i) => lines.push(`http_request_duration_seconds_bucket{${r},le="${bound}"} ${d.counts[i]}`))
    lines.push(
      `http_request_duration_seconds_bucket{${r},le="+Inf"} ${d.count}`,
      `http_request_duration_seconds_sum{${r}} ${d.sumSeconds.toFixed(6)}`,
      `http_request_duration_seconds_count{${r}} ${d.count}`,
    )
  }
  return lines
}

/** Delays are nanoseconds in Node, seconds here; reading them begins a new period. */
function processLines(delay: ReturnType<typeof monitorEventLoopDelay>, pools: Pools): string[] {
  const lines = ['# HELP db_pool_connections Connections of each pool.', '# TYPE db_pool_connections gauge']
  for (const name of ['rights', 'interactive', 'jobs', 'streams'] as const) {
    const pool = pools[name]
    lines.push(
      `db_pool_connections{pool="${name}",state="open"} ${pool.totalCount}`,
      `db_pool_connections{pool="${name}",state="idle"} ${pool.idleCount}`,
      `db_pool_connections{pool="${name}",state="waiting"} ${pool.waitingCount}`,
    )
  }
  lines.push(
    '# HELP nodejs_eventloop_delay_seconds Delay of the event loop since the last reading.',
    '# TYPE nodejs_eventloop_delay_seconds gauge',
  )
  for (const [q, value] of [
    ['0.5', delay.percentile(50)],
    ['0.99', delay.percentile(99)],
    ['1', delay.max],
  ] as const)
    lines.push(`nodejs_eventloop_delay_seconds{quantile="${q}"} ${(value / 1e9).toFixed(6)}`)
  delay.reset()
  const memory = process.memoryUsage()
  lines.push('# TYPE process_resident_memory_bytes gauge', `process_resident_memory_bytes ${memory.rss}`)
  lines.push('# TYPE nodejs_heap_used_bytes gauge', `nodejs_heap_used_bytes ${memory.heapUsed}`)
  lines.push('# TYPE process_uptime_seconds gauge', `process_uptime_seconds ${process.uptime().toFixed(1)}`)
  return lines
}
