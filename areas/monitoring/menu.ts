/** IT 运维: what IT works with. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module } from '#platform/declare/page.ts'

const { add, view, edit, remove, export: exporting } = operations

export const monitoringModules: readonly Module[] = [
  module('operations', ['IT 运维', 'IT operations'], 'tool', [
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
