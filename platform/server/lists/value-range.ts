/**
 * Whether a text can be a value of a column: what anybody sends as id, cursor or filter must end as a refusal, not as an error of the
 * database. Pure.
 */
import { readInstant } from '#platform/format/instants.ts'
import type { Field, FieldKind } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { DAY_MS, dayNumber, isDate, isMonth } from '#platform/format/dates.ts'
import { isDecimal } from '#platform/format/decimal.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const limits = { smallint: 32_767n, integer: 2_147_483_647n, bigint: 9_223_372_036_854_775_807n } as const

/** A whole number that its SQL type can hold. */
export function isWholeNumber(value: string, type: keyof typeof limits): boolean {
  if (!/^-?\d{1,19}$/.test(value)) return false
  const n = BigInt(value)
  return n <= limits[type] && n >= -limits[type]
}
/** The id of a record or of what it refers to: never negative. */
export const isId = (value: string): boolean => /^\d{1,19}$/.test(value) && isWholeNumber(value, 'bigint')
/** Years 1 to 9999 by every zone: the database would write another one with five digits or as one before Christ. */
const [firstMs, lastMs] = [dayNumber('0001-01-02') * DAY_MS, dayNumber('9999-12-31') * DAY_MS] as const
/** `2026-03-01T16:00:00Z`, with the offset the database writes or none. */
export function isInstant(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d[T ][\d:.]{5,15}(?:Z|[+-]\d\d(?::?\d\d)?)?$/.test(value) || !isDate(value.slice(0, 10))) return false
  const ms = readInstant(/(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(value.slice(11)) ? value : `${value}Z`)
  return ms !== null && ms >= firstMs && ms < lastMs
}
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Columns a record has beside its own fields. */
const standardKinds: Readonly<Record<string, FieldKind>> = {
  id: 'bigInteger',
  version: 'integer',
  org_id: 'bigInteger',
  created_at: 'dateTime',
  updated_at: 'dateTime',
}

/** As the database would take it: a month is its first day, an instant a point in time. */
export function fitsColumn(r: Resource, column: string, value: string): boolean {
  const field = Object.entries(r.fields).find(([name]) => columnOf(name) === column)?.[1]
  const kind = field?.kind ?? ownValue(standardKinds, column)
  if (kind === undefined) return false
  if (kind === 'reference' && field?.by !== undefined) return isText(value)
  switch (kind) {
    case 'month':
      return isDate(value) || isMonth(value)
    case 'dateTime':
      return isInstant(value)
    case 'flag':
      return value === 'true' || value === 'false'
    case 'choice':
      return isWholeNumber(value, 'smallint')
    case 'hash':
      return uuid.test(value)
    case 'reference':
      return isId(value)
    case 'json':
    case 'items':
    case 'texts':
    case 'choices':
    case 'links':
    case 'files':
      return false
    default:
      return fitsKind(kind, value)
  }
}

/** The plain kinds, written alike on the wire and in the database. */
export function fitsKind(kind: Field['kind'], value: string): boolean {
  switch (kind) {
    case 'integer':
      return isWholeNumber(value, 'integer')
    case 'bigInteger':
      return isWholeNumber(value, 'bigint')
    case 'decimal':
    case 'money':
      return isDecimal(value)
    case 'date':
      return isDate(value)
    default:
      return isText(value)
  }
}
const isText = (value: string): boolean => !value.includes('\0') && value.length <= 10_000
