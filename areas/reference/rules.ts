/**
 * What the fields alone can't say about reference data. Pure; each rule answers the faults of an input, which may leave fields out when a
 * record is edited.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FieldError } from '#platform/server/area.ts'
import type { Rule } from '#platform/server/records.ts'

type Input = Readonly<Record<string, unknown>>

const given = (input: Input, field: string): string | null => {
  const value = input[field]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
const wrong = (field: string, message: Wording): FieldError[] => [{ field, message }]
const shape =
  (field: string, pattern: RegExp, message: Wording): Rule =>
  input => {
    const value = given(input, field)
    return value === null || pattern.test(value) ? [] : wrong(field, message)
  }

export const countryRule: Rule = shape('code', /^[A-Z]{2}$/, sentence`国家代码应为两位大写字母，例如 DE`)
export const currencyRule: Rule = shape('code', /^[A-Z]{3}$/, sentence`币种代码应为三位大写字母，例如 EUR`)
export const marketplaceRule: Rule = shape(
  'code',
  /^[a-z0-9][a-z0-9.-]*$/,
  sentence`站点代码只能用小写字母、数字、点和横线，例如 amazon.de`,
)

/** A word of one's own says something: another name, or that the record is not offered. */
export const ownWordsRule: Rule = input =>
  !('id' in input) && given(input, 'name') === null && input['hidden'] !== true
    ? wrong('name', sentence`请填写本组织名称，或选择不再提供选择`)
    : []
