/**
 * What decides, beside roles and memberships, about rights: scopes of roles, grants of single objects, the organisation's own menu,
 * settings of the whole system.
 */
import { bigInteger, choice, date, flag, integer, reference, text, texts } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { everybody, objectGrantCodes, ownOrganisation } from '#platform/declare/scope.ts'
import { accountOrganisation } from './tables.ts'

/**
 * How far the people of a role see in one list (`permission`), or in all of them (`*`). Scopes add up with each other and with the person's
 * own.
 */
export const roleScope = resource('role_scope', {
  title: ['角色数据权限', 'Data scope of a role'],
  access: { scope: ownOrganisation },
  fields: {
    roleId: reference('角色', 'Role', 'role'),
    permission: text('权限', 'Permission', { max: 80 }),
    dataScope: choice('数据权限', 'Data scope', accountOrganisation.fields.dataScope.choices),
    namedDeptIds: texts('指定部门', 'Named departments', { optional: true, hidden: true }),
  },
  storage: { key: ['roleId', 'permission'], index: [['roleId']] },
})

/** A subject that the role opens and does not put in the menu of its people: it stands in 全部应用. */
export const roleMore = resource('role_more', {
  title: ['更多', 'More of a role'],
  access: { scope: ownOrganisation },
  fields: { roleId: reference('角色', 'Role', 'role'), menuId: text('菜单编号', 'Menu id', { max: 100 }) },
  storage: { key: ['roleId', 'menuId'], index: [['roleId']] },
})

/** A warehouse, logistics channel or shipping order given to an employee. Shops have a table of their own (shop_grant). */
export const dataGrant = resource('data_grant', {
  title: ['数据授权', 'Data grant'],
  access: { scope: ownOrganisation },
  fields: {
    employeeId: reference('员工', 'Employee', 'employee'),
    kind: choice('种类', 'Kind', {
      warehouses: [objectGrantCodes.warehouses, '仓库', 'Warehouse'],
      channels: [objectGrantCodes.channels, '物流渠道', 'Logistics channel'],
      shippingOrders: [objectGrantCodes.shippingOrders, '物流单', 'Shipping order'],
    }),
    /** without a foreign key: the kind says of which table */
    objectId: bigInteger('编号', 'Id'),
  },
  storage: { key: ['employeeId', 'kind', 'objectId'], index: [['employeeId'], ['kind', 'objectId']] },
})

/** What an organisation changed about a declared menu entry (a field left empty: as declared), or an entry of its own. */
export const menuSetting = resource('menu_setting', {
  title: ['菜单设置', 'Menu setting'],
  access: { scope: ownOrganisation },
  fields: {
    menuId: text('菜单编号', 'Menu id', { max: 100 }),
    moduleId: text('模块', 'Module', { max: 60 }),
    /** menuId of the group it stands in, of a group its module; empty: where it is declared */
    parentId: text('上级菜单', 'Parent', { max: 100, optional: true }),
    sort: integer('排序', 'Order', { optional: true }),
    title: text('名称', 'Title', { max: 30, optional: true }),
    titleEn: text('英文名称', 'English title', { max: 60, optional: true }),
    icon: text('图标', 'Icon', { max: 40, optional: true }),
    path: text('路径', 'Path', { max: 200, optional: true }),
    /** of an entry of its own: the page it shows */
    component: text('页面', 'Component', { max: 100, optional: true }),
    permission: text('权限', 'Permission', { max: 80, optional: true }),
    keepAlive: flag('保留页面', 'Keep alive', { optional: true }),
    hidden: flag('隐藏', 'Hidden', { optional: true }),
    isMonitoring: flag('监控', 'Monitored', { optional: true }),
    isOwn: flag('自建', 'Own entry', { default: false }),
  },
  storage: { key: ['menuId'] },
})

/** Settings of the whole installation: one row. Read before anybody has signed in. */
export const sysConfig = resource('sys_config', {
  title: ['系统设置', 'System settings'],
  access: { scope: everybody },
  fields: {
    code: text('编号', 'Code', { max: 10, hidden: true, default: 'main' }),
    registrationOpen: flag('开放注册', 'Registration open', {
      default: true,
      help: ['关闭后登录页不再提供注册', 'Off: the sign-in page offers no registration'],
    }),
    perAddressLimit: integer('同一地址锁定账号数', 'Accounts per address', {
      default: 30,
      min: 3,
      max: 10_000,
      help: [
        '15 分钟内同一网络地址登录失败的账号达到此数，锁定该地址 15 分钟；多人共用出口的办公室可调大',
        'Accounts that failed from one address within 15 minutes before it is locked',
      ],
    }),
    companyOnly: flag('仅限企业登录', 'Company sign-in alone', {
      default: false,
      help: [
        '开启后只有添加了通行密钥的系统管理员能不经企业登录进入',
        'Only administrators with a passkey come in without the company then',
      ],
    }),
    adminFactorFrom: date('系统管理员要求第二步验证自', 'Second step of administrators from', {
      optional: true,
      help: [
        '从这一天起，系统管理员登录时须用验证器或通行密钥；不填不要求',
        'From this day on administrators sign in with a second factor',
      ],
    }),
  },
  storage: { organisation: false, key: ['code'] },
})

export const rightsTables = { roleScope, roleMore, dataGrant, menuSetting, sysConfig }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof rightsTables> {}
}
