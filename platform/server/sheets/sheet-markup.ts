/** The markup of a sheet, chunk by chunk, to rows of text. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { numberText, serialText } from './cell-text.ts'
import type { Shown } from './number-formats.ts'
import { SheetRefusal } from './refusal.ts'
import { attributesOf, cellString, ElementCutter, joinedText, unescapeXml } from './xml-text.ts'

export interface CellContext {
  readonly strings: readonly string[]
  readonly shown: readonly Shown[]
  readonly is1904: boolean
  readonly wanted?: Wanted
}

/**
 * Which columns of a line somebody wants to know, by index; columns past its end are wanted, null: all. Text that nobody wants is not taken
 * out of the markup, which spares half the work of reading a wide table.
 */
export type Wanted = (line: number) => readonly boolean[] | null

/** Columns that are read: ZZ. A row with one cell at XFD would cost 16,384 cells. */
const COLUMNS_MAX = 702
const ROWS_MAX = 1_048_576
const ROW_CHARACTERS_MAX = 32 * 1_048_576
/** as Excel writes nearly every cell; others take the slow way */
const USUAL_CELL = /<c r="([A-Z]{1,3})\d+"(?: s="(\d+)")?(?: t="(\w+)")?(\/?)>/y

/** enough to hold the end of the root element and what may stand behind it */
const TAIL_CHARACTERS = 64
const CELL_START = '<c r="'
const BEFORE_A = 64

/** a number that stands in the file as it is to be read, at most 15 digits: most numbers */
const PLAIN_NUMBER = /^(?:0|-?(?:[1-9]\d{0,8}(?:\.\d{0,5}[1-9])?|0\.\d{0,5}[1-9]))$/

interface CellTag {
  readonly letters: string
  readonly style: number
  readonly type: string
  readonly empty: boolean
  readonly end: number
}

/** Column number of its letters, from 0. */
function columnOf(letters: string): number {
  let column = 0
  for (let index = 0; index < letters.length; index += 1) column = column * 26 + (letters.charCodeAt(index) & 31)
  return column - 1
}

/** Column of the cell that begins here, as Excel writes its tag; -1: none does, or it is written otherwise. */
function usualColumn(content: string, at: number): number {
  for (let index = 0; index < CELL_START.length; index += 1) if (content.charCodeAt(at + index) !== CELL_START.charCodeAt(index)) return -1
  let column = 0
  for (let index = at + CELL_START.length; ; index += 1) {
    const letter = content.charCodeAt(index) - BEFORE_A
    if (!(letter >= 1 && letter <= 26)) return column - 1
    column = column * 26 + letter
  }
}

const isBlank = (text: string): boolean => text.trim() === ''

/** Reads the rows of one sheet. `push` takes chunks in order, `end` refuses a sheet that stops in the middle. */
export class SheetMarkup {
  readonly #sheet: string
  readonly #context: CellContext
  #prefix: string | null = null
  #start = ''
  #cutter: ElementCutter | null = null
  #line = 0
  #tail = ''

  constructor(sheet: string, context: CellContext) {
    this.#sheet = sheet
    this.#context = context
  }

