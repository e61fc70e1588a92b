/** IT 运维: what IT works with. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module } from '#platform/declare/page.ts'

import { healthPermission } from './health/permission.ts'
import { freshPermission } from './fresh/tables.ts'
import { allDepartments, usePermission } from './use/sight.ts'

const { add, view, edit, remove, export: exporting } = operations

export const monitoringModules: readonly Module[] = [
  module('operations', ['IT 运维', 'IT operations'], 'tool', [
    group(
      'monitoring',
      ['监控', 'Monitoring'],
      [
        page({
          path: '/operations/usage',
          name: 'usage',
          title: ['系统使用', 'System use'],
          component: 'monitoring/usage',
          permission: usePermission,
          operations: [view, exporting, allDepartments],
        }),
        page({
          path: '/operations/health',
          name: 'health',
          title: ['系统运行', 'Running system'],
          component: 'monitoring/health',
          permission: healthPermission,
          operations: [view, edit],
        }),
        page({
          path: '/operations/health-alerts',
          name: 'healthAlert',
          title: ['运行预警', 'Alerts of the system'],
          component: 'list/healthAlert',
          permission: healthPermission,
          operations: [view, exporting],
        }),
        page({
          path: '/operations/freshness',
          name: 'freshness',
          title: ['数据更新', 'Data freshness'],
          component: 'monitoring/freshness',
          permission: freshPermission,
          operations: [view, edit, exporting],
        }),
        page({
          path: '/operations/late',
          name: 'monitorLate',
          title: ['数据逾期记录', 'Late data'],
          component: 'list/monitorLate',
          permission: freshPermission,
          operations: [view, exporting],
        }),
      ],
      'eye',
    ),
    group(
      'sql',
      ['数据查询', 'Queries'],
      [
        page({
          path: '/operations/sql',
          name: 'generateSqlPage',
          title: ['生成 SQL', 'Generate SQL'],
          component: 'monitoring/generate-sql',
          permission: 'it.generateSql',
          operations: [add, view, exporting],
        }),
        page({
          path: '/operations/sql-kept',
          name: 'generateSql',
          title: ['保存的查询', 'Kept queries'],
          component: 'list/generateSql',
          permission: 'it.generateSql',
          operations: [view, edit, remove, exporting],
        }),
      ],
      'database',
    ),
  ]),
]
