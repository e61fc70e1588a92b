/** What is wrong in the cells of lines, before the server is asked and after. Pure but for the language. */
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { FormItem, Row } from '../../declare/wire.ts'
import { isDate } from '#platform/format/dates.ts'
import { itemError } from '../values/item-rules.ts'
import { t } from '../i18n/t.ts'
import { asLines, cellKey, isBlank, type LinesValue } from './lines-value.ts'

export interface CellFault {
  readonly id: string
  /** place of the line, from 1 on */
  readonly at: number
  /** absent: the line as a whole */
  readonly field?: string
  readonly title: string
  readonly message: string
}

/** What is wrong with one cell; null: nothing. */
export function cellError(item: FormItem, value: unknown): string | null {
  const fault = itemError(item, value)
  if (fault !== null || value === undefined || value === null || value === '') return fault
  if (item.type === 'date' && !(typeof value === 'string' && isDate(value)))
    return t('{title}应为日期，例如 2026-01-31', { title: item.title })
  if (item.type === 'switch' && typeof value !== 'boolean') return t('{title}应为是或否', { title: item.title })
  if (item.options.length > 0 && !item.multiple && !item.options.some(one => one.value === value))
    return t('{title}不在可选范围内', { title: item.title })
  return null
}

/** A line is looked at once as long as it stays the same. */
const known = new WeakMap<Row, readonly (readonly [field: string, message: string])[]>()
function faultsOfLine({ form }: LinesDefinition, row: Row) {
  const met = known.get(row)
  if (met !== undefined) return met
  const faults = form.flatMap(item => {
    const message = cellError(item, row[item.field])
    return message === null ? [] : [[item.field, message] as const]
  })
  known.set(row, faults)
  return faults
}

/** All of them in the order of the lines: our own, then what the server said of what stands there still. */
export function faultsOf(definition: LinesDefinition, { rows, faults = {} }: LinesValue): readonly CellFault[] {
  const titleOf = (field: string): string => definition.fields.find(one => one.field === field)?.title ?? field
  return rows.flatMap((row, place): CellFault[] => {
    if (isBlank(definition, row)) return []
    const own = faultsOfLine(definition, row)
    const at = { id: row.id, at: place + 1 }
    const told = definition.form.flatMap(({ field }): CellFault[] => {
      const message = own.find(([name]) => name === field)?.[1] ?? faults[cellKey(row.id, field)]
      return message === undefined ? [] : [{ ...at, field, title: titleOf(field), message }]
    })
    const whole = faults[cellKey(row.id, '')]
    return whole === undefined ? told : [{ ...at, title: definition.title, message: whole }, ...told]
  })
}

/** The same for antd's forms: throws how many cells are wrong; which, the grid says. */
export async function linesCheck(definition: LinesDefinition, value: unknown): Promise<void> {
  const count = faultsOf(definition, asLines(value)).length
  if (count > 0) throw new Error(t('有 {n} 个单元格需要修改', { n: count }))
}
