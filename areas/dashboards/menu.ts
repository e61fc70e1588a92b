/** 仪表盘: everybody's own and those that are shared with his roles. */
import { group, module, page, type Module } from '#platform/declare/page.ts'

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
      ],
    ),
  ]),
]
