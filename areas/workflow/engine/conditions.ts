/** Whether conditions of a flow hold of a record as its list shows it. Pure. */
import { ownValue } from '#platform/declare/own-value.ts'
import type { FlowCondition } from '#platform/declare/flow.ts'
import { compare, isDecimal } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'

export type Facts = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Numbers by their value, everything else as text; null: the record has none. */
function compared(value: unknown, other: string | number): number | null {
  if (isEmpty(value) || Array.isArray(value)) return null
  const [one, two] = [textOf(value), String(other)]
  if (isDecimal(one) && isDecimal(two)) return compare(one, two)
  return one < two ? -1 : one > two ? 1 : 0
}
const textOf = (value: unknown): string => (typeof value === 'boolean' ? (value ? '1' : '0') : asText(value))

/** Texts of a condition: a list, or one. */
const given = (value: FlowCondition['value']): readonly (string | number)[] => {
  if (value === undefined) return []
  if (typeof value === 'boolean') return [value ? '1' : '0']
  return typeof value === 'object' ? value : [value]
}
const isSame = (value: unknown, other: string | number): boolean =>
  Array.isArray(value) ? value.some(one => textOf(one) === String(other)) : compared(value, other) === 0

export function conditionHolds(facts: Facts, { field, condition, value }: FlowCondition): boolean {
  const has = ownValue(facts, field)
  const texts = given(value)
  const [first = '', second = ''] = texts
  const order = compared(has, first)
  switch (condition) {
    case 'EMPTY':
      return isEmpty(has)
    case 'NOT_EMPTY':
      return !isEmpty(has)
    case 'EQ':
    case 'IN':
      return texts.some(one => isSame(has, one))
    case 'NE':
    case 'NOT_IN':
      return !texts.some(one => isSame(has, one))
    case 'LIKE':
      return !isEmpty(has) && textOf(has).toLowerCase().includes(String(first).toLowerCase())
    case 'GT':
      return order !== null && order > 0
    case 'GE':
      return order !== null && order >= 0
    case 'LT':
      return order !== null && order < 0
    case 'LE':
      return order !== null && order <= 0
    case 'BETWEEN': {
      const end = compared(has, second)
      return order !== null && end !== null && order >= 0 && end <= 0
    }
  }
}

export const conditionsHold = (facts: Facts, conditions: readonly FlowCondition[] | undefined): boolean =>
  (conditions ?? []).every(one => conditionHolds(facts, one))
