/** Lines of money (declare/money-lines.ts): the family of their files, and what a line must be beyond its fields. */
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { moneyDirections, moneyFills } from '#platform/declare/money-lines.ts'
import { partyTexts } from '#platform/declare/money-parties.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { TaughtWords } from '#platform/declare/taught-layout.ts'
import { compare, isDecimal, isZero } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse } from '../calls/refusal.ts'
import type { OwnedFamily } from '../contract/file-family.ts'
import type { Follower, Values } from '../contract/record-hooks.ts'
import { numberedOwner, type NumberedOwner } from './owner-of-file.ts'
import { sheetFamily, type SheetFamily } from './sheet-family.ts'
import { storedLayouts } from './suggest-route.ts'

interface MoneyFamily extends Pick<SheetFamily, 'code' | 'reader' | 'layouts' | 'facts'> {
  readonly owner: NumberedOwner
  /** layouts that people teach */
  readonly taught: Resource
  readonly words: TaughtWords
  readonly texts?: readonly string[]
}
export const moneyFamily = ({ facts, owner, taught, words, texts = partyTexts, ...said }: MoneyFamily): OwnedFamily =>
  sheetFamily({
    ...said,
    facts,
    permission: permissionOf(facts),
    ownerField: words.ownerField,
    owner: numberedOwner(owner),
    taught: storedLayouts(taught, words, owner),
    fills: [...moneyFills, ...texts],
  })

const exact = (value: unknown): string => {
  const text = asText(value ?? '0')
  return isDecimal(text) ? text : '0'
}

/** In or out, and how much, from the two columns that a person fills. */
export function oneWay(values: Readonly<Record<string, unknown>>): Values {
  if (!('income' in values) || !('outgo' in values)) return {}
  const [got, paid] = [exact(values['income']), exact(values['outgo'])]
  if (isZero(got) && isZero(paid)) return { direction: moneyDirections.neutral[0], amount: '0' }
  return isZero(paid) ? { direction: moneyDirections.in[0], amount: got } : { direction: moneyDirections.out[0], amount: paid }
}

/** Fields of an imported line that stay as its file has them, beside the owner. */
const printed = ['postedOn', 'postedTime', 'income', 'outgo', 'balance', 'currency', 'serialNo'] as const

/** A line is either in or out; amounts, day and owner of an imported line never change. */
export const keptAsPrinted =
  (lines: Resource, ownerField: string): Follower =>
  async (_context, _tx, changes) => {
    for (const { before, after } of changes) {
      if (after === null) continue
      if (!isZero(exact(after['income'])) && !isZero(exact(after['outgo'])))
        throw refuse.invalid([{ field: 'outgo', message: sentence`收入和支出只能填一个` }])
      if (before === null || before['importId'] === null || before['importId'] === undefined) continue
      const changed = [ownerField, ...printed].find(name => !isSame(before[name], after[name]))
      const title = changed && ownValue(lines.fields, changed)?.title
      if (title) throw refuse.rule(sentence`导入的流水不能改${title}，请删除那次导入或另记一笔`)
    }
  }
const isSame = (before: unknown, after: unknown): boolean => {
  const [a, b] = [asText(before ?? ''), asText(after ?? '')]
  return a === b || (isDecimal(a) && isDecimal(b) && compare(a, b) === 0)
}
