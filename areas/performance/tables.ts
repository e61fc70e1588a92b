/** Years, groups, targets and results of performance. */
import { lines } from '#platform/declare/document.ts'
import { choice, computed, date, decimal, files, flag, integer, links, month, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedBy, ownOrganisation, through } from '#platform/declare/scope.ts'
import { grades } from './score.ts'
import { adjustmentMachine, adjustmentStates, performanceMachine, performanceStates, yearStates } from './states.ts'

export const measures = {
  netSales: [1, '净销售额', 'Net sales'],
  profit: [2, '利润', 'Profit'],
  settledUnits: [3, '结算销量', 'Settled units'],
} as const
export type MeasureName = keyof typeof measures

const weight = (zh: string, en: string, preset: number) => integer(zh, en, { min: 0, max: 100, default: preset, width: 130 })
const figure = (zh: string, en: string) => decimal(zh, en, 2, { default: 0, computed: true, total: true, width: 120 })
const target = decimal('目标', 'Target', 2, { min: 0, default: 0, total: true, sort: true, inline: true, width: 120 })
const of = {
  yearId: reference('绩效年度', 'Performance year', 'performance_year', { filter: 'select', editDisabled: true, width: 90 }),
  month: month('月份', 'Month', { filter: 'range', sort: true, editDisabled: true, width: 90 }),
}
const measure = choice('指标', 'Measure', measures, { filter: 'select', editDisabled: true, width: 100 })

export const performanceYear = resource('performance_year', {
  type: 'performanceYear',
  title: ['绩效年度', 'Performance year'],
  access: { scope: ownOrganisation },
  fields: {
    year: integer('年度', 'Year', { min: 2000, max: 2999, sort: true, identifier: true, editDisabled: true, width: 90 }),
    netSalesWeight: weight('净销售额权重（%）', 'Weight of net sales (%)', 100),
    profitWeight: weight('利润权重（%）', 'Weight of profit (%)', 0),
    settledUnitsWeight: weight('结算销量权重（%）', 'Weight of settled units (%)', 0),
    status: choice('状态', 'Status', yearStates, { default: 0, filter: 'select', width: 90 }),
    remark: text('备注', 'Remark', { max: 200, optional: true, width: 200 }),
  },
  list: {
    sort: { field: 'year', way: 'DESC' },
    empty: ['新建年度并分配指标权重，再录入目标', 'Add a year with the weights of its measures, then its targets'],
  },
  record: { label: 'year' },
  storage: { kind: 'reference', key: ['year'] },
})

