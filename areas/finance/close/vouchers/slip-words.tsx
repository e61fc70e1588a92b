/** How lines of a voucher are said, on the screen and on paper. Pure. */
import { isZero } from '#platform/format/decimal.ts'
import { showExact } from '#platform/format/numbers.ts'
import type { PaperEntry } from './answers.ts'

/** nothing stands where nothing is booked */
export const shown = (amount: string): string => (isZero(amount) ? '' : showExact(amount))
export const isRed = (amount: string): boolean => amount.startsWith('-')

/** An amount in another currency than the books have, with its rate. */
export const foreign = (entry: Pick<PaperEntry, 'currency' | 'amount' | 'rate'>, base: string): string =>
  entry.currency === base ? '' : `${entry.currency} ${showExact(entry.amount)} · ${entry.rate}`

export const itemsOf = (entry: PaperEntry): string =>
  entry.items.flatMap(one => (one.name === null ? [] : [`${one.title} ${one.name}`])).join('　')
