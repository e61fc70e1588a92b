/** What expected payments and rules must be beyond their fields, and what of them stays. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Area, type Hooks } from '#platform/server/area.ts'
import type { Rule } from '#platform/server/records.ts'
import { isDecimal, isZero } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { closedIn } from '../../base/closed-months.ts'
import { expectedSources } from '../../base/match-words.ts'

/** A rule says one thing: where the money is expected from, or what it is booked as. */
export const ruleHooks: Hooks = {
  written: async (_context, _tx, changes) => {
    for (const { after } of changes)
      if (after !== null && (after['source'] === null) === (after['item'] === null))
        throw refuse.invalid([{ field: 'item', message: sentence`请在“对应款项来源”和“直接归类”里选择一项，且只选一项` }])
  },
}

export const expectedRule: Rule = record => {
  const amount = asText(record['amount'] ?? '0') || '0'
  // what is no amount is named by the field itself
  return isDecimal(amount) && isZero(amount) ? [{ field: 'amount', message: sentence`应收付金额不能为 0` }] : []
}

const hand = expectedSources.hand[0]
/** What people do with payments: those of files are the files' own. */
export const expectedHooks: Hooks = {
  rowLocks: async (_context, _db, isRemoval) => [
    {
      where: sql<boolean>`bank_expected.source <> ${sql.lit(hand)}`,
      reason: isRemoval
        ? sentence`来自文件的款项不能删除；删除那次导入后，它会随之撤回`
        : sentence`来自文件的款项不能修改，请更正文件后重新导入`,
    },
  ],
}

export const matchLocks: NonNullable<Area['rowLocks']> = {
  bank_expected: async () => [
    { where: sql<boolean>`bank_expected.matched <> 0`, reason: sentence`款项已有勾对，请先取消勾对再修改或删除`, onlyAsItWas: true },
  ],
  bank_statement: async (_context, _db, isRemoval) =>
    isRemoval ? [{ where: sql<boolean>`bank_statement.matched <> 0`, reason: sentence`流水已勾对，请先在“对账记录”里取消勾对再删除` }] : [],
  bank_match: closedIn('bank_match.first_on', month => sentence`${month} 及以前的月份已结账，其中的流水不能再勾对或取消勾对，请先反结账`),
}

/** What a line moved, where and in which currency: its match stands on it. */
const matchedOn = ['income', 'outgo', 'currency', 'accountId'] as const
export const matchFollows: NonNullable<Area['follows']> = {
  bank_statement: async (_context, _tx, changes) => {
    for (const { before, after } of changes) {
      if (before === null || after === null || isZero(asText(before['matched'] ?? '0'))) continue
      if (matchedOn.some(name => asText(before[name] ?? '') !== asText(after[name] ?? '')))
        throw refuse.rule(sentence`流水已勾对，金额、币种和账户不能修改，请先在“对账记录”里取消勾对`)
    }
  },
}
