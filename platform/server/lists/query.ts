/** Generic list query: checked against the declaration, compiled to one statement for the rows and one for count and totals. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql, type SelectQueryBuilder } from 'kysely'
import { isByProgram } from '#platform/declare/fields.ts'
import { columnOf, primaryOf, type Resource } from '#platform/declare/resource.ts'
import type { Condition, ListAnswer, ListQuery, Row } from '#platform/declare/wire.ts'
import { addDays, isDate } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { refuse } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import { fieldOf, filterFieldOf, pureFields, primaryColumns, rowId, selected } from './columns.ts'
import type { AnyDb } from '../contract/database.ts'
import { between, predicateOfCondition, type Asking, type Predicate } from './conditions.ts'
import { treeOf } from './subtree.ts'
import { duringOf, underOf, type Level } from './view-query.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { asText } from '#platform/format/text.ts'

export const pageSizeMax = 1_000
/** stand for a side of a period that is open */
const [firstDay, lastDay] = ['0001-01-01', '9999-12-31']
const generic = new Set([
  'pageNum',
  'pageSize',
  'sortField',
  'sortWay',
  'conditionList',
  'orderByList',
  'startDate',
  'endDate',
  'next',
  'timeEnum',
  'statisticalDimension',
  'only',
  'during',
  'under',
])

export interface Order {
  readonly column: string
  readonly way: 'asc' | 'desc'
}
export interface Plan {
  readonly where: readonly Predicate[]
  /** the same, for stepping over many entries of an index */
  readonly walked: readonly Predicate[]
  readonly order: readonly Order[]
  readonly pageNum: number
  readonly pageSize: number
  readonly next: string | undefined
  /** asked for as a tree */
  readonly level: Level | null
}

/** Checks a list query; throws one refusal that names every fault. */
export function planOf(r: Resource, query: ListQuery, asking: Asking): Plan {
  const errors: FieldError[] = []
  const where: Predicate[] = []
  const add = (p: Predicate | FieldError): void => void ('message' in p ? errors.push(p) : where.push(p))
  for (const c of filterConditions(r, query, asking.resources, errors)) add(predicateOfCondition(r, c, asking))
  const bound = boundOf(r, query, asking, errors)
  const filters = [...where]
  if (bound) where.push(bound.where)
  const during = duringOf(r, query, asking, errors)
  if (during !== null) where.push(during)
  const under = underOf(r, query, [...where], errors)
  if (under !== null) where.push(under.where)
  const order = orderOf(r, query, errors)
  const pageNum = whole(query.pageNum, 1, 1_000_000, 'pageNum', errors)
  const pageSize = whole(query.pageSize, 10, pageSizeMax, 'pageSize', errors)
  if (query.only !== undefined && query.only !== 'rows' && query.only !== 'totals')
    errors.push({ field: 'only', message: sentence`only 只能是 rows 或 totals` })
  if (errors.length > 0) throw refuse.invalid(errors)
  const besides = [...(during === null ? [] : [during]), ...(under === null ? [] : [under.where])]
  const walked = bound ? [...filters, bound.walked, ...besides] : where
  return { where, walked, order, pageNum, pageSize, next: query.next, level: under?.level ?? null }
}

function whole(value: unknown, absent: number, max: number, field: string, errors: FieldError[]): number {
  if (value === undefined || value === null) return absent
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value
  errors.push({ field, message: sentence`${field} 应为 1 到 ${max} 的整数` })
  return absent
}

/** What a query filters by: its conditions and the list's own filters. Faults go to `errors`, where somebody asks for them. */
export const filterConditions = (r: Resource, query: ListQuery, resources: Asking['resources'], errors: FieldError[] = []): Condition[] => [
  ...(query.conditionList ?? []),
  ...ownFilters(r, query, resources, errors),
]

