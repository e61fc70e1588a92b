/**
 * What Excel leaves behind where it has changed a file's content and not only its looks: a number with a comma taken for thousands, an id
 * shortened to 15 digits, a day taken for a month. The original can't be won back from it, so such a file is refused. Pure.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { dayNumber, isDate } from '#platform/format/dates.ts'
import type { Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import { detached } from './cells.ts'
import type { Money } from './numbers.ts'

const original = sentence`请直接上传平台下载的原始文件，不要用 Excel 打开后另存`

/** So many different whole amounts and not one with cents: fees in per cent of a price make cents. */
const wholeAmountsMax = 3
/** scale 4; from a thousand on the amount was printed with a thousands mark, which Excel of another land leaves as text */
const thousand = 10_000_000n

/**
 * `35,00` becomes 3500 where Excel writes 1,234.56, and a line's columns still add up to its total. Amazon prints two places (`35.00`) in
 * every currency that has them, so an amount of few digits with one or two places proves the file untouched.
 */
export class CentsWatch {
  #hasCents = false
  readonly #whole = new Set<bigint>()

  note({ units, text }: Money): void {
    if (this.#hasCents || units === 0n) return
    const point = text.indexOf('.')
    const places = point < 0 ? 0 : text.length - point - 1
    // three places are thousands: `3,500` read with a comma for the decimal mark
    if ((places === 1 || places === 2) && units < thousand && units > -thousand) this.#hasCents = true
    else if (places === 0 || places === 3) this.#whole.add(units)
  }

  refusal(currency: string): Refusal | null {
    if (this.#hasCents || this.#whole.size < wholeAmountsMax || !hasCents(currency)) return null
    const reason = sentence`币种为 ${currency}，但没有一个金额带小数：多半是 Excel 把“35,00”当成了 3500。${original}`
    return { line: null, column: null, value: null, reason }
  }
}

function hasCents(currency: string): boolean {
  return (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2) > 0
}

const scientific = /^\d(?:[.,]\d+)?E\+\d{1,3}$/
/** Excel keeps 15 digits of a number and fills up with zeros. One zero may be the id's own: every tenth number of 16 digits ends so. */
const filledDigitsMin = 17
const filledUp = /^\d{15}0{2,}$/

/** Asked of each id of each line: three characters tell nearly all of them apart from a shortened one. */
function isShortened(cell: string): boolean {
  const first = cell.charCodeAt(0)
  if (!(first >= 48 && first <= 57)) return false
  const second = cell.charAt(1)
  if (second === '.' || second === ',' || second === 'E') return scientific.test(cell)
  return cell.length >= filledDigitsMin && cell.endsWith('00') && filledUp.test(cell)
}

/** Refuses a line whose id Excel has shortened (`1.12345E+17`, `112345678901234000`); true where it did. */
export function refuseShortenedId(
  row: SourceRow,
  columns: readonly (readonly [title: string, index: number | undefined])[],
  refuse: (refusal: Refusal) => void,
): boolean {
  for (const [column, index] of columns) {
    const cell = index === undefined ? '' : (row.cells[index] ?? '')
    if (!isShortened(cell)) continue
    refuse({
      line: row.line,
      column,
      value: detached(cell),
      reason: sentence`编号“${detached(cell)}”被 Excel 改成了数字，后面的位数已丢失。${original}`,
    })
    return true
  }
  return false
}

const isoDay = /^\d{4}-\d\d-\d\d$/

/**
 * Excel turns `04/03/2025` into a date by its own land's order and leaves `04/13/2025` as text: a column that holds both was partly
 * changed, and which way can't be told.
 */
export function isExcelDay(cell: string): boolean {
  return cell.length === 10 && isoDay.test(cell)
}

export const changedDays = (day: string, text: string): Wording =>
  sentence`日期列里既有日期“${day}”又有文字“${text}”：多半是 Excel 把一部分日期的日和月对调了。${original}`

const dayMs = 86_400_000
/** midnight UTC; NaN where there is no such day */
const midnight = (day: string): number => (isDate(day) ? dayNumber(day) * dayMs : Number.NaN)
const swapped = (day: string): number => midnight(`${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}`)

/**
 * Days of a settlement's lines that lie outside its period and would lie inside with day and month changed about: Excel took them for the
 * other.
 */
export class SwappedDays {
  #last = ''
  #first = ''
  readonly #asWritten = { first: Infinity, last: -Infinity }
  readonly #asSwapped = { first: Infinity, last: -Infinity }

  note(cell: string): void {
    if (cell === this.#last || !isExcelDay(cell)) return
    this.#last = cell
    this.#first ||= detached(cell)
    for (const [span, at] of [
      [this.#asWritten, midnight(cell)],
      [this.#asSwapped, swapped(cell)],
    ] as const) {
      // a day above 12 is no month: NaN stays, and nothing lies inside any more
      span.first = Math.min(span.first, at)
      span.last = Math.max(span.last, at)
    }
  }

  /** `from`, `to`: the settlement's period; a day's tolerance, because lines without a clock are of another zone's day */
  reason(from: number, to: number): Wording | null {
    const inside = (span: { first: number; last: number }): boolean => span.first >= from - dayMs && span.last <= to + dayMs
    if (this.#first === '' || inside(this.#asWritten) || !inside(this.#asSwapped)) return null
    return sentence`记账日期“${this.#first}”不在结算期间内，日和月对调后才在：多半是 Excel 改的。${original}`
  }
}
