/** Dashboards: cards of figures on a grid. The home page of a person is one of them. */
import { bigInteger, json, text, texts } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { sharedWithMe } from '#platform/declare/scope.ts'
import type { DashboardContent } from '#platform/declare/wire-dashboards.ts'

export const dashboardNameMax = 50

export const dashboard = resource('dashboard', {
  title: ['仪表盘', 'Dashboard'],
  scope: sharedWithMe,
  fields: {
    accountId: bigInteger('所有人', 'Owner'),
    name: text('名称', 'Name', { max: dashboardNameMax }),
    /** the home page of this account; empty: a dashboard of its own */
    homeOf: bigInteger('首页', 'Home page of', { optional: true }),
    /** marks of everybody who sees it: see `sharedWithMe` */
    audience: texts('可见范围', 'Audience'),
    content: json<DashboardContent>('卡片', 'Cards'),
  },
  unique: [['homeOf']],
  label: 'name',
  index: [['orgId', 'homeOf', 'name', 'id'], ['accountId']],
  search: false,
})

export const dashboardTables = { dashboard }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof dashboardTables> {}
}
