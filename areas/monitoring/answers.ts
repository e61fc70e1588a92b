/** What the calls of monitoring answer: types for both sides, no code. */

/** Who opened a menu how often in a month. */
export interface MenuLogRow {
  readonly id: string
  readonly menuId: string
  readonly title: string
  readonly logYear: number
  readonly month: number
  readonly times: number
  readonly lastAt: string
  /** null: an account without employee */
  readonly employeeId: string | null
  readonly employeeName: string | null
  readonly deptName: string | null
}

/** Clicks of a day or week (its Monday) by menu, application, department or person. */
export interface UsageRow {
  readonly period: string
  /** null: who clicked belonged to no department, or has no employee */
  readonly key: string | null
  readonly title: string | null
  readonly times: number
  /** different people */
  readonly users: number
}
export interface UsageTable {
  readonly list: readonly UsageRow[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  readonly totals: { readonly times: string; readonly users: string }
}

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
