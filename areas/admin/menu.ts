/** 系统管理: people, departments and roles. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module } from '#platform/declare/page.ts'

const viewed = [operations.view]

export const adminModules: readonly Module[] = [
  module('admin', ['系统管理', 'Administration'], 'setting', [
    group(
      'people',
      ['人员与权限', 'People and rights'],
      [
        page({
          path: '/system/employee',
          name: 'employee',
          title: ['员工', 'Employees'],
          component: 'list/employee',
          permission: 'employee',
          operations: viewed,
        }),
        page({
          path: '/system/department',
          name: 'department',
          title: ['部门', 'Departments'],
          component: 'list/department',
          permission: 'department',
          operations: viewed,
        }),
        page({
          path: '/system/role',
          name: 'role',
          title: ['角色', 'Roles'],
          component: 'list/role',
          permission: 'role',
          operations: viewed,
        }),
      ],
    ),
  ]),
]
