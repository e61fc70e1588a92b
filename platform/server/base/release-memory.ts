/**
 * Memory that a busy minute took is given back when the process rests. V8 keeps what it has until it needs room again: after two hundred
 * reads at once a process of 50 MB of live data stayed above 500 MB. Collecting everything stops the process for some tenths of a second,
 * so it is done when nothing is.
 */
import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const lookEveryMs = 10_000
/** growth since the last rest that is worth a collection */
const growthBytesMin = 40 * 1024 ** 2
/** share of the time in which a resting process does something: its timers */
const restingShareMax = 0.05

/** Whether to collect now, from the share of the last period in which the process was busy and its resident memory. Pure. */
export function isWorthReleasing(busyShare: number, residentBytes: number, afterLastBytes: number): boolean {
  return busyShare <= restingShareMax && residentBytes - afterLastBytes >= growthBytesMin
}

/**
 * V8's own function, which is there only by this flag; the last resort also gives back the pages that an ordinary collection keeps for
 * later.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as NodeJS.GCFunction
  return () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Looks every 10 s until it is stopped; keeps no process alive. */
export function releaseMemory(everyMs: number = lookEveryMs): { stop(): void } {
  const collect = collector()
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  let afterLast = process.memoryUsage.rss()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (!isWorthReleasing(utilization, process.memoryUsage.rss(), afterLast)) return
    collect()
    afterLast = process.memoryUsage.rss()
    before = performance.eventLoopUtilization()
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
