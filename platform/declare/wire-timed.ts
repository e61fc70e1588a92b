/** Timed work as the administrators' page shows it. Types only. */

/** Codes of a run's state: 0 waiting, 1 running, 2 done, 3 failed and tried again, 4 failed, 5 given up, 6 overtaken by a later run. */
export type RunState = 0 | 1 | 2 | 3 | 4 | 5 | 6

export interface TimedRunRow {
  readonly id: string
  readonly plannedAt: string
  readonly state: RunState
  readonly tries: number
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly nextTryAt: string | null
  /** ms of the last try; null while it runs */
  readonly ms: number | null
  readonly said: string | null
  readonly orderedBy: string | null
}

export interface TimedWorkRow {
  readonly name: string
  readonly title: string
  /** done once for the installation, not for each organisation */
  readonly isInstallations: boolean
  /** the schedule in words, in the caller's language */
  readonly schedule: string
  readonly nextAt: string | null
  readonly last: TimedRunRow | null
  /** runs that failed for the last time and wait for somebody */
  readonly dead: number
  /** of the runs that are kept */
  readonly failures: number
  readonly mayRun: boolean
}

/** Answer of POST /timedWorkManage/list. */
export interface TimedWorkList {
  readonly list: readonly TimedWorkRow[]
  /** the zone in which times of the schedule are meant */
  readonly zone: string
  /** the last year whose public holidays are known */
  readonly holidaysUntil: number
  /** the holidays of this year, or near its end of the next, are not known: weekdays count alone */
  readonly holidaysMissing: number | null
}
