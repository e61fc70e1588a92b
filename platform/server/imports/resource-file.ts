/** Opens a filled template, an export or anyone's own table as rows, whatever it is saved as, and finds its head. */
import type { Title } from '#platform/declare/title.ts'
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import { open } from 'node:fs/promises'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { openWorkbook } from '../sheets/read-xlsx.ts'
import { SheetRefusal } from '../sheets/refusal.ts'
import type { Wanted } from '../sheets/sheet-markup.ts'
import { FIRST_BYTES, isWorkbook } from '../sheets/workbook-kind.ts'
import { refuseFile } from './import-refused.ts'
import { titlesIn } from './resource-titles.ts'
import { noKnownHead, openTextTable, type Judge } from './text-table.ts'

/** What a file is looked at for: the titles of a list, in every writing. */
export interface HeadSought {
  /** what the list is called */
  readonly list: Title
  readonly titles: ReadonlySet<string>
  /** where no row has a title of the list, the first row is the head, for a person to map (a head is otherwise the row with most titles) */
  readonly anyHead: boolean
}

export interface ResourceFile {
  /** the row that names the columns */
  readonly headRow: SourceRow
  readonly notes: readonly Wording[]
  /** rows below the head, in batches; a workbook leaves texts empty that nobody wants */
  rows(wanted?: Wanted): AsyncIterable<SourceRow[]>
  /** where the file was cut off; known once rows() has been read to the end */
  cutOff(): { readonly line: number; readonly reason: Wording } | null
  /** how much of the file rows() has read, 0 to 1 */
  share(): number
  close(): Promise<void>
}

/** A head stands near the top: below a title, perhaps, and a line of explanation. */
const headRowsMax = 20

/** The same file opened the same way has the same head. */
export async function openResourceFile(path: string, sought: HeadSought): Promise<ResourceFile> {
  const file = await open(path, 'r')
  const first = Buffer.alloc(FIRST_BYTES)
  await file.read(first, 0, FIRST_BYTES, 0)
  await file.close()
  return isWorkbook(first) ? openBook(path, sought) : openText(path, sought)
}

const noHead = ({ list }: HeadSought): Wording => sentence`没有找到表头，请下载${list}的导入模板，按模板填写后再上传`

/** A page that was saved instead of the file behind it. */
const isMarkup = ({ cells }: SourceRow): boolean => /^\s*<(?:!doctype|html)/i.test(cells[0] ?? '')

function headRow({ titles: known, anyHead }: HeadSought, rows: readonly SourceRow[]): { row: SourceRow; titles: number } | null {
  let best: { row: SourceRow; titles: number } | null = null
  for (const row of rows.slice(0, headRowsMax)) {
    const titles = titlesIn(known, row.cells)
    if (titles > (best?.titles ?? 0)) best = { row, titles }
  }
  const first = anyHead ? rows.find(row => row.cells.some(cell => cell.trim() !== '')) : undefined
  if (first && isMarkup(first)) return best
  return best ?? (first ? { row: first, titles: 0 } : null)
}

/** With no title to go by, the reading with most columns is the right one; any title counts more. */
const confidenceOf = ({ row, titles }: { row: SourceRow; titles: number }): number =>
  titles > 0 ? titles / row.cells.length : Math.min(0.001, row.cells.length / 1_000_000)

async function openText(path: string, sought: HeadSought): Promise<ResourceFile> {
  const judge: Judge = rows => {
    const found = headRow(sought, rows)
    return found && { confidence: confidenceOf(found), headerLine: found.row.line }
  }
  const opened = await openTextTable(path, judge)
  if (!opened.ok) throw refuseFile(opened.reason === noKnownHead ? noHead(sought) : opened.reason)
  const { table } = opened
  const found = headRow(sought, table.firstRows)
  if (!found) throw refuseFile(noHead(sought))
  return {
    headRow: found.row,
    notes: [],
    rows: () => below(table.rows(), found.row.line),
    cutOff: () => table.cutOff(),
    share: () => table.share(),
    close: async () => undefined,
  }
}

async function openBook(path: string, sought: HeadSought): Promise<ResourceFile> {
  try {
    const book = await openWorkbook(path)
    const first: SourceRow[] = []
    for await (const batch of book.rows()) {
      first.push(...batch)
      if (first.length >= headRowsMax) break
    }
    const found = headRow(sought, first)
    if (!found) {
      await book.close()
      throw refuseFile(noHead(sought))
    }
    const others = book.others.length > 0 ? [sentence`只读取了工作表“${book.sheet}”，未读取：${listed(book.others)}`] : []
    return {
      headRow: found.row,
      notes: others,
      rows: wanted => below(book.rows(wanted), found.row.line),
      cutOff: () => null,
      share: () => book.share(),
      close: () => book.close(),
    }
  } catch (error) {
    throw error instanceof SheetRefusal ? refuseFile(error.wording) : error
  }
}

/** Also what goes wrong in the middle of a workbook is told in its own words. */
async function* below(rows: AsyncIterable<SourceRow[]>, headLine: number): AsyncGenerator<SourceRow[]> {
  try {
    for await (const batch of rows) {
      const data = batch.filter(row => row.line > headLine)
      if (data.length > 0) yield data
    }
  } catch (error) {
    throw error instanceof SheetRefusal ? refuseFile(error.wording) : error
  }
}
