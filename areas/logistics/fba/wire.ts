/** What the guide of an order to a marketplace answers. Types alone. */
import type { Finding } from './limits.ts'

/** of a step of the way to a marketplace */
export type StepStatus = 'finish' | 'process' | 'wait'

export interface GuideState {
  readonly steps: readonly StepStatus[]
  readonly id: string
  readonly no: string
  readonly state: number
  readonly isToMarketplace: boolean
  readonly logisticsNo: string
  readonly units: number
  /** lines without a label */
  readonly unlabelled: number
  readonly boxes: readonly number[]
  readonly findings: readonly Finding[]
  readonly shipments: readonly {
    readonly id: string
    readonly no: string | null
    readonly centre: string | null
    readonly status: number
    readonly boxes: number
    readonly units: number
    readonly labels: number
    readonly boxNos: string | null
  }[]
}
