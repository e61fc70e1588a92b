/**
 * The uploader's own rows as a workbook: refused cells coloured and commented, the reasons in a last column. Corrected there, it can be
 * uploaded again: the last column belongs to no field and is not imported.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Cell, CellStyle } from 'hucre/xlsx'
import type { Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import type { Context } from '../contract/context.ts'
import { formFile } from '../exports/table-file.ts'
import { refuse } from '../calls/refusal.ts'
import type { Blob } from '../contract/route.ts'
import { cleanText } from '../sheets/sheet-to-write.ts'
import { ListCheck, type Faults } from './resource-check.ts'
import type { Head } from './resource-fields.ts'
import { compared, withImport, type PreviewAsk } from './resource-preview.ts'

/** The workbook is made in one piece: larger files get their refused rows alone, so many of them. */
const rowsMax = 5_000
const reasonTitle = '错误原因'
const refusedCell: CellStyle = { numFmt: '@', fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFCCC7' } } }
const reasonCell: CellStyle = { numFmt: '@', font: { color: { rgb: 'CF1322' } } }
const headCell: CellStyle = { font: { bold: true }, fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'F0F2F5' } } }
const author = '掌柜'

/** `refusedOnly`: the rows that an import without them leaves. */
export const annotatedFile = (context: Context, ask: PreviewAsk & { readonly refusedOnly?: boolean }): Promise<Blob> =>
  withImport(context, ask, async ({ task, file, head, fileName }) => {
    const check = new ListCheck(task, file, head, true)
    const { faults } = check
    const kept = new KeptRows(faults, ask.refusedOnly === true)
    faults.add(head.refusals)
    if (head.refusals.length === 0)
      await compared(task, check, Number.MAX_SAFE_INTEGER, ({ seen }) => {
        for (const { row, cells } of seen) kept.add({ line: row.line, cells: cells ?? [] })
      })
    if (faults.total === 0) throw refuse.rule(sentence`文件没有错误，可以直接导入`)
    const bytes = await workbookOf(head, file.headRow.cells, kept.list, faults.list, reason =>
      context.house.registry.inWords(reason, context.language),
    )
    const name = fileName.replace(/\.[^.]+$/, '')
    return formFile(`${name}-${ask.refusedOnly === true ? '未导入' : '标注错误'}`, bytes)
  })

/** All rows of a small file; of a larger one those that have a fault, as far as they fit. */
class KeptRows {
  readonly #faults: Faults
  #rows: SourceRow[] = []
  /** rows that have a fault alone */
  #isLarge: boolean

  constructor(faults: Faults, refusedOnly: boolean) {
    this.#faults = faults
    this.#isLarge = refusedOnly
  }
  add(row: SourceRow): void {
    if (!this.#isLarge && this.#rows.length >= rowsMax) {
      this.#isLarge = true
      this.#rows = this.#rows.filter(({ line }) => this.#faults.has(line))
    }
    if (!this.#isLarge || (this.#rows.length < rowsMax && this.#faults.has(row.line))) this.#rows.push(row)
  }
  get list(): readonly SourceRow[] {
    return this.#rows
  }
}

/** Cells by `row,column`, as the writer wants them; the head's own faults stand in its row. */
async function workbookOf(
  head: Head,
  heads: readonly string[],
  sources: readonly SourceRow[],
  refusals: readonly Refusal[],
  say: (reason: Wording) => string,
): Promise<Uint8Array> {
  const byLine = Map.groupBy(refusals, refusal => refusal.line)
  const cells = new Map<string, Partial<Cell>>()
  const width = heads.length
  heads.forEach((_, at) => cells.set(`0,${at}`, { style: headCell }))
  cells.set(`0,${width}`, { style: headCell })
  const reasonsOf = (row: number, line: number): string => {
    const faults = byLine.get(line) ?? []
    const byColumn = Map.groupBy(faults, fault => columnAt(head, heads, fault))
    for (const [at, ofCell] of byColumn)
      if (at >= 0) cells.set(`${row},${at}`, { style: refusedCell, comment: { author, text: ofCell.map(f => say(f.reason)).join('\n') } })
    if (faults.length > 0) cells.set(`${row},${width}`, { style: reasonCell })
    return faults.map(fault => say(fault.reason)).join('；')
  }
  const headReasons = reasonsOf(0, head.line)
  const rows = [
    [...heads.map(cleanText), headReasons === '' ? reasonTitle : headReasons],
    ...sources.map((source, index) => [
      ...heads.map((_, at) => (source.cells[at] === undefined || source.cells[at] === '' ? null : cleanText(source.cells[at]))),
      reasonsOf(index + 1, source.line),
    ]),
  ]
  const columns = [...heads.map(() => ({ width: 18, style: { numFmt: '@' } })), { width: 60 }]
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({ sheets: [{ name: '标注错误', columns, rows, cells, freezePane: { rows: 1 } }] })
}

/** A fault names its column by the field's title, or by the head itself where no field is meant. */
function columnAt(head: Head, heads: readonly string[], { column }: Refusal): number {
  const byTitle = head.columns.findIndex(one => one !== null && one.field.title[0] === column)
  return byTitle >= 0 ? byTitle : heads.findIndex(cell => cell.trim() === column)
}
