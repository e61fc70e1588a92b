/** What of the running system was out of its limits, and limits set by hand. */
import { choice, dateTime, decimal, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { healthPermission } from './permission.ts'

export const healthLimit = resource('health_limit', {
  title: ['运行预警阈值', 'Limits of the running system'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('指标', 'Measure', { max: 40 }),
    threshold: decimal('阈值', 'Threshold', 2, { min: 0 }),
  },
  storage: { key: ['code'] },
})

export const healthAlert = resource('health_alert', {
  type: 'healthAlert',
  title: ['运行预警', 'Alerts of the system'],
  access: { scope: ownOrganisation, permission: healthPermission },
  fields: {
    code: text('指标代码', 'Code', { max: 40, hidden: true, computed: true }),
    title: text('指标', 'Measure', { max: 60, computed: true, filter: 'contains', width: 180 }),
    state: choice(
      '状态',
      'State',
      { open: [1, '预警', 'Warning', 'bad'], closed: [2, '已恢复', 'Over', 'good'] },
      { computed: true, default: 1, filter: 'select', width: 90 },
    ),
    value: decimal('数值', 'Value', 2, { computed: true, width: 110 }),
    threshold: decimal('阈值', 'Threshold', 2, { computed: true, width: 110 }),
    worst: decimal('最差值', 'Worst value', 2, { computed: true, width: 110 }),
    openedAt: dateTime('开始时间', 'Since', { computed: true, sort: true, width: 160 }),
    closedAt: dateTime('恢复时间', 'Over at', { optional: true, computed: true, sort: true, width: 160 }),
  },
  list: {
    sort: { field: 'openedAt', way: 'DESC' },
    search: false,
    empty: ['系统一直在正常范围内', 'The system was always within its limits'],
  },
  record: { label: 'title' },
  storage: {
    index: [
      ['orgId', '-openedAt', '-id'],
      ['orgId', 'state'],
    ],
  },
})

export const healthTables = { healthLimit, healthAlert }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof healthTables> {}
}
