/** Dashboards: cards of figures on a grid. The home page of a person is one of them. */
import { bigInteger, choice, date, decimal, flag, json, text, texts } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount, sharedWithMe } from '#platform/declare/scope.ts'
import type { DashboardContent } from '#platform/declare/wire-dashboards.ts'
import { alertRules } from './judge.ts'

export const dashboardNameMax = 50

export const dashboard = resource('dashboard', {
  title: ['仪表盘', 'Dashboard'],
  access: { scope: sharedWithMe },
  fields: {
    accountId: bigInteger('所有人', 'Owner'),
    name: text('名称', 'Name', { max: dashboardNameMax }),
    /** the home page of this account; empty: a dashboard of its own */
    homeOf: bigInteger('首页', 'Home page of', { optional: true }),
    /** marks of everybody who sees it: see `sharedWithMe` */
    audience: texts('可见范围', 'Audience'),
    content: json<DashboardContent>('卡片', 'Cards'),
  },
  list: { search: false },
  record: { label: 'name' },
  storage: { unique: [['homeOf']], index: [['orgId', 'homeOf', 'name', 'id'], ['accountId']] },
})

export const alertStates = {
  waiting: [1, '尚无到齐的数据', 'No complete day yet'],
  watched: [2, '已检查', 'Checked'],
  gone: [3, '指标不可用', 'Measure not available'],
} as const

/** A measure of a report that a person wants to hear of; looked at within his own scope as days become complete. */
export const measureAlert = resource('measure_alert', {
  type: 'measureAlert',
  title: ['指标预警', 'Alert on a measure'],
  access: { scope: ownedByAccount, forEverybody: true },
  fields: {
    accountId: bigInteger('所有人', 'Owner', { hidden: true, computed: true }),
    name: text('名称', 'Name', { max: 50, filter: 'contains', sort: true, width: 200 }),
    /** name of the report, and of its measure */
    report: text('报表代码', 'Name of the report', { max: 100, computed: true, hidden: true }),
    measure: text('指标代码', 'Name of the measure', { max: 60, computed: true, hidden: true }),
    reportTitle: text('报表', 'Report', { max: 100, computed: true, width: 160 }),
    measureTitle: text('指标', 'Measure', { max: 100, computed: true, width: 120 }),
    level: text('分别代码', 'Name of the level', { max: 60, computed: true, hidden: true, optional: true }),
    levelTitle: text('分别按', 'Each', { max: 100, computed: true, optional: true, width: 100 }),
    /** what the card was narrowed to: dimension -> values */
    content: json<{ readonly where: Readonly<Record<string, readonly string[]>> }>('筛选', 'Filter', { optional: true }),
    rule: choice('何时提醒', 'Tells when', alertRules, { filter: 'select', width: 130 }),
    /** empty with the usual band */
    threshold: decimal('阈值', 'Threshold', 4, { optional: true, width: 130 }),
    isOn: flag('启用', 'On', { default: true, filter: 'select', width: 80 }),
    state: choice('状态', 'State', alertStates, { computed: true, default: 1, filter: 'select', width: 130 }),
    checkedUntil: date('检查到', 'Checked until', { computed: true, optional: true, sort: true, width: 110 }),
    /** of an alert that judges shops each for itself: shop -> the last day that was looked at */
    checkedEach: json<Readonly<Record<string, string>>>('各店检查到', 'Checked until, by shop', { computed: true }),
    toldOn: date('最近提醒的日期', 'Last day told', { computed: true, optional: true, sort: true, width: 130 }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    search: false,
    empty: ['在仪表盘的卡片上点铃铛，数字异常时提醒您', 'Choose the bell of a card on a dashboard to be told when its figure is unusual'],
  },
  record: { editable: ['name', 'rule', 'threshold', 'isOn'], label: 'name' },
  storage: {
    index: [
      ['accountId', 'name', 'id'],
      ['orgId', 'name', 'id'],
      ['orgId', 'id'],
    ],
  },
})

export const dashboardTables = { dashboard, measureAlert }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof dashboardTables> {}
}
