/** 日程: everybody's own page. */
import { group, module, page, type Module } from '#platform/declare/page.ts'

export const scheduleModules: readonly Module[] = [
  module('schedule', ['日程', 'Schedule'], 'calendar', [
    group(
      'mySchedule',
      ['日程', 'Schedule'],
      [
        page({
          path: '/schedule',
          name: 'schedule',
          title: ['我的日程', 'My schedule'],
          component: 'schedule/schedule',
          permission: 'schedule',
          everybody: true,
          operations: [],
        }),
      ],
    ),
  ]),
]