  /** Non-empty rows that are complete with this chunk. */
  push(chunk: string): SourceRow[] {
    const rows: SourceRow[] = []
    const text = this.#afterStart(chunk)
    if (text === null || !this.#cutter) return rows
    const within = this.#cutter.push(text, (attributes, content) => {
      const row = this.#row(attributes, content)
      if (row) rows.push(row)
    })
    if (!within) throw this.#refusal(sentence`有一行过长`)
    this.#tail = text.length < TAIL_CHARACTERS ? (this.#tail + text).slice(-TAIL_CHARACTERS) : text.slice(-TAIL_CHARACTERS)
    return rows
  }

  end(): void {
    if (!/<(?:\/(?:\w+:)?worksheet>|(?:\w+:)?worksheet[^>]*\/>)\s*$/.test(this.#tail)) throw this.#refusal(sentence`不完整`)
  }

  /** Waits for the root element, which tells the prefix of all names, then hands the text on. */
  #afterStart(chunk: string): string | null {
    if (this.#prefix !== null) return chunk
    this.#start += chunk
    if (this.#start.includes('<!DOCTYPE')) throw this.#refusal(sentence`含有不允许的声明`)
    const root = /<((?:\w+:)?)worksheet[\s/>]/.exec(this.#start)
    if (!root) {
      if (this.#start.length > 65_536) throw this.#refusal(sentence`已损坏`)
      return null
    }
    this.#prefix = root[1] ?? ''
    this.#cutter = new ElementCutter(`${this.#prefix}row`, ROW_CHARACTERS_MAX)
    return this.#start
  }

  #refusal(what: Wording): SheetRefusal {
    return new SheetRefusal(sentence`工作表“${this.#sheet}”${what}，请用 Excel 打开并另存后再上传`)
  }

  #row(attributes: string, content: string): SourceRow | null {
    const said = /\br=["'](\d+)["']/.exec(attributes)
    this.#line = said ? Number(said[1]) : this.#line + 1
    if (this.#line < 1 || this.#line > ROWS_MAX) throw this.#refusal(sentence`的行号不正确`)
    const wanted = this.#context.wanted?.(this.#line) ?? null
    let cells = this.#cells(content, wanted)
    // only the whole row tells whether it is empty or lacks what is wanted
    if (wanted !== null && cells.every(isBlank)) cells = this.#cells(content, null)
    return cells.length > 0 ? { line: this.#line, cells } : null
  }

  /** Texts up to the last filled cell; those nobody wants are empty. */
  #cells(content: string, wanted: readonly boolean[] | null): string[] {
    const cells: string[] = []
    const isUsual = wanted !== null && this.#prefix === ''
    let column = -1
    for (let at = 0; ;) {
      if (isUsual) {
        at = content.indexOf('<c', at)
        if (at < 0) break
        const usual = usualColumn(content, at)
        if (wanted[usual] === false) {
          column = usual
          at += CELL_START.length
          continue
        }
      }
      const tag = this.#nextCell(content, at)
      if (!tag) break
      column = tag.letters === '' ? column + 1 : columnOf(tag.letters)
      at = tag.end
      if (tag.empty || wanted?.[column] === false) continue
      const end = content.indexOf(`</${this.#prefix ?? ''}c>`, at)
      if (end < 0) throw this.#refusal(sentence`第 ${this.#line} 行已损坏`)
      const text = this.#cell(tag, content.slice(at, end), column)
      at = end
      if (text === '') continue
      if (column >= COLUMNS_MAX)
        throw new SheetRefusal(
          sentence`工作表“${this.#sheet}”的单元格 ${tag.letters}${this.#line} 超出 ${COLUMNS_MAX} 列，请删除多余的列后再上传`,
        )
      while (cells.length < column) cells.push('')
      cells[column] = text
    }
    return cells
  }

  #nextCell(content: string, from: number): CellTag | null {
    const name = `<${this.#prefix ?? ''}c`
    let at = content.indexOf(name, from)
    // skips elements whose names merely begin alike
    while (at >= 0 && !/[\s/>]/.test(content[at + name.length] ?? '')) at = content.indexOf(name, at + 1)
    if (at < 0) return null
    USUAL_CELL.lastIndex = at
    const usual = USUAL_CELL.exec(content)
    if (usual)
      return {
        letters: usual[1] ?? '',
        style: Number(usual[2] ?? 0),
        type: usual[3] ?? 'n',
        empty: usual[4] === '/',
        end: USUAL_CELL.lastIndex,
      }
    const end = content.indexOf('>', at)
    if (end < 0) throw this.#refusal(sentence`第 ${this.#line} 行已损坏`)
    const tag = content.slice(at + name.length, end)
    const { r = '', s = '0', t = 'n' } = attributesOf(tag)
    return { letters: r.replace(/\d+$/, '').toUpperCase(), style: Number(s), type: t, empty: tag.endsWith('/'), end: end + 1 }
  }

  #cell(tag: CellTag, inside: string, column: number): string {
    if (tag.type === 'inlineStr') return joinedText(inside)
    const open = inside.indexOf(`<${this.#prefix ?? ''}v`)
    const start = open < 0 ? -1 : inside.indexOf('>', open) + 1
    const end = start <= 0 || inside[start - 2] === '/' ? -1 : inside.indexOf('<', start)
    const raw = end < 0 ? '' : inside.slice(start, end)
    if (raw === '') {
      // a formula that no program has calculated: taken for nothing, its money would be missing in silence
      const open = tag.type !== 'str' && inside.includes(`<${this.#prefix ?? ''}f`)
      if (open)
        throw new SheetRefusal(
          sentence`工作表“${this.#sheet}”的单元格 ${tag.letters || sentence`第 ${column + 1} 列 第 `}${this.#line} 含有没有计算结果的公式，请用 Excel 打开并保存后再上传`,
        )
      return ''
    }
    return this.#value(tag, raw)
  }

  #value(tag: CellTag, raw: string): string {
    switch (tag.type) {
      case 's': {
        const text = this.#context.strings[Number(raw)]
        if (text === undefined) throw this.#refusal(sentence`第 ${this.#line} 行缺少文字`)
        return text
      }
      case 'str':
        return cellString(raw)
      case 'b':
        return raw.trim() === '1' || raw.trim().toLowerCase() === 'true' ? 'TRUE' : 'FALSE'
      case 'd':
        return unescapeXml(raw)
          .replace(/^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?Z?$/, '$1')
          .replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?$/, '$1 $2')
      case 'e':
        return unescapeXml(raw)
    }
    const shown = this.#context.shown[tag.style] ?? 'number'
    if (shown === 'number' && PLAIN_NUMBER.test(raw)) return raw
    const number = Number(raw)
    if (Number.isNaN(number)) throw this.#refusal(sentence`第 ${this.#line} 行的数字“${raw.slice(0, 20)}”不正确`)
    return shown === 'number' ? numberText(number) : serialText(number, shown, this.#context.is1904)
  }
}