export const performanceGroup = resource('performance_group', {
  type: 'performanceGroup',
  title: ['绩效小组', 'Performance group'],
  access: { scope: ownedBy('leaderId') },
  fields: {
    name: text('小组名称', 'Group', { max: 50, filter: 'contains', sort: true, width: 150 }),
    leaderId: reference('组长', 'Leader', 'employee', { filter: 'select', width: 110 }),
    deptId: reference('部门', 'Department', 'department', { optional: true, filter: 'select', width: 130 }),
    shopIds: links('店铺', 'Shops', 'shop', { optional: true, max: 50, width: 260 }),
    groupIds: links('商品组', 'Product groups', 'product_group', { optional: true, max: 20, width: 180 }),
    remark: text('备注', 'Remark', { max: 200, optional: true, show: false }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: [
      '把店铺或商品组分给小组，再按日期分配成员的份额',
      'Give shops or product groups to a group, then share them among its members by day',
    ],
  },
  record: { label: 'name' },
  storage: { kind: 'reference', key: ['name'] },
})

/** On each day on which a group has members their shares sum to 100. */
export const performanceGroupMember = lines('performance_group_member', {
  type: 'performanceGroupMember',
  title: ['小组成员', 'Member of a group'],
  of: { groupId: reference('绩效小组', 'Performance group', 'performance_group', { editDisabled: true, filter: 'select', width: 150 }) },
  max: 200,
  access: { permission: 'performanceGroup' },
  fields: {
    employeeId: reference('员工', 'Employee', 'employee', { filter: 'select', width: 120 }),
    share: decimal('份额（%）', 'Share (%)', 2, { min: 0, max: 100, width: 100 }),
    validFrom: date('开始日期', 'Valid from', { rangeTo: 'validTo', rangeTitle: ['有效期', 'Valid'], width: 120 }),
    validTo: date('结束日期', 'Valid to', { optional: true, width: 120 }),
  },
  record: { label: 'employeeId' },
})

/** One person's target and result of a month and measure. Seen by him and by those above him. */
export const performance = resource('performance', {
  type: 'performance',
  title: ['个人绩效', 'Performance'],
  access: { scope: ownedBy('employeeId') },
  fields: {
    ...of,
    groupId: reference('绩效小组', 'Performance group', 'performance_group', { filter: 'select', editDisabled: true, width: 130 }),
    employeeId: reference('员工', 'Employee', 'employee', { filter: 'select', editDisabled: true, width: 110 }),
    deptId: reference('部门', 'Department', 'department', {
      optional: true,
      atCreation: 'employeeId.deptId',
      filter: 'select',
      width: 120,
    }),
    measure,
    target,
    actual: figure('实际', 'Actual'),
    adjust: figure('调整', 'Adjustment'),
    result: computed.sql(decimal('结果', 'Result', 2, { total: true, sort: true, width: 120 }), 'actual + adjust'),
    rate: decimal('达成率', 'Rate', 6, { optional: true, computed: true, sort: true, width: 100 }),
    score: integer('得分', 'Score', { optional: true, computed: true, sort: true, width: 80 }),
    grade: choice('等级', 'Grade', grades, { optional: true, computed: true, filter: 'select', width: 100 }),
    rank: integer('名次', 'Rank', { optional: true, computed: true, sort: true, width: 80 }),
    state: choice('状态', 'Status', performanceStates, { default: 0, filter: 'select', width: 90 }),
    isEstimate: flag('暂估', 'Estimate', { default: true, computed: true, filter: 'select', width: 80 }),
    isSuperseded: flag('月结已反', 'Month reopened', { default: false, computed: true, filter: 'select', width: 100 }),
    /** how often the month had been closed when the figures were read; 0: it was open */
    closeVersion: integer('结账版本', 'Version of the close', { default: 0, computed: true, show: false }),
  },
  list: {
    search: false,
    shownAs: { card: { title: 'employeeId', subtitle: 'month', amount: 'result', state: 'state' } },
    sort: { field: 'month', way: 'DESC' },
    empty: ['在绩效年度里批量录入目标后，同步实际、计算得分', 'Enter targets for a year, then read actuals and compute scores'],
  },
  record: { label: 'month' },
  storage: {
    key: ['month', 'groupId', 'employeeId', 'measure'],
    index: [
      ['orgId', '-month', '-id'],
      ['yearId', 'month'],
      ['employeeId', 'month'],
      ['groupId', 'month'],
    ],
  },
  life: { states: performanceMachine },
})

export const performanceGroupAmount = resource('performance_group_amount', {
  type: 'performanceGroupAmount',
  title: ['小组绩效', 'Performance of a group'],
  access: { scope: through('groupId') },
  fields: {
    ...of,
    groupId: reference('绩效小组', 'Performance group', 'performance_group', { filter: 'select', editDisabled: true, width: 150 }),
    measure,
    target,
    actual: figure('实际', 'Actual'),
    adjust: figure('调整', 'Adjustment'),
    result: computed.sql(decimal('结果', 'Result', 2, { total: true, width: 120 }), 'actual + adjust'),
    rate: computed.sql(
      decimal('达成率', 'Rate', 6, { sort: true, width: 100 }),
      'case when target > 0 then trunc((actual + adjust) / target, 6) end',
    ),
    isEstimate: flag('暂估', 'Estimate', { default: true, computed: true, filter: 'select', width: 80 }),
  },
  list: {
    search: false,
    shownAs: { card: { title: 'groupId', subtitle: 'month', amount: 'result' } },
    sort: { field: 'month', way: 'DESC' },
  },
  record: { label: 'month' },
  storage: {
    key: ['month', 'groupId', 'measure'],
    index: [
      ['orgId', '-month', '-id'],
      ['yearId', 'month'],
    ],
  },
})

/** What is added to or taken from the result of a group; counts when somebody outside the group has approved it. */
export const performanceAdjustment = resource('performance_adjustment', {
  type: 'performanceAdjustment',
  title: ['绩效调整', 'Adjustment'],
  access: { permission: 'performanceGroupAmount', scope: through('amountId') },
  fields: {
    amountId: reference('小组绩效', 'Performance of a group', 'performance_group_amount', {
      filter: 'select',
      editDisabled: true,
      width: 110,
    }),
    groupId: reference('绩效小组', 'Performance group', 'performance_group', {
      atCreation: 'amountId.groupId',
      filter: 'select',
      width: 140,
    }),
    amount: decimal('调整金额', 'Amount', 2, { sort: true, editDisabled: true, width: 120 }),
    reason: text('原因', 'Reason', { max: 200, width: 260 }),
    papers: files('附件', 'Files', { optional: true, max: 8, show: false }),
    askedBy: reference('提出人', 'Asked by', 'employee', { optional: true, set: { onAdd: 'employee' }, filter: 'select', width: 110 }),
    state: choice('状态', 'Status', adjustmentStates, { default: 1, filter: 'select', width: 90 }),
    answeredBy: reference('审批人', 'Answered by', 'employee', { optional: true, computed: true, width: 110 }),
  },
  list: { shownAs: { card: { title: 'groupId', subtitle: 'reason', amount: 'amount' } }, search: ['reason'] },
  record: { editable: ['reason', 'papers'], label: 'amountId' },
  storage: { index: [['amountId']] },
  life: { states: adjustmentMachine },
})

/** The rankings that were sent: one of a month and its groups. */
export const performanceRanking = resource('performance_ranking', {
  type: 'performanceRanking',
  title: ['绩效排行', 'Rankings sent'],
  access: { permission: 'performance', scope: ownOrganisation },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, width: 90 }),
    /** ids of its groups in order, joined by commas; empty: all */
    groups: text('小组', 'Groups', { max: 1000, computed: true, hidden: true }),
    text: text('内容', 'Text', { max: 4000, computed: true, width: 360 }),
    figuresHash: text('数据指纹', 'Hash of the figures', { max: 64, computed: true, show: false }),
    recipients: integer('接收人数', 'Recipients', { computed: true, width: 90 }),
    sentBy: reference('发送人', 'Sent by', 'employee', { optional: true, computed: true, filter: 'select', width: 110 }),
  },
  list: { search: false, sort: { field: 'month', way: 'DESC' }, empty: ['还没有发送过排行', 'No ranking has been sent yet'] },
  record: { editable: [], label: 'month' },
  storage: { key: ['month', 'groups'], index: [['orgId', '-month', '-id']] },
})

const named = {
  performanceYear,
  performanceGroup,
  performanceGroupMember,
  performance,
  performanceGroupAmount,
  performanceAdjustment,
  performanceRanking,
}
export const performanceTables = Object.values(named)
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
