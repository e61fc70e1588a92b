/** People and what they may do: organisations, departments, employees, accounts, roles and grants. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, dateTime, flag, integer, json, reference, referenceBy, text, texts, zoneName } from '#platform/declare/fields.ts'
import { homeZone } from '#platform/format/zones.ts'
import type { StoredTabs } from '#platform/format/open-tabs.ts'
import type { ShellSettings } from '#platform/format/shell-settings.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownAccount, ownedByAccount, ownOrganisation, ownOrganisations, serverOnly } from '#platform/declare/scope.ts'

/** The boundary between tenants: nobody sees rows of an organisation he does not belong to. */
export const organisation = resource('organisation', {
  type: 'organisation',
  title: ['组织', 'Organisation'],
  access: { scope: ownOrganisations },
  fields: {
    name: text('组织名称', 'Name', { max: 100, filter: 'contains', sort: true }),
    shortName: text('简称', 'Short name', { max: 30 }),
    zone: zoneName('时区', 'Time zone', {
      default: homeZone,
      help: ['列表、相对日期和单据按此时区计日，如 Asia/Shanghai', 'IANA zone in which lists and documents count days'],
    }),
    currency: referenceBy('本位币', 'Base currency', 'currency', 'code', { default: 'CNY' }),
    yearStart: integer('财年开始月份', 'Fiscal year begins in month', {
      default: 1,
      min: 1,
      max: 12,
      help: ['报表的季度和财年从这个月算起', 'Quarters and years of reports begin with it'],
    }),
    costMethod: choice(
      '成本方法',
      'Cost method',
      {
        fifo: [1, '先进先出', 'First in, first out'],
        average: [2, '移动加权平均', 'Moving average'],
        month: [3, '按月单价', 'Unit cost of the month'],
      },
      {
        default: 1,
        help: ['登记了入库成本的商品按此计价，其余按每月的产品成本', 'Of products with receipts; others go by the cost of the month'],
      },
    ),
  },
  list: { empty: ['每个独立核算、互不可见的公司是一个组织', 'Each company whose data others must not see is an organisation'] },
  storage: { kind: 'reference', organisation: false, key: ['name'] },
})

export const department = resource('department', {
  type: 'department',
  title: ['部门', 'Department'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('部门名称', 'Name', { max: 50, filter: 'contains', sort: true }),
    parentId: reference('上级部门', 'Parent department', 'department', { optional: true, filter: 'select' }),
    managerId: reference('负责人', 'Manager', 'employee', { optional: true, filter: 'select' }),
    companyId: reference('所属公司', 'Company', 'company', { optional: true, filter: 'select' }),
    sort: integer('排序', 'Order', { default: 0, min: 0, max: 9999, help: ['小的在前', 'Lower ones first'] }),
    status: choice(
      '状态',
      'Status',
      { active: [1, '启用', 'Active', 'good'], closed: [2, '停用', 'Closed', 'quiet'] },
      { default: 1, filter: 'select' },
    ),
  },
  list: { shownAs: { tree: true }, empty: ['公司的部门，员工按部门归属', 'Departments of the company'] },
  record: { tree: 'parentId' },
  storage: { key: ['name'], index: [['parentId']] },
})

