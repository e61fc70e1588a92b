/** Open lines of another document become lines of this one. Pure. */
import type { DrawDefinition } from '../../declare/wire-draws.ts'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { FieldDefinition, FormItem, Row } from '../../declare/wire.ts'
import { compare, isDecimal, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { isNew, newLine, type LinesValue } from './lines-value.ts'

/** columns of the dialog beside those of the list */
export const [openField, takeField] = ['open', 'take'] as const

const figure = (value: unknown): string => {
  const text = asText(value ?? '').trim()
  return isDecimal(text) ? text : '0'
}
export const isTaken = (row: Row): boolean => !/^-?0*\.?0*$/.test(asText(row[takeField] ?? '').trim())

/** The lines that the server found open, less what this form takes of them already and has not saved. */
export function openRows(draw: DrawDefinition, { rows }: LinesValue, found: readonly Row[]): readonly Row[] {
  const taken = new Map<string, readonly Row[]>(Map.groupBy(rows.filter(isNew), row => asText(row[draw.by] ?? '')))
  return found.flatMap(row => {
    const open = (taken.get(row.id) ?? []).reduce((left, one) => subtract(left, figure(one[draw.measure])), figure(row[openField]))
    return compare(open, '0') > 0 ? [{ ...row, [openField]: open }] : []
  })
}

/** The grid of the dialog: what names the line, how much shall be taken, what is open, and the other columns of the list. */
export function drawGrid(
  { measure, label }: DrawDefinition,
  lines: LinesDefinition,
  fields: readonly FieldDefinition[],
  titles: { readonly open: string; readonly take: string },
): LinesDefinition {
  const field = lines.fields.find(one => one.field === measure)
  const item = lines.form.find(one => one.field === measure)
  const named = (name: string, title: string): FieldDefinition[] =>
    field === undefined ? [] : [{ ...field, field: name, title, isTotal: true }]
  const taken: FormItem[] = item === undefined ? [] : [{ ...item, field: takeField, title: titles.take, required: false, initial: null }]
  const naming = fields.filter(one => one.field === label)
  const others = fields.filter(one => one.field !== label)
  const figures = [...named(takeField, titles.take), ...named(openField, titles.open)]
  return { ...lines, fields: [...naming, ...figures, ...others], form: taken }
}

/** New lines of the document. */
export const drawnLines = (draw: DrawDefinition, lines: LinesDefinition, rows: readonly Row[]): readonly Row[] =>
  rows.map(row => {
    const shared = draw.shared.flatMap(name => [name, `${name}Label`]).filter(name => row[name] !== undefined && row[name] !== null)
    return {
      ...newLine(lines),
      ...Object.fromEntries(shared.map(name => [name, row[name]])),
      [draw.by]: row.id,
      [`${draw.by}Label`]: asText(row[`${draw.label}Label`] ?? row[draw.label] ?? row.id),
      [draw.measure]: asText(row[takeField] ?? ''),
    }
  })
