/** What the parts of 经营概览 ask, and of which report: the profit, or the budget where it is held against that. Pure. */
import type { MeasureDefinition, ReportDefinition, ReportFigures, ReportValues, WhyQuery } from '#platform/declare/wire.ts'
import type { ShownFigure } from '#platform/declare/wire-home.ts'
import type { Period } from '#platform/format/periods.ts'
import { waterfallOf } from '#platform/web/report/measures.ts'
import { whyUrl } from '#platform/web/report/use-why.ts'
import type { Asked } from './rows.tsx'
import type { OverviewState } from './state.tsx'

export const profitReport = 'companyProfit'
export const budgetReport = 'financeBudgetReport'
/** what the budget report puts behind the name of a measure */
const planned = 'Budget'
const differing = 'Difference'

export interface Question {
  readonly definition: ReportDefinition
  /** address of the report's page; null: not his */
  readonly path: string | null
  readonly state: OverviewState
  readonly period: Period
}

const isBudget = ({ state }: Question): boolean => state.against === 'budget'

/** Profit, or to who may not see costs what stands before them. */
export function resultOf({ definition }: Question): MeasureDefinition | undefined {
  return definition.measures.find(one => one.name === 'profit') ?? waterfallOf(definition).at(-1)
}

/** Measures by name, as far as the reader has them. */
export const measuresIn = ({ definition }: Question, names: readonly string[]): readonly MeasureDefinition[] =>
  names.flatMap(name => definition.measures.find(one => one.name === name) ?? [])

/** With what each of them is held against, where that is a plan. */
export const askedFor = (question: Question, measures: readonly MeasureDefinition[]): readonly string[] =>
  measures.flatMap(({ name }) => (isBudget(question) ? [name, name + planned] : [name]))

export const comparisonOf = (question: Question) => {
  const { against } = question.state
  return against === 'budget' ? {} : { compare: against }
}

/** Rows in the order of how far they moved. */
export const differenceField = (question: Question, measure: string): string =>
  isBudget(question) ? measure + differing : `${measure}.difference`

/** What the values are held against. */
export function wasOf(question: Question, figures: ReportFigures): ReportValues | undefined {
  if (!isBudget(question)) return figures.was
  const { values } = figures
  const before = Object.keys(values).flatMap(name =>
    Object.hasOwn(values, name + planned) ? [[name, values[name + planned]] as const] : [],
  )
  return Object.fromEntries(before) as ReportValues
}

/** As cards draw it. */
export function shownFigure(question: Question, measure: MeasureDefinition, figures: ReportFigures, where = {}): ShownFigure {
  const { name, title, kind, better } = measure
  const { now } = figures
  const was = wasOf(question, figures)
  return {
    name,
    title,
    kind,
    value: figures.values[name] ?? null,
    ...(now === undefined ? {} : { now: now[name] ?? null }),
    ...(was === undefined ? {} : { was: was[name] ?? null }),
    ...(better === undefined ? {} : { better }),
    url: urlOf(question, [name], where),
  }
}

/** The page of the report with these measures and rows. */
export function urlOf(question: Question, measures: readonly string[], where = {}): string | null {
  const { definition, path } = question
  return path === null ? null : whyUrl(definition, path, whyQuery(question), { measures, where })
}

export const whyQuery = (question: Question): WhyQuery => {
  const { state, period } = question
  return { where: state.where, startDate: period.from, endDate: period.to, ...comparisonOf(question) }
}

const further = ['sales', 'margin', 'adRate', 'refundRate', 'units']
/** a budget knows of amounts alone */
const furtherOfBudget = ['sales', 'refund', 'platformFees', 'advertisingFees', 'productCost']
/** items of a budget that stand for steps of the profit */
const budgeted = ['refund', 'platformFees', 'fbaFees', 'advertisingFees', 'shippingLabel', 'others', 'productCost', 'firstLeg', 'storage']

/** The figures of the head. */
export function figuresShown(question: Question): readonly MeasureDefinition[] {
  const result = resultOf(question)
  return [...(result === undefined ? [] : [result]), ...measuresIn(question, isBudget(question) ? furtherOfBudget : further)]
}

/** What stands between sales and the result. */
export const stepsOf = (question: Question): readonly MeasureDefinition[] =>
  isBudget(question) ? measuresIn(question, budgeted) : waterfallOf(question.definition).slice(1, -1)

/** One question for the head and for where sales go. */
export function figuresAsked(question: Question): Asked {
  const measures = [...figuresShown(question), ...measuresIn(question, ['sales']), ...stepsOf(question)]
  const names = [...new Set(askedFor(question, measures))]
  return { ...question.period, by: [], where: question.state.where, measures: names, ...comparisonOf(question) }
}
