/** What the views ask of a list beyond its conditions: the records of some days, and those right below a record of a tree. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { ConditionCode, ListQuery, Row } from '#platform/declare/wire.ts'
import { addDays, isDate } from '#platform/format/dates.ts'
import type { AnyDb } from '../contract/database.ts'
import type { FieldError } from '../contract/route.ts'
import { fieldOf } from './columns.ts'
import { predicateOfCondition, type Asking, type Predicate } from './conditions.ts'
import { pieces } from './subtree.ts'
import { isId } from './value-range.ts'

/** What one look at a calendar may take in: a year and the weeks around it. */
export const duringDaysMax = 400

const anyOf = (...these: readonly Predicate[]): Predicate => sql<boolean>`(${sql.join(these, sql` or `)})`
const allOf = (...these: readonly Predicate[]): Predicate => sql<boolean>`(${sql.join(these, sql` and `)})`

/** Records that lie in these days, both included. Of a record without an end, or without a beginning, the one day that it has counts. */
export function duringOf(r: Resource, { during }: ListQuery, asking: Asking, errors: FieldError[]): Predicate | null {
  if (during === undefined) return null
  const fault = (message: FieldError['message']): null => {
    errors.push({ field: 'during', message })
    return null
  }
  const span = r.shownAs?.calendar
  if (span === undefined || fieldOf(r, span.from) === undefined) return fault(sentence`此列表没有日历`)
  const { from: first, to: last } = during
  if (!isDate(first) || !isDate(last)) return fault(sentence`日期应为 YYYY-MM-DD`)
  if (first > last) return fault(sentence`日历的结束日期不能早于开始日期`)
  if (last >= addDays(first, duringDaysMax)) return fault(sentence`日历一次最多看 ${duringDaysMax} 天，请缩短日期范围`)
  const compared = (field: string, condition: ConditionCode, ...condList: readonly string[]): Predicate => {
    const made = predicateOfCondition(r, { field, condition, condList }, asking)
    if ('message' in made) throw new Error(`${r.table}.${field} takes no ${condition}`)
    return made
  }
  const { from, to } = span
  if (to === undefined || fieldOf(r, to) === undefined) return compared(from, 'BETWEEN', first, last)
  return anyOf(
    allOf(compared(from, 'LE', last), compared(to, 'GE', first)),
    allOf(compared(from, 'BETWEEN', first, last), compared(to, 'EMPTY')),
    allOf(compared(to, 'BETWEEN', first, last), compared(from, 'EMPTY')),
  )
}

/** A level of a tree, and the conditions of the query without it. */
export interface Level {
  readonly column: string
  readonly filters: readonly Predicate[]
}

/**
 * The records right below one; at the top those whose parent the query does not find, so that whatever narrows the list, each record it
 * finds stands in the tree once.
 */
export function underOf(
  r: Resource,
  { under }: ListQuery,
  filters: readonly Predicate[],
  errors: FieldError[],
): { readonly where: Predicate; readonly level: Level } | null {
  if (under === undefined) return null
  if (r.tree === undefined || r.shownAs?.tree === undefined || fieldOf(r, r.tree) === undefined) {
    errors.push({ field: 'under', message: sentence`此列表没有上下级` })
    return null
  }
  const column = `${r.table}.${columnOf(r.tree)}`
  const level = { column, filters }
  if (under !== null) {
    if (!isId(under)) errors.push({ field: 'under', message: sentence`编号不正确` })
    return { where: sql<boolean>`${sql.ref(column)} = ${under}`, level }
  }
  let found = pieces.selectFrom(r.table).select(`${r.table}.id`)
  for (const one of filters) found = found.where(one)
  return { where: sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} not in (${found}))`, level }
}

/** How many of what the query finds stand right below each of these rows. */
export async function withBelow(db: AnyDb, r: Resource, { column, filters }: Level, rows: readonly Row[]): Promise<readonly Row[]> {
  if (rows.length === 0) return rows
  const ids = rows.map(row => row.id)
  const parent = sql<string>`${sql.ref(column)}::text`
  let query = db
    .selectFrom(r.table)
    .select([parent.as('parent'), sql<number>`count(*)::int`.as('below')])
    .where(sql<boolean>`${sql.ref(column)} = any(${ids})`)
    .groupBy(sql.ref(column))
  for (const one of filters) query = query.where(one)
  const below = new Map((await query.execute()).map(one => [one.parent, one.below]))
  return rows.map(row => ({ ...row, below: below.get(row.id) ?? 0 }))
}
