/** The menus as GET /system/userprofile answers them. Types alone. */
import type { MenuWords } from '../../declare/wire-menu.ts'

export interface MenuMeta extends MenuWords {
  readonly title: string
  readonly icon?: string | null
  /** kept alive unless switched off */
  readonly keepAlive?: boolean | null
  /** operation ids the person may use on this page */
  readonly operations?: readonly number[] | null
  /** list whose records the page shows, one by the `id` of its address */
  readonly recordOf?: string | null
  /** they take turns in one tab */
  readonly inOneTab?: boolean | null
}

export interface MenuNode {
  /** may carry a query string, which becomes query values of the page */
  readonly path: string
  readonly name: string
  /** `list/<type>`, `report/<type>` or the key of a hand-written page; empty for a group */
  readonly component: string | null
  readonly meta: MenuMeta
  readonly companyId: string | null
  readonly isMonitoring: boolean | number | null
  readonly menuId: string | null
  readonly moduleId: string | null
  readonly parentId: string | null
  readonly hideChildrenInMenu?: boolean | null
  readonly hidden?: boolean | null
  readonly redirect?: string | null
  readonly children?: readonly MenuNode[] | null
}

export interface Module {
  readonly moduleId: string
  readonly title: string
  readonly icon: string | null
  readonly menus: readonly MenuNode[]
  /** headings between its subjects */
  readonly sections?: readonly (readonly [id: string, title: string])[]
}
