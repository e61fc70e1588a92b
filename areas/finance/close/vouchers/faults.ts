/** What keeps a voucher out of a file: said with the voucher and what to mend. Pure. */
import { listed, sentence, type Sentence } from '#platform/declare/sentence.ts'
import { compare, negate, sum } from '#platform/format/decimal.ts'
import { lacks, type Entry, type KnownAccount } from './build.ts'
import type { FileColumn } from './file-words.ts'
import { notInGbk } from './gbk.ts'
import type { VoucherToWrite } from './voucher-file.ts'
import { auxiliaryKinds } from './words.ts'

/** Debit is positive. */
const signed = (entry: Entry): string => (entry.side === 'debit' ? entry.amount : negate(entry.amount))

/** Codes of what is below an account begin with its own. */
const isParent = ({ id, code }: KnownAccount, accounts: ReadonlyMap<string, KnownAccount>): boolean =>
  [...accounts.values()].some(other => other.id !== id && other.code.startsWith(code))

export function faultOf(voucher: VoucherToWrite, accounts: ReadonlyMap<string, KnownAccount>): Sentence | null {
  const { title, entries } = voucher
  if (entries.length === 0) return sentence`凭证 ${title} 没有分录，请重新生成`
  const [debit, credit] = [sum(entries.map(entry => entry.debit)), sum(entries.map(entry => entry.credit))]
  if (compare(debit, credit) !== 0) return sentence`凭证 ${title} 借贷不平：借方 ${debit}，贷方 ${credit}，请重新生成`
  for (const currency of new Set(entries.map(entry => entry.currency))) {
    const rest = sum(entries.flatMap(entry => (entry.currency === currency ? [signed(entry)] : [])))
    if (compare(rest, '0') !== 0) return sentence`凭证 ${title} 的 ${currency} 借贷相差 ${rest}，请重新生成`
  }
  const rest = sum(entries.map(entry => entry.cny))
  if (compare(rest, '0') !== 0) return sentence`凭证 ${title} 的人民币借贷相差 ${rest}，请重新生成`
  for (const entry of entries) {
    const account = accounts.get(entry.accountId)
    if (account === undefined || account.isStopped)
      return sentence`凭证 ${title} 第 ${entry.no} 行的科目“${account?.name ?? ''}”已停用或不存在，请在“凭证规则”里换一个科目后重新生成`
    if (isParent(account, accounts))
      return sentence`凭证 ${title} 第 ${entry.no} 行的科目“${account.name}”有下级科目，不能直接记账，请在“凭证规则”里换成末级科目后重新生成`
    const lacking = lacks(account, entry.items)
    if (lacking.length > 0)
      return sentence`凭证 ${title} 第 ${entry.no} 行的科目“${account.name}”缺少辅助核算：${listed(
        lacking.map(name => [auxiliaryKinds[name][1], auxiliaryKinds[name][2]] as const),
      )}。请在“辅助核算项目”里对应店铺，或在“凭证规则”里选定项目，再重新生成`
  }
  return null
}

/** Of a text file in GBK: a character that it can't hold. */
export function gbkFaultOf(voucher: VoucherToWrite, columns: readonly FileColumn[], rows: readonly (readonly string[])[]): Sentence | null {
  for (const row of rows)
    for (const [at, text] of row.entries()) {
      const character = notInGbk(text)
      if (character !== null)
        return sentence`凭证 ${voucher.title} 的“${columns[at]?.heading ?? ''}”有 GBK 没有的字“${character}”，请修改摘要、科目或项目名称后重新生成`
    }
  return null
}
