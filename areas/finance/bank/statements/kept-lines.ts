/** What a line of a statement must be beyond its fields. */
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { compare, isDecimal, isZero } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse } from '#platform/server/area.ts'
import { followerOf } from '#platform/server/records.ts'
import { bankStatement } from './tables.ts'
import { directions } from './words.ts'

const exact = (value: unknown): string => {
  const text = asText(value ?? '0')
  return isDecimal(text) ? text : '0'
}

/** In or out, and how much, from the two columns that a person fills. */
export function oneWay(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!('income' in values) || !('outgo' in values)) return {}
  const [got, paid] = [exact(values['income']), exact(values['outgo'])]
  if (isZero(got) && isZero(paid)) return { direction: directions.neutral[0], amount: '0' }
  return isZero(paid) ? { direction: directions.in[0], amount: got } : { direction: directions.out[0], amount: paid }
}

/** Fields of an imported line that stay as its file has them. */
const printed = ['accountId', 'postedOn', 'postedTime', 'income', 'outgo', 'balance', 'currency', 'serialNo'] as const

/** A line is either in or out; amounts, day and account of an imported line never change. */
export const keptAsPrinted = followerOf(bankStatement, async (_context, _tx, changes) => {
  for (const { before, after } of changes) {
    if (after === null) continue
    if (!isZero(exact(after.income)) && !isZero(exact(after.outgo)))
      throw refuse.invalid([{ field: 'outgo', message: sentence`收入和支出只能填一个` }])
    if (before === null || before.importId === null || before.importId === undefined) continue
    const changed = printed.find(name => !isSame(before[name], after[name]))
    const title = changed && ownValue(bankStatement.fields, changed)?.title
    if (title) throw refuse.rule(sentence`导入的流水不能改${title}，请删除那次导入或另记一笔`)
  }
})
const isSame = (before: unknown, after: unknown): boolean => {
  const [a, b] = [asText(before ?? ''), asText(after ?? '')]
  return a === b || (isDecimal(a) && isDecimal(b) && compare(a, b) === 0)
}
