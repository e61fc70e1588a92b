/** One condition of a list as SQL. Fields and operators come from the declaration alone; every value is a bound parameter. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { expiryStates } from '#platform/declare/expiry.ts'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { allText } from '#platform/declare/search.ts'
import type { Condition, ConditionCode } from '#platform/declare/wire.ts'
import { isRelativeCondition, relativeRange } from '#platform/format/date-ranges.ts'
import { addDays, isDate, isMonth } from '#platform/format/dates.ts'
import { dayInZone, instantInZone } from '#platform/format/zones.ts'
import { validOnField } from '#platform/declare/validity.ts'
import type { Context } from '../contract/context.ts'
import type { Flows } from '../contract/registry.ts'
import type { FieldError } from '../contract/route.ts'
import { hashPart } from '../base/envelope.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { holdsOn } from '../db/validity.ts'
import { hashOfText, isEncrypted } from '../db/encrypted.ts'
import { mayReveal } from './sensitive.ts'
import { conditionsOf, isOfApproval } from './columns.ts'
import { conditionField, searchCondition } from './search.ts'
import { fitsKind, isId, isInstant, isWholeNumber } from './value-range.ts'
import { idsWithin, treeOf } from './subtree.ts'
import { asText } from '#platform/format/text.ts'
import { daysOfExpiry } from '#platform/format/contract-expiry.ts'

export type Predicate = RawBuilder<boolean>
export const valuesMax = 5_000
/** How many of a tree's records may be asked for all at once: each is a walk of its own. */
const allOfMax = 20
/** What a condition is understood by, beside the declaration of its list. */
export interface Asking {
  readonly nowMs: number
  readonly zone: string
  /** targets of references by table */
  readonly resources: ReadonlyMap<string, Resource>
  /** absent: nobody approves */
  readonly flows?: Pick<Flows, 'approvalOf'> | null
  /** keyed hash of a text of an encrypted field; null: the caller may not see such values, absent: nobody asks */
  readonly hash?: (r: Resource, field: string, text: string) => string | null
}
export const askingOf = (context: Context): Asking => ({
  nowMs: context.now().getTime(),
  zone: context.caller.zone,
  resources: context.house.registry.resources,
  flows: context.house.registry.flows,
  hash: (r, field, text) => (mayReveal(context.caller, r) ? hashOfText(context, r, field, text) : null),
})

/** `a,b\,c` -> ['a', 'b,c'] */
export function splitValues(joined: string): string[] {
  return [...joined.matchAll(/(?:\\.|[^,\\])+/gs)].map(m => m[0].replaceAll(/\\(.)/gs, '$1').trim()).filter(v => v !== '')
}

/** A condition or, where it can't be, the error that says why. */
export function predicateOfCondition(r: Resource, c: Condition, asking: Asking): Predicate | FieldError {
  const field = conditionField(r, c.field)
  if (!field) return { field: c.field, message: sentence`未知的筛选字段 ${c.field}` }
  if (!conditionsOf(field).includes(c.condition)) return { field: c.field, message: sentence`${field.title}不支持条件 ${c.condition}` }
  if (field === validOnField && c.condition === 'TODAY') return holdsOn(r, dayInZone(asking.nowMs, asking.zone))
  const column = `${r.table}.${columnOf(c.field)}`
  if (isRelativeCondition(c.condition)) return between(field, column, relativeRange(c.condition, asking.nowMs, asking.zone), asking.zone)
  const values = conditionValues(c)
  if (values === null) return { field: c.field, message: sentence`${field.title}的值不正确` }
  if (c.field === allText) return searchCondition(r, c, values)
  if (values.length > valuesMax)
    return { field: c.field, message: sentence`${field.title}一次最多筛选 ${valuesMax} 个值，现有 ${values.length} 个` }
  const parsed: string[] = []
  for (const value of values) {
    const one = parseValue(field, value, asking)
    if (one === null) return { field: c.field, message: sentence`${field.title}的值“${value.slice(0, 50)}”不正确` }
    parsed.push(one)
  }
  const [day] = parsed
  if (field === validOnField && day !== undefined) {
    if (parsed.length === 1) return holdsOn(r, day)
    return { field: c.field, message: sentence`${field.title}只能是一天` }
  }
  if (isEncrypted(field) && c.condition === 'EQ') return isText(r, c.field, parsed, asking)
  if (isOfApproval(field)) return inApproval(r, c, parsed, asking) ?? { field: c.field, message: sentence`请填写${field.title}的值` }
  if (field.options.expiry !== undefined)
    return expiresAs(r, field.options.expiry, c, parsed, asking) ?? { field: c.field, message: sentence`请填写${field.title}的值` }
  const tree = treeOf(field, asking.resources)
  if (tree !== null && field.kind === 'links' && c.condition === 'EQ' && parsed.length > allOfMax)
    return { field: c.field, message: sentence`${field.title}一次最多要求同时属于 ${allOfMax} 个，现有 ${parsed.length} 个` }
  return compare(field, column, c.condition, parsed, asking.zone, tree) ?? { field: c.field, message: sentence`请填写${field.title}的值` }
}

