/** 组织人员 for whom it was granted, and the admin back office of the system administrators with the same lists and what only they do. */
import { operations } from '#platform/declare/operations.ts'
import { backOffice, group, module, page, type Module, type Page } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'
import { peopleOperations, roleOperations } from './people-operations.ts'

const { add, view, edit, remove, export: exporting, import: importing, enable, disable } = operations
/** 角色授权 also makes, renames, copies and deletes roles. */
const granting = [add, view, edit, remove, roleOperations.grant]
const kept = [add, view, edit, remove, exporting]
const filled = [...kept, importing]

interface ListEntry {
  readonly type: string
  readonly title: Title
  readonly icon: string
  readonly operations: readonly number[]
  readonly permission?: string
}
const lists = {
  company: { type: 'company', title: ['公司', 'Companies'], icon: 'bank', operations: kept },
  department: { type: 'department', title: ['部门', 'Departments'], icon: 'cluster', operations: filled },
  history: {
    type: 'departmentHistory',
    title: ['部门沿革', 'Department history'],
    icon: 'calendar',
    operations: [view, exporting],
    permission: 'department',
  },
  position: { type: 'position', title: ['职位', 'Positions'], icon: 'profile', operations: filled },
  employee: {
    type: 'employee',
    title: ['员工', 'Employees'],
    icon: 'team',
    operations: [...filled, enable, disable, ...Object.values(peopleOperations)],
  },
  role: { type: 'role', title: ['角色', 'Roles'], icon: 'safety', operations: [...kept, ...Object.values(roleOperations)] },
} as const satisfies Record<string, ListEntry>

const listPage = (folder: string, entry: ListEntry): Page =>
  page({
    path: `${folder}/${entry.type}`,
    name: entry.type,
    title: entry.title,
    icon: entry.icon,
    component: `list/${entry.type}`,
    permission: entry.permission ?? entry.type,
    operations: entry.operations,
  })

/** A screen of the back office that is written by hand. */
const screen = (
  name: string,
  component: string,
  title: Title,
  icon: string,
  permission = 'role',
  offered: readonly number[] = [view, edit],
): Page =>
  page({ path: `/admin/company/${name}`, name, title, icon, component: `admin/office/${component}`, permission, operations: offered })

const { company, department, history, position, employee, role } = lists

export const adminModules: readonly Module[] = [
  module('people', ['组织人员', 'People'], 'team', [
    group(
      'organisation',
      ['组织架构', 'Organisation'],
      [company, department, history, position, employee].map(entry => listPage('/people', entry)),
    ),
    group(
      'rights',
      ['角色权限', 'Roles and rights'],
      [
        listPage('/people', role),
        page({
          path: '/people/role-permission',
          name: 'role-permission',
          title: ['角色授权', 'Role permissions'],
          icon: 'safety',
          component: 'admin/office/role-permission',
          permission: 'role',
          operations: granting,
        }),
      ],
      'safety',
    ),
  ]),
  backOffice('admin', ['系统管理', 'Administration'], 'setting', [
    group(
      'menus',
      ['菜单与系统', 'Menus and system'],
      [
        screen('sys-menu', 'sys-menu', ['菜单配置', 'Menus'], 'appstore'),
        screen('sys-config', 'sys-config', ['系统设置', 'System settings'], 'setting'),
        screen('outbox', 'outbox', ['发件箱', 'Outbox'], 'profile'),
        listPage('/admin/company', {
          type: 'auditEntry',
          title: ['操作记录', 'Audit trail'],
          icon: 'safety',
          operations: [view, exporting],
          permission: 'admin.audit',
        }),
        screen('timed-work', 'timed-work', ['定时任务', 'Timed work'], 'clock-circle', 'admin.timed', [view, edit]),
        listPage('/admin/company', { type: 'workDay', title: ['工作日历', 'Working calendar'], icon: 'calendar', operations: filled }),
        listPage('/admin/company', { type: 'workHours', title: ['工作时间', 'Working hours'], icon: 'clock-circle', operations: kept }),
        listPage('/admin/company', {
          type: 'organisation',
          title: ['组织', 'Organisations'],
          icon: 'global',
          operations: [add, view, edit],
        }),
      ],
      'appstore',
    ),
    group(
      'company',
      ['组织架构', 'Organisation'],
      [
        listPage('/admin/company', company),
        screen('department-tree', 'department-tree', ['部门架构', 'Department tree'], 'cluster', 'department', filled),
        ...[department, history, position, employee].map(entry => listPage('/admin/company', entry)),
      ],
      'bank',
    ),
    group(
      'rights',
      ['权限', 'Rights'],
      [
        listPage('/admin/company', role),
        screen('role-permission', 'role-permission', ['角色授权', 'Role permissions'], 'safety', 'role', granting),
        screen('operation-permission', 'operation-permission', ['操作权限', 'Operations'], 'tool'),
        screen('user-permission', 'user-permission', ['用户权限', 'User rights'], 'user'),
      ],
      'safety',
    ),
  ]),
]
