/** Route map of what is used. */
import { Boolean as Flag, Enum, Integer, Null, Object as O, Optional, String as Text, Union } from 'typebox'
import { needs, operations, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import { call, type RouteMap, Day, Id, Query } from '#platform/server/area.ts'
import { monitorInfo, monitorList } from './fresh/freshness.ts'
import { setMonitor } from './fresh/settings.ts'
import { freshPermission, monitorLate } from './fresh/tables.ts'
import type { FileFormat } from '#platform/server/files.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { menuLogs } from './menu-logs.ts'
import { unusedPages } from './use/pages.ts'
import { allDepartments, usePermission } from './use/sight.ts'
import { exportUsage, usageSeries, usageTable, type UsageAsk } from './use/statistics.ts'
import { dimensions, spans } from './use/summary.ts'
import { beginUse, clickMenu, clicksOf, logMenu, countRoute } from './use/usage.ts'

const menuId = Text({ title: '菜单', minLength: 1, maxLength: 100 })
const day = Day()
/** what a query string carries is text */
const number = (title: string) => Optional(Union([Integer(), Text({ pattern: '^\\d{1,4}$' })], { title }))
const name = Optional(Text({ maxLength: 100 }))
const page = {
  pageNum: Optional(Integer({ title: '页码', minimum: 1, maximum: 100_000 })),
  pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 1000 })),
}

const seesUse = needs(usePermission, operations.view)
const useAsked = {
  startDate: Optional(day),
  endDate: Optional(day),
  timeEnum: Optional(Enum([...spans], { title: '统计周期' })),
  deptId: Optional(Id('部门')),
}

export const monitoringRoutes: RouteMap = {
  'POST /menuLog/pushMenuLog': call(
    { demand: signedIn, summary: '打开了一个菜单', input: O({ menuId, logYear: number('年'), month: number('月') }) },
    (context, ask) => logMenu(context, ask.input.menuId),
  ),
  'POST /systemMenuClick/insertAndUpdate': call(
    {
      demand: signedIn,
      summary: '点击了一个菜单',
      input: O({ menuId, clickDate: Optional(day), deptId: name, deptName: name, moduleId: name }),
    },
    (context, ask) => clickMenu(context, ask.input.menuId),
  ),
  'POST /systemMenuClick/count': call(
    { demand: signedIn, summary: '自己的菜单点击次数', input: O({ startDate: Optional(day), endDate: Optional(day) }), write: false },
    (context, ask) => clicksOf(context, ask.input.startDate, ask.input.endDate),
  ),
  'GET /menuSetting/monitorInfo': call({ demand: signedIn, summary: '页面数据的更新情况', input: O({ menuId }) }, (context, ask) =>
    monitorInfo(context, ask.input.menuId),
  ),
  'POST /menuSetting/monitorList': call(
    {
      demand: signedIn,
      summary: '受监控的页面',
      input: Query({ menuId: Optional(menuId), ...page }),
      write: false,
    },
    (context, ask) => monitorList(context, ask.input),
  ),
  'POST /menuSetting/monitorSet': call(
    {
      demand: needs(freshPermission, operations.edit),
      summary: '设置数据负责人和更新周期',
      input: O({
        menuId,
        shopId: Optional(Union([Id('店铺'), Null()])),
        ownerId: Optional(Union([Id('负责人'), Null()])),
        everyDays: Optional(Union([Integer({ title: '周期（天）', minimum: 1, maximum: 400 }), Null()])),
        isOff: Optional(Flag({ title: '停止监控' })),
      }),
    },
    (context, ask) => setMonitor(context, ask.input),
  ),
  'POST /monitorLate/list': list(monitorLate),
  'POST /monitorLate/listExport': exportOf(monitorLate),
  'POST /menuLog/pageList': call(
    {
      demand: systemAdmin,
      summary: '菜单使用日志',
      input: Query({
        logYear: Optional(Integer({ title: '年', minimum: 2000, maximum: 9999 })),
        month: Optional(Integer({ title: '月', minimum: 1, maximum: 12 })),
        menuId: Optional(menuId),
        ...page,
      }),
      write: false,
    },
    (context, ask) => menuLogs(context, ask.input),
  ),
  'POST /system/sysStatisticalTable': call(
    {
      demand: seesUse,
      summary: '系统使用统计',
      input: Query({ ...useAsked, statisticalDimension: Optional(Enum([...dimensions], { title: '统计维度' })), ...page }),
      write: false,
    },
    (context, ask) => usageTable(context, ask.input),
  ),
  'POST /systemUsageRecord/export': call(
    {
      demand: needs(usePermission, operations.export),
      summary: '导出系统使用统计',
      input: O({
        query: Query({ ...useAsked, statisticalDimension: Optional(Enum([...dimensions], { title: '统计维度' })) }),
        format: Optional(Text({ title: '格式', pattern: '^(xlsx|csv)$' })),
      }),
      write: false,
    },
    (context, ask) => exportUsage(context, ask.input['query'] as UsageAsk, ask.input['format'] as FileFormat | undefined),
  ),
  'POST /systemUsageRecord/series': call(
    { demand: seesUse, summary: '会话与菜单点击的走势', input: Query(useAsked), write: false },
    (context, ask) => usageSeries(context, ask.input),
  ),
  'POST /systemUsageRecord/unused': call(
    {
      demand: needs(usePermission, allDepartments),
      right: ['查看全部部门', 'See all departments'],
      summary: '90 天无人打开的页面',
      input: Query({}),
      write: false,
    },
    context => unusedPages(context),
  ),
  'POST /systemUsageRecord/access': call({ demand: signedIn, summary: '开始使用' }, context => beginUse(context)),
  'POST /systemUsageRecord/routeUse': call(
    {
      demand: signedIn,
      summary: '使用了页面组件',
      input: O({ component: Text({ title: '组件', minLength: 1, maxLength: 100 }), isUpdateTime: Optional(Flag({ title: '更新数据' })) }),
    },
    (context, ask) => countRoute(context, ask.input.component, ask.input['isUpdateTime'] === true),
  ),
}
