/** A page that can be gone to. */
import type { MenuNode } from './menu-node.ts'

/** One place a person can go to: a menu entry, or a page of the shell itself. */
export interface PageRoute {
  /** one tab per key: the path with the entry's own query values */
  readonly key: string
  /** pattern without query; may hold `:id` */
  readonly path: string
  /** query values of the menu entry itself */
  readonly query: Readonly<Record<string, string>>
  readonly menu: MenuNode
  readonly moduleId: string
  /** key of the first entry with the same screen, whose tab this one shares; absent: its own */
  readonly tabOf?: string
  /** its entry of the side menu */
  readonly subject?: MenuNode
  /** pages with the same value take turns in one tab of the bar */
  readonly turns?: string
  /** what its tab of the bar is called */
  readonly title: string
  /** the page of one record of a list, by the id in its address */
  readonly isRecord?: true
}