export const employee = resource('employee', {
  type: 'employee',
  title: ['员工', 'Employee'],
  access: { scope: ownOrganisation },
  fields: {
    no: text('工号', 'Employee no', { max: 20, filter: 'equals', sort: true }),
    name: text('姓名', 'Name', { max: 50, filter: 'contains', sort: true }),
    nickname: text('昵称', 'Nickname', { max: 30, optional: true }),
    deptId: reference('部门', 'Department', 'department', { filter: 'select', sort: true }),
    /** further departments the person belongs to; they count for the data scope */
    otherDeptIds: texts('兼任部门', 'Other departments', { optional: true, hidden: true }),
    positionId: reference('职位', 'Position', 'position', { optional: true, filter: 'select' }),
    /** the position's name, kept by the server: it stands in the profile of every request for a page */
    positionName: text('职位名称', 'Position name', { max: 50, default: '', computed: true, show: false }),
    status: choice(
      '状态',
      'Status',
      { employed: [1, '在职', 'Employed', 'good'], left: [2, '离职', 'Left', 'quiet'] },
      { default: 1, filter: 'select' },
    ),
    phone: text('手机', 'Phone', { max: 30, optional: true, sensitive: true }),
    email: text('邮箱', 'E-mail', { max: 100, optional: true }),
    birthday: date('生日', 'Birthday', { optional: true, show: false }),
    /** whom his assignment of today names; empty: the head of the department */
    managerId: reference('直接上级', 'Manager', 'employee', { optional: true, computed: true, show: false }),
    hiredOn: date('入职日期', 'Hired on', { optional: true, sort: true, filter: 'range', show: false }),
    interests: texts('兴趣爱好', 'Interests', { optional: true, hidden: true }),
    avatar: text('头像', 'Avatar', { max: 200, optional: true, hidden: true }),
  },
  list: { find: 'no', empty: ['在公司任职的人，账号和数据范围都落在员工上', 'People who work for the company'] },
  record: {
    option: { search: ['no', 'nickname', 'email'], detail: ['no', 'positionName'], group: 'deptId' },
    relatedAuditSubjects: ['account_role', 'data_acl'],
  },
  storage: { key: ['no'], index: [['deptId'], ['managerId']] },
})

/** What a person signs in with. It belongs to no organisation: one account may work in several. */
export const account = resource('account', {
  title: ['账号', 'Account'],
  access: { scope: serverOnly },
  fields: {
    /** lower case: names differ in more than their case */
    username: text('账号', 'Account name', { max: 100 }),
    /** argon2id as PHC string */
    passwordHash: text('密码摘要', 'Password hash', { max: 200, hidden: true }),
    name: text('姓名', 'Name', { max: 50 }),
    isSystemAdmin: flag('系统管理员', 'System administrator', { default: false }),
    /** may change what belongs to no organisation, for all of them; given at the first start, then by those who have it */
    isInstallationAdmin: flag('安装管理员', 'Administrator of the installation', { default: false }),
    /** owner of the manager's mailbox */
    isManager: flag('总经理', 'General manager', { default: false }),
    /** the password was given by somebody else and must be changed first */
    mustChange: flag('须修改密码', 'Must change password', { default: false }),
    /** how often others have opened its door, and when they or whoever gave it an office did so last (sealed/opened-door.ts) */
    sealTurn: integer('密封轮次', 'Turn of its seals', { default: 0 }),
    doorOpenedAt: dateTime('他人开门时间', 'Opened by others at', { optional: true }),
    status: choice(
      '状态',
      'Status',
      /** waiting: registered, the mail's link not yet followed */
      {
        enabled: [1, '启用', 'Enabled', 'good'],
        disabled: [2, '停用', 'Disabled', 'quiet'],
        waiting: [3, '待激活', 'Waiting for activation', 'warn'],
      },
      { default: 1 },
    ),
    lastOrgId: reference('最近使用的组织', 'Organisation last used', 'organisation', { optional: true }),
  },
  storage: { organisation: false, key: ['username'] },
})

/** Membership: in which organisation, as which employee, and how far the person sees there. */
export const accountOrganisation = resource('account_organisation', {
  title: ['账号所属组织', 'Membership'],
  access: { scope: ownOrganisation },
  fields: {
    accountId: reference('账号', 'Account', 'account'),
    employeeId: reference('员工', 'Employee', 'employee', { optional: true }),
    dataScope: choice(
      '数据权限',
      'Data scope',
      {
        self: [0, '本人', 'Self'],
        department: [1, '本部及下级部门', 'Own department and below'],
        named: [2, '指定部门', 'Named departments'],
        all: [3, '所有', 'All'],
      },
      { default: 0 },
    ),
    namedDeptIds: texts('指定部门', 'Named departments', { optional: true, hidden: true }),
  },
  storage: { key: ['accountId'], index: [['accountId'], ['employeeId']] },
})

