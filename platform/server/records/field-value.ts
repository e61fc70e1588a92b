/**
 * What a person typed into one field, checked and turned into its column's value. Pure: rich text is cleaned by whoever asks, as that takes
 * a library.
 */
import { type Part, sentence, type Wording } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import type { Field } from '#platform/declare/fields.ts'
import { isDate, isMonth } from '#platform/format/dates.ts'
import { canonical, compare, isDecimal, scaleOf } from '#platform/format/decimal.ts'
import { isMasked } from '#platform/format/masked.ts'
import { isZone } from '#platform/format/zones.ts'
import { fitsKind, isId, isInstant } from '../lists/value-range.ts'

const integerMax = 2_147_483_647
const textMaxDefault = 500
const longTextMaxDefault = 20_000
/** characters of HTML; pictures are links */
const richTextMaxDefault = 200_000

/** Takes out of rich text what may not be stored. */
export type CleanHtml = (html: string) => string
export type Checked = readonly [value: unknown, fault: null] | readonly [value: null, fault: Wording]
const ok = (value: unknown): Checked => [value, null]
/** A fault of a field, with its name. */
export const ofField = (title: Part, fault: Wording): Wording => sentence`${title}${fault}`
const bad = (fault: Wording): Checked => [null, fault]

/** The column value of one field, or what is wrong with it. undefined: leave it to the column's default. */
export function fieldValue(field: Field, given: unknown, cleanHtml: CleanHtml): Checked {
  const value = typeof given === 'string' ? given.trim() : given
  if (field.options.sensitive === true && isMasked(value)) return bad(sentence`应填写完整的内容，不能是遮住的`)
  const empty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (empty) {
    if (field.options.default !== undefined) return ok(undefined)
    return field.options.optional ? ok(null) : bad(sentence`不能为空`)
  }
  switch (field.kind) {
    case 'text':
    case 'longText':
      return field.options.as === 'richText' ? richTextValue(field, value, cleanHtml) : textValue(field, value)
    case 'integer':
      return numberValue(field, value, 0)
    case 'decimal':
    case 'money':
      return numberValue(field, value, field.scale ?? 4)
    case 'date':
      return typeof value === 'string' && isDate(value) ? ok(value) : bad(sentence`应为日期，例如 2026-01-31`)
    case 'month':
      return typeof value === 'string' && isMonth(value) ? ok(`${value}-01`) : bad(sentence`应为月份，例如 2026-01`)
    case 'dateTime':
      return typeof value === 'string' && isInstant(value) ? ok(value) : bad(sentence`应为时间`)
    case 'choice':
      return choiceValue(field, value)
    case 'choices':
      return choicesValue(field, value)
    case 'files':
      return filesValue(field, value)
    case 'links':
      return linksValue(field, value)
    case 'flag':
      return typeof value === 'boolean'
        ? ok(value)
        : value === 1 || value === '1'
          ? ok(true)
          : value === 0 || value === '0'
            ? ok(false)
            : bad(sentence`只能是“是”或“否”`)
    case 'reference':
      return field.by !== undefined
        ? fitsKind('text', asText(value))
          ? ok(asText(value))
          : bad(sentence`请从列表中选择`)
        : isId(asText(value))
          ? ok(asText(value))
          : bad(sentence`请从列表中选择`)
    case 'items':
      return itemsValue(value)
    case 'texts':
      return Array.isArray(value) && value.every(v => typeof v === 'string' && fitsKind('text', v)) ? ok(value) : bad(sentence`应为列表`)
    default:
      return bad(sentence`不能填写`)
  }
}

/** names of items and what was given for each, as texts; which of them are asked for, only the record knows (items-of.ts) */
const itemsMax = 100
function itemsValue(value: unknown): Checked {
  const pairs: readonly (readonly [unknown, unknown])[] = Array.isArray(value)
    ? value.map((one: unknown) =>
        typeof one === 'object' && one !== null && 'name' in one && 'value' in one ? [one.name, one.value] : [null, null],
      )
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [[null, null]]
  const isPlain = (one: unknown): boolean => one === null || typeof one === 'string' || typeof one === 'number'
  if (pairs.length > itemsMax || !pairs.every(([name, given]) => typeof name === 'string' && isPlain(given)))
    return bad(sentence`应为字段编码和值`)
  return ok(Object.fromEntries(pairs.map(([name, given]) => [name, given === null ? null : asText(given)])))
}

