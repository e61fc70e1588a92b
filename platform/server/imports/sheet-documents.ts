/** What lines of an invoice state beyond themselves: parts that make their amount, and the sum of the invoice they are of. Pure. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Doubt } from '#platform/declare/file-kind.ts'
import type { SheetLine } from '#platform/declare/sheet-layout.ts'
import { add, compare, negate } from '#platform/format/decimal.ts'

const signed = ({ direction, amount }: SheetLine): string => (direction === 'out' ? negate(amount) : amount)

/** A line whose parts do not add up to its amount. */
export function partsDoubt(line: SheetLine, parts: readonly string[]): Doubt[] {
  const found = parts.reduce((sum, name) => add(sum, line.figures[name] || '0'), '0')
  if (compare(found, signed(line)) === 0) return []
  return [{ what: sentence`各项费用之和`, line: line.line, currency: line.currency, stated: signed(line), found }]
}

/** Sums of the lines by invoice, held against what each line states of its invoice. */
export class DocumentTotals {
  readonly #documents = new Map<string, { stated: string; found: string; currency: string }>()

  add(name: string, stated: string, line: SheetLine): void {
    const known = this.#documents.get(name)
    this.#documents.set(name, { stated, found: add(known?.found ?? '0', signed(line)), currency: line.currency })
  }

  doubts(): Doubt[] {
    return [...this.#documents].flatMap(([name, { stated, found, currency }]) =>
      compare(stated, found) === 0 ? [] : [{ what: sentence`发票 ${name} 合计`, line: null, currency, stated, found }],
    )
  }
}
