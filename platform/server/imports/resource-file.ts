/** Opens a filled template, an export or anyone's own table as rows, whatever it is saved as, and finds its head. */
import { open } from 'node:fs/promises'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { openWorkbook } from '../sheets/read-xlsx.ts'
import { SheetRefusal } from '../sheets/refusal.ts'
import { FIRST_BYTES, isWorkbook } from '../sheets/workbook-kind.ts'
import { refuseFile } from './family.ts'
import { headOf, titlesIn, type Head } from './resource-fields.ts'
import { openTextTable, type Judge } from './text-table.ts'

export interface ResourceFile {
  readonly head: Head
  readonly notes: readonly string[]
  /** rows below the head, in batches */
  rows(): AsyncIterable<SourceRow[]>
  /** where the file was cut off; known once rows() has been read to the end */
  cutOff(): { readonly line: number; readonly reason: string } | null
  close(): Promise<void>
}

/** A head stands near the top: below a title, perhaps, and a line of explanation. */
const headRowsMax = 20

export async function openResourceFile(path: string, r: Resource): Promise<ResourceFile> {
  const file = await open(path, 'r')
  const first = Buffer.alloc(FIRST_BYTES)
  await file.read(first, 0, FIRST_BYTES, 0)
  await file.close()
  return isWorkbook(first) ? openBook(path, r) : openText(path, r)
}

const noHead = (r: Resource): string => `没有找到表头，请下载${r.title[0]}的导入模板，按模板填写后再上传`

function headRow(r: Resource, rows: readonly SourceRow[]): { row: SourceRow; titles: number } | null {
  let best: { row: SourceRow; titles: number } | null = null
  for (const row of rows.slice(0, headRowsMax)) {
    const titles = titlesIn(r, row.cells)
    if (titles > (best?.titles ?? 0)) best = { row, titles }
  }
  return best
}

async function openText(path: string, r: Resource): Promise<ResourceFile> {
  const judge: Judge = rows => {
    const found = headRow(r, rows)
    return found && { confidence: found.titles / Math.max(1, found.row.cells.length), headerLine: found.row.line }
  }
  const opened = await openTextTable(path, judge)
  if (!opened.ok) throw refuseFile(opened.reason.includes('没有找到任何已知报表的表头') ? noHead(r) : opened.reason)
  const { table } = opened
  const found = headRow(r, table.firstRows)
  if (!found) throw refuseFile(noHead(r))
  const head = headOf(r, found.row.line, found.row.cells)
  return {
    head,
    notes: notesOf(head),
    rows: () => below(table.rows(), head.line),
    cutOff: () => table.cutOff(),
    close: async () => undefined,
  }
}

async function openBook(path: string, r: Resource): Promise<ResourceFile> {
  try {
    const book = await openWorkbook(path)
    const first: SourceRow[] = []
    for await (const batch of book.rows()) {
      first.push(...batch)
      if (first.length >= headRowsMax) break
    }
    const found = headRow(r, first)
    if (!found) {
      await book.close()
      throw refuseFile(noHead(r))
    }
    const head = headOf(r, found.row.line, found.row.cells)
    const others = book.others.length > 0 ? [`只读取了工作表“${book.sheet}”，未读取：${book.others.join('、')}`] : []
    return {
      head,
      notes: [...others, ...notesOf(head)],
      rows: () => below(book.rows(), head.line),
      cutOff: () => null,
      close: () => book.close(),
    }
  } catch (error) {
    throw error instanceof SheetRefusal ? refuseFile(error.message) : error
  }
}

const notesOf = (head: Head): string[] => (head.passedOver.length > 0 ? [`不导入的列：${head.passedOver.join('、')}（由系统填写）`] : [])

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
