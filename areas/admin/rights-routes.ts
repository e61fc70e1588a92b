/** Route map of roles, menus, settings of the installation, explanations and viewing as somebody. */
import { Array as Several, Boolean as Flag, Enum, Integer, Null, Object as O, Optional, String as Text, Union } from 'typebox'
import { installation, needs, operations, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import { call, closedToKeys, type RouteMap, Id } from '#platform/server/area.ts'
import { bearerOf } from '#platform/server/rights.ts'
import { usual, add, exportOf, list, one, remove, update } from '#platform/server/records.ts'
import { demandCompanyDoors } from './company-only.ts'
import { effectiveRights, explain } from './explain.ts'
import { addMenu, menuEntries, moveMenus, resetMenu, setMonitoring, updateMenu } from './menu-settings.ts'
import { roleOperations } from './people-operations.ts'
import { approvable } from '#platform/server/steps.ts'
import { checkMore, isWide, operationHolders, roleAccess, roleDifference, saveRoleAccess, type RoleWish } from './role-permissions.ts'
import { beginRole, menuPreview, presetFaces } from './role-begin.ts'
import { copyRole, removeRoles, roleFaces } from './roles.ts'
import { bringRoles } from './setup/steps.ts'
import { readSysConfig, saveSysConfig } from './sys-config.ts'
import { role } from './tables.ts'
import { beginView, endView } from './view-as.ts'

const permissionId = Text({ title: '权限', minLength: 1, maxLength: 80 })
const scope = O({
  permissionId,
  dataScope: Integer({ title: '数据权限', minimum: 0, maximum: 3 }),
  namedDeptIds: Optional(Several(Id('部门'), { title: '指定部门', maxItems: 500 })),
})
const wish = O({
  roleId: Id('角色'),
  version: Optional(Integer({ title: '版本' })),
  permissions: Several(O({ permissionId, operations: Several(Integer({ title: '操作', minimum: 1 }), { maxItems: 200 }) }), {
    title: '权限',
    maxItems: 2000,
  }),
  scopes: Several(scope, { title: '数据权限', maxItems: 500 }),
  more: Optional(Several(Text({ maxLength: 100 }), { title: '更多', maxItems: 500 })),
})
const grants = needs('role', roleOperations.grant)
const menuId = Text({ title: '菜单', minLength: 1, maxLength: 100 })
const title = Text({ title: '名称', maxLength: 30 })
const titleEn = Text({ title: '英文名称', maxLength: 60 })
const path = Text({ title: '路径', maxLength: 200 })
const icon = Text({ title: '图标', pattern: '^[a-z0-9-]{0,40}$' })
export const rightsRoutes: RouteMap = closedToKeys({
  'GET /roleManagement/roles': call({ demand: needs('role', operations.view), summary: '角色' }, roleFaces),
  'POST /roleManagement/list': list(role),
  'GET /roleManagement/query/{id}': one(role),
  'POST /roleManagement/insert': add(role),
  'POST /roleManagement/update': update(role),
  'POST /roleManagement/loadUsual': usual(
    role,
    { title: ['载入常用角色', 'Bring the usual roles'], operation: roleOperations.grant },
    bringRoles,
  ),
  'POST /roleManagement/delete': { ...remove(role), handler: (context, ask) => removeRoles(context, ask.input) },
  'POST /roleManagement/listExport': exportOf(role),
  'POST /roleManagement/permissions': call(
    { demand: needs('role', operations.view), summary: '角色的权限', input: O({ roleId: Id('角色') }), write: false },
    (context, ask) => roleAccess(context, ask.input.roleId),
  ),
  'POST /roleManagement/difference': call(
    { demand: grants, summary: '角色权限变更预览', input: wish, write: false },
    async (context, ask) => {
      const asked = ask.input
      await checkMore(context, asked)
      return roleDifference(context, asked)
    },
  ),
  'POST /roleManagement/savePermissions': approvable(
    role,
    'scopes',
    call(
      { demand: grants, summary: '保存角色的权限', right: ['设置角色的权限', 'Set the rights of roles'], input: wish, fresh: true },
      async (context, ask) => {
        const asked = ask.input
        await checkMore(context, asked)
        return saveRoleAccess(context, asked)
      },
    ),
    { recordOf: input => (input as unknown as RoleWish).roleId, when: input => isWide(input as unknown as RoleWish) },
  ),
  'POST /roleManagement/copy': call(
    {
      demand: grants,
      summary: '复制角色',
      fresh: true,
      input: O({ roleId: Id('角色'), name: Text({ title: '角色名称', minLength: 1, maxLength: 50 }) }),
    },
    (context, ask) => copyRole(context, { roleId: ask.input.roleId, name: ask.input.name }),
  ),
  'GET /roleManagement/presets': call({ demand: needs('role', operations.view), summary: '角色模板' }, context =>
    Promise.resolve(presetFaces(context)),
  ),
  'POST /roleManagement/begin': call(
    {
      demand: needs('role', operations.add),
      summary: '新增角色，带模板和成员',
      fresh: true,
      input: O({
        name: Text({ title: '角色名称', minLength: 1, maxLength: 50 }),
        presetId: Optional(Text({ title: '模板', minLength: 1, maxLength: 60 })),
        employeeIds: Optional(Several(Id('员工'), { title: '成员', maxItems: 200 })),
      }),
    },
    (context, ask) => beginRole(context, ask.input),
  ),
  'POST /roleManagement/preview': call(
    { demand: needs('role', operations.view), summary: '试看角色的菜单', input: wish, write: false },
    (context, ask) => menuPreview(context, ask.input),
  ),
  'POST /roleManagement/operations': call({ demand: needs('role', operations.view), summary: '各操作权限的角色', write: false }, context =>
    operationHolders(context),
  ),

  'POST /userManage/permissions': call(
    { demand: needs('role', operations.view), summary: '员工的有效权限', input: O({ employeeId: Id('员工') }), write: false },
    (context, ask) => effectiveRights(context, ask.input.employeeId),
  ),
  'POST /userManage/explain': call(
    {
      demand: systemAdmin,
      summary: '为什么看得到或看不到',
      input: O({
        employeeId: Id('员工'),
        type: Text({ title: '列表', minLength: 1, maxLength: 100 }),
        recordId: Optional(Text({ title: '记录', maxLength: 400 })),
      }),
      write: false,
    },
    (context, ask) =>
      explain(context, {
        employeeId: ask.input.employeeId,
        type: ask.input.type,
        recordId: ask.input.recordId,
      }),
  ),
  'POST /userManage/viewAs': call(
    { demand: systemAdmin, summary: '以员工身份查看', input: O({ employeeId: Id('员工') }) },
    (context, ask) => beginView(context, ask.input.employeeId, bearerOf(ask.headers)),
  ),
  'POST /userManage/endViewAs': call({ demand: signedIn, summary: '退出查看', write: false }, (context, ask) =>
    endView(context, bearerOf(ask.headers)),
  ),

  'POST /menuSetting/list': call({ demand: systemAdmin, summary: '菜单配置', write: false }, context => menuEntries(context)),
  'POST /menuSetting/insert': call(
    {
      demand: systemAdmin,
      summary: '新增菜单',
      input: O({
        moduleId: menuId,
        parentId: Optional(menuId),
        title: Text({ title: '名称', minLength: 1, maxLength: 30 }),
        titleEn: Optional(titleEn),
        icon: Optional(icon),
        path: Optional(path),
        component: Optional(Text({ title: '页面', maxLength: 100 })),
      }),
    },
    (context, ask) => addMenu(context, ask.input),
  ),
  'POST /menuSetting/update': call(
    {
      demand: systemAdmin,
      summary: '修改菜单',
      input: O({
        menuId,
        version: Optional(Integer({ title: '版本', minimum: 0 })),
        title: Optional(title),
        titleEn: Optional(titleEn),
        icon: Optional(icon),
        path: Optional(path),
        keepAlive: Optional(Flag({ title: '保留页面' })),
        hidden: Optional(Flag({ title: '隐藏' })),
        isMonitoring: Optional(Flag({ title: '监控' })),
      }),
    },
    (context, ask) => updateMenu(context, ask.input),
  ),
  'POST /menuSetting/move': call(
    {
      demand: systemAdmin,
      summary: '移动菜单',
      input: O({
        parentId: Union([menuId, Null()], { title: '上级菜单' }),
        menuIds: Several(menuId, { title: '菜单', minItems: 1, maxItems: 500 }),
      }),
    },
    (context, ask) => moveMenus(context, ask.input.parentId, ask.input.menuIds),
  ),
  // a GET by the specification; without a value the other of what holds
  'GET /menuSetting/updateMonitorMenu': call(
    {
      demand: systemAdmin,
      summary: '开启或关闭菜单监控',
      input: O({ menuId, isMonitoring: Optional(Enum(['0', '1', 'true', 'false'], { title: '监控' })) }),
      write: true,
    },
    (context, ask) => setMonitoring(context, ask.input.menuId, ask.input.isMonitoring),
  ),
  'POST /menuSetting/delete': call({ demand: systemAdmin, summary: '删除或还原菜单', input: O({ menuId }) }, (context, ask) =>
    resetMenu(context, ask.input.menuId),
  ),

  'GET /sysConfigSetting/sysConfig/1': call({ demand: systemAdmin, summary: '系统设置' }, ({ db }) => readSysConfig(db)),
  'PUT /sysConfigSetting/sysConfig': call({ demand: installation, summary: '保存系统设置', fresh: true }, async (context, ask) => {
    if (ask.input['companyOnly'] !== true || (await readSysConfig(context.db)).companyOnly) return saveSysConfig(context, ask.input)
    return context.write(async (tx, inside) => {
      await demandCompanyDoors(tx.withoutPlugins(), bearerOf(ask.headers))
      return saveSysConfig(inside, ask.input)
    })
  }),
})
