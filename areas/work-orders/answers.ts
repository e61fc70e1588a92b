/** Answers of the calls of work orders that are written by hand. */
import type { Row } from '#platform/declare/wire.ts'
import type { ClockHours, OrderClock } from './clock.ts'

export interface CatalogNode {
  readonly id: string
  /** what `update` asks for */
  readonly version: number
  readonly name: string
  readonly type: number | null
  readonly children: readonly CatalogNode[]
}

export interface Staff {
  readonly id: string
  readonly no: string
  readonly name: string
  readonly deptId: string
  readonly deptIdLabel: string | null
}

/** A handler: `id` is that of the assignment, which delete takes. */
export interface Handler {
  readonly id: string
  readonly employeeId: string
  readonly employeeIdLabel: string | null
}

export interface OrderMove {
  /** instant */
  readonly at: string
  readonly by: string
  readonly title: string
  /** codes of states; null: it was made */
  readonly from: number | null
  readonly to: number
  readonly note: string | null
}

export type OrderView = Row & {
  /** the newest first */
  readonly requirements: readonly Row[]
  readonly log: readonly OrderMove[]
  /** instants, and minutes of working time */
  readonly clock: Omit<OrderClock, 'due' | 'responseDue' | 'solutionDue'> & {
    readonly hours: ClockHours
    readonly due: string | null
    readonly responseDue: string | null
    readonly solutionDue: string | null
  }
}
