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
  /** null: who clicked belonged to no department, or several rows are put together */
  readonly key: string | null
  readonly title: string | null
  /** of a page: its subject */
  readonly subject?: string
  /** rows of fewer than three people each, put together */
  readonly isMerged: boolean
  readonly times: number
  /** different people; null: not told, people of several rows are not added up */
  readonly users: number | null
}
export interface UsageTable {
  readonly list: readonly UsageRow[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  /** of the whole period; people null: fewer than three */
  readonly totals: { readonly times: string; readonly users: string | null }
  /** people by name: for system administrators */
  readonly withNames: boolean
  /** the whole organisation, not only departments that one heads */
  readonly seesAll: boolean
  /** the department that it is of, with all below it; null: the whole organisation */
  readonly deptId: string | null
  readonly departments: readonly { readonly id: string; readonly name: string; readonly parentId: string | null }[]
}

/** Sessions and clicks of a day or week; null: fewer than three people. */
interface Use {
  readonly times: number | null
  readonly users: number | null
}
export interface UsageSeries {
  readonly list: readonly { readonly period: string; readonly clicks: Use; readonly sessions: Use }[]
}

/** A page that nobody has opened for 90 days. */
export interface UnusedPage {
  readonly menuId: string
  readonly title: string
  readonly path: string
  readonly moduleTitle: string
  /** null: never */
  readonly lastDay: string | null
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
  /** how far the data of each shop that one sees have come; without shop: the page as a whole */
  readonly shops: readonly MonitoredShop[]
}
export interface MonitoredShop {
  /** its data come by themselves; null: people bring them as files */
  readonly fetched: { readonly nextAt: string | null; readonly fault: string | null } | null
  readonly shopId: string | null
  readonly shop: string | null
  /** the last day without a gap that files contain, or the day of the last change */
  readonly completeUntil: string | null
  /** 0: late, 1: in time */
  readonly isWarning: 0 | 1
  readonly isOff: boolean
  readonly ownerId: string | null
  readonly owner: string | null
  /** by hand; else by who brought data within 90 days */
  readonly isOwnerSet: boolean
  readonly everyDays: number
  readonly isPeriodSet: boolean
  readonly dueAt: string | null
  /** the owner's head after one more period, IT after two */
  readonly escalatedTo: string | null
}
