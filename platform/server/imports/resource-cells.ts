/** Cells of an import file as the values of a form, and values in one writing, so that two can be compared. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import type { Field } from '#platform/declare/fields.ts'
import { isDate } from '#platform/format/dates.ts'
import { canonical } from '#platform/format/decimal.ts'
import { readInstant } from '#platform/format/instants.ts'
import { hashIn } from '../base/envelope.ts'
import { instantInZone } from '#platform/format/zones.ts'

const yes = new Set(['是', 'yes', 'y', 'true', '1'])
const no = new Set(['否', 'no', 'n', 'false', '0'])
const two = (n: string | undefined): string => (n ?? '').padStart(2, '0')
const day = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 00:00(?::00)?)?$/
const yearMonth = /^(\d{4})[-/.年](\d{1,2})月?$/
/** grouped in thousands, and told from a decimal comma by a second group or by the point behind it */
const grouped = /^-?\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)$/

const listed = (text: string): string[] =>
  text
    .split(/[、,，;；\n]/)
    .map(one => one.trim())
    .filter(one => one !== '')
/** A choice by its English name; the Chinese one and the number the form's rules know. */
const codeOf = (field: Field, text: string): number | string =>
  Object.values(field.choices ?? {}).find(([, , en]) => en.toLowerCase() === text.toLowerCase())?.[0] ?? text

const clock = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?$/

/** A time without an offset is that of the organisation's clock, whose zone this is; as an instant in UTC. */
function instantOf(text: string, zone: string): string {
  const found = clock.exec(text)
  if (!found) return text
  const [, year, month, date, hour = '0', minute = '00', second = '00', fraction = ''] = found
  const ofDay = `${year}-${two(month)}-${two(date)}`
  const time = `${two(hour)}:${minute}:${second}`
  if (!isDate(ofDay) || !isTime(time)) return text
  return new Date(instantInZone(ofDay, time, zone) + Number(fraction.padEnd(3, '0').slice(0, 3))).toISOString()
}
const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text)

/**
 * What a form would have sent for this cell; text that means nothing stays as it is, and the form's rules refuse it. `zone`: the
 * organisation's.
 */
export function cellValue(field: Field, cell: string, zone: string): unknown {
  const text = cell.trim()
  switch (field.kind) {
    case 'date': {
      const found = day.exec(text)
      return found ? `${found[1]}-${two(found[2])}-${two(found[3])}` : text
    }
    case 'month': {
      const asDay = day.exec(text)
      // Excel turns a month that is typed in into its first day
      const found = asDay ? (Number(asDay[3]) === 1 ? asDay : null) : yearMonth.exec(text)
      return found ? `${found[1]}-${two(found[2])}` : text
    }
    case 'dateTime':
      return instantOf(text, zone)
    case 'flag':
      return yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : text
    case 'choice':
      return codeOf(field, text)
    case 'texts':
    case 'links':
      return listed(text)
    case 'choices':
      return listed(text).map(one => codeOf(field, one))
    case 'integer':
    case 'bigInteger':
    case 'decimal':
    case 'money':
      return grouped.test(text) ? text.replaceAll(',', '') : text
    default:
      return text
  }
}

/** `1,234` may be a thousand or one and a bit: in a file nobody can be asked. */
export const cellFault = (field: Field, value: unknown): Wording | null =>
  ['integer', 'decimal', 'money'].includes(field.kind) && typeof value === 'string' && value.includes(',')
    ? sentence`中的逗号分不清是千分位还是小数点，请去掉逗号或改用小数点`
    : null

/** One writing per value, whether it comes from a file (as a column takes it) or from a row (as the wire has it). */
export function comparable(field: Field, value: unknown): string | null {
  if (value === null || value === undefined) return null
  switch (field.kind) {
    case 'decimal':
    case 'money':
      return canonical(asText(value))
    case 'month':
      return asText(value).slice(0, 7)
    case 'dateTime':
      return String(readInstant(asText(value)) ?? asText(value))
    case 'texts':
    case 'choices':
      return JSON.stringify(value)
    case 'links':
      // a set: another order says nothing else
      return JSON.stringify((value as readonly unknown[]).map(asText).toSorted())
    default:
      // sealed twice, the same text differs
      return field.options.encrypted ? hashIn(asText(value)) : asText(value)
  }
}

/** A row's value as its column takes it. */
export const stored = (field: Field, value: unknown): unknown => (field.kind === 'month' && value !== null ? `${asText(value)}-01` : value)
