/** Amounts in columns that no table knows: a line's own total decides whether they count. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import { textAt } from './cells.ts'
import type { ExtraColumn } from './extra-columns.ts'
import { moneyWords, parseMoney, type DecimalMark } from './numbers.ts'

/** What of a line counts, by printed head, and its sum. */
export interface CountedExtra {
  readonly amounts: Readonly<Record<string, string>> | null
  readonly units: bigint
}
const nothing: CountedExtra = { amounts: null, units: 0n }

interface Found {
  readonly column: ExtraColumn
  readonly units: bigint
  readonly text: string
}
const sumOf = (found: readonly Found[]): bigint => found.reduce((sum, { units }) => sum + units, 0n)
const named = (columns: readonly ExtraColumn[]): string => columns.map(({ name }) => `“${name}”`).join('、')

export class ExtraAmounts {
  readonly #columns: readonly ExtraColumn[]
  readonly #mark: DecimalMark
  readonly #counted = new Map<ExtraColumn, bigint>()
  readonly #left = new Map<ExtraColumn, bigint>()

  constructor(columns: readonly ExtraColumn[], mark: DecimalMark) {
    this.#columns = columns
    this.#mark = mark
  }

  /**
   * Counts the unknown amounts of one line, given the sum of its known ones and its total, in units of 0.0001. All of them are part of the
   * total, or those among the money columns are and the others stand there for information; else the sums are shown and the line is
   * refused.
   */
  count(row: SourceRow, known: bigint, total: bigint): CountedExtra | { readonly reason: Wording } {
    const found = this.#columns.flatMap((column): Found[] => {
      const amount = parseMoney(textAt(row, column.index), this.#mark)
      return amount && amount.units !== 0n ? [{ column, units: amount.units, text: amount.text }] : []
    })
    if (found.length === 0) return nothing
    const among = found.filter(({ column }) => column.isAmongMoney)
    const counted = known + sumOf(found) === total ? found : known + sumOf(among) === total ? among : null
    if (counted === null) return { reason: this.#bothSums(found, known, total) }
    for (const each of found) {
      const sums = counted.includes(each) ? this.#counted : this.#left
      sums.set(each.column, (sums.get(each.column) ?? 0n) + each.units)
    }
    if (counted.length === 0) return nothing
    return { amounts: Object.fromEntries(counted.map(({ column, text }) => [column.name, text])), units: sumOf(counted) }
  }

  /** A column that some lines' totals hold and others' do not means two things: the file is not taken. */
  refusals(): Refusal[] {
    return [...this.#counted.keys()]
      .filter(column => this.#left.has(column))
      .map(({ name }) => ({
        line: null,
        column: name,
        value: null,
        reason: sentence`不认识的列“${name}”在一部分行里计入总额，在另一部分行里没有，不能确定它的含义，请重新下载原始报告`,
      }))
  }

  notes(currency: string): Wording[] {
    return [
      ...[...this.#counted].map(
        ([{ name }, sum]) =>
          sentence`不认识的列“${name}”已按未映射的金额计入，合计 ${moneyWords(sum)} ${currency}，请在费用类型映射里选择科目`,
      ),
      ...[...this.#left].map(
        ([{ name }, sum]) => sentence`不认识的列“${name}”不在各行总额之内，没有计入，合计 ${moneyWords(sum)} ${currency}`,
      ),
    ]
  }

  #bothSums(found: readonly Found[], known: bigint, total: bigint): Wording {
    const columns = found.map(({ column }) => column)
    return sentence`本行已知金额列合计${moneyWords(known)}，连同不认识的列${named(columns)}合计${moneyWords(known + sumOf(found))}，总额为${moneyWords(total)}：不能确定该列是否计入金额，请重新下载原始报告，仍如此时请告知管理员`
  }
}
