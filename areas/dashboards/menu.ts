/** 仪表盘: everybody's own and those that are shared with his roles. */
import { group, listPage, module, type Module, page } from '#platform/declare/page.ts'
import { operations } from '#platform/declare/operations.ts'
import { centrePages } from './centres.ts'
import { measureAlert } from './tables.ts'

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
        // one right with 月报, whose figures it shows
        page({
          path: '/dashboards/overview',
          name: 'overview',
          title: ['经营概览', 'Overview'],
          component: 'dashboards/overview',
          permission: 'finance.overview',
          operations: [operations.view],
        }),
        listPage(measureAlert, '/dashboards/alerts', { title: ['指标预警', 'Alerts on measures'], everybody: true }),
      ],
    ),
    group('centres', ['中心', 'Centres'], centrePages),
  ]),
]
