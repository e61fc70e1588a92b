/**
 * OFX in both its forms: lines of bank, card and brokerage accounts as rows of cells. Of a brokerage account what cash moved counts: a
 * purchase by its total; what changes securities alone does not. Pure.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { documentCut, type Balance, type StatementRecord, type Statements } from './statement-rows.ts'
import { at, textAt, treeOf, within, type Tag } from './tag-tree.ts'

/** Heads of the rows, which the layout names. */
export const ofxHeads = ['day', 'amount', 'currency', 'serialNo', 'counterparty', 'summary', 'purpose'] as const

export const isOfx = (start: string): boolean => /<OFX>/i.test(start)

/** Digits of the day and, where all six are there, of the time: what follows is a zone or parts of seconds. */
const dayOf = (written: string): string => /^\d{14}/.exec(written)?.[0] ?? written.replace(/^(\d{8}).*$/, '$1')
/** Some banks write the comma of their land. */
const amountOf = (written: string): string => (/^[-+]?\d+,\d{1,2}$/.test(written) ? written.replace(',', '.') : written)

/** Old OFX leaves out end tags: what follows an empty text stands inside it. */
const leaf = (tag: Tag, name: string): string => [...within(tag, name)].map(one => one.text).find(text => text !== '') ?? ''
/** A line may be in a currency of its own. */
const currencyOf = (record: Tag, currency: string): string =>
  [...within(record, 'CURRENCY')].map(one => leaf(one, 'CURSYM')).find(code => code !== '') ?? currency

function paid(record: Tag, currency: string): StatementRecord {
  return {
    line: record.line,
    cells: {
      day: dayOf(leaf(record, 'DTPOSTED')),
      amount: amountOf(leaf(record, 'TRNAMT')),
      currency: currencyOf(record, currency),
      serialNo: leaf(record, 'FITID'),
      counterparty: leaf(record, 'NAME'),
      summary: leaf(record, 'TRNTYPE'),
      purpose: leaf(record, 'MEMO'),
    },
  }
}

/** What a dividend bought again moved no cash. */
const withoutCash = new Set(['REINVEST'])

/** null: no cash moved. */
function invested(record: Tag, currency: string, names: ReadonlyMap<string, string>): StatementRecord | null {
  const [banked] = within(record, 'STMTTRN')
  if (banked) return paid(banked, currency)
  const [trade, total, security] = ['INVTRAN', 'TOTAL', 'UNIQUEID'].map(name => within(record, name).next().value as Tag | undefined)
  if (trade === undefined || total === undefined || withoutCash.has(record.name)) return null
  return {
    line: record.line,
    cells: {
      day: dayOf(leaf(trade, 'DTTRADE') || leaf(trade, 'DTSETTLE')),
      amount: amountOf(total.text),
      currency: currencyOf(record, currency),
      serialNo: leaf(trade, 'FITID'),
      counterparty: names.get(security?.text ?? '') ?? security?.text ?? '',
      summary: [record.name, leaf(record, 'INCOMETYPE')].filter(Boolean).join(' '),
      purpose: leaf(trade, 'MEMO'),
    },
  }
}

export function ofxStatements(text: string): Statements {
  const root = treeOf(text)
  if (root === null) return { ok: false, reason: documentCut }
  const names = new Map([...within(root, 'SECINFO')].map(one => [textAt(one, 'SECID.UNIQUEID'), textAt(one, 'SECNAME')] as const))
  const closingOf = (written: string, currency: string): Balance | null => (written === '' ? null : { currency, amount: amountOf(written) })
  const accounts = ['STMTRS', 'CCSTMTRS']
    .flatMap(name => [...within(root, name)])
    .map(statement => {
      const currency = textAt(statement, 'CURDEF')
      return {
        account: textAt(statement, 'BANKACCTFROM.ACCTID', 'CCACCTFROM.ACCTID'),
        opening: null,
        closing: closingOf(textAt(statement, 'LEDGERBAL.BALAMT'), currency),
        records: [...within(statement, 'STMTTRN')].map(record => paid(record, currency)),
      }
    })
  const brokers = [...within(root, 'INVSTMTRS')].map(statement => {
    const currency = textAt(statement, 'CURDEF')
    const moved = (at(statement, 'INVTRANLIST')?.children ?? []).filter(child => child.children.length > 0)
    const records = moved.flatMap(record => invested(record, currency, names) ?? [])
    const still = moved.length - records.length
    return {
      account: textAt(statement, 'INVACCTFROM.ACCTID'),
      opening: null,
      closing: closingOf(textAt(statement, 'INVBAL.AVAILCASH'), currency),
      records,
      notes: still > 0 ? [sentence`有 ${still} 笔证券变动没有收付现金，未导入`] : [],
    }
  })
  return { ok: true, statements: [...accounts, ...brokers] }
}
