/** Cells of a marketplace's report as values, and what all cells of a file prove about its numbers and days. Pure. */
import { canonical, decimalText, isDecimal } from '#platform/format/decimal.ts'
import { cleaned } from './sheet-values.ts'

export type DecimalMark = '.' | ','

/** A text, without the quotes that some reports put around codes (`'ACY1'`). */
export const wordOf = (cell: string): string => cleaned(cell).replace(/^'([^']*)'$/, '$1')

/** An amount without the sign of its currency: `-$5.20`, `$-5.20`. */
const unsigned = (cell: string): string => cleaned(cell).replace(/^([-+]?)\s*[$€£¥￥]\s*/, '$1')

const nothing = /^(?:-+|n\/a|null)$/i
const exponent = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d{1,2})$/i

/** Exact decimal; '' for nothing; null for what is no number. `5.0E-4` is 0.0005. */
export function figureOf(cell: string, mark: DecimalMark): string | null {
  const text = unsigned(cell)
  if (text === '' || nothing.test(text)) return ''
  const plain = (mark === ',' ? text.replaceAll('.', '\u0000').replace(',', '.').replaceAll('\u0000', ',') : text).replace(/^\+/, '')
  const scientific = exponent.exec(plain)
  if (scientific) return expanded(scientific)
  if (!/^-?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?$/.test(plain) || !/\d/.test(plain)) return null
  const bare = plain.replaceAll(',', '').replace(/^(-?)\./, '$10.')
  return isDecimal(bare) ? canonical(bare) : null
}

function expanded([, sign = '', whole = '', fraction = '', power = '0']: RegExpExecArray): string {
  const scale = fraction.length - Number(power)
  const units = BigInt(`${whole}${fraction}${'0'.repeat(Math.max(0, -scale))}`)
  const text = decimalText(units, Math.max(0, scale))
  return canonical(sign === '-' && units !== 0n ? `-${text}` : text)
}

/** Which mark stands before the decimals, from cells that can be read one way only. */
export class MarkEvidence {
  #point = 0
  #comma = 0

  note(cell: string): void {
    const text = unsigned(cell)
    const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1]
    if (points + commas === 0) return
    if (points > 0 && commas > 0) this.#count(text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',')
    else if (points === 1 && !/^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) this.#count('.')
    else if (commas === 1 && !/^-?[1-9]\d{0,2},\d{3}$/.test(text)) this.#count(',')
    else if (points > 1) this.#count(',')
    else if (commas > 1) this.#count('.')
  }

  /** null: both ways are in use */
  verdict(): DecimalMark | null {
    if (this.#point > 0 && this.#comma > 0) return null
    return this.#comma > 0 ? ',' : '.'
  }

  #count(mark: DecimalMark): void {
    if (mark === '.') this.#point += 1
    else this.#comma += 1
  }
}
