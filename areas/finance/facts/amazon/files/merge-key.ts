/** Merge keys: the same line in another language, zone print or layout has the same key; a later mapping never changes one. Pure. */
import { hash } from 'node:crypto'
import { amountColumns, type AmountColumn } from './header-columns.ts'
import type { SummaryLine, TransactionLine } from './lines.ts'

/** A character no cell holds. */
const between = '\u001F'

/** 128 bits: at a thousand million lines the chance of one collision is below 1 in 10^20. */
function key(values: string): string {
  return hash('sha256', values, 'hex').slice(0, 32)
}

/** Exact decimal without trailing zeros: 12.50, 12.5 and 12.500 are one amount. */
function shortest(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}

/**
 * Instant in UTC, type code (else the raw type), order, SKU, quantity, each amount, currency. The description counts only where no type
 * code, order or SKU tells what the line is (it is printed in the file's language); state and date of release never count: a release is the
 * same transaction.
 */
export function transactionKey(line: Omit<TransactionLine, 'key'>, currency: string): string {
  const toldElsewhere = line.typeCode !== null || line.orderId !== '' || line.sku !== ''
  let amounts = ''
  for (const column of amountColumns satisfies readonly AmountColumn[]) amounts += between + shortest(line.amounts[column])
  const what = line.typeCode ?? `~${line.type}`
  for (const [name, amount] of Object.entries(line.unmapped ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
    amounts += `${between}${name}${between}${shortest(amount)}`
  return key(
    [line.postedAt, what, line.orderId, line.sku, line.quantity ?? '', currency, toldElsewhere ? '' : line.description].join(between) +
      amounts,
  )
}

/** The summary is printed in English only and by the day: all its values but the title count. */
export const summaryKey = (line: Omit<SummaryLine, 'key'>, currency: string): string => keyOfSummary('summary', line, currency)

/** An amount of the Transaction View: no state of the transaction is part of it, a release is the same transaction. */
export const viewKey = (line: Omit<SummaryLine, 'key'>, currency: string): string => keyOfSummary('view', line, currency)

function keyOfSummary(kind: 'summary' | 'view', line: Omit<SummaryLine, 'key'>, currency: string): string {
  return key(
    [
      kind,
      line.postedOn,
      line.orderId,
      line.sku,
      line.transactionType,
      line.paymentType,
      line.paymentDetail,
      shortest(line.amount),
      line.quantity ?? '',
      currency,
    ].join(between),
  )
}

/** A sum of a transaction that has a number: what it amounts to may grow for weeks, and is one line all the same. */
export const viewKeyById = (id: string, column: string): string => key(['view', id, column].join(between))
