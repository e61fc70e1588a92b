/**
 * Budgets of shops and of departments: what is planned of each item of the profit in a month. The report holds them beside the profit
 * report's own figures, with the difference and how much of the plan was attained. Amounts carry the signs of the profit: income is
 * positive, costs are negative.
 */
import { choice, reference } from '#platform/declare/fields.ts'
import {
  inOwnersCurrency,
  key,
  minus,
  operandsOf,
  plus,
  ratio,
  report,
  sum,
  times,
  type Dimension,
  type Measure,
  type Report,
} from '#platform/declare/report.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Fields } from '#platform/declare/fields.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Why } from '#platform/declare/why.ts'
import { companyProfit } from '../report/profit.ts'
import { sheetFacts, type ManualSheet, type SheetWords } from '../../facts/sheets/manual-sheet.ts'

/** Items of a budget by the measure of the profit report that each is held against. */
const items = {
  sales: [1, '销售收入', 'Sales'],
  refund: [2, '退款', 'Refunds'],
  platformFees: [3, '平台费用', 'Platform fees'],
  fbaFees: [4, 'FBA 费用', 'FBA fees'],
  advertisingFees: [5, '广告及促销费', 'Advertising and deals'],
  shippingLabel: [6, '购买运单费', 'Shipping labels'],
  others: [7, '赔偿与调整', 'Reimbursements and adjustments'],
  productCost: [8, '产品成本', 'Product cost'],
  firstLeg: [9, '头程运费', 'First-leg freight'],
  storage: [10, '自有仓储费', 'Own storage'],
  otherCosts: [11, '其他成本', 'Other costs'],
} as const
type Item = keyof typeof items
/** what is spent; refunds and adjustments are none of it */
export const costItems = (Object.keys(items) as Item[]).filter(code => !['sales', 'refund', 'others'].includes(code))
export const plannedOf = (code: Item | 'profit'): string => `${code}Budget`

const fromFormula: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']
/** what the profit report has beside the items above; with them it makes the profit */
const otherCosts = plus(
  ['billedCosts', 'subsidy', 'multichannelFee', 'dropshipCost', 'dropshipFreight', 'costVariance', 'finalLeg', 'allocated', 'corrections'],
  { title: [items.otherCosts[1], items.otherCosts[2]], source: fromFormula },
)

/** Measures of the profit report with all that they are made of, as lines without a place in a waterfall. */
function withParts(names: readonly string[]): Record<string, Measure> {
  const found: Record<string, Measure> = {}
  const take = (name: string): void => {
    const measure = ownValue(companyProfit.measures, name)
    if (measure === undefined || Object.hasOwn(found, name)) return
    const { waterfall: _none, ...plain } = measure
    found[name] = plain
    operandsOf(measure).forEach(take)
  }
  names.forEach(take)
  return found
}

/** What keeps the profit from its budget. */
const budgetWhy: Why = {
  of: 'profit',
  base: 'sales',
  movers: 'shop',
  planned: 'Budget',
  lines: (Object.keys(items) as Item[])
    .filter(code => code !== 'sales')
    .map(code => ({
      title: [items[code][1], items[code][2]],
      share: [`${items[code][1]}占比`, `Share of ${items[code][2].toLowerCase()}`],
      measures: [code],
    })),
}

const difference = (zh: string, en: string, actual: string, planned: string): Measure =>
  minus(actual, planned, { title: [`${zh}差异`, `${en}: difference`], source: ['实际减去预算。', 'Actual less budget.'], kind: 'money' })
const attained = (zh: string, en: string, actual: string, planned: string): Measure =>
  ratio(actual, planned, {
    title: [`${zh}完成率`, `${en} attained`],
    source: ['实际除以预算，先汇总再计算。', 'Actual over budget, after summing.'],
  })

