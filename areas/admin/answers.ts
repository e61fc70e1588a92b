/** Answers of the calls behind the back office's own screens. Types only; the browser imports them by `import type`. */
export interface OperationFace {
  readonly operation: number
  readonly title: string
  /** what comes with no level: what it opens, in words */
  readonly about?: string
}
/** One permission: a page of the menu, or what several pages use without one of their own. */
export interface PermissionFace {
  readonly permissionId: string
  readonly title: string
  /** where its page stands: 财务 / 亚马逊; empty without a page */
  readonly place: string
  readonly menuId: string | null
  /** menu id of the subject it opens pages of; null: none */
  readonly subject: string | null
  /** comes with 管理 alone */
  readonly isGear: boolean
  /** pages it opens: tabs, ⚙ what sets them up, ⊂ what belongs to records */
  readonly pages: readonly string[]
  readonly operations: readonly OperationFace[]
  /** list: by what a person was granted, widened by roles; general: the general reach of reports; null: the whole organisation */
  readonly scopedBy: 'list' | 'general' | null
}
export interface SubjectFace {
  readonly menuId: string
  readonly title: string
  /** a tab of it is everybody's */
  readonly everybody: boolean
}
export interface ModuleFace {
  readonly moduleId: string
  readonly title: string
  readonly subjects: readonly SubjectFace[]
  readonly permissions: readonly PermissionFace[]
}

/** One line of the menu configuration. */
export interface MenuEntry {
  /** `tab`: of several pages that take turns in it */
  readonly kind: 'module' | 'group' | 'tab' | 'page'
  readonly menuId: string
  readonly moduleId: string
  readonly parentId: string | null
  /** in the language asked for */
  readonly title: string
  readonly titleZh: string
  readonly titleEn: string
  readonly icon: string | null
  readonly path: string | null
  readonly component: string | null
  readonly permission: string | null
  readonly keepAlive: boolean
  readonly hidden: boolean
  readonly isMonitoring: boolean
  /** made by the organisation */
  readonly isOwn: boolean
  /** declared, and changed by the organisation */
  readonly isChanged: boolean
  /** of the organisation's change of it; 0: there is none */
  readonly version: number
  /** an own page whose group is gone: it stands where its pages went */
  readonly isStray: boolean
}

export interface ScopeFace {
  /** `*`: all lists */
  readonly permissionId: string
  readonly dataScope: number
  readonly namedDeptIds: readonly string[]
}

/** One role to choose from; `people`: how many have it. */
export interface RoleFace {
  readonly roleId: string
  readonly roleName: string
  readonly remark: string | null
  readonly people: number
}

/** Who has a role; an account of another organisation's employee has none here. */
export interface RolePerson {
  readonly accountId: string
  readonly employeeId: string | null
  readonly name: string
  readonly deptName: string | null
}

export interface RoleAccess {
  readonly roleId: string
  readonly roleName: string
  readonly remark: string | null
  readonly version: number
  readonly people: readonly RolePerson[]
  readonly modules: readonly ModuleFace[]
  /** `permission operation` */
  readonly granted: readonly string[]
  /** granted once, of menus that are gone */
  readonly gone: readonly string[]
  readonly scopes: readonly ScopeFace[]
  /** menu ids of subjects that stand in 全部应用 alone */
  readonly more: readonly string[]
}

/** A template of roles. */
export interface PresetFace {
  readonly presetId: string
  readonly title: string
  /** `permission operation` */
  readonly pairs: readonly string[]
  readonly more: readonly string[]
}

/** The menu as the people of a role see it. */
export interface MenuPreview {
  readonly modules: readonly {
    readonly title: string
    readonly subjects: readonly {
      readonly title: string
      readonly section: string | null
      readonly tabs: readonly string[]
      readonly isMore: boolean
    }[]
  }[]
}

/** What saving a role would change; operations in words: 商品 · 删除. */
export interface RoleDifference {
  readonly gained: readonly string[]
  readonly lost: readonly string[]
  readonly scopesChanged: boolean
  /** subjects that leave the menu, and that come into it */
  readonly toMore: readonly string[]
  readonly toMenu: readonly string[]
  readonly people: readonly { readonly name: string; readonly gained: readonly string[]; readonly lost: readonly string[] }[]
}

/** Which roles hold which operation. */
export interface OperationHolders {
  readonly modules: readonly ModuleFace[]
  readonly holders: readonly { readonly permissionId: string; readonly operation: number; readonly roleNames: readonly string[] }[]
}

export interface Granted {
  readonly id: string
  readonly name: string
}

/** One department to choose from; `people`: who works there now, null for who may not see employees. */
export interface DepartmentFace {
  readonly deptId: string
  readonly deptName: string
  readonly parentId: string | null
  readonly sort: number
  readonly status: number
  readonly people: number | null
}

/** One person's access, for the drawer of the employee list and the page 用户权限. */
export interface PersonAccess {
  readonly employeeId: string
  readonly name: string
  readonly deptName: string | null
  readonly isEmployed: boolean
  readonly account: {
    readonly username: string
    readonly isEnabled: boolean
    readonly mustChange: boolean
    readonly isSystemAdmin: boolean
    readonly isInstallationAdmin: boolean
    readonly isManager: boolean
    readonly dataScope: number
    readonly namedDeptIds: readonly string[]
  } | null
  readonly otherDeptIds: readonly string[]
  readonly roles: readonly Granted[]
  readonly shops: readonly Granted[]
  readonly warehouses: readonly Granted[]
  readonly channels: readonly Granted[]
  readonly shippingOrders: readonly Granted[]
}

/** What a person may do, each with the roles it comes from, and how far he sees. */
export interface EffectiveRights {
  readonly isSystemAdmin: boolean
  readonly permissions: readonly {
    readonly permissionId: string
    readonly title: string
    readonly place: string
    readonly operations: readonly { readonly operation: number; readonly title: string; readonly roleNames: readonly string[] }[]
    /** in words: 本人；角色 财务：所有 */
    readonly scope: string | null
  }[]
  readonly shops: readonly string[]
  /** null: everybody of the organisation */
  readonly employees: number | null
}

/** One step of the answer to 为什么看得到/看不到. */
export interface WhyStep {
  readonly title: string
  readonly passed: boolean
  readonly detail: string
}
export interface Why {
  readonly visible: boolean
  readonly steps: readonly WhyStep[]
}

/** Settings of the whole installation; `id` null: nobody has saved any yet. */
export interface SysConfig {
  readonly id: string | null
  readonly version: number
  readonly registrationOpen: boolean
  readonly perAddressLimit: number
  /** YYYY-MM-DD; null: no second step is demanded of administrators */
  readonly adminFactorFrom: string | null
  readonly companyOnly: boolean
}

/** A list that one action fills with usual records. */
export interface UsualFace {
  /** of the action */
  readonly title: string
  readonly list: string
  readonly path: string
  /** address of the action; null: it asks for something first, on the page */
  readonly call: string | null
  /** the list has rows */
  readonly isDone: boolean
}
/** A step of setting up a new company. */
export interface SetupFace {
  readonly code: string
  readonly title: string
  readonly why: string
  readonly path: string
  readonly usual: UsualFace | null
  readonly isDone: boolean
}
export interface SetupAnswer {
  readonly list: readonly SetupFace[]
  /** lists of no step */
  readonly usual: readonly UsualFace[]
}
