/** What the calls of monitoring answer: types for both sides, no code. */

/** Menu monitor info of the specification. */
export interface MonitorInfo {
  readonly menuId: string
  readonly title: string
  readonly path: string
  readonly dataPrincipalName: string | null
  /** 0: warning, 1: normal */
  readonly isWarning: 0 | 1
  readonly updatePeriod: string | null
  readonly lastUpdateTime: string | null
  readonly lastUpdateUserName: string | null
}