function textValue(field: Field, value: unknown): Checked {
  if (typeof value !== 'string') return bad(sentence`应为文字`)
  const max = field.options.max ?? (field.kind === 'longText' ? longTextMaxDefault : textMaxDefault)
  // characters are at most as many as the units they are stored in: a short text need not be taken apart
  if (value.length > max && [...value].length > max) return bad(sentence`最多 ${max} 个字`)
  if (field.options.min !== undefined && [...value].length < field.options.min) return bad(sentence`至少 ${field.options.min} 个字`)
  if (value.includes('\0')) return bad(sentence`含有无法保存的字符`)
  return field.options.format === 'zone' && !isZone(value) ? bad(sentence`不是时区，请填写如 Asia/Shanghai 的时区名称`) : ok(value)
}

function richTextValue(field: Field, value: unknown, cleanHtml: CleanHtml): Checked {
  if (typeof value !== 'string') return bad(sentence`应为文字`)
  const max = field.options.max ?? richTextMaxDefault
  // measured before it is cleaned: cleaning megabytes takes seconds
  if (value.length > max) return bad(sentence`最多 ${max} 个字（含格式）`)
  const { bytesMax } = field.options
  if (bytesMax !== undefined && value.length * 3 > bytesMax && Buffer.byteLength(value) > bytesMax)
    return bad(sentence`不能超过 ${Math.floor(bytesMax / 1_024)} KB（含格式），请把图片插入为图片，或拆成几篇`)
  if (value.includes('\0')) return bad(sentence`含有无法保存的字符`)
  const clean = cleanHtml(value)
  if (clean !== '') return ok(clean)
  return field.options.optional ? ok(null) : bad(sentence`不能为空`)
}

function numberValue(field: Field, value: unknown, scale: number): Checked {
  const written = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.replaceAll(',', '') : ''
  if (!isDecimal(written)) return bad(sentence`应为数字`)
  if (scaleOf(written) > scale) return bad(scale === 0 ? sentence`应为整数` : sentence`最多 ${scale} 位小数`)
  const { min, max } = field.options
  if (min !== undefined && compare(written, String(min)) < 0) return bad(sentence`不能小于 ${min}`)
  if (max !== undefined && compare(written, String(max)) > 0) return bad(sentence`不能大于 ${max}`)
  const bare = written.replace(/^-/, '')
  const isTooLarge = scale === 0 ? compare(bare, String(integerMax)) > 0 : compare(bare, `1${'0'.repeat(20 - scale)}`) >= 0
  if (isTooLarge) return bad(sentence`数值过大`)
  // `5.` is a whole number that PostgreSQL does not read
  return ok(scale === 0 ? canonical(written) : written)
}

function choiceValue(field: Field, value: unknown): Checked {
  const found = Object.values(field.choices ?? {}).find(([code, zh]) => code === value || String(code) === value || zh === value)
  return found ? ok(found[0]) : bad(sentence`不在可选范围内`)
}

/** Several choices by code, number as text, or title; kept once each, in the order of the declaration. */
function choicesValue(field: Field, value: unknown): Checked {
  if (!Array.isArray(value)) return bad(sentence`应为列表`)
  const codes = new Set<unknown>()
  for (const one of value) {
    const [code, fault] = choiceValue(field, typeof one === 'string' ? one.trim() : one)
    if (fault !== null) return bad(sentence`“${asText(one).slice(0, 50)}”${fault}`)
    codes.add(code)
  }
  return ok(
    Object.values(field.choices ?? {})
      .map(([code]) => code)
      .filter(code => codes.has(code)),
  )
}

/** Ids of stored files, or what a row shows of them; whose files they are is looked up where they are written (record-checks.ts). */
function filesValue(field: Field, value: unknown): Checked {
  if (!Array.isArray(value)) return bad(sentence`应为列表`)
  const { max = 0, accept } = field.options
  if (value.length > max) return bad(accept === 'image' ? sentence`最多 ${max} 张图片` : sentence`最多 ${max} 个文件`)
  const ids = value.map((one: unknown) => (typeof one === 'object' && one !== null && 'id' in one ? asText(one.id) : asText(one)))
  return ids.every(isId) ? ok([...new Set(ids)]) : bad(sentence`请重新上传`)
}

/** Ids of records, each once; whether the writer may use them is looked up where they are written (record.ts). */
export function linksValue(field: Field, value: unknown): Checked {
  if (!Array.isArray(value)) return bad(sentence`应为列表`)
  const ids = [...new Set(value.map(asText))]
  const { max = 0 } = field.options
  if (ids.length > max) return bad(sentence`最多选择 ${max} 个，现有 ${ids.length} 个`)
  return ids.every(isId) ? ok(ids) : bad(sentence`请从列表中选择`)
}
