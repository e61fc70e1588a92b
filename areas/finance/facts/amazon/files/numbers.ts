/**
 * Money as Amazon prints it. The decimal mark is decided per file from the evidence of all its money cells, never from currency or
 * marketplace. Pure.
 */
import { showExact } from '#platform/format/numbers.ts'
import { type Part, sentence, type Wording } from '#platform/declare/sentence.ts'

export type DecimalMark = '.' | ','

/** Amounts at scale 4 as bigint (1 = 0.0001) and as canonical decimal text with the places the file gave. */
export interface Money {
  readonly units: bigint
  readonly text: string
}

export const moneyScale = 4
const unitsPerOne = 10_000n
export const zeroMoney: Money = { units: 0n, text: '0' }

/** Bounds keep numeric(20,4) safe: no seller's amount has 14 digits before the mark. */
const wholeDigitsMax = 14

// minus as hyphen, U+2212, en dash, small hyphen, full width
const minusSigns = '-\u2212\u2013\uFE63\uFF0D'
const spaces = ' \u00A0\u202F\u2009'
const apostrophes = "'\u2019"
/** signs, or the code of three letters */
const currencySigns =
  /^(?:(?:US|CDN|CA|C|AU|A|MX|R|S)?\$|E?£|[€¥￥₺₹]|kr|zł|TL|[A-Z]{3}(?![A-Za-z]))|(?:[$€£¥￥₺₹]|kr\.?|zł|TL|(?<![A-Za-z])[A-Z]{3})$/u

interface Bare {
  readonly negative: boolean
  /** digits, marks, grouping */
  readonly body: string
}

/** Takes sign and currency sign off; the sign may stand before, after, or between currency and digits (`$-1.00`). */
function bare(cell: string): Bare | null {
  // direction marks stand before the minus where a report was made right to left
  let text = cell.replace(/[\u200B-\u200F\u202A-\u202E\uFEFF]/g, '').trim()
  let negative = false
  if (text.startsWith('(') && text.endsWith(')')) {
    negative = true
    text = text.slice(1, -1).trim()
  }
  for (let round = 0; round < 2; round++) {
    const first = text.charAt(0)
    if (first !== '' && minusSigns.includes(first)) {
      if (negative) return null
      negative = true
      text = text.slice(1).trim()
    } else if (first === '+') text = text.slice(1).trim()
    text = text.replace(currencySigns, '').trim()
  }
  const last = text.charAt(text.length - 1)
  if (last !== '' && minusSigns.includes(last)) {
    if (negative) return null
    negative = true
    text = text.slice(0, -1).trim()
  }
  return { negative, body: text }
}

/** What one cell proves: its decimal mark, that it reads both ways (`1,234`), nothing (`12`), or that it is no number. */
export type Proof = DecimalMark | 'either' | 'nothing' | 'no'

export function proofOf(cell: string): Proof {
  const plain = plainProof(cell)
  if (plain) return plain
  const number = bare(cell)
  if (!number) return 'no'
  const dot = parseBody(number.body, '.') !== null
  const comma = parseBody(number.body, ',') !== null
  if (dot && comma) return /[.,]/.test(number.body) ? 'either' : 'nothing'
  return dot ? '.' : comma ? ',' : 'no'
}

/** Fast way for the common cells: optional minus, digits, one mark, one, two or four digits. */
function plainProof(cell: string): Proof | null {
  let at = cell.charCodeAt(0) === 45 ? 1 : 0
  const from = at
  let mark = -1
  for (; at < cell.length; at++) {
    const code = cell.charCodeAt(at)
    if (code >= 48 && code <= 57) continue
    if ((code !== 46 && code !== 44) || mark >= 0 || at === from) return null
    mark = at
  }
  if (at === from) return null
  if (mark < 0) return 'nothing'
  const places = at - mark - 1
  if (places === 1 || places === 2) return cell.charCodeAt(mark) === 46 ? '.' : ','
  return null
}

/** Digits without grouping: whole part and places; null where the text is no number with this decimal mark. */
function parseBody(body: string, decimal: DecimalMark): { whole: string; places: string } | null {
  const at = body.indexOf(decimal)
  const whole = at < 0 ? body : body.slice(0, at)
  const places = at < 0 ? '' : body.slice(at + 1)
  if (at >= 0 && !/^\d+$/.test(places)) return null
  if (places.length > moneyScale) return null
  if (/^\d+$/.test(whole)) return { whole, places }
  // `.5` without a leading zero
  if (whole === '' && places !== '') return { whole: '0', places }
  const group = groupMark(whole, decimal)
  if (group === null) return null
  const groups = whole.split(group)
  const [first = '', ...rest] = groups
  const last = rest.at(-1) ?? ''
  // groups of three, or India's lakh: groups of two and a last one of three
  const middle = rest.slice(0, -1)
  const grouped = last.length === 3 && (middle.every(part => part.length === 3) || middle.every(part => part.length === 2))
  if (!grouped || !/^[1-9]\d{0,2}$/.test(first) || !/^\d+$/.test(rest.join(''))) return null
  return { whole: groups.join(''), places }
}

