/** Count, sum and average of marked cells: exact, and money by its currency alone. Pure. */
import { canonical, DecimalSum, divide, isDecimal, isZero, multiply } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import type { FieldDefinition, ListAnswer, RateName, Row } from '../../declare/wire.ts'
import { isFigure } from '../values/value.ts'

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
  /** what money of several currencies comes to in one; value null: rates are missing */
  readonly converted: {
    readonly currency: string
    readonly value: string | null
    readonly missing: readonly RateName[]
    readonly latest: readonly RateName[] | undefined
  } | null
}

/** Adds amounts at the rates of their months. */
class InBase {
  readonly #rates: NonNullable<ListAnswer['rates']>
  readonly #total = new DecimalSum()
  readonly #missing = new Map<string, RateName>()
  constructor(rates: NonNullable<ListAnswer['rates']>) {
    this.#rates = rates
  }
  add(row: Row, currency: string, amount: string): void {
    const { day } = this.#rates
    const month = day === null ? '' : asText(row[day] ?? '').slice(0, 7)
    const rate = currency === this.#rates.base ? '1' : this.#rates.of[`${month} ${currency}`]
    if (rate !== undefined) this.#total.add(multiply(amount, rate))
    else if (!isZero(amount)) this.#missing.set(`${month} ${currency}`, { month, currency })
  }
  get(): NonNullable<MarkedCount['converted']> {
    const missing = [...this.#missing.values()]
    return {
      currency: this.#rates.base,
      value: missing.length > 0 ? null : canonical(String(this.#total)),
      missing,
      latest: this.#rates.latest,
    }
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const isSummed = (field: FieldDefinition): boolean => isFigure(field) && field.kind !== 'percent' && field.isName !== true

export function markedCount(fields: readonly FieldDefinition[], rows: readonly Row[], rates?: ListAnswer['rates']): MarkedCount {
  let cells = 0
  const inBase = rates === undefined ? null : new InBase(rates)
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
      if (field.currencyField !== null) inBase?.add(row, asText(row[field.currencyField] ?? ''), written)
      groups.set(currency, group)
    }
  const sums = [...groups].map(([currency, { count, total }]) => {
    const sum = canonical(String(total))
    return { currency, count, sum, average: canonical(divide(sum, String(count), averageScale, 'floor')) }
  })
  const isSeveral = sums.filter(one => one.currency !== null).length > 1
  return {
    cells,
    converted: isSeveral && inBase !== null ? inBase.get() : null,
    sums: sums.toSorted((a, b) => (a.currency ?? '').localeCompare(b.currency ?? '')),
  }
}
