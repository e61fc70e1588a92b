/**
 * MT940, SWIFT's customer statement: lines of fields (`:61:`) as rows of cells. Statements of one account that follow on each other, and
 * pages of one statement, are one; each other is a part of its own. Banks put heads of their own above the messages, and write blanks,
 * codes of funds and amounts in ways of their own. Pure.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { negate } from '#platform/format/decimal.ts'
import type { Balance, Statement, StatementRecord, Statements } from './statement-rows.ts'
import { inWords } from './mt940-words.ts'

/** Heads of the rows, which the layout names. */
export const mt940Heads = [
  'day',
  'valueDay',
  'mark',
  'amount',
  'currency',
  'type',
  'reference',
  'bankReference',
  'details',
  'counterparty',
  'counterpartyAccount',
] as const

/** Whether a text is one: the reference of a message, behind whatever the bank puts above it, and the account. */
export const isMt940 = (start: string): boolean => /^(?:\{.*\{4:)?\s*:20:/m.test(start) && /^:25P?:/m.test(start)

interface FieldLine {
  readonly tag: string
  readonly line: number
  text: string
}
interface Message {
  account: string
  opening: Balance | null
  closing: Balance | null
  /** a page: the next message goes on with it */
  isOpen: boolean
  readonly records: StatementRecord[]
}

/** Fields of all messages. What follows the end of a message belongs to none, nor does what stands above the first. */
function fieldsOf(text: string): FieldLine[] {
  const fields: FieldLine[] = []
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const start = /^(?:\{.*\{4:)?\s*:(\d{2}[A-Z]?|NS):(.*)$/.exec(raw)
    if (start) fields.push({ tag: start[1] ?? '', line: at + 1, text: start[2] ?? '' })
    else if (/^-(?:\}.*|X*\s*)$/.test(raw) || /^:9\d\d:\s*$/.test(raw)) fields.push({ tag: '-', line: at + 1, text: '' })
    else if (!raw.startsWith('{') && fields.length > 0 && raw.trim() !== '') {
      const last = fields.at(-1)
      if (last && last.tag !== '-') last.text += `\n${raw}`
    }
  }
  return fields
}

/** `1234,5`; a bank may leave out the comma, write a point, group the digits or fill up with zeros. null: none. */
function amountOf(written: string): string | null {
  const plain = /^\d{1,3}(?:\.\d{3})+,\d*$/.test(written) ? written.replaceAll('.', '') : written
  return /^\d{1,18}(?:[.,]\d{0,4})?$/.test(plain)
    ? plain
        .replace(',', '.')
        .replace(/\.$/, '')
        .replace(/^0+(?=\d)/, '')
    : null
}

/** `C261121EUR1234,56` */
function balanceOf(text: string): Balance | null {
  const found = /^([CD])\s*\d{6}\s*([A-Z]{3})\s*([\d.,]+)\s*$/.exec(text.split('\n')[0]?.trim() ?? '')
  const amount = found ? amountOf(found[3] ?? '') : null
  return found && amount !== null ? { currency: found[2] ?? '', amount: found[1] === 'D' ? negate(amount) : amount } : null
}

const dayOf = (yymmdd: string): string => `20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`
/** The day of the entry has no year: the one nearest to the value date. */
function entryDay(value: string, mmdd: string): string {
  const year = Number(value.slice(0, 4))
  const [month, of] = [Number(mmdd.slice(0, 2)), Number(value.slice(5, 7))]
  const shift = month - of > 6 ? -1 : of - month > 6 ? 1 : 0
  return `${year + shift}-${mmdd.slice(0, 2)}-${mmdd.slice(2, 4)}`
}

/** value date, day of the entry or blanks, mark, code of funds, amount, type, and what the bank says of it */
const statementLine = /^(\d{6})(\d{4})?\s*(R?[CD]|E[CD])([A-Z])?\s*([\d.,]+)\s*(?:([A-Z][A-Z0-9 ]{3})(.*))?$/
const referenceLength = 16

function recordOf({ line, text }: FieldLine, currency: string): StatementRecord {
  const [first = '', ...more] = text.trimEnd().split('\n')
  const found = statementLine.exec(first.trim())
  const [, value = '', entry, mark = '', , written = '', type = '', said = ''] = found ?? []
  const amount = amountOf(written)
  // what cannot be read stands where the day should be: the line is refused with it
  if (!found || amount === null) return { line, cells: { day: first, currency } }
  const valueDay = dayOf(value)
  const at = said.indexOf('//')
  const own = at < 0 ? said : said.slice(0, at)
  // a reference has sixteen places; a name that a bank puts behind it is no part of it
  const behind = /^.{16}\S/.test(own) && /\s$/.test(own.slice(0, referenceLength)) ? own.slice(referenceLength) : ''
  const reference = (behind === '' ? own : own.slice(0, referenceLength)).trim()
  const account = [reference, ...more].find(one => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(one.trim()))?.trim() ?? ''
  return {
    line,
    cells: {
      day: entry === undefined ? valueDay : entryDay(valueDay, entry),
      valueDay,
      mark,
      amount,
      currency,
      type: type.trim(),
      reference: reference === 'NONREF' ? '' : reference,
      bankReference: at < 0 ? '' : said.slice(at + 2).trim(),
      details: more.join(' ').trim(),
      counterparty: behind.trim(),
      counterpartyAccount: account,
    },
  }
}

/** Messages with their balances; null: one has no closing balance, or a field is none: the file was cut. */
function messagesOf(fields: readonly FieldLine[]): Message[] | null {
  const messages: Message[] = []
  let last: Message | null = null
  for (const [at, field] of fields.entries()) {
    const { tag, text } = field
    if (tag === '20') {
      if (last !== null && last.closing === null) return null
      last = null
    } else if (tag === '25' || tag === '25P')
      messages.push((last = { account: text.split('\n')[0]?.trim() ?? '', opening: null, closing: null, isOpen: false, records: [] }))
    else if (last === null) continue
    else if (tag === '60F' || tag === '60M') last.opening = balanceOf(text)
    else if (tag === '62F' || tag === '62M') {
      last.closing = balanceOf(text)
      last.isOpen = tag === '62M'
      if (last.closing === null) return null
    } else if (tag === '61') {
      if (last.opening === null) return null
      const record = recordOf(field, last.opening.currency)
      last.records.push(record.cells['mark'] === undefined ? record : { ...record, cells: inWords(record.cells, fields.slice(at + 1)) })
    }
  }
  return messages.length === 0 || messages.some(one => one.opening === null || one.closing === null) ? null : messages
}

/** The account as its owner writes it: without the bank before the slash and the currency behind. */
const accountOf = ({ account, opening }: Pick<Statement, 'account' | 'opening'>): string => {
  const { currency } = opening ?? { currency: '' }
  const bare = account.split('/').findLast(part => part !== '' && part !== currency) ?? account
  return currency !== '' && bare.endsWith(currency) ? bare.slice(0, -currency.length).trim() : bare
}

/** Pages of a statement, and statements that follow on each other, are one. */
function joined(messages: readonly Message[]): Message[] {
  const all: Message[] = []
  for (const message of messages) {
    const before = all.at(-1)
    const follows =
      before !== undefined &&
      accountOf(before) === accountOf(message) &&
      before.closing?.currency === message.opening?.currency &&
      (before.isOpen || before.closing?.amount === message.opening?.amount)
    if (!follows || before === undefined) all.push({ ...message, records: [...message.records] })
    else {
      before.records.push(...message.records)
      before.closing = message.closing
      before.isOpen = message.isOpen
    }
  }
  return all
}

export function mt940Statements(text: string): Statements {
  const fields = fieldsOf(text)
  const has = (tag: string): boolean => fields.some(field => field.tag === tag)
  if (has('34F') && !has('60F') && !has('60M'))
    return {
      ok: false,
      reason: sentence`这是 MT942 日内明细，没有期初和期末余额，当天的款项还会变动。请在网银下载 MT940 对账单，次日即可下载`,
    }
  const messages = messagesOf(fields)
  if (messages === null) return { ok: false, reason: sentence`MT940 文件不完整：有的对账单缺少账号、期初或期末余额，请重新下载` }
  return { ok: true, statements: joined(messages).map(one => ({ ...one, account: accountOf(one) })) }
}
