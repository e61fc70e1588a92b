/** Count, sum and average of marked cells: exact, and money by its currency alone. Pure. */
import { canonical, DecimalSum, divide, isDecimal } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import type { FieldDefinition, Row } from '../../declare/wire.ts'
import { isFigure } from './value.ts'

/** decimals of an average beyond those that are shown; the exact sum needs no such limit */
const averageScale = 6

export interface MarkedSum {
  /** null: figures without one */
  readonly currency: string | null
  readonly count: number
  readonly sum: string
  readonly average: string
}

export interface MarkedCount {
  /** cells that hold something */
  readonly cells: number
  /** by currency; shares are never added up */
  readonly sums: readonly MarkedSum[]
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const isSummed = (field: FieldDefinition): boolean => isFigure(field) && field.kind !== 'percent' && field.isName !== true

export function markedCount(fields: readonly FieldDefinition[], rows: readonly Row[]): MarkedCount {
  let cells = 0
  const groups = new Map<string | null, { count: number; readonly total: DecimalSum }>()
  for (const row of rows)
    for (const field of fields) {
      const value = row[field.field]
      if (isEmpty(value)) continue
      cells += 1
      const written = asText(value)
      if (!isSummed(field) || !isDecimal(written)) continue
      // money of an unknown currency is added up with none
      const currency =
        field.currencyField === null ? null : asText(row[`${field.currencyField}Label`] ?? row[field.currencyField] ?? '') || '?'
      const group = groups.get(currency) ?? { count: 0, total: new DecimalSum() }
      group.count += 1
      group.total.add(written)
      groups.set(currency, group)
    }
  const sums = [...groups].map(([currency, { count, total }]) => {
    const sum = canonical(String(total))
    return { currency, count, sum, average: canonical(divide(sum, String(count), averageScale, 'floor')) }
  })
  return { cells, sums: sums.toSorted((a, b) => (a.currency ?? '').localeCompare(b.currency ?? '')) }
}
