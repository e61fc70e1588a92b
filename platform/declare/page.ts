/**
 * Page: a menu entry. `list/<type>` and `report/<name>` are drawn by the generic pages, any other component is
 * `areas/<component>.page.tsx`.
 */
import type { Title } from './title.ts'

/** What the data of a page come from: how fresh they are follows from it. */
export interface Freshness {
  /** families of imported files */
  readonly families?: readonly string[]
  /** tables whose changes are audited */
  readonly tables?: readonly string[]
  /** older than this is late */
  readonly everyDays: number
}

export interface Page {
  readonly path: string
  readonly name: string
  readonly title: Title
  readonly component: string
  readonly icon?: string
  /** permission whose operation 2 (view) shows the entry and whose operations the page is given */
  readonly permission: string
  readonly keepAlive?: boolean
  /** shows the monitor badge */
  readonly isMonitoring?: boolean
  readonly freshness?: Freshness
  readonly hidden?: boolean
  /** everybody who is signed in has it with all its operations, whatever his roles: nothing of it is granted */
  readonly everybody?: true
  /** operations an administrator may grant on the permission */
  readonly operations: readonly number[]
}
export interface PageGroup {
  readonly name: string
  readonly title: Title
  readonly icon?: string
  readonly pages: readonly Page[]
}
export interface Module {
  readonly id: string
  readonly title: Title
  readonly icon: string
  readonly groups: readonly PageGroup[]
  /** the admin back office: for system administrators, with a layout of its own; nothing of it is granted to roles */
  readonly backOffice?: true
}

export const page = (p: Page): Page => p
export const group = (name: string, title: Title, pages: readonly Page[], icon?: string): PageGroup => ({
  name,
  title,
  pages,
  ...(icon === undefined ? {} : { icon }),
})
export const module = (id: string, title: Title, icon: string, groups: readonly PageGroup[]): Module => ({ id, title, icon, groups })
export const backOffice = (id: string, title: Title, icon: string, groups: readonly PageGroup[]): Module => ({
  ...module(id, title, icon, groups),
  backOffice: true,
})
