/**
 * CAMT.053, the statement of ISO 20022, in all its versions: booked entries as rows of cells. Its sisters (CAMT.052 within the day,
 * CAMT.054 of single payments) are told what they are. Pure.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { negate } from '#platform/format/decimal.ts'
import { documentCut, type Balance, type Statements } from './statement-rows.ts'
import { at, textAt, treeOf, within, type Tag } from './tag-tree.ts'

/** Heads of the rows, which the layout names. The last four are what lines of all versions are known by. */
export const camtHeads = [
  'day',
  'mark',
  'amount',
  'currency',
  'serialNo',
  'counterparty',
  'counterpartyAccount',
  'summary',
  'purpose',
  'status',
  'parties',
  'partyAccounts',
  'firstPurpose',
] as const

export const isCamt = (start: string): boolean => /camt\.05[234]\.|<(?:\w+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)\b/i.test(start)

const wanted = sentence`请在网银下载 CAMT.053 对账单（Statement）`
const sisters: Readonly<Record<string, Wording>> = {
  BkToCstmrDbtCdtNtfctn: sentence`这是 CAMT.054 收付款通知，没有期初和期末余额，里面的款项在对账单里还会再出现。${wanted}`,
  BkToCstmrAcctRpt: sentence`这是 CAMT.052 日内明细，当天的款项还会变动。${wanted}，次日即可下载`,
}

const bookedWords = ['BOOK', '']
const statusOf = (entry: Tag): string => textAt(entry, 'Sts', 'Sts.Cd', 'Sts.Prtry')
/** ISO allows zeros up to the fifth decimal. */
const amountOf = (tag: Tag | undefined): string => textAt(tag, 'Amt').replace(/(\.\d{2}\d*?)0+$/, '$1')

function balanceOf(statement: Tag, codes: readonly string[], ofCurrency: string): Balance | null {
  const all = statement.children.filter(child => child.name === 'Bal')
  const codeOf = (one: Tag): string => textAt(one, 'Tp.CdOrPrtry.Cd', 'Tp.CdOrPrtry.Prtry')
  const isIn = (one: Tag): boolean => at(one, 'Amt')?.attributes['Ccy'] === ofCurrency
  for (const code of codes) {
    const own = all.filter(one => codeOf(one) === code)
    // a page has its interim balance before the lines and the other one behind
    const found = own.find(isIn) ?? own[0]
    if (found === undefined) continue
    const amount = amountOf(found)
    return { currency: at(found, 'Amt')?.attributes['Ccy'] ?? '', amount: textAt(found, 'CdtDbtInd') === 'DBIT' ? negate(amount) : amount }
  }
  return null
}

const filled = (words: readonly string[]): string[] => words.filter(word => word !== '')
const joined = (words: readonly string[]): string => filled(words).join(' ')
const textMax = 200

/** Names and accounts of both sides; older versions have the name without `Pty`. */
const nameOf = (details: Tag, side: string): string => textAt(details, `RltdPties.${side}.Nm`, `RltdPties.${side}.Pty.Nm`)
const numberOf = (details: Tag, side: string): string =>
  textAt(details, `RltdPties.${side}Acct.Id.IBAN`, `RltdPties.${side}Acct.Id.Othr.Id`)

function cellsOf(entry: Tag): Record<string, string> {
  const several = [...within(entry, 'TxDtls')]
  const first = (of: (details: Tag) => string): string => several.map(of).find(word => word !== '') ?? ''
  const mark = textAt(entry, 'CdtDbtInd')
  // who paid what came in, who was paid what went out
  const [theirs, ours] = mark === 'CRDT' ? ['Dbtr', 'Cdtr'] : ['Cdtr', 'Dbtr']
  const their = (of: (details: Tag, side: string) => string): string => {
    const named = [...new Set(filled(several.map(one => of(one, theirs))))]
    return (named.length > 0 ? named.join(', ') : first(one => of(one, ours))).slice(0, textMax)
  }
  const texts = several.flatMap(one => (at(one, 'RmtInf')?.children ?? []).filter(child => child.name === 'Ustrd').map(child => child.text))
  const references = several.map(one => textAt(one, 'RmtInf.Strd.CdtrRefInf.Ref'))
  return {
    day: textAt(entry, 'BookgDt.Dt', 'BookgDt.DtTm', 'ValDt.Dt', 'ValDt.DtTm'),
    mark,
    amount: amountOf(entry),
    currency: at(entry, 'Amt')?.attributes['Ccy'] ?? '',
    serialNo: joined([textAt(entry, 'AcctSvcrRef'), first(one => textAt(one, 'Refs.InstrId'))]),
    counterparty: their(nameOf),
    counterpartyAccount: their(numberOf),
    summary: joined([textAt(entry, 'AddtlNtryInf'), first(one => textAt(one, 'AddtlTxInf'))]),
    purpose: joined([...texts, ...references]),
    status: statusOf(entry),
    parties: joined(['Cdtr', 'Dbtr'].map(side => first(one => nameOf(one, side)))),
    partyAccounts: joined(['Cdtr', 'Dbtr'].map(side => first(one => textAt(one, `RltdPties.${side}Acct.Id.IBAN`)))),
    firstPurpose: first(one => textAt(one, 'RmtInf.Ustrd')),
  }
}

export function camtStatements(text: string): Statements {
  const root = treeOf(text)
  if (root === null) return { ok: false, reason: documentCut }
  for (const [element, reason] of Object.entries(sisters)) if (!within(root, element).next().done) return { ok: false, reason }
  const statements = [...within(root, 'Stmt')].map(statement => {
    const entries = [...within(statement, 'Ntry')]
    const booked = entries.filter(entry => bookedWords.includes(statusOf(entry)))
    const open = entries.length - booked.length
    const currency = textAt(statement, 'Acct.Ccy') || (booked[0] && at(booked[0], 'Amt')?.attributes['Ccy']) || ''
    return {
      account: textAt(statement, 'Acct.Id.IBAN', 'Acct.Id.Othr.Id'),
      opening: balanceOf(statement, ['OPBD', 'PRCD', 'ITBD'], currency),
      closing: balanceOf(statement, ['CLBD', 'ITBD'], currency),
      records: booked.map(entry => ({ line: entry.line, cells: cellsOf(entry) })),
      notes: open > 0 ? [sentence`有 ${open} 笔尚未入账（状态不是 BOOK），未导入，也不计入余额核对`] : [],
    }
  })
  return { ok: true, statements }
}
