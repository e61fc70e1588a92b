/**
 * Columns whose heads no table knows and whose form has no place for them: which of them hold money. Amazon's total is the sum of the money
 * columns before it, so that an unknown one among those must be part of it; one before or behind them may as well be there for information.
 * Pure.
 */
import type { FileMatch, SourceRow } from '#platform/declare/file-kind.ts'
import { detached, textAt } from './cells.ts'
import { amountColumns, keptAs } from './header-columns.ts'
import { parseMoney, type DecimalMark } from './numbers.ts'

export interface ExtraColumn {
  /** as printed; never one of the product's own column names */
  readonly name: string
  readonly index: number
  /** stands between the first known money column and the total */
  readonly isAmongMoney: boolean
}

const nameLengthMax = 100
const marks: readonly DecimalMark[] = ['.', ',']
const ownNames: ReadonlySet<string> = new Set(amountColumns)

class Candidate {
  readonly column: ExtraColumn
  /** whether every cell is an amount under this reading, and one of them prints decimals */
  readonly reads: Record<DecimalMark, { isMoney: boolean; hasDecimals: boolean }> = {
    '.': { isMoney: true, hasDecimals: false },
    ',': { isMoney: true, hasDecimals: false },
  }
  isFilled = false

  constructor(column: ExtraColumn) {
    this.column = column
  }

  note(cell: string): void {
    if (cell === '' || cell === '0') return
    for (const mark of marks) {
      const reading = this.reads[mark]
      const amount = reading.isMoney ? parseMoney(cell, mark) : null
      if (!amount) reading.isMoney = false
      else {
        if (amount.units !== 0n) this.isFilled = true
        if (amount.text.includes('.')) reading.hasDecimals = true
      }
    }
  }
}

export class ExtraColumns {
  #candidates: Candidate[] = []

  /** The header's own row: what of it is not known. */
  header(row: SourceRow, match: FileMatch): void {
    const known = new Set(Object.values(match.columns))
    const firstMoney = Math.min(...keptAs.flatMap(([inFile]) => match.columns[inFile] ?? []))
    const total = match.columns['total'] ?? -1
    const names = new Set<string>()
    this.#candidates = row.cells.flatMap((cell, index) => {
      const printed = detached(cell.trim().slice(0, nameLengthMax))
      if (printed === '' || known.has(index)) return []
      let name = ownNames.has(printed) ? `~${printed}` : printed
      for (let n = 2; names.has(name); n++) name = `${printed} (${n})`
      names.add(name)
      return [new Candidate({ name, index, isAmongMoney: index > firstMoney && index < total })]
    })
  }

  row(row: SourceRow): void {
    for (const each of this.#candidates) each.note(textAt(row, each.column.index))
  }

  /** Sum of all cells that are amounts, for trying which decimal mark makes the lines add up. */
  sumOf(row: SourceRow, mark: DecimalMark): bigint {
    return this.#candidates.reduce((sum, { column }) => sum + (parseMoney(textAt(row, column.index), mark)?.units ?? 0n), 0n)
  }

  /**
   * Columns that hold amounts under this decimal mark; outside the money columns only those that print decimals: numbers of parcels and
   * postcodes stand there.
   */
  found(mark: DecimalMark): ExtraColumn[] {
    return this.#candidates
      .filter(({ column, reads, isFilled }) => isFilled && reads[mark].isMoney && (column.isAmongMoney || reads[mark].hasDecimals))
      .map(({ column }) => column)
  }
}