function groupMark(whole: string, decimal: DecimalMark): string | null {
  for (const character of whole) {
    if (character === decimal) return null
    if (character === '.' || character === ',' || spaces.includes(character) || apostrophes.includes(character)) return character
    if (character < '0' || character > '9') return null
  }
  return null
}

/** Reads one cell with the file's decimal mark; null where it is not a number in that format or has more than four places. */
export function parseMoney(cell: string, decimal: DecimalMark): Money | null {
  if (cell === '0') return zeroMoney
  const plain = plainProof(cell)
  if (plain === decimal) {
    const text = decimal === '.' ? cell : cell.replace(',', '.')
    return fromParts(text.startsWith('-'), text.slice(text.startsWith('-') ? 1 : 0, text.indexOf('.')), text.slice(text.indexOf('.') + 1))
  }
  const number = bare(cell)
  const parts = number && parseBody(number.body, decimal)
  return parts ? fromParts(number.negative, parts.whole, parts.places) : null
}

function fromParts(negative: boolean, wholeDigits: string, places: string): Money | null {
  const whole = wholeDigits.length > 1 && wholeDigits.startsWith('0') ? wholeDigits.replace(/^0+(?=\d)/, '') : wholeDigits
  if (whole.length > wholeDigitsMax) return null
  // up to 15 digits a double is exact: an integer count of units on the way to bigint, four times faster than BigInt(text)
  const units = BigInt(Number(whole)) * unitsPerOne + BigInt(Number(places.padEnd(moneyScale, '0')))
  const digits = places === '' ? whole : `${whole}.${places}`
  return negative && units !== 0n ? { units: -units, text: `-${digits}` } : { units, text: digits }
}

/** Canonical decimal of an amount at scale 4: trailing zeros off, at least `placesMin` places kept. */
export function moneyText(units: bigint, placesMin = 0): string {
  const absolute = units < 0n ? -units : units
  const places = (absolute % unitsPerOne).toString().padStart(moneyScale, '0').replace(/0+$/, '').padEnd(placesMin, '0')
  const whole = (absolute / unitsPerOne).toString()
  return `${units < 0n ? '-' : ''}${whole}${places === '' ? '' : `.${places}`}`
}

/** Money as sentences say it: two decimals at least, with separators. */
export const moneyWords = (units: bigint): string => showExact(moneyText(units, 2))

/** One cell kept as evidence, for the message. */
interface Sample {
  readonly line: number
  readonly cell: string
}

export type MarkVerdict = { readonly mark: DecimalMark } | { readonly mark: null; readonly reason: Wording; readonly sample: Sample | null }

/** Collects what all money cells of a file prove about its decimal mark. */
export class NumberEvidence {
  readonly #first: { '.': Sample | null; ',': Sample | null; either: Sample | null } = { '.': null, ',': null, either: null }

  /** true where this cell reads one way only or not at all, so that no second reading of it is needed */
  note(cell: string, line: number): Proof {
    const proof = proofOf(cell)
    if (proof === '.' || proof === ',' || proof === 'either') this.#first[proof] ??= { line, cell }
    return proof
  }

  /** a mark is proven and nothing contradicts it yet */
  get decided(): boolean {
    return this.#first['.'] !== null || this.#first[','] !== null
  }

  /** `holds`: whether the file's own sums hold under a reading; asked only where no cell proves the mark. */
  verdict(holds: (mark: DecimalMark) => boolean): MarkVerdict {
    const dot = this.#first['.']
    const comma = this.#first[',']
    const either = this.#first.either
    if (dot && comma) {
      return {
        mark: null,
        sample: comma,
        reason: sentence`同一文件里有两种小数写法：第${dot.line}行“${dot.cell}”用点，第${comma.line}行“${comma.cell}”用逗号，请统一后再上传`,
      }
    }
    if (dot) return { mark: '.' }
    if (comma) return { mark: ',' }
    if (!either) return { mark: '.' }
    const asDot = holds('.')
    const asComma = holds(',')
    if (asDot !== asComma) return { mark: asDot ? '.' : ',' }
    const readings = sentence`“${either.cell}”可读作${readingOf(either.cell, '.')}或${readingOf(either.cell, ',')}`
    const why = asDot ? sentence`两种读法下合计都成立` : sentence`两种读法下合计都不成立`
    return {
      mark: null,
      sample: either,
      reason: sentence`无法确定数字写法：第${either.line}行${readings}，${why}，请用两位小数的原始文件上传`,
    }
  }
}

function readingOf(cell: string, mark: DecimalMark): Part {
  return parseMoney(cell, mark)?.text ?? sentence`非数字`
}
