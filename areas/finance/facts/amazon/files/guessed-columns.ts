/**
 * Columns that were told by their place in a known form, because their heads are not known: said in the import's notes with what stands in
 * them. Pure.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FileMatch } from '#platform/declare/file-kind.ts'
import type { FileColumn } from './header-columns.ts'
import { moneyNames } from './header-amounts.ts'
import { headerNames } from './header-names.ts'
import { moneyWords } from './numbers.ts'

const isColumn = (name: string): name is FileColumn => Object.hasOwn(headerNames, name)
/** Amazon's own English name of a column. */
const englishName = (column: FileColumn): string => headerNames[column].en?.split(' | ')[0] ?? column

export class GuessedColumns {
  readonly #match: FileMatch
  readonly #sums: Map<string, bigint>

  constructor(match: FileMatch) {
    this.#match = match
    this.#sums = new Map((match.guessed ?? []).map(column => [column, 0n]))
  }

  /** Units of 0.0001. */
  add(column: string, units: bigint): void {
    const before = this.#sums.get(column)
    if (before !== undefined) this.#sums.set(column, before + units)
  }

  notes(header: readonly string[], currency: string): Wording[] {
    return [...this.#sums].flatMap(([column, sum]) => {
      const index = this.#match.columns[column]
      if (index === undefined || !isColumn(column)) return []
      const told = sentence`第 ${index + 1} 列的表头“${header[index] ?? ''}”不认识，按所在位置读作“${englishName(column)}”`
      return [Object.hasOwn(moneyNames, column) ? sentence`${told}，合计 ${moneyWords(sum)} ${currency}` : told]
    })
  }
}
