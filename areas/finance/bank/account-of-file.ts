/** The account a statement belongs to: the chosen one held against what the file says, or the only one that fits. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import type { OwnerFacts, OwnerWord } from '#platform/server/contract/file-family.ts'
import { refuseFile } from '#platform/server/imports/import-refused.ts'
import { bankAccount, banks } from './tables.ts'

type Bank = keyof typeof banks
const bankOf = (code: number): Bank => (Object.keys(banks) as Bank[]).find(name => banks[name][0] === code) ?? 'other'

const plain = (number: string): string => number.replaceAll(/[\s-]+/g, '').toLowerCase()
/** digits by which a card is named on its own statements */
const endsMin = 4
const endsMax = 6

/** Whether two ways of writing an account mean the same: stars stand for anything, a short number is how the long one ends. */
export function isSameAccount(left: string, right: string): boolean {
  const [a, b] = [plain(left), plain(right)]
  if (a === b) return true
  const starred = (pattern: string, text: string): boolean => {
    const parts = pattern.split(/\*+/)
    return parts.length > 1 && text.startsWith(parts[0] ?? '') && text.endsWith(parts.at(-1) ?? '') && parts.join('').length >= endsMin
  }
  const ends = (short: string, long: string): boolean =>
    /^\d+$/.test(short) && short.length >= endsMin && short.length <= endsMax && long.endsWith(short)
  return starred(a, b) || starred(b, a) || ends(a, b) || ends(b, a)
}

export const accountOfFile: OwnerWord['find'] = async ({ context, chosenId, survey, kind }) => {
  const accounts = await context.db
    .selectFrom('bank_account')
    .select(['id', 'name', 'bank', 'number', 'currency', 'keeper_id', 'seen_by'])
    .execute()
  type Account = (typeof accounts)[number]
  const marks = survey.ownerMarks ?? []
  const [mark] = marks
  if (mark !== undefined && marks.length > 1) throw refuseFile(sentence`文件里有多个账号：${listed(marks)}，请按账户分别下载`)
  const known = await context.db
    .selectFrom('currency')
    .select('code')
    .where('code', 'in', [...survey.currencies, ''])
    .execute()
  const unknown = survey.currencies.filter(currency => !known.some(one => one.code === currency))
  if (unknown.length > 0) throw refuseFile(sentence`系统里没有币种 ${listed(unknown)}，请先在“币种”里登记，再导入`)
  const ofBank = (account: Account): boolean => !kind.source || ['other', kind.source].includes(bankOf(account.bank))
  const factsOf = (account: Account): OwnerFacts => {
    const other = survey.currencies.find(currency => account.currency !== null && currency !== account.currency)
    if (other !== undefined)
      throw refuseFile(
        sentence`文件币种为 ${listed(survey.currencies)}，账户“${account.name}”的币种为 ${account.currency ?? ''}，请改选账户；多币种账户请清空它的币种`,
      )
    const { id, name } = account
    const isKeepers = account.seen_by === bankAccount.fields.seenBy.choices.keeper[0]
    return { id, name, currency: account.currency ?? '', zone: context.caller.zone, keeperId: isKeepers ? account.keeper_id : null }
  }
  if (chosenId !== null) {
    const chosen = accounts.find(account => account.id === chosenId)
    if (!chosen) throw refuseFile(sentence`所选账户不存在或无权使用，请重新选择`)
    if (kind.ownerId !== undefined && kind.ownerId !== chosen.id)
      throw refuseFile(sentence`文件是${kind.title}，不是账户“${chosen.name}”的流水，请改选账户或更换文件`)
    if (!ofBank(chosen))
      throw refuseFile(sentence`文件是${kind.title}，账户“${chosen.name}”属于${bankTitle(chosen.bank)}，请改选账户或更换文件`)
    if (mark !== undefined && !isSameAccount(chosen.number, mark))
      throw refuseFile(sentence`文件的账号是 ${mark}，账户“${chosen.name}”的账号是 ${chosen.number}，请改选账户或更换文件`)
    return factsOf(chosen)
  }
  const fits = accounts.filter(
    account =>
      (kind.ownerId === undefined || kind.ownerId === account.id) &&
      ofBank(account) &&
      (mark === undefined || isSameAccount(account.number, mark)),
  )
  const [only] = fits
  if (only && fits.length === 1) return factsOf(only)
  if (fits.length > 1) throw refuseFile(sentence`有多个账户符合这个文件（${listed(fits.map(one => one.name))}），请选择账户后再导入`)
  throw refuseFile(
    mark === undefined
      ? sentence`没有找到${kind.title}的账户，请先登记账户，或选择账户后再导入`
      : sentence`没有找到账号为 ${mark} 的账户，请先登记账户，或选择账户后再导入`,
  )
}

const bankTitle = (code: number) => {
  const [, chinese, english] = banks[bankOf(code)]
  return [chinese, english] as const
}
