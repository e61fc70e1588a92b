/**
 * MT940, SWIFT's customer statement: lines of fields (`:61:`) as rows of cells, what stands beside them as rows above the head. Statements
 * of one account that follow on each other, and pages of one statement, are one; each other is a part of its own. Pure.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { negate } from '#platform/format/decimal.ts'
import type { TaggedRows } from './tagged-rows.ts'

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

/** Whether a text is one: it begins with the reference of a message, maybe behind a header in braces. */
export const isMt940 = (start: string): boolean => /^\uFEFF?\s*(?:\{[^\r\n]*)?\s*:20:/.test(start) && /^:25P?:/m.test(start)

interface FieldLine {
  readonly tag: string
  readonly line: number
  text: string
}
interface Message {
  readonly account: string
  readonly line: number
  opening: Balance | null
  closing: Balance | null
  /** a page: the next message goes on with it */
  isOpen: boolean
  readonly records: { readonly line: number; readonly cells: Record<string, string> }[]
}
interface Balance {
  readonly currency: string
  /** with its sign */
  readonly amount: string
}

function fieldsOf(text: string): FieldLine[] {
  const fields: FieldLine[] = []
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const start = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(raw)
    if (start) fields.push({ tag: start[1] ?? '', line: at + 1, text: start[2] ?? '' })
    else if (/^-(?:\}|$)/.test(raw)) fields.push({ tag: '-', line: at + 1, text: '' })
    else if (!raw.startsWith('{') && fields.length > 0 && raw.trim() !== '') {
      const last = fields.at(-1)
      if (last && last.tag !== '-') last.text += `\n${raw}`
    }
  }
  return fields
}

/** `1234,5` with a comma and no point; null: none. */
const amountOf = (written: string): string | null =>
  /^\d{1,14},\d{0,4}$/.test(written) ? written.replace(/,$/, '').replace(',', '.') : null

/** `C261121EUR1234,56` */
function balanceOf(text: string): Balance | null {
  const found = /^([CD])\d{6}([A-Z]{3})([\d,]+)$/.exec(text.trim())
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

const statementLine = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?([\d,]+)([NFS][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/

function recordOf({ line, text }: FieldLine, currency: string): Message['records'][number] {
  const found = statementLine.exec(text.trimEnd())
  const [, value = '', entry, mark = '', , written = '', type = '', reference = '', bankReference = '', details = ''] = found ?? []
  const amount = amountOf(written)
  // what cannot be read stands where the day should be: the line is refused with it
  if (!found || amount === null) return { line, cells: { day: text.split('\n')[0] ?? '', currency } }
  const valueDay = dayOf(value)
  const cells = {
    day: entry === undefined ? valueDay : entryDay(valueDay, entry),
    valueDay,
    mark,
    amount,
    currency,
    type,
    reference: reference.trim() === 'NONREF' ? '' : reference.trim(),
    bankReference: bankReference.trim(),
    details: details.replaceAll('\n', ' ').trim(),
  }
  return { line, cells }
}

/** `:86:` of the line before: in numbered fields (`?20`), in words between slashes (`/NAME/`), or as it is. */
function tell(cells: Record<string, string>, text: string): void {
  const whole = text.replaceAll('\n', '')
  const numbered = /^\d{3}([^\w\s])(?=\d{2})/.exec(whole)
  const parts = new Map<string, string>()
  if (numbered) {
    const [, mark = '?'] = numbered
    for (const part of whole.slice(3).split(mark).slice(1)) parts.set(part.slice(0, 2), part.slice(2))
  } else for (const [, name = '', value = ''] of whole.matchAll(/\/([A-Z]{4})\/(.*?)(?=\/[A-Z]{4}\/|$)/g)) parts.set(name, value)
  const pick = (names: readonly string[]): string =>
    names
      .map(name => parts.get(name) ?? '')
      .join('')
      .trim()
  const details = numbered
    ? [pick(['00']), pick(['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63'])]
    : parts.size > 0
      ? [pick(['REMI']), pick(['EREF'])]
      : [text.replaceAll('\n', ' ').trim()]
  cells['details'] = [cells['details'] ?? '', ...details].filter(word => word !== '').join(' ')
  cells['counterparty'] = pick(numbered ? ['32', '33'] : ['NAME'])
  cells['counterpartyAccount'] = pick(numbered ? ['31'] : ['IBAN']) || (numbered ? pick(['38']) : '')
}

/** Messages with their balances; null: one has no closing balance, or a field is none: the file was cut. */
function messagesOf(fields: readonly FieldLine[]): Message[] | null {
  const messages: Message[] = []
  let last: Message | null = null
  for (const field of fields) {
    const { tag, text, line } = field
    if (tag === '20') {
      if (last !== null && last.closing === null) return null
      last = null
    } else if (tag === '25' || tag === '25P')
      messages.push((last = { account: text.split('\n')[0]?.trim() ?? '', line, opening: null, closing: null, isOpen: false, records: [] }))
    else if (last === null) continue
    else if (tag === '60F' || tag === '60M') last.opening = balanceOf(text)
    else if (tag === '62F' || tag === '62M') {
      last.closing = balanceOf(text)
      last.isOpen = tag === '62M'
      if (last.closing === null) return null
    } else if (tag === '61') {
      if (last.opening === null) return null
      last.records.push(recordOf(field, last.opening.currency))
    } else if (tag === '86' && last.closing === null) {
      const record = last.records.at(-1)
      if (record && record.cells['mark'] !== undefined) tell(record.cells, text)
    }
  }
  return messages.length === 0 || messages.some(one => one.opening === null || one.closing === null) ? null : messages
}

/** The account as its owner writes it: without the bank before the slash and the currency behind. */
const accountOf = ({ account, opening }: Message): string => {
  const bare = account.split('/').at(-1) ?? account
  const { currency } = opening ?? { currency: '' }
  return currency !== '' && bare.endsWith(currency) ? bare.slice(0, -currency.length) : bare
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

export function mt940Rows(text: string, part: number): TaggedRows {
  const messages = messagesOf(fieldsOf(text))
  if (messages === null) return { ok: false, reason: sentence`MT940 文件不完整：有的对账单缺少账号、期初或期末余额，请重新下载` }
  const statements = joined(messages)
  const filled = statements.filter(one => one.records.length > 0)
  const statement = filled[part - 1]
  if (!statement) return { ok: false, reason: sentence`文件里没有数据行，请确认下载的日期范围` }
  const said = (name: string, of: Balance | null): string =>
    of === null ? '' : `${name}=${of.amount.replace('-', '')} ${of.amount.startsWith('-') ? 'DBIT' : 'CRDT'}`
  const headLine = Math.max(0, (statement.records[0]?.line ?? 1) - 1)
  const above = [`account=${accountOf(statement)}`, said('opening', statement.opening), said('closing', statement.closing)]
  const others = statements.length - filled.length
  return {
    ok: true,
    rows: [
      ...above.map((cell): SourceRow => ({ line: headLine - 1, cells: [cell] })),
      { line: headLine, cells: [...mt940Heads] },
      ...statement.records.map(({ line, cells }): SourceRow => ({ line, cells: mt940Heads.map(head => cells[head] ?? '') })),
    ],
    parts: filled.length,
    notes: others > 0 ? [sentence`文件里另有 ${others} 个账户没有流水，未导入`] : [],
  }
}
