/** 绩效: pages of this area. */
import { operations } from '#platform/declare/operations.ts'
import { group, listPage, module, page, type Module, type Page, type Listed } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'
import {
  performance,
  performanceAdjustment,
  performanceGroup,
  performanceGroupAmount,
  performanceRanking,
  performanceYear,
} from './tables.ts'
import { publishOperation } from './states.ts'

const { view, edit } = operations
const listed = (of: Listed, path: string, title: Title): Page => listPage(of, `/performance/${path}`, { title })

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
        listed(performance, 'results', ['个人绩效', 'Results of people']),
        listed(performanceGroupAmount, 'group-results', ['小组绩效', 'Results of groups']),
        listed(performanceAdjustment, 'adjustments', ['绩效调整', 'Adjustments']),
        listed(performanceRanking, 'rankings', ['已发送的排行', 'Rankings sent']),
      ],
      'bar-chart',
    ),
    group(
      'performanceSetting',
      ['绩效设置', 'Settings'],
      [listed(performanceYear, 'years', ['绩效年度', 'Years']), listed(performanceGroup, 'groups', ['绩效小组', 'Groups'])],
      'setting',
    ),
  ]),
]