export const role = resource('role', {
  type: 'role',
  title: ['角色', 'Role'],
  access: { scope: ownOrganisation, fresh: true },
  fields: {
    name: text('角色名称', 'Name', { max: 50, filter: 'contains', sort: true }),
    remark: text('说明', 'Remark', { max: 200, optional: true }),
    factorFrom: date('要求第二步验证自', 'Second step demanded from', {
      optional: true,
      show: false,
      help: [
        '从这一天起，有此角色的人登录时须用验证器或通行密钥；不填不要求',
        'From this day on its people sign in with an authenticator or a passkey',
      ],
    }),
    /** modules in the top menu of its people until they choose for themselves */
    pinnedModules: texts('默认置顶应用', 'Pinned by default', { optional: true, hidden: true }),
    /** that it began with: the home page of its people */
    preset: text('模板', 'Template', { max: 60, optional: true, hidden: true, computed: true }),
  },
  list: { empty: ['一组操作权限，授予账号后生效，多个角色相加', 'A set of permissions; several roles add up'] },
  storage: { key: ['name'] },
  life: {
    approval: approval({ scopes: { title: ['扩大数据权限', 'Wide data scope'], action: 'scopes' } }, { figures: ['name', 'remark'] }),
  },
})

export const rolePermission = resource('role_permission', {
  title: ['角色权限', 'Role permission'],
  access: { scope: ownOrganisation },
  fields: {
    roleId: reference('角色', 'Role', 'role'),
    permission: text('权限', 'Permission', { max: 80 }),
    operation: integer('操作', 'Operation', { min: 1 }),
  },
  storage: { key: ['roleId', 'permission', 'operation'], index: [['roleId']] },
})

export const accountRole = resource('account_role', {
  title: ['账号角色', 'Account role'],
  access: { scope: ownOrganisation },
  fields: { accountId: reference('账号', 'Account', 'account'), roleId: reference('角色', 'Role', 'role') },
  storage: { key: ['accountId', 'roleId'], index: [['accountId'], ['roleId']] },
})

/** A shop given to an employee: he, and whoever's data scope contains him, sees its rows. */
export const shopGrant = resource('shop_grant', {
  title: ['店铺授权', 'Shop grant'],
  access: { scope: ownOrganisation },
  fields: { employeeId: reference('员工', 'Employee', 'employee'), shopId: reference('店铺', 'Shop', 'shop') },
  storage: { key: ['employeeId', 'shopId'], index: [['employeeId'], ['shopId']] },
})

/** How the shell looks for a person on one of his devices. */
export const userSetting = resource('user_setting', {
  title: ['界面设置', 'Settings of the shell'],
  access: { scope: ownAccount },
  fields: {
    accountId: reference('账号', 'Account', 'account'),
    device: text('设备', 'Device', { max: 40 }),
    settings: json<ShellSettings>('设置', 'Settings'),
  },
  storage: { organisation: false, key: ['accountId', 'device'] },
})

/** Pinned modules (MODULE) or favourite pages (MENU) of a person, in his order. No row: he never chose. */
export const commonMenu = resource('common_menu', {
  title: ['常用菜单', 'Common menus'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: reference('账号', 'Account', 'account'),
    kind: text('种类', 'Kind', { max: 10 }),
    targets: texts('菜单', 'Menus'),
  },
  storage: { key: ['accountId', 'kind'] },
})

/** The tabs a person has open in an organisation. */
export const userTab = resource('user_tab', {
  title: ['打开的标签', 'Open tabs'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: reference('账号', 'Account', 'account'),
    screen: text('屏幕', 'Screen', { max: 10, default: 'desk' }),
    state: json<StoredTabs>('标签', 'Tabs'),
  },
  storage: { key: ['accountId', 'screen'] },
})

export const adminTables = {
  organisation,
  department,
  employee,
  account,
  accountOrganisation,
  role,
  rolePermission,
  accountRole,
  shopGrant,
  userSetting,
  commonMenu,
  userTab,
}

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof adminTables> {}
}
