/** How the columns of a list stand, from a person's layout and the definition. Pure. */
import { textWidth } from '#platform/format/text.ts'
import type { ColumnSetting, FieldDefinition, ListDefinition, ListLayout } from '../../declare/wire.ts'
import { isFigure } from '../values/value.ts'

/** Room for a total of nine digits, its currency before it and the count of further ones behind it. */
const totalWidthMin = 176
/** px of a letter and of a Chinese character, of what stands beside the words of a choice, and the widest that these make a column */
const letterWidth = 8
const characterWidth = 14.5
const choiceRoom = 32
const choiceWidthMax = 160
/** px beside the words of a head, and the widest that these make a column: English heads are longer than the widths declared */
const headRoom = 20
const sortRoom = 14
const headWidthMax = 240

/** px that words take up. */
function wordsWidth(text: string): number {
  const wide = textWidth(text) - [...text].length
  return wide * characterWidth + ([...text].length - wide) * letterWidth
}

/** px of a column that nobody has drawn. */
export function defaultWidth(field: FieldDefinition): number {
  const longest = Math.max(0, ...field.keyValueList.map(one => wordsWidth(one.label)))
  const width = field.width > 0 ? field.width : isFigure(field) ? 120 : field.kind === 'dateTime' ? 170 : 140
  if (field.isTotal && field.currencyField !== null) return Math.max(width, totalWidthMin)
  const head = Math.ceil(wordsWidth(field.title)) + headRoom + (field.isSort ? sortRoom : 0)
  return Math.max(width, Math.min(headWidthMax, head), Math.min(choiceWidthMax, Math.ceil(longest) + choiceRoom))
}

/** Every field in its place: those of the layout first, then those the layout does not know, as the definition shows it. */
export function settingsOf(definition: ListDefinition, layout: ListLayout | null): readonly ColumnSetting[] {
  const kept = (layout?.columns ?? []).filter(one => definition.result.some(field => field.field === one.field))
  const shown = new Set(definition.showList.map(one => one.field))
  const others = definition.result.filter(field => !kept.some(one => one.field === field.field))
  const first = [...others.filter(one => shown.has(one.field)), ...others.filter(one => !shown.has(one.field))]
  return [...kept, ...first.map(field => ({ field: field.field, isShow: shown.has(field.field), width: null, frozen: false }))]
}

/** The columns that show: frozen ones at the left, else in order. A column the definition fixes always shows. */
export function shownColumns(definition: ListDefinition, settings: readonly ColumnSetting[]): FieldDefinition[] {
  const fields = new Map(definition.result.map(one => [one.field, one]))
  const ordered = [...settings.filter(one => one.frozen), ...settings.filter(one => !one.frozen)]
  return ordered.flatMap(one => {
    const field = fields.get(one.field)
    return field !== undefined && (one.isShow || field.isDisabled) ? [field] : []
  })
}

/** Moves the row at `from` to `to`; null where that is no row. */
export function movedTo<Row>(rows: readonly Row[], from: number, to: number): Row[] | null {
  const row = rows[from]
  if (row === undefined || !Number.isInteger(to) || to < 0 || to >= rows.length) return null
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

/** The settings with one column drawn before another; null: behind all that show. A column that is gone moves nothing. */
export function movedBefore(settings: readonly ColumnSetting[], field: string, before: string | null): readonly ColumnSetting[] {
  const from = settings.findIndex(one => one.field === field)
  const target =
    before === null ? settings.findLastIndex(one => one.isShow || one.field === field) + 1 : settings.findIndex(one => one.field === before)
  if (from < 0 || target < 0) return settings
  return movedTo(settings, from, target > from ? target - 1 : target) ?? settings
}

/** The settings with one of them changed. */
export const changed = (settings: readonly ColumnSetting[], field: string, change: Partial<ColumnSetting>): ColumnSetting[] =>
  settings.map(one => (one.field === field ? { ...one, ...change } : one))
