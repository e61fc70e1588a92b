/**
 * Transactions and pay-outs as eBay's Finances API answers them (JSON, one page or several in an array). `amount` is what reaches the
 * seller: gross less fees, by `bookingEntry` in or out. The answer tells neither item nor shipping apart. Pay-outs are another answer; they
 * have no transaction number and are the same transaction as the report's pay-out of that day and amount. Pure.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { FileKind, FileMatch, FileSurveyor, LineReader, LineSink, ReadAsk, Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import { add, compare, isDecimal, isNegative, isZero, negate, sum } from '#platform/format/decimal.ts'
import { readInstant } from '#platform/format/instants.ts'
import { showExact } from '#platform/format/numbers.ts'
import { listOf, objectOf, pagesOf, textOf, type Json } from '#platform/format/parsed-json.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { LineFault, txKeyOf, typedKeyOf, type MarketLine } from '../market-file.ts'

const columns = [
  'transactionId',
  'transactionType',
  'bookingEntry',
  'transactionDate',
  'orderId',
  'payoutId',
  'feeType',
  'memo',
  'amount',
  'currency',
  'totalFee',
  'fees',
  'itemId',
  'status',
] as const
type Column = (typeof columns)[number]

function rowsOf(document: unknown): string[][] | null {
  const pages = pagesOf(document)
  const transactions = pages.flatMap(page => listOf(page['transactions']))
  const payouts = pages.flatMap(page => listOf(page['payouts']))
  const isOne = transactions.some(one => 'transactionId' in one && 'bookingEntry' in one) || payouts.some(one => 'payoutStatus' in one)
  return isOne ? [[...columns], ...transactions.map(rowOf), ...payouts.map(rowOfPayout)] : null
}

const payout = 'PAYOUT'
/** what leaves eBay; of a pay-out that failed or is under way nothing has left yet */
const paidOut = 'SUCCEEDED'
function rowOfPayout(one: Json): string[] {
  const amount = objectOf(one['amount'])
  const cells: Partial<Record<Column, string>> = {
    transactionType: payout,
    bookingEntry: 'DEBIT',
    transactionDate: textOf(one['payoutDate']),
    payoutId: textOf(one['payoutId']),
    memo: textOf(one['payoutMemo']),
    amount: textOf(amount['value']),
    currency: textOf(amount['currency']),
    fees: '[]',
    status: textOf(one['payoutStatus']),
  }
  return columns.map(column => cells[column] ?? '')
}

function rowOf(one: Json): string[] {
  const [amount, totalFee] = [objectOf(one['amount']), objectOf(one['totalFeeAmount'])]
  const item = listOf(one['references']).find(reference => textOf(reference['referenceType']).toLowerCase() === 'item_id')
  return [
    textOf(one['transactionId']),
    textOf(one['transactionType']),
    textOf(one['bookingEntry']),
    textOf(one['transactionDate']),
    textOf(one['orderId']),
    textOf(one['payoutId']),
    textOf(one['feeType']),
    textOf(one['transactionMemo']),
    textOf(amount['value']),
    textOf(amount['currency']),
    textOf(totalFee['value']),
    JSON.stringify(listOf(one['orderLineItems']).flatMap(line => listOf(line['marketplaceFees']))),
    item === undefined ? '' : textOf(item['referenceId']),
    '',
  ]
}

const match: FileMatch = { headerLine: 1, columns: {}, language: null, confidence: 1 }
const isHead = (row: SourceRow): boolean => columns.every((column, at) => row.cells[at] === column)
const cell = (row: SourceRow, column: Column): string => row.cells[columns.indexOf(column)] ?? ''

export const ebayApi: FileKind<'json', null, MarketLine> = {
  code: 'ebayApi',
  title: ['eBay Finances API', 'eBay Finances API'],
  origin: 'described',
  family: 'ebayApi',
  month: 'crossing',
  template: columns,
  fromJson: rowsOf,
  recognise: rows => (rows[0] !== undefined && isHead(rows[0]) ? match : null),
  survey: () => new FinancesSurveyor(),
  read: (_match, _format, ask, sink) => new FinancesReader(ask, sink),
}

function instantOf(row: SourceRow): number {
  const written = cell(row, 'transactionDate')
  const at = readInstant(written)
  if (at === null) throw new LineFault('transactionDate', written, sentence`时间应为 2026-11-21T09:00:00.000Z 的格式`)
  return at
}

class FinancesSurveyor implements FileSurveyor<'json'> {
  readonly #currencies = new Set<string>()
  readonly #refusals: Refusal[] = []
  #first = Infinity
  #last = -Infinity
  #lineCount = 0

  row(row: SourceRow): void {
    if (isHead(row)) return
    this.#lineCount++
    try {
      const atMs = instantOf(row)
      this.#first = Math.min(this.#first, atMs)
      this.#last = Math.max(this.#last, atMs)
      const currency = cell(row, 'currency')
      if (/^[A-Z]{3}$/.test(currency)) this.#currencies.add(currency)
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#refusals.push({ line: row.line, ...error.refusal })
    }
  }

