/** IT 运维: what IT works with. */
import { operations } from '#platform/declare/operations.ts'
import { group, listPage, module, type Module, page } from '#platform/declare/page.ts'

import { healthPermission } from './health/permission.ts'
import { freshPermission, monitorLate } from './fresh/tables.ts'
import { allDepartments, usePermission } from './use/sight.ts'
import { healthAlert } from './health/tables.ts'
import { generatedSql } from './sql/tables.ts'

const { add, view, edit, export: exporting } = operations

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
        listPage(healthAlert, '/operations/health-alerts'),
        page({
          path: '/operations/freshness',
          name: 'freshness',
          title: ['数据更新', 'Data freshness'],
          component: 'monitoring/freshness',
          permission: freshPermission,
          operations: [view, edit, exporting],
        }),
        listPage(monitorLate, '/operations/late'),
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
        listPage(generatedSql, '/operations/sql-kept', { title: ['保存的查询', 'Kept queries'] }),
      ],
      'database',
    ),
  ]),
]
