/** What is used: counters per person, so that a year of clicks stays a few rows a page. */
import { bigInteger, date, dateTime, integer, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount, ownOrganisation } from '#platform/declare/scope.ts'

const by = () => reference('账号', 'Account', 'account')
const menu = () => text('菜单', 'Menu', { max: 100 })
const times = () => integer('次数', 'Times', { default: 1 })
const lastAt = () => dateTime('最近时间', 'Last at')

/** How often a menu was opened in a month. */
export const menuLog = resource('menu_log', {
  title: ['菜单日志', 'Menu log'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: by(),
    menuId: menu(),
    logYear: integer('年', 'Year', { identifier: true }),
    month: integer('月', 'Month'),
    times: times(),
    lastAt: lastAt(),
  },
  storage: { key: ['accountId', 'menuId', 'logYear', 'month'], index: [['orgId', '-lastAt', '-id']] },
})

/** How often a menu was clicked on a day, with the department the person belonged to then. */
export const menuClick = resource('menu_click', {
  title: ['菜单点击', 'Menu clicks'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: by(),
    clickDate: date('日期', 'Date'),
    deptId: bigInteger('部门', 'Department', { optional: true }),
    moduleId: text('模块', 'Module', { max: 100 }),
    menuId: menu(),
    times: times(),
    lastAt: lastAt(),
  },
  storage: { key: ['accountId', 'clickDate', 'menuId'], index: [['orgId', 'clickDate']] },
})

/** How often pages of sealed records were opened on a day, by whomever: clicks of them name no account. */
export const sealedClick = resource('sealed_click', {
  title: ['匿名内容页面的点击', 'Clicks of pages of sealed records'],
  access: { scope: ownOrganisation },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    clickDate: date('日期', 'Date'),
    moduleId: text('模块', 'Module', { max: 100 }),
    menuId: menu(),
    times: times(),
  },
  storage: { primary: ['orgId', 'clickDate', 'menuId'] },
})

/** Sessions a person began on a day. */
export const usageRecord = resource('usage_record', {
  title: ['使用记录', 'Usage'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: by(),
    usedOn: date('日期', 'Date'),
    deptId: bigInteger('部门', 'Department', { optional: true }),
    times: times(),
    lastAt: lastAt(),
  },
  storage: { key: ['accountId', 'usedOn'], index: [['orgId', 'usedOn']] },
})

/**
 * Clicks of days and weeks that are over, added up: by menu, application, department and person, of the organisation and of each department
 * with all below it. People are counted, never added up, so each of these is counted by itself.
 */
export const usageSummary = resource('usage_summary', {
  title: ['使用汇总', 'Use, added up'],
  access: { scope: ownOrganisation },
  fields: {
    /** 1 day, 2 week (its Monday) */
    grain: integer('周期', 'Grain'),
    /** 0: the organisation */
    deptId: bigInteger('部门', 'Department'),
    /** 1 menu, 2 application, 3 department, 4 person (account) */
    dimension: integer('维度', 'Dimension'),
    period: date('日期', 'Date'),
    /** empty: of no department */
    key: text('值', 'Value', { max: 100 }),
    times: integer('次数', 'Times'),
    users: integer('人数', 'People'),
  },
  storage: { key: ['grain', 'deptId', 'dimension', 'period', 'key'] },
})

/** How often a person used a page's component, and when he last brought its data up to date. */
export const routeUse = resource('route_use', {
  title: ['页面使用', 'Use of pages'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: by(),
    component: text('组件', 'Component', { max: 100 }),
    /** 101 to 117, of pages that have one */
    typeId: integer('页面类型', 'Type of the page', { optional: true, identifier: true }),
    times: times(),
    lastAt: lastAt(),
    updatedDataAt: dateTime('最近更新数据', 'Data last updated', { optional: true }),
  },
  storage: { key: ['accountId', 'component'] },
})

export const monitoringTables = { menuLog, menuClick, sealedClick, usageRecord, usageSummary, routeUse }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof monitoringTables> {}
}