function budgetReport({ name, title, dimensions, first }: BudgetWords, facts: Rollup): Report {
  const planned = (code: Item | 'profit', words: Title): Measure =>
    sum(facts, 'amount', {
      title: [`${words[0]}预算`, `${words[1]}: budget`],
      source: ['预算表中录入的金额，收入为正，成本和费用为负。', 'Entered in the budget: income positive, costs negative.'],
      notAllocatable: true,
      ...(code === 'profit' ? {} : { when: { item: [items[code][0]] } }),
    })
  const codes = Object.keys(items) as Item[]
  const columns = [...codes, 'profit' as const].map(
    code => [code, code === 'profit' ? '利润' : items[code][1], code === 'profit' ? 'Profit' : items[code][2]] as const,
  )
  const measures: Record<string, Measure> = {}
  for (const [code, zh, en] of columns)
    Object.assign(measures, {
      [plannedOf(code)]: planned(code, [zh, en]),
      ...(code === 'otherCosts' ? { otherCosts, ...withParts(otherCosts.of) } : withParts([code])),
      [`${code}Difference`]: difference(zh, en, code, `${code}Budget`),
    })
  measures['salesAttained'] = attained('销售收入', 'Sales', 'sales', 'salesBudget')
  measures['profitAttained'] = attained('利润', 'Profit', 'profit', 'profitBudget')
  const { platform, marketplace, shop } = companyProfit.dimensions as Record<'platform' | 'marketplace' | 'shop', Dimension>
  return report(`${name}Report`, {
    title: [`${title[0]}与实际`, `${title[1]} and actual`],
    scope: grantedShops,
    permission: `finance.sheet.${name}`,
    dimensions: { platform, marketplace, shop, ...dimensions, ...times('month', 'quarter', 'year') },
    measures,
    main: columns.flatMap(([code]) => [`${code}Budget`, code, `${code}Difference`]),
    keyFigures: ['salesBudget', 'sales', 'profitBudget', 'profit', 'profitAttained'],
    why: budgetWhy,
    by: first,
    time: 'month',
    compare: ['before', 'yearBefore'],
    conversion: inOwnersCurrency,
    paths: {
      rows: `/${name}/report`,
      lines: `/${name}/reportLines`,
      export: `/${name}/reportExport`,
      compute: `/${name}/reportCompute`,
      why: `/${name}/why`,
    },
  })
}

type BudgetWords = Pick<SheetWords, 'name' | 'table' | 'title' | 'empty' | 'dimensions' | 'first'> & { readonly by: Fields }

function budget(words: BudgetWords): ManualSheet {
  const facts = sheetFacts({
    ...words,
    isEntered: true,
    by: {
      ...words.by,
      item: choice('预算科目', 'Item', items, {
        filter: 'select',
        sort: true,
        editDisabled: true,
        synonyms: ['科目', '项目'],
        help: ['与公司利润的指标一一对应', 'Each stands for a figure of the company profit'],
      }),
    },
    figures: { amount: { title: ['预算金额', 'Budget'], kind: 'money', synonyms: ['金额', '预算'] } },
  })
  return { ...facts, report: budgetReport(words, facts.rollup) }
}

const { department } = companyProfit.dimensions as Record<'department', Dimension>

export const budgets: readonly ManualSheet[] = [
  budget({
    name: 'financeBudget',
    table: 'finance_budget',
    title: ['店铺预算', 'Budget of shops'],
    empty: ['每月各店铺计划的收入、费用和成本，导入后与实际利润对照', 'Income, fees and costs planned by shop and month'],
    by: {},
    dimensions: {},
    first: ['shop', 'month'],
  }),
  budget({
    name: 'financeDeptBudget',
    table: 'finance_dept_budget',
    title: ['部门预算', 'Budget of departments'],
    empty: [
      '每月各部门在各店铺的计划，实际按商品归属的部门计算',
      'Plans of departments in shops; the actual follows the owners of the SKUs',
    ],
    by: { deptId: reference('部门', 'Department', 'department', { filter: 'select', sort: true, editDisabled: true }) },
    dimensions: {
      department: key('deptId', {
        title: department.title,
        kind: 'reference',
        ...(department.label === undefined ? {} : { label: department.label }),
        target: 'department',
        emptyLabel: ['未归属', 'No owner'],
        ...(department.via === undefined ? {} : { fallbackLookup: department.via }),
      }),
    },
    first: ['department', 'month'],
  }),
]
