/** Whose data are late: what people set for a page and shop, and what was found late. */
import { bigInteger, choice, date, flag, integer, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedShopsOrNone } from '#platform/declare/scope.ts'

export const freshPermission = 'monitoring.freshness'

/** Owner and period that somebody set by hand; what is empty here is derived. */
export const monitorSetting = resource('monitor_setting', {
  title: ['数据监控设置', 'Settings of data freshness'],
  access: { scope: grantedShopsOrNone },
  fields: {
    menuId: text('页面', 'Page', { max: 100 }),
    /** empty: all shops of the page that have no setting of their own */
    shopId: reference('店铺', 'Shop', 'shop', { optional: true }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true }),
    everyDays: integer('周期（天）', 'Every (days)', { optional: true, min: 1, max: 400 }),
    /** no data come any more, nobody is told */
    isOff: flag('停止监控', 'Not watched', { default: false }),
  },
  storage: { index: [['orgId', 'menuId', 'shopId']] },
})

export const lateLevels = {
  owner: [1, '负责人', 'Owner', 'info'],
  head: [2, '上级', 'Head of the department', 'warn'],
  it: [3, '信息技术', 'IT', 'bad'],
} as const
export const lateStates = { open: [1, '未更新', 'Late', 'bad'], closed: [2, '已更新', 'Brought', 'good'] } as const

/** Data of a page and shop that did not come in time; closes by itself when they come. */
export const monitorLate = resource('monitor_late', {
  type: 'monitorLate',
  title: ['更新逾期记录', 'Late data'],
  access: { scope: grantedShopsOrNone, permission: freshPermission },
  fields: {
    menuId: text('页面代码', 'Page code', { max: 100, hidden: true, computed: true }),
    pageTitle: text('页面', 'Page', { max: 100, computed: true, filter: 'contains', width: 180 }),
    shopId: reference('店铺', 'Shop', 'shop', { optional: true, computed: true, filter: 'select', width: 150 }),
    state: choice('状态', 'State', lateStates, { computed: true, default: 1, filter: 'select', width: 90 }),
    level: choice('已提醒', 'Told', lateLevels, { computed: true, default: 1, filter: 'select', width: 110 }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true, computed: true, filter: 'select', width: 100 }),
    completeUntil: date('数据完整至', 'Complete until', { optional: true, computed: true, width: 120 }),
    dueOn: date('应在此日前更新', 'Due on', { computed: true, sort: true, filter: 'range', width: 130 }),
    openedOn: date('发现日期', 'Found on', { computed: true, sort: true, width: 110 }),
    closedOn: date('更新日期', 'Brought on', { optional: true, computed: true, sort: true, width: 110 }),
    daysLate: bigInteger('逾期天数', 'Days late', { computed: true, default: 0, width: 90 }),
  },
  list: { sort: { field: 'dueOn', way: 'DESC' }, search: false, empty: ['没有逾期的数据', 'No data were late'] },
  record: { label: 'pageTitle' },
  storage: {
    index: [
      ['orgId', '-dueOn', '-id'],
      ['orgId', 'state', 'menuId', 'shopId'],
    ],
  },
})

export const freshTables = { monitorSetting, monitorLate }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof freshTables> {}
}
