/** 组织人员 for whom it was granted, and the admin back office of the system administrators with the same lists and what only they do. */
import { operations } from '#platform/declare/operations.ts'
import { backOffice, group, listPage, module, page, type Listed, type Module, type Page } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'
import { auditEntry } from '#platform/server/database.ts'
import { workDay, workHours } from '#platform/server/jobs.ts'
import { company as companyList, departmentHistory, position as positionList } from './organisation-tables.ts'
import { department as departmentList, employee as employeeList, organisation, role as roleList } from './tables.ts'
import { peopleOperations, roleOperations } from './people-operations.ts'

const { add, view, edit, remove } = operations
/** 角色授权 also makes, renames, copies and deletes roles. */
const granting = [add, view, edit, remove, roleOperations.grant]

type In = (folder: string) => Page
const listed =
  (of: Listed, icon: string, title: Title, also: readonly number[] = []): In =>
  folder =>
    listPage(of, `${folder}/${of.type ?? ''}`, { icon, title, also })
const company = listed(companyList, 'bank', ['公司', 'Companies'])
const department = listed(departmentList, 'cluster', ['部门', 'Departments'])
const history = listed(departmentHistory, 'calendar', ['部门沿革', 'Department history'])
const position = listed(positionList, 'profile', ['职位', 'Positions'])
// accounts are opened and closed by calls that serve no list
const employee = listed(employeeList, 'team', ['员工', 'Employees'], Object.values(peopleOperations))
const role = listed(roleList, 'safety', ['角色', 'Roles'])
const office = '/admin/company'

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

export const adminModules: readonly Module[] = [
  module('people', ['组织人员', 'People'], 'team', [
    group(
      'organisation',
      ['组织架构', 'Organisation'],
      [company, department, history, position, employee].map(entry => entry('/people')),
    ),
    group(
      'rights',
      ['角色权限', 'Roles and rights'],
      [
        role('/people'),
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
        listed(auditEntry, 'safety', ['操作记录', 'Audit trail'])(office),
        screen('timed-work', 'timed-work', ['定时任务', 'Timed work'], 'clock-circle', 'admin.timed', [view, edit]),
        listed(workDay, 'calendar', ['工作日历', 'Working calendar'])(office),
        listed(workHours, 'clock-circle', ['工作时间', 'Working hours'])(office),
        listed(organisation, 'global', ['组织', 'Organisations'])(office),
      ],
      'appstore',
    ),
    group(
      'company',
      ['组织架构', 'Organisation'],
      [
        company(office),
        screen('department-tree', 'department-tree', ['部门架构', 'Department tree'], 'cluster', 'department', [
          add,
          view,
          edit,
          remove,
          operations.export,
          operations.import,
        ]),
        ...[department, history, position, employee].map(entry => entry(office)),
      ],
      'bank',
    ),
    group(
      'rights',
      ['权限', 'Rights'],
      [
        role(office),
        screen('role-permission', 'role-permission', ['角色授权', 'Role permissions'], 'safety', 'role', granting),
        screen('operation-permission', 'operation-permission', ['操作权限', 'Operations'], 'tool'),
        screen('user-permission', 'user-permission', ['用户权限', 'User rights'], 'user'),
      ],
      'safety',
    ),
  ]),
]