/** The one question about an encrypted text; it may be asked by who may see it. */
function isText(r: Resource, field: string, [text]: readonly string[], { hash }: Asking): Predicate | FieldError {
  const title = ownValue(r.fields, field)?.title ?? field
  if (text === undefined) return { field, message: sentence`请填写${title}的值` }
  const wanted = hash?.(r, field, text) ?? null
  if (wanted === null) return { field, message: sentence`没有查看${title}的权限，不能按它筛选` }
  return sql<boolean>`split_part(${sql.ref(`${r.table}.${columnOf(field)}`)}, '.', ${sql.lit(hashPart)}) = ${wanted}`
}

/** By the days that the codes of an expiry stand for: an index of the day leads to them. */
function expiresAs(r: Resource, of: string, { condition }: Condition, codes: readonly string[], asking: Asking): Predicate | null {
  if (codes.length === 0) return null
  const day = sql.ref(`${r.table}.${columnOf(of)}`)
  const today = dayInZone(asking.nowMs, asking.zone)
  const known = new Set(Object.values(expiryStates).map(([code]) => String(code)))
  const one = (code: string): Predicate => {
    if (!known.has(code)) return sql`false`
    const [from, to] = daysOfExpiry(Number(code), today)
    if (to === null) return sql`(${day} is null${from === null ? sql`` : sql` or ${day} >= ${from}`})`
    return from === null ? sql`${day} <= ${to}` : sql`${day} between ${from} and ${to}`
  }
  const any = sql<boolean>`(${sql.join(codes.map(one), sql` or `)})`
  return condition === 'NE' || condition === 'NOT_IN' ? sql<boolean>`${any} is not true` : any
}

/** By the approval that a record is in; where nobody approves none is. */
function inApproval(r: Resource, { condition }: Condition, values: readonly string[], { flows }: Asking): Predicate | null {
  const isOpposite = condition === 'NE' || condition === 'NOT_IN' || condition === 'EMPTY' || condition === 'NOT_LIKE'
  const isAny = condition === 'EMPTY' || condition === 'NOT_EMPTY'
  if (!isAny && values.length === 0) return null
  const isStep = condition === 'LIKE' || condition === 'NOT_LIKE'
  const wanted = isAny ? {} : isStep ? { step: `%${likeText(values.join(','))}%` } : { states: values.map(Number) }
  const found = flows == null ? sql<boolean>`false` : flows.approvalOf(r, wanted)
  return isOpposite ? sql<boolean>`not ${found}` : found
}

/** A list of plain values as texts, or the joined ones; null where something else was sent. */
export function conditionValues(c: Condition): string[] | null {
  const list: unknown = c.condList
  if (list !== undefined && list !== null && !Array.isArray(list)) return null
  if (Array.isArray(list) && list.length > 0)
    return list.every(v => ['string', 'number', 'boolean'].includes(typeof v)) ? list.map(String) : null
  return splitValues(asText(c.value ?? ''))
}

