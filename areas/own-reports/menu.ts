/** 自助报表: beside the dashboards. */
import { group, module, page, type Module } from '#platform/declare/page.ts'

export const ownReportModules: readonly Module[] = [
  module('dashboards', ['仪表盘', 'Dashboards'], 'fund', [
    group(
      'ownReports',
      ['自助报表', 'Reports of one’s own'],
      [
        page({
          path: '/dashboards/own-report',
          name: 'ownReport',
          title: ['自助报表', 'Reports of one’s own'],
          component: 'own-reports/pivot',
          permission: 'ownReport',
          everybody: true,
          operations: [],
        }),
      ],
      'table',
    ),
  ]),
]
