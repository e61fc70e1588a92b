/** Answers of the calls of points, as the browser gets them. */

export interface Level {
  readonly id: string
  readonly levelNo: number
  readonly name: string
  readonly minPoint: number
  readonly imageUrl: string | null
  readonly privileges: string | null
}
export interface OwnLevel {
  readonly level: Level | null
  readonly next: Level | null
  /** points at which the next level begins */
  readonly maxPoint: number
}

/** All levels, how points are earned, and where the asker stands. */
export interface LevelLadder {
  readonly levels: readonly Level[]
  readonly rules: readonly {
    readonly id: string
    readonly name: string
    readonly points: number
    readonly dailyCap: number | null
    readonly monthlyCap: number | null
  }[]
  readonly gained: number
  readonly own: OwnLevel
}

export interface PointSums {
  readonly employeeId: string
  /** all that was ever earned, with corrections */
  readonly earned: number
  readonly spent: number
  readonly reserved: number
  readonly expired: number
  /** what can be spent */
  readonly balance: number
  /** the most first; rule null: corrections */
  readonly byRule: readonly {
    readonly ruleId: string | null
    readonly name: string | null
    readonly points: number
    readonly times: number
  }[]
  /** what expires within 90 days, by day; of what is not reserved */
  readonly expiring: readonly { readonly on: string; readonly points: number }[]
  readonly own: OwnLevel
}

export interface Ranked {
  readonly rank: number
  readonly employeeId: string
  readonly name: string
  readonly deptName: string | null
  readonly photo: string | null
  readonly levelName: string | null
  readonly levelImageUrl: string | null
  readonly points: number
}
export interface RankList {
  /** the first hundred; equal points have equal rank */
  readonly list: readonly Ranked[]
  /** the asker himself; null: he has no points in the period, or is not of the department */
  readonly mine: Ranked | null
}