  end() {
    const isDated = this.#last >= this.#first
    const day = (ms: number): string | null => (isDated ? dayInZone(ms, 'UTC') : null)
    return {
      format: this.#refusals.length === 0 ? ('json' as const) : null,
      refusals: this.#refusals,
      marketplaces: [],
      currencies: [...this.#currencies],
      firstDay: day(this.#first),
      lastDay: day(this.#last),
      firstAt: isDated ? this.#first : null,
      lastAt: isDated ? this.#last : null,
      lineCount: this.#lineCount,
      documentId: null,
    }
  }
}

interface Part {
  readonly amountType: string
  readonly description: string
  readonly amount: string
}

class FinancesReader implements LineReader<null> {
  readonly #ask: ReadAsk
  readonly #sink: LineSink<MarketLine>
  readonly #sums = new Map<string, string>()
  #no = 0
  #notPaid = 0

  constructor(ask: ReadAsk, sink: LineSink<MarketLine>) {
    this.#ask = ask
    this.#sink = sink
  }

  row(row: SourceRow): void {
    if (isHead(row)) return
    try {
      this.#emit(row)
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#sink.refuse({ line: row.line, ...error.refusal })
    }
  }

  end() {
    const controlTotals = [...this.#sums].map(([currency, summed]) => ({ name: 'total', currency, stated: null, summed }))
    return {
      head: null,
      controlTotals,
      linesRead: this.#no,
      notes: [
        sentence`按 eBay 公布的接口说明读取，尚未见过真实文件：请核对本次合计`,
        ...(this.#notPaid > 0 ? [sentence`${this.#notPaid} 笔放款未成功或仍在途，没有计入`] : []),
      ],
    }
  }

  #emit(row: SourceRow): void {
    const [type, transactionId] = [cell(row, 'transactionType'), cell(row, 'transactionId')]
    if (type === '') throw new LineFault('transactionType', '', sentence`缺少交易类型`)
    if (type === payout && cell(row, 'status') !== paidOut) {
      this.#notPaid += 1
      return
    }
    if (transactionId === '' && type !== payout) throw new LineFault('transactionId', '', sentence`缺少交易编号`)
    const currency = cell(row, 'currency')
    if (!/^[A-Z]{3}$/.test(currency)) throw new LineFault('amount', currency, sentence`这一行没有写明币种`)
    const { net, parts } = partsOf(row, type)
    const atMs = instantOf(row)
    const [day, orderNo] = [dayInZone(atMs, this.#ask.zone), cell(row, 'orderId')]
    const typedKey = typedKeyOf({ day, type, orderNo, net, currency })
    const txKey = transactionId === '' ? typedKey : txKeyOf(type, transactionId, net)
    this.#sums.set(currency, add(this.#sums.get(currency) ?? '0', net))
    for (const [index, part] of parts.entries())
      this.#sink.line({
        no: ++this.#no,
        postedOn: day,
        postedAt: new Date(atMs).toISOString(),
        txKey,
        typedKey,
        part: index + 1,
        type,
        ...part,
        orderNo,
        sku: '',
        itemId: cell(row, 'itemId'),
        title: cell(row, 'memo'),
        quantity: null,
        currency,
        transactionId,
        payoutId: cell(row, 'payoutId'),
      })
  }
}

const decimalOf = (column: string, written: string): string => {
  if (!isDecimal(written)) throw new LineFault(column, written, sentence`金额不是数字`)
  return written
}

/** What reaches the seller or leaves him, and what it is made of. */
function partsOf(row: SourceRow, type: string): { readonly net: string; readonly parts: readonly Part[] } {
  const entry = cell(row, 'bookingEntry')
  if (entry !== 'CREDIT' && entry !== 'DEBIT') throw new LineFault('bookingEntry', entry, sentence`应为 CREDIT 或 DEBIT`)
  const written = decimalOf('amount', cell(row, 'amount'))
  const size = isNegative(written) ? negate(written) : written
  const signed = (amount: string): string => (entry === 'DEBIT' && !isZero(amount) ? negate(amount) : amount)
  const net = signed(size)
  const fees = listOf(JSON.parse(cell(row, 'fees'))).map(fee => ({
    description: textOf(fee['feeType']),
    amount: decimalOf('marketplaceFees', textOf(objectOf(fee['amount'])['value'])),
  }))
  if (fees.length === 0) {
    const isOrder = type === 'SALE' || type === 'REFUND'
    const description = type === 'NON_SALE_CHARGE' ? cell(row, 'feeType') : ''
    return { net, parts: [{ amountType: isOrder ? 'ITEM' : 'TOTAL', description, amount: net }] }
  }
  const fee = sum(fees.map(one => one.amount))
  const stated = cell(row, 'totalFee')
  if (stated !== '' && compare(decimalOf('totalFeeAmount', stated), fee) !== 0)
    throw new LineFault(
      'totalFeeAmount',
      stated,
      sentence`费用合计 ${showExact(stated)} 与各项费用之和 ${showExact(fee)} 不同，文件可能被改动或不完整，请重新下载`,
    )
  return {
    net,
    parts: [
      { amountType: 'ITEM', description: '', amount: signed(add(size, fee)) },
      ...fees
        .filter(one => !isZero(one.amount))
        .map(one => ({ amountType: 'FEE', description: one.description, amount: signed(negate(one.amount)) })),
    ],
  }
}
