/** One condition of a list as SQL. Fields and operators come from the declaration alone; every value is a bound parameter. */
import { sql, type RawBuilder } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Condition, ConditionCode } from '#platform/declare/wire.ts'
import { isRelativeCondition, relativeRange } from '#platform/format/date-ranges.ts'
import { addDays, isDate, isMonth } from '#platform/format/dates.ts'
import type { FieldError } from '../http/refusal.ts'
import { conditionsOf, fieldOf } from './columns.ts'
import { fitsKind, isId, isWhole } from './fits.ts'

export type Predicate = RawBuilder<boolean>
export const valuesMax = 5_000
export interface Clock {
  readonly nowMs: number
  readonly zone: string
}

/** `a,b\,c` -> ['a', 'b,c'] */
export function splitValues(joined: string): string[] {
  return [...joined.matchAll(/(?:\\.|[^,\\])+/gs)].map(m => m[0].replaceAll(/\\(.)/gs, '$1').trim()).filter(v => v !== '')
}

/** A condition or, where it can't be, the error that says why. */
export function predicateOfCondition(r: Resource, c: Condition, clock: Clock): Predicate | FieldError {
  const field = fieldOf(r, c.field)
  if (!field) return { field: c.field, message: `未知的筛选字段 ${c.field}` }
  if (!conditionsOf(field).includes(c.condition)) return { field: c.field, message: `${field.title[0]}不支持条件 ${c.condition}` }
  const column = `${r.table}.${columnOf(c.field)}`
  if (isRelativeCondition(c.condition)) return between(field, column, relativeRange(c.condition, clock.nowMs, clock.zone), clock.zone)
  const values = valuesOf(c)
  if (values === null) return { field: c.field, message: `${field.title[0]}的值不正确` }
  if (values.length > valuesMax)
    return { field: c.field, message: `${field.title[0]}一次最多筛选 ${valuesMax} 个值，现有 ${values.length} 个` }
  const parsed: string[] = []
  for (const value of values) {
    const one = parseValue(field, value)
    if (one === null) return { field: c.field, message: `${field.title[0]}的值“${value.slice(0, 50)}”不正确` }
    parsed.push(one)
  }
  return compare(field, column, c.condition, parsed, clock.zone) ?? { field: c.field, message: `请填写${field.title[0]}的值` }
}

/** A list of plain values as texts, or the joined ones; null where something else was sent. */
function valuesOf(c: Condition): string[] | null {
  const list: unknown = c.condList
  if (list !== undefined && list !== null && !Array.isArray(list)) return null
  if (Array.isArray(list) && list.length > 0)
    return list.every(v => ['string', 'number', 'boolean'].includes(typeof v)) ? list.map(String) : null
  return splitValues(String(c.value ?? ''))
}

/** The value as the column wants it, or null. */
function parseValue(field: Field, value: string): string | null {
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return isWhole(value, 'smallint') ? value : null
    case 'reference':
      return (field.by !== undefined ? fitsKind('text', value) : isId(value)) ? value : null
    case 'date':
    case 'dateTime':
      return isDate(value) ? value : null
    case 'month':
      return isMonth(value) ? `${value}-01` : null
    case 'flag':
      return value === '1' || value === 'true' ? 'true' : value === '0' || value === 'false' ? 'false' : null
    default:
      return fitsKind(field.kind, value) ? value : null
  }
}

const likeText = (value: string): string => value.replaceAll(/[\\%_]/g, String.raw`\$&`)

function compare(field: Field, column: string, code: ConditionCode, values: readonly string[], zone: string): Predicate | null {
  const ref = sql.ref(column)
  const isText = field.kind === 'text' || field.kind === 'longText'
  if (code === 'EMPTY') return isText ? sql`(${ref} is null or ${ref} = '')` : sql`${ref} is null`
  if (code === 'NOT_EMPTY') return isText ? sql`(${ref} is not null and ${ref} <> '')` : sql`${ref} is not null`
  const [first, second] = values
  if (first === undefined) return null
  if (field.kind === 'dateTime') return compareInstant(column, code, first, second, zone)
  if (field.kind === 'choices') return compareSeveral(column, code, values)
  switch (code) {
    case 'EQ':
      return values.length > 1 ? sql`${ref} = any(${values})` : sql`${ref} = ${first}`
    case 'NE':
      return sql`${ref} is distinct from ${first}`
    case 'IN':
      return sql`${ref} = any(${values})`
    case 'NOT_IN':
      return sql`(${ref} is null or ${ref} <> all(${values}))`
    case 'LIKE':
      return sql`${ref} ilike ${`%${likeText(first)}%`}`
    case 'NOT_LIKE':
      return sql`(${ref} is null or ${ref} not ilike ${`%${likeText(first)}%`})`
    case 'START':
      return sql`${ref} ilike ${`${likeText(first)}%`}`
    case 'GT':
      return sql`${ref} > ${first}`
    case 'GE':
      return sql`${ref} >= ${first}`
    case 'LT':
      return sql`${ref} < ${first}`
    case 'LE':
      return sql`${ref} <= ${first}`
    case 'BETWEEN':
      return second === undefined ? null : sql`${ref} between ${first} and ${second}`
    default:
      return null
  }
}

/** Several choices hold a value where it is among them. */
function compareSeveral(column: string, code: ConditionCode, values: readonly string[]): Predicate | null {
  const hasOne = sql`${sql.ref(column)} && ${values}::integer[]`
  if (code === 'EQ' || code === 'IN') return sql`${hasOne}`
  return code === 'NE' || code === 'NOT_IN' ? sql`(${hasOne}) is not true` : null
}

/** First instant of a day in a zone. */
const dayStart = (day: string, zone: string): RawBuilder<unknown> => sql`(${day}::timestamp at time zone ${zone})`

/** An instant against days: a day is all its instants in the organisation's zone. */
function compareInstant(column: string, code: ConditionCode, first: string, second: string | undefined, zone: string): Predicate | null {
  const ref = sql.ref(column)
  const next = (day: string): RawBuilder<unknown> => dayStart(addDays(day, 1), zone)
  switch (code) {
    case 'EQ':
      return sql`(${ref} >= ${dayStart(first, zone)} and ${ref} < ${next(first)})`
    case 'NE':
      return sql`(${ref} < ${dayStart(first, zone)} or ${ref} >= ${next(first)} or ${ref} is null)`
    case 'GT':
      return sql`${ref} >= ${next(first)}`
    case 'GE':
      return sql`${ref} >= ${dayStart(first, zone)}`
    case 'LT':
      return sql`${ref} < ${dayStart(first, zone)}`
    case 'LE':
      return sql`${ref} < ${next(first)}`
    case 'BETWEEN':
      return second === undefined ? null : sql`(${ref} >= ${dayStart(first, zone)} and ${ref} < ${next(second)})`
    default:
      return null
  }
}

/** Both days inclusive. */
export function between(field: Field, column: string, [from, to]: readonly [string, string], zone: string): Predicate {
  if (field.kind === 'dateTime') return compareInstant(column, 'BETWEEN', from, to, zone) as Predicate
  return sql<boolean>`${sql.ref(column)} between ${from} and ${to}`
}
