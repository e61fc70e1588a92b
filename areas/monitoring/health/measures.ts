/** What is watched of the running system: the measure, its limit unless one is set by hand, and on which side of it trouble lies. Pure. */
import type { Title } from '#platform/declare/title.ts'
import { compare } from '#platform/format/decimal.ts'

export interface HealthMeasure {
  readonly code: string
  readonly title: Title
  readonly unit: Title
  readonly threshold: string
  /** it is bad above the threshold, or below it */
  readonly bad: 'above' | 'below'
}

export const healthMeasures = [
  { code: 'slowShare', title: ['近 1 小时慢调用占比', 'Slow calls in the last hour'], unit: ['%', '%'], threshold: '5', bad: 'above' },
  { code: 'failedCalls', title: ['近 1 小时出错的调用', 'Failed calls in the last hour'], unit: ['次', ''], threshold: '0', bad: 'above' },
  { code: 'deadJobs', title: ['失败的定时任务', 'Timed work that failed'], unit: ['个', ''], threshold: '0', bad: 'above' },
  { code: 'failedTasks', title: ['近 24 小时失败的任务', 'Tasks failed in 24 hours'], unit: ['个', ''], threshold: '5', bad: 'above' },
  { code: 'queueMinutes', title: ['队列最长等待', 'Longest wait in the queue'], unit: ['分钟', 'min'], threshold: '10', bad: 'above' },
  { code: 'diskFree', title: ['数据盘剩余空间', 'Free space on the data disk'], unit: ['%', '%'], threshold: '10', bad: 'below' },
  { code: 'connections', title: ['数据库连接占用', 'Database connections in use'], unit: ['%', '%'], threshold: '80', bad: 'above' },
  { code: 'longestMinutes', title: ['最长的数据库事务', 'Longest transaction'], unit: ['分钟', 'min'], threshold: '15', bad: 'above' },
  { code: 'largestTable', title: ['最大的数据表', 'Largest table'], unit: ['GB', 'GB'], threshold: '200', bad: 'above' },
  { code: 'cacheHits', title: ['数据库缓存命中', 'Reads from the cache'], unit: ['%', '%'], threshold: '90', bad: 'below' },
] as const satisfies readonly HealthMeasure[]

export type HealthCode = (typeof healthMeasures)[number]['code']
/** null: not known, which is no trouble by itself */
export type HealthValues = Readonly<Record<HealthCode, string | null>>

export const isBad = ({ bad }: Pick<HealthMeasure, 'bad'>, value: string | null, threshold: string): boolean =>
  value !== null && (bad === 'above' ? compare(value, threshold) > 0 : compare(value, threshold) < 0)

/** Of two values the one that lies further on the bad side. */
export const worse = ({ bad }: Pick<HealthMeasure, 'bad'>, a: string, b: string): string =>
  compare(a, b) > 0 === (bad === 'above') ? a : b
