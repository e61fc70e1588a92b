/** Opens a filled template, an export or anyone's own table as rows, whatever it is saved as, and finds its head. */
import { open } from 'node:fs/promises'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { openWorkbook } from '../sheets/read-xlsx.ts'
import { SheetRefusal } from '../sheets/refusal.ts'
import { FIRST_BYTES, isWorkbook } from '../sheets/workbook-kind.ts'
import { refuseFile } from './family.ts'
import { titlesIn, type Head } from './resource-fields.ts'
import { openTextTable, type Judge } from './text-table.ts'

export interface ResourceFile {
  /** the row that names the columns */
  readonly headRow: SourceRow
  readonly notes: readonly string[]
  /** rows below the head, in batches */
  rows(): AsyncIterable<SourceRow[]>
  /** where the file was cut off; known once rows() has been read to the end */
  cutOff(): { readonly line: number; readonly reason: string } | null
  close(): Promise<void>
}

/** A head stands near the top: below a title, perhaps, and a line of explanation. */
const headRowsMax = 20

/**
 * `anyHead`: where no row has a title of the list, the first row is the head, for a person to map (a head is otherwise the row with most titles).
 * The same file opened the same way has the same head.
 */
export async function openResourceFile(path: string, r: Resource, anyHead = false): Promise<ResourceFile> {
  const file = await open(path, 'r')
  const first = Buffer.alloc(FIRST_BYTES)
  await file.read(first, 0, FIRST_BYTES, 0)
  await file.close()
  return isWorkbook(first) ? openBook(path, r, anyHead) : openText(path, r, anyHead)
}

const noHead = (r: Resource): string => `没有找到表头，请下载${r.title[0]}的导入模板，按模板填写后再上传`

/** A page that was saved instead of the file behind it. */
const isMarkup = ({ cells }: SourceRow): boolean => /^\s*<(?:!doctype|html)/i.test(cells[0] ?? '')

function headRow(r: Resource, rows: readonly SourceRow[], anyHead: boolean): { row: SourceRow; titles: number } | null {
  let best: { row: SourceRow; titles: number } | null = null
  for (const row of rows.slice(0, headRowsMax)) {
    const titles = titlesIn(r, row.cells)
    if (titles > (best?.titles ?? 0)) best = { row, titles }
  }
  const first = anyHead ? rows.find(row => row.cells.some(cell => cell.trim() !== '')) : undefined
  if (first && isMarkup(first)) return best
  return best ?? (first ? { row: first, titles: 0 } : null)
}

/** With no title to go by, the reading with most columns is the right one; any title counts more. */
const confidenceOf = ({ row, titles }: { row: SourceRow; titles: number }): number =>
  titles > 0 ? titles / row.cells.length : Math.min(0.001, row.cells.length / 1_000_000)

async function openText(path: string, r: Resource, anyHead: boolean): Promise<ResourceFile> {
  const judge: Judge = rows => {
    const found = headRow(r, rows, anyHead)
    return found && { confidence: confidenceOf(found), headerLine: found.row.line }
  }
  const opened = await openTextTable(path, judge)
  if (!opened.ok) throw refuseFile(opened.reason.includes('没有找到任何已知报表的表头') ? noHead(r) : opened.reason)
  const { table } = opened
  const found = headRow(r, table.firstRows, anyHead)
  if (!found) throw refuseFile(noHead(r))
  return {
    headRow: found.row,
    notes: [],
    rows: () => below(table.rows(), found.row.line),
    cutOff: () => table.cutOff(),
    close: async () => undefined,
  }
}

async function openBook(path: string, r: Resource, anyHead: boolean): Promise<ResourceFile> {
  try {
    const book = await openWorkbook(path)
    const first: SourceRow[] = []
    for await (const batch of book.rows()) {
      first.push(...batch)
      if (first.length >= headRowsMax) break
    }
    const found = headRow(r, first, anyHead)
    if (!found) {
      await book.close()
      throw refuseFile(noHead(r))
    }
    const others = book.others.length > 0 ? [`只读取了工作表“${book.sheet}”，未读取：${book.others.join('、')}`] : []
    return {
      headRow: found.row,
      notes: others,
      rows: () => below(book.rows(), found.row.line),
      cutOff: () => null,
      close: () => book.close(),
    }
  } catch (error) {
    throw error instanceof SheetRefusal ? refuseFile(error.message) : error
  }
}

export const notesOf = (head: Head, isMapped: boolean): string[] =>
  head.passedOver.length > 0 ? [`不导入的列：${head.passedOver.join('、')}${isMapped ? '' : '（由系统填写）'}`] : []

/** Also what goes wrong in the middle of a workbook is told in its own words. */
async function* below(rows: AsyncIterable<SourceRow[]>, headLine: number): AsyncGenerator<SourceRow[]> {
  try {
    for await (const batch of rows) {
      const data = batch.filter(row => row.line > headLine)
      if (data.length > 0) yield data
    }
  } catch (error) {
    throw error instanceof SheetRefusal ? refuseFile(error.message) : error
  }
}
