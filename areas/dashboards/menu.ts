/** 仪表盘: everybody's own and those that are shared with his roles. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module } from '#platform/declare/page.ts'

const { view, edit, remove, export: exporting } = operations

export const dashboardModules: readonly Module[] = [
  module('dashboards', ['仪表盘', 'Dashboards'], 'fund', [
    group(
      'dashboards',
      ['仪表盘', 'Dashboards'],
      [
        page({
          path: '/dashboards',
          name: 'dashboards',
          title: ['仪表盘', 'Dashboards'],
          component: 'dashboards/dashboards',
          permission: 'dashboards',
          everybody: true,
          operations: [],
        }),
        page({
          path: '/dashboards/alerts',
          name: 'measureAlert',
          title: ['指标预警', 'Alerts on measures'],
          component: 'list/measureAlert',
          permission: 'measureAlert',
          everybody: true,
          operations: [view, edit, remove, exporting],
        }),
      ],
    ),
  ]),
]
