/** The filter of a dashboard on a card that stands for a page: of a list by the fields it has, of a report by its dimensions. Pure. */
import type { FieldDefinition, ListDefinition, ReportDefinition } from '#platform/declare/wire.ts'
import type { DashboardFilter } from '#platform/declare/wire-dashboards.ts'
import { joinValues, readState, writeState } from '#platform/web/values/list-state.ts'
import { readState as readReport, writeState as writeReport } from '#platform/web/report/report-state.ts'
import { pagePeriod, periodOf } from '#platform/format/named-periods.ts'
import { askedOf, narrowedIn, periodFilter, type FilterName } from './words.tsx'

/** Fields of lists that hold the same values as a dimension: their names, and what they refer to (null: a plain text or code). */
const sameFields: Readonly<Record<FilterName, readonly (readonly [field: string, target: string | null])[]>> = {
  shop: [['shopId', 'shop']],
  marketplace: [['marketplaceCode', 'marketplace']],
  country: [
    ['countryCode', 'country'],
    ['country', null],
  ],
  brand: [['brand', null]],
  sku: [
    ['sellerSku', null],
    ['sku', null],
  ],
  salesman: [['salesmanId', 'employee']],
  department: [
    ['departmentId', 'department'],
    ['deptId', 'department'],
  ],
  category: [['categoryId', 'productCategory']],
  productGroup: [['groupId', 'productGroup']],
}

function fieldOf({ result }: ListDefinition, name: FilterName): FieldDefinition | undefined {
  const found = sameFields[name]
    .flatMap(([field, target]) => result.find(one => one.field === field && one.target === target) ?? [])
    .find(one => one.conditions.includes('IN'))
  // without a shop a SKU is the company's own
  return found?.field === 'sku' && !result.some(one => one.target === 'shop') ? undefined : found
}

export interface FilteredPage {
  /** the state of the page, narrowed */
  readonly search: URLSearchParams
  /** what it can't be narrowed by */
  readonly unfiltered: readonly string[]
}

/** What the card's own state says of a field, the dashboard's filter goes before. */
export function filteredList(definition: ListDefinition, search: URLSearchParams, filter: DashboardFilter, today: string): FilteredPage {
  const asked = askedOf(filter).map(([name, values]) => ({ name, values, field: fieldOf(definition, name) }))
  const known = asked.flatMap(({ field, values }) => (field === undefined ? [] : [{ field: field.field, values }]))
  const isKnown = (field: string): boolean => known.some(one => one.field === field)
  const { bound } = definition
  const period = filter.period === undefined ? null : periodOf(filter.period, today)
  const state = readState(search)
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([field]) => !isKnown(field)))
  const conditions = [
    ...(state.conditions ?? []).filter(one => !isKnown(one.field)),
    ...known.map(({ field, values }) => ({ field, condition: 'IN' as const, value: joinValues(values) })),
  ]
  const narrowed = {
    ...state,
    filters: period === null || bound === null ? filters : { ...filters, [bound.field]: joinValues([period.from, period.to]) },
    conditions: conditions.length === 0 ? null : conditions,
  }
  return {
    search: writeState(narrowed, search),
    unfiltered: [
      ...(period !== null && bound === null ? [periodFilter] : []),
      ...asked.flatMap(({ name, field }) => (field === undefined ? [name] : [])),
    ],
  }
}

export function filteredReport(
  definition: ReportDefinition,
  search: URLSearchParams,
  filter: DashboardFilter,
  today: string,
): FilteredPage {
  const { where, unfiltered } = narrowedIn(definition, filter)
  const state = readReport(definition, search, today)
  const narrowed = {
    ...state,
    where: { ...state.where, ...where },
    ...(filter.period === undefined ? {} : pagePeriod(periodOf(filter.period, today))),
  }
  return { search: writeReport(definition, narrowed, search, today), unfiltered }
}
