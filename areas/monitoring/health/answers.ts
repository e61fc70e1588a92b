/** What the page of the running system is answered: types for both sides, no code. */
import type { HealthValues } from './measures.ts'

export interface DatabaseHealth {
  readonly bytes: number
  readonly version: string
  readonly since: string
  readonly connections: number
  readonly connectionsMax: number
  readonly active: number
  readonly waiting: number
  /** of the transaction that is open longest; null: none */
  readonly longestSeconds: number | null
  /** percent; null: nothing was read yet */
  readonly cacheHits: string | null
  readonly deadlocks: number
  readonly tempBytes: number
  readonly transactionAge: number
}
export interface TableSize {
  readonly name: string
  readonly title: string | null
  readonly bytes: number
  /** as the database estimates them */
  readonly rows: number
  readonly dead: number
  readonly months: readonly { readonly month: string; readonly bytes: number; readonly rows: number }[]
}
export interface QueueHealth {
  readonly list: readonly {
    readonly task: string
    readonly ready: number
    readonly planned: number
    readonly running: number
    readonly again: number
    readonly waitedSeconds: number | null
  }[]
  readonly ready: number
  readonly running: number
  readonly waitedSeconds: number
  readonly tasksQueued: number
  readonly tasksRunning: number
}
export interface CallsOfRoute {
  readonly route: string
  readonly calls: number
  readonly slow: number
  readonly failed: number
  readonly meanMs: number
  readonly maxMs: number
}
export interface FailedJob {
  readonly key: string
  readonly title: string
  readonly kind: 'timed' | 'task'
  /** not tried again by itself */
  readonly isDead: boolean
  readonly at: string | null
  readonly said: string | null
}
export interface MeasureState {
  readonly code: string
  readonly title: string
  readonly unit: string
  readonly value: string | null
  readonly threshold: string
  readonly isThresholdSet: boolean
  readonly bad: 'above' | 'below'
  readonly isBad: boolean
}
export interface HealthOverview {
  readonly values: HealthValues
  readonly measures: readonly MeasureState[]
  readonly database: DatabaseHealth
  readonly tables: readonly TableSize[]
  readonly queue: QueueHealth
  readonly calls: {
    readonly list: readonly CallsOfRoute[]
    readonly hours: readonly { readonly hour: string; readonly calls: number; readonly slow: number; readonly failed: number }[]
  }
  readonly jobs: readonly FailedJob[]
  readonly storage: {
    readonly list: readonly { readonly type: string; readonly files: number; readonly bytes: number }[]
    readonly files: number
    readonly bytes: number
    readonly diskBytes: number
    readonly freeBytes: number
  }
}
