/** 绩效: pages of this area. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module, type Page } from '#platform/declare/page.ts'
import { publishOperation } from './states.ts'

const { add, view, edit, remove, audit, import: importing, export: exporting } = operations
const listed = (type: string, path: string, title: Page['title'], offered: readonly number[], permission = type): Page =>
  page({ path: `/performance/${path}`, name: type, title, component: `list/${type}`, permission, operations: offered })

export const performanceModules: readonly Module[] = [
  module('performance', ['绩效', 'Performance'], 'team', [
    group(
      'performance',
      ['绩效', 'Performance'],
      [
        page({
          path: '/performance/reports',
          name: 'performanceReports',
          title: ['绩效报表', 'Performance report'],
          component: 'performance/reports',
          permission: 'performance',
          operations: [view, edit, publishOperation],
        }),
        page({
          path: '/performance/mine',
          name: 'performanceMine',
          title: ['我的绩效', 'My performance'],
          component: 'performance/mine',
          permission: 'performance.own',
          everybody: true,
          operations: [],
        }),
        listed('performance', 'results', ['个人绩效', 'Results of people'], [add, view, edit, remove, exporting, audit, publishOperation]),
        listed('performanceGroupAmount', 'group-results', ['小组绩效', 'Results of groups'], [add, view, edit, remove, exporting, audit]),
        listed('performanceAdjustment', 'adjustments', ['绩效调整', 'Adjustments'], [view, edit, audit], 'performanceGroupAmount'),
        listed('performanceRanking', 'rankings', ['已发送的排行', 'Rankings sent'], [view, exporting], 'performance'),
      ],
      'bar-chart',
    ),
    group(
      'performanceSetting',
      ['绩效设置', 'Settings'],
      [
        listed('performanceYear', 'years', ['绩效年度', 'Years'], [add, view, edit, remove, exporting]),
        listed('performanceGroup', 'groups', ['绩效小组', 'Groups'], [add, view, edit, remove, importing, exporting]),
      ],
      'setting',
    ),
  ]),
]
