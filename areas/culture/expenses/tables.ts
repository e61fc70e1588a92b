/** What company culture costs: budgets by department and year, claims, and what was spent by department, month and kind. */
import { sql } from 'kysely'
import { approval } from '#platform/declare/approval.ts'
import {
  choice,
  computed,
  date,
  dictionary,
  files,
  flag,
  integer,
  money,
  month,
  reference,
  referenceBy,
  text,
  texts,
} from '#platform/declare/fields.ts'
import type { Adding } from '#platform/declare/on-add.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { anyOf, everybody, ownedBy, sharedWithMe } from '#platform/declare/scope.ts'
import { asText } from '#platform/format/text.ts'
import { view } from '#platform/server/database.ts'
import { arrayLiteral } from '../board/tables.ts'
import { expenseMachine, expenseStates } from './states.ts'

/** number of the dictionary of kinds of expenses */
export const expenseKinds = 114

/** Seen by the people of its department, and by those above whoever set it. */
export const cultureBudget = resource('culture_budget', {
  type: 'cultureBudget',
  title: ['文化费用预算', 'Culture budget'],
  access: { scope: anyOf(sharedWithMe, ownedBy('ownerId')) },
  fields: {
    deptId: reference('部门', 'Department', 'department', { filter: 'select', sort: true, editDisabled: true, width: 140 }),
    year: integer('年度', 'Year', { min: 2000, max: 2100, filter: 'range', sort: true, identifier: true, editDisabled: true, width: 80 }),
    amount: money('预算（元）', 'Budget (CNY)', { min: 0, total: true, inline: true, width: 130 }),
    used: money('已用（元）', 'Used (CNY)', { default: 0, computed: true, total: true, width: 130 }),
    left: computed.sql(money('剩余（元）', 'Left (CNY)', { total: true, width: 130 }), 'amount - used'),
    remark: text('备注', 'Remark', { max: 200, optional: true, width: 200 }),
    ownerId: reference('编制人', 'Set by', 'employee', { optional: true, set: { onAdd: 'employee' }, width: 100 }),
    audience: texts('可见范围', 'Audience', {
      hidden: true,
      computed: true,
      set: { onAdd: ({ values }: Adding) => arrayLiteral([`d${asText(values['deptId'] ?? values['dept_id'] ?? '')}`]) },
    }),
  },
  list: {
    search: ['remark'],
    sort: { field: 'year', way: 'DESC' },
    empty: ['先给部门定好年度预算，报销时会自动核对', 'Set a budget for each department and year; claims are held against it'],
  },
  record: { label: 'year' },
  storage: { key: ['deptId', 'year'], index: [['orgId', '-year', '-id']] },
})

export const cultureExpense = resource('culture_expense', {
  type: 'cultureExpense',
  title: ['活动费用', 'Culture expense'],
  access: { scope: ownedBy('claimantId'), forEverybody: true },
  fields: {
    no: text('单号', 'No.', { max: 20, optional: true, filter: 'equals', sort: true, set: { onAdd: { number: 'WH' } }, width: 140 }),
    day: date('发生日期', 'Day', { filter: 'range', sort: true, width: 110 }),
    title: text('事由', 'What for', { max: 100, filter: 'contains', width: 200 }),
    typeId: dictionary('费用类别', 'Kind', expenseKinds, { filter: 'select', width: 110 }),
    amount: money('金额', 'Amount', { min: 0.01, currency: 'currency', sort: true, width: 120 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { default: 'CNY', filter: 'select', width: 80 }),
    amountCny: money('折合人民币', 'In CNY', { optional: true, computed: true, total: true, width: 120 }),
    claimantId: reference('报销人', 'Claimed by', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
    deptId: reference('部门', 'Department', 'department', {
      optional: true,
      atCreation: 'claimantId.deptId',
      filter: 'select',
      width: 120,
    }),
    activityId: reference('关联活动', 'Activity', 'culture_activity', { optional: true, filter: 'select', width: 140 }),
    state: choice('状态', 'Status', expenseStates, { default: 0, filter: 'select', width: 90 }),
    overBudget: flag('超预算', 'Above the budget', { default: false, computed: true, filter: 'select', width: 80 }),
    papers: files('票据', 'Receipts', { optional: true, max: 20, show: false }),
    reason: text('驳回原因', 'Reason of rejection', { max: 200, optional: true, computed: true, show: false }),
    remark: text('备注', 'Remark', { max: 200, optional: true, show: false }),
  },
  list: {
    find: 'no',
    search: ['no', 'title'],
    shownAs: { card: { title: 'title', subtitle: 'no', amount: 'amount', state: 'state' } },
    sort: { field: 'day', way: 'DESC' },
    empty: ['活动、福利、生日会的花费在这里报销', 'Claim what activities, benefits and birthdays cost'],
  },
  record: { label: 'no', thread: true },
  storage: {
    key: ['no'],
    index: [
      ['orgId', '-day', '-id'],
      ['deptId', 'day'],
      ['claimantId', '-day'],
    ],
  },
  life: {
    states: expenseMachine,
    approval: approval(
      { overBudget: { title: ['超预算的文化费用', 'A culture expense above the budget'], steps: ['pass'], when: { overBudget: [true] } } },
      { figures: ['title', 'amount', 'deptId', 'day'] },
    ),
  },
})

const named = { cultureBudget, cultureExpense }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}

/** What counts as used, by department, month and kind; of the claims that the reader sees. */
export const cultureExpenseReport = view(
  'culture_expense_report',
  {
    type: 'cultureExpenseReport',
    title: ['文化费用统计', 'Culture expenses by month'],
    access: { scope: everybody },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true, width: 100 }),
      deptId: reference('部门', 'Department', 'department', { filter: 'select', sort: true, width: 160 }),
      typeId: dictionary('费用类别', 'Kind', expenseKinds, { filter: 'select', sort: true, width: 140 }),
      claims: integer('笔数', 'Claims', { total: true, width: 90 }),
      amount: money('金额（元）', 'Amount (CNY)', { total: true, sort: true, width: 140 }),
      paid: money('其中已支付（元）', 'Of it paid (CNY)', { total: true, width: 160 }),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      empty: ['报销提交后，按部门、月份和类别的合计在这里', 'Sums of the claims by department, month and kind'],
    },
    record: { label: 'month' },
    storage: { primary: ['month', 'deptId', 'typeId'] },
  },
  db =>
    db
      .selectFrom('culture_expense as e')
      .where('e.state', 'in', [expenseStates.waiting[0], expenseStates.passed[0], expenseStates.paid[0]])
      .where('e.dept_id', 'is not', null)
      .groupBy(['e.org_id', sql`date_trunc('month', e.day)::date`, 'e.dept_id', 'e.type_id'])
      .select([
        sql<string>`date_trunc('month', e.day)::date`.as('month'),
        'e.dept_id',
        'e.type_id',
        sql<number>`count(*)::int`.as('claims'),
        sql<string>`sum(e.amount_cny)`.as('amount'),
        sql<string>`coalesce(sum(e.amount_cny) filter (where e.state = ${sql.lit(expenseStates.paid[0])}), 0)`.as('paid'),
      ]),
)

export const expenseTables = [cultureBudget, cultureExpense, cultureExpenseReport]