/** The list's own filters: `{ name: 'abc', status: [1, 2], createdAt: ['2026-01-01', '2026-01-31'] }` as conditions. */
function ownFilters(r: Resource, query: ListQuery, resources: Asking['resources'], errors: FieldError[]): Condition[] {
  const found: Condition[] = []
  for (const [field, value] of Object.entries(query)) {
    if (generic.has(field) || value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
      continue
    const declared = filterFieldOf(r, field)
    const kind = declared?.options.filter
    if (declared === undefined || kind === undefined) {
      errors.push({ field, message: sentence`未知的筛选字段 ${field}` })
      continue
    }
    const list = (Array.isArray(value) ? value : typeof value === 'string' && kind === 'range' ? value.split(',') : [value]).map(asText)
    if (kind === 'contains') found.push({ field, condition: 'LIKE', condList: [list.join(',')] })
    else if (kind === 'range') found.push(...rangeConditions(field, list))
    else found.push({ field, condition: list.length > 1 || treeOf(declared, resources) !== null ? 'IN' : 'EQ', condList: list })
  }
  return found
}

/** Either end may be open. */
function rangeConditions(field: string, [from = '', to = '']: readonly string[]): Condition[] {
  if (from !== '' && to !== '') return [{ field, condition: 'BETWEEN', condList: [from, to] }]
  return [
    ...(from === '' ? [] : [{ field, condition: 'GE' as const, condList: [from] }]),
    ...(to === '' ? [] : [{ field, condition: 'LE' as const, condList: [to] }]),
  ]
}

/** Numbers (of a settlement, an order) that an index of the list leads to: asked for one of them, it needs no bound. */
export const boundKeys = (r: Resource): string[] =>
  Object.entries(r.fields).flatMap(([name, field]) => {
    const orders = [r.key, r.primary, ...(r.unique ?? []), ...(r.index ?? []).map(one => ('on' in one ? [] : one))]
    const isLed = orders.some(fields => fields?.find(one => one !== 'shopId') === name)
    return isLed && field.kind === 'text' && field.options.filter === 'equals' ? [name] : []
  })

/** Whether a query names values of such a number. */
export function asksForKey(r: Resource, query: ListQuery): boolean {
  const keys = boundKeys(r)
  const isGiven = (value: unknown): boolean =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  return (
    keys.some(key => isGiven(query[key])) ||
    (query.conditionList ?? []).some(c => keys.includes(c.field) && (c.condition === 'EQ' || c.condition === 'IN'))
  )
}

/**
 * The days a bounded list is read from and to; null where it has no bound, or a filter on that field or a number that narrows enough takes
 * its place.
 */
export function boundDays(r: Resource, query: ListQuery, clock: Pick<Asking, 'nowMs' | 'zone'>): readonly [string, string] | null {
  const { bound } = r
  if (!bound) return null
  const filtered =
    query[bound.field] !== undefined ||
    (query.conditionList ?? []).some(c => c.field === bound.field && c.condition !== 'NE' && c.condition !== 'NOT_EMPTY')
  const isKeyed = asksForKey(r, query)
  if ((filtered || isKeyed) && query.startDate === undefined && query.endDate === undefined) return null
  if (isKeyed) return [query.startDate ?? firstDay, query.endDate ?? lastDay]
  const to = query.endDate ?? dayInZone(clock.nowMs, clock.zone)
  return [query.startDate ?? addDays(to, 1 - bound.days), to]
}

/** The default period, where it holds without having been asked for. */
export function defaultPeriod(r: Resource, query: ListQuery, clock: Pick<Asking, 'nowMs' | 'zone'>): ListAnswer['period'] {
  const days = query.startDate === undefined && query.endDate === undefined ? boundDays(r, query, clock) : null
  return days === null || !r.bound ? undefined : { field: r.bound.field, from: days[0], to: days[1] }
}

interface Bound {
  readonly where: Predicate
  readonly walked: Predicate
}

/** A shop fact is never read without a bound on its date: startDate/endDate, a filter on that field, else the declared default period. */
function boundOf(r: Resource, query: ListQuery, clock: Pick<Asking, 'nowMs' | 'zone'>, errors: FieldError[]): Bound | null {
  const { bound } = r
  if (!bound) {
    if (query.startDate !== undefined || query.endDate !== undefined)
      errors.push({ field: 'startDate', message: sentence`此列表没有日期范围` })
    return null
  }
  for (const field of ['startDate', 'endDate'] as const)
    if (query[field] !== undefined && !isDate(query[field])) errors.push({ field, message: sentence`日期应为 YYYY-MM-DD` })
  if (errors.some(e => e.field === 'startDate' || e.field === 'endDate')) return null
  const days = boundDays(r, query, clock)
  if (days === null) return null
  const field = ownValue(r.fields, bound.field)
  if (field === undefined) return null
  const [from, to] = days
  const column = `${r.table}.${columnOf(bound.field)}`
  const where = between(field, column, days, clock.zone)
  // A plain condition PostgreSQL compares as a key of each entry; an `or` it evaluates there, in four fifths of the time, and still leaves
  // out months. The day named a second time adds nothing to the period it begins.
  const isDay = field.kind === 'date' && from <= to
  const walked = isDay ? sql<boolean>`(${where} or ${sql.ref(column)} = ${from})` : where
  return { where, walked }
}

/** A click on a head goes before the scheme's order; the key makes any order total. */
function orderOf(r: Resource, query: ListQuery, errors: FieldError[]): Order[] {
  const asked = [...(query.sortField ? [{ field: query.sortField, orderBy: query.sortWay ?? 'ASC' }] : []), ...(query.orderByList ?? [])]
  const order: Order[] = []
  const push = (column: string, way: 'asc' | 'desc'): void => void (order.some(o => o.column === column) || order.push({ column, way }))
  for (const { field, orderBy } of asked) {
    if (fieldOf(r, field)?.options.sort !== true) errors.push({ field, message: sentence`不能按 ${field} 排序` })
    else if (orderBy !== 'ASC' && orderBy !== 'DESC') errors.push({ field, message: sentence`排序方式只能是 ASC 或 DESC` })
    else push(columnOf(field), orderBy === 'DESC' ? 'desc' : 'asc')
  }
  if (asked.length === 0 && r.sort) push(columnOf(r.sort.field), r.sort.way === 'DESC' ? 'desc' : 'asc')
  const last = order.at(-1)?.way ?? 'desc'
  for (const column of primaryColumns(r)) push(column, last)
  return order
}

type Select = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>

/** Rows of a plan, without paging: what list, export and the bench share. */
export function rowsQuery(db: AnyDb, r: Resource, plan: Pick<Plan, 'where' | 'order'>, fields: readonly string[]): Select {
  let query = db.selectFrom(r.table).select(keySelections(r))
  query = query.select(
    fields.flatMap(name => {
      const field = fieldOf(r, name)
      return field && !isByProgram(field) ? [selected(field, `${r.table}.${columnOf(name)}`).as(name)] : []
    }),
  )
  if (hasVersion(r)) query = query.select(sql.ref(`${r.table}.version`).as('version'))
  return planned(query, r, plan)
}

/** The conditions and the order of a plan; `then`: columns by which rows of one record follow each other. */
export function planned(select: Select, r: Resource, plan: Pick<Plan, 'where' | 'order'>, then: readonly string[] = []): Select {
  let query = select
  for (const p of plan.where) query = query.where(p)
  for (const o of plan.order) query = query.orderBy(sql.ref(`${r.table}.${o.column}`), o.way)
  for (const column of then) query = query.orderBy(sql.ref(column))
  return query
}

export const hasVersion = (r: Resource): boolean => r.standard !== 'none' || 'version' in r.fields
const keySelections = (r: Resource) => primaryColumns(r).map((c, i) => sql.ref(`${r.table}.${c}`).as(`key_${i}`))

/** Turns a database row into the wire's: an id instead of key columns. */
export function toRow(r: Resource, raw: Record<string, unknown>): Row {
  const row: Record<string, unknown> = {
    id: rowId(
      r,
      primaryOf(r).map((_, i) => raw[`key_${i}`]),
    ),
  }
  for (const name in raw) if (!name.startsWith('key_')) row[name] = raw[name]
  for (const [name, { of, work }] of pureFields(r))
    if (of.every(one => Object.hasOwn(row, one))) row[name] = work(...of.map(one => ownValue(row, one)))
  return row as Row
}