/** The value as the column wants it, or null. */
function parseValue(field: Field, value: string, { nowMs, zone }: Asking): string | null {
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return isWholeNumber(value, 'smallint') ? value : null
    case 'links':
      return isId(value) ? value : null
    case 'reference':
      return (field.by !== undefined ? fitsKind('text', value) : isId(value)) ? value : null
    case 'dateTime':
      if (value === 'now') return new Date(nowMs).toISOString()
      return isDate(value) ? value : null
    case 'date':
      if (value === 'now') return dayInZone(nowMs, zone)
      return isDate(value) ? value : null
    case 'month':
      return isMonth(value) ? `${value}-01` : null
    case 'flag':
      return value === '1' || value === 'true' ? 'true' : value === '0' || value === 'false' ? 'false' : null
    default:
      return fitsKind(field.kind, value) ? value : null
  }
}

/** A text as `like` finds it to the letter. */
export const likeText = (value: string): string => value.replaceAll(/[\\%_]/g, String.raw`\$&`)

function compare(
  field: Field,
  column: string,
  code: ConditionCode,
  values: readonly string[],
  zone: string,
  tree: Resource | null,
): Predicate | null {
  const ref = sql.ref(column)
  const isText = field.kind === 'text' || field.kind === 'longText'
  if (code === 'EMPTY') return isText ? sql`(${ref} is null or ${ref} = '')` : sql`${ref} is null`
  if (code === 'NOT_EMPTY') return isText ? sql`(${ref} is not null and ${ref} <> '')` : sql`${ref} is not null`
  const [first, second] = values
  if (first === undefined) return null
  if (field.kind === 'dateTime') return compareInstant(column, code, first, second, zone)
  if (field.kind === 'choices') return compareSeveral(column, code, values, 'integer', null)
  if (field.kind === 'links') return compareSeveral(column, code, values, 'bigint', tree)
  const within = tree === null ? null : compareWithin(column, code, values, tree)
  if (within !== null) return within
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

/** Fields that hold several values: IN asks for any of these, EQ for all of them, and each has its contrary. */
function compareSeveral(
  column: string,
  code: ConditionCode,
  values: readonly string[],
  type: 'integer' | 'bigint',
  tree: Resource | null,
): Predicate | null {
  const ref = sql.ref(column)
  const these = (ids: readonly string[]) => (tree === null ? sql`${ids}::${sql.raw(type)}[]` : idsWithin(tree, ids))
  const any = sql<boolean>`(${ref} && ${these(values)})`
  // of a tree: something at or below each of them
  const all =
    tree === null
      ? sql<boolean>`(${ref} @> ${these(values)})`
      : sql<boolean>`(${sql.join(
          values.map(id => sql`${ref} && ${these([id])}`),
          sql` and `,
        )})`
  switch (code) {
    case 'IN':
      return any
    case 'NOT_IN':
      return sql`${any} is not true`
    case 'EQ':
      return all
    case 'NE':
      return sql`${all} is not true`
    default:
      return null
  }
}

/**
 * A reference into a tree: IN means the chosen records with all below them; EQ, which is left to the plain comparison, the record alone.
 */
function compareWithin(column: string, code: ConditionCode, values: readonly string[], tree: Resource): Predicate | null {
  const ref = sql.ref(column)
  if (code === 'IN') return sql`${ref} = any(${idsWithin(tree, values)})`
  return code === 'NOT_IN' ? sql`(${ref} is null or ${ref} <> all(${idsWithin(tree, values)}))` : null
}

/**
 * First instant of a day in a zone. Worked out here, because PostgreSQL may know fewer zones than the program. The day after the last one
 * never comes.
 */
const dayStart = (day: string, zone: string): RawBuilder<unknown> =>
  isInstant(day)
    ? sql`${day}::timestamptz`
    : isDate(day)
      ? sql`to_timestamp(${instantInZone(day, '00:00:00', zone) / 1000}::float8)`
      : sql`'infinity'::timestamptz`

/** An instant against days: a day is all its instants in the organisation's zone. */
function compareInstant(column: string, code: ConditionCode, first: string, second: string | undefined, zone: string): Predicate | null {
  const ref = sql.ref(column)
  const next = (day: string): RawBuilder<unknown> => dayStart(isInstant(day) ? day : addDays(day, 1), zone)
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
