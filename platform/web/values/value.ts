/** How a value of a row is written: pure, the same in cells, hovers and totals. */
import { readInstant } from '#platform/format/instants.ts'
import { htmlToText } from '#platform/format/html-text.ts'
import { asText } from '#platform/format/text.ts'
import { canonical, isDecimal, isNegative, toFixedScale } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { MISSING, showNumber, showPercent, showExact } from '#platform/format/numbers.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import type { Tone } from '../../declare/tone.ts'
import type { ItemValue } from '../../declare/wire-values.ts'
import type { FieldDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { organisationZone } from '../page/today.ts'

export interface ShownValue {
  readonly text: string
  /** what a hover adds: the exact figure, or the whole text */
  readonly exact: string | null
  /** what another field of the row says to it: told on hover in place of `exact` */
  readonly hover?: string
  readonly isNegative: boolean
  /** what was due has passed */
  readonly isLate?: true
  readonly tone?: Tone
}

export const isFigure = (field: Pick<FieldDefinition, 'kind'>): boolean =>
  field.kind === 'money' || field.kind === 'decimal' || field.kind === 'integer' || field.kind === 'percent'

/** `2026-11-20 18:00` */
const minuteLength = 16
const missing: ShownValue = { text: MISSING, exact: null, isNegative: false }

function figure(field: Pick<FieldDefinition, 'kind' | 'decimals' | 'isName'>, written: string): ShownValue {
  if (!isDecimal(written) || field.isName === true) return { text: written, exact: written, isNegative: false }
  const shown = { exact: showExact(canonical(written)), isNegative: isNegative(written) }
  if (field.kind === 'money') return { ...shown, text: showMoney(written) }
  if (field.kind === 'percent') return { ...shown, text: showPercent(written) }
  if (field.kind === 'decimal' && field.decimals !== null) {
    return { ...shown, text: showExact(toFixedScale(written, field.decimals, 'floor')) }
  }
  return { ...shown, text: showNumber(written) }
}

/** An instant as the organisation's clock showed it; a text that is no instant stays as it is. */
export function showInstant(written: string): string {
  const instant = readInstant(written)
  return instant === null ? written : dateTimeInZone(instant, organisationZone)
}

const plain = (text: string): ShownValue => ({ text, exact: text, isNegative: false })

/** A single figure, for totals. */
export const showFigure = (field: Pick<FieldDefinition, 'kind' | 'decimals' | 'isName'>, value: string | null): ShownValue =>
  value === null || value === '' ? missing : figure(field, value)

/** One of several: a choice by its title, a file by its name. */
function oneOf(field: FieldDefinition, value: unknown): string {
  if (typeof value === 'object' && value !== null && 'name' in value) return asText(value.name)
  return field.keyValueList.find(one => String(one.value) === asText(value))?.label ?? asText(value)
}

/** Values of items, each with its title. */
export const itemLines = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly ItemValue[]).map(one => `${one.title}：${one.value}`) : []

/** The value of a field in a row: references by their label, choices by their title; with what another field says to it. */
export function showValue(field: FieldDefinition, row: Row, yesNo: readonly [yes: string, no: string]): ShownValue {
  const shown = valueIn(field, row, yesNo)
  const said = field.hover === undefined ? undefined : row[field.hover]
  return typeof said === 'string' && said !== '' ? { ...shown, hover: said } : shown
}

const isId = /^\d+$/u

function valueIn(field: FieldDefinition, row: Row, yesNo: readonly [yes: string, no: string]): ShownValue {
  const value = row[field.field]
  if (field.kind === 'reference') {
    const label = row[`${field.field}Label`]
    if (typeof label === 'string' && label !== '') return plain(label)
    // its record is outside of what the reader sees: an id would tell him nothing
    if (label === null && isId.test(asText(value))) return plain(t('（无权查看）'))
  }
  if (value === null || value === undefined || value === '') return missing
  const labels = row[`${field.field}Label`]
  if (field.kind === 'links' && Array.isArray(labels) && labels.length > 0) return plain(labels.map(asText).join(t('、')))
  if (field.kind === 'items') return plain(itemLines(value).join(t('；')))
  if (Array.isArray(value)) return value.length === 0 ? missing : plain(value.map(one => oneOf(field, one)).join(t('、')))
  const option = field.keyValueList.find(one => String(one.value) === asText(value))
  if (option !== undefined) return option.tone === undefined ? plain(option.label) : { ...plain(option.label), tone: option.tone }
  if (field.kind === 'flag') return plain(value === true || value === 1 || value === '1' || value === 'true' ? yesNo[0] : yesNo[1])
  if (typeof value === 'object') return plain(JSON.stringify(value))
  const written = field.isHtml === true ? htmlToText(asText(value)) : asText(value)
  if (written === '') return missing
  const { codes = {} } = field
  if (Object.hasOwn(codes, written)) return { ...plain(codes[written] ?? written), exact: written }
  if (isFigure(field)) return figure(field, written)
  if (field.kind !== 'dateTime') return plain(written)
  const shown = showInstant(written)
  const at = field.late === undefined ? null : readInstant(written)
  return at !== null && at < Date.now() ? { ...plain(`${shown.slice(0, minuteLength)} ${field.late}`), isLate: true } : plain(shown)
}

/** The value as it goes into a copy: figures exact and plain, so that a spreadsheet reckons with them; what is missing is empty. */
export function copiedValue(
  field: FieldDefinition,
  row: Row,
  yesNo: readonly [yes: string, no: string],
): { text: string; isText: boolean } {
  const value = row[field.field]
  if (isFigure(field)) return { text: value === null || value === undefined ? '' : asText(value), isText: false }
  const { exact } = showValue(field, row, yesNo)
  // dates and times are read by spreadsheets as what they are; an order number of 20 digits must stay text
  return { text: exact ?? '', isText: field.kind !== 'date' && field.kind !== 'dateTime' && field.kind !== 'month' }
}
