/**
 * Writes one workbook or CSV and throws its bytes away: the export of a list through the real path, or the writer alone on rows in memory.
 */
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Resource } from '#platform/declare/resource.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { exportColumns, type ChosenColumn } from '#platform/server/exports/columns.ts'
import { exportOfList } from '#platform/server/exports/export.ts'
import { askingOf } from '#platform/server/lists/conditions.ts'
import { copiedParts, rowsWithTexts } from '#platform/server/exports/rows.ts'
import { planOf, rowsQuery, type Plan } from '#platform/server/lists/query.ts'
import type { CopiedRows } from '#platform/server/sheets/copied-rows.ts'
import type { CellToWrite } from '#platform/server/sheets/sheet-to-write.ts'
import { csvStream } from '#platform/server/sheets/write-csv.ts'
import { xlsxStream } from '#platform/server/sheets/write-xlsx.ts'
import { answer, taskGiven, watchMemory, type Address } from './child.ts'
import { contextOf, houseAt } from './place.ts'

export interface ExportTask extends Address {
  readonly accountId: string
  readonly orgId: string
  readonly query: ListQuery
  /** absent: through the real path; else the writer alone, so many rows, given as cells (as reports do) or as the database copies them */
  readonly writer?: { readonly rows: number; readonly given: 'cells' | 'copied' }
  readonly format: 'xlsx' | 'csv'
}
export interface ExportAnswer {
  readonly ms: number
  readonly peakBytes: number
  readonly bytes: number
}

/** rows held in memory for the writer alone; it is given them again and again */
const rowsHeld = 20_000
const batchRows = 1_000

const task = taskGiven<ExportTask>()
const memory = watchMemory()
const house = houseAt(task)
const found = house.registry.types.get('amazonTransaction')
if (!found) throw new Error('the list of transactions is not declared')
const context = await contextOf(house, task.accountId, task.orgId)
const rows = task.writer && (await rowsInMemory(context, found, task.writer))
const began = performance.now()
const stream = rows
  ? task.format === 'csv'
    ? csvStream(rows)
    : xlsxStream({ sheets: [rows] })
  : (await exportOfList(context, found, { headers: [], fields: [], query: task.query, format: task.format })).blob
let bytes = 0
await pipeline(
  stream,
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      done()
    },
  }),
)
answer({ ms: performance.now() - began, peakBytes: memory.peak(), bytes } satisfies ExportAnswer)
await house.close()

async function rowsInMemory(of: Context, r: Resource, { rows, given }: NonNullable<ExportTask['writer']>) {
  const columns = exportColumns(of, r, { headers: [], fields: [] })
  const plan = planOf(r, task.query, askingOf(of))
  const sheet = { name: r.title[0], columns: columns.map(({ column }) => column) }
  if (given === 'copied') return { ...sheet, rows: pieces(await copiedInMemory(of, r, plan, columns), rows) }
  const found = await rowsQuery(
    anyTable(of.db),
    r,
    plan,
    columns.map(c => c.name),
  )
    .limit(rowsHeld)
    .execute()
  const cells: CellToWrite[][] = found.map(row => columns.map(({ name, text }) => text(row[name], new Map())))
  return { ...sheet, rows: batches(cells, rows) }
}

function* batches(held: readonly CellToWrite[][], count: number): Generator<readonly CellToWrite[][]> {
  for (let done = 0; done < count; done += batchRows) {
    const from = done % (held.length - (held.length % batchRows) || held.length)
    yield held.slice(from, from + Math.min(batchRows, count - done))
  }
}

async function copiedInMemory(of: Context, r: Resource, plan: Plan, columns: readonly ChosenColumn[]): Promise<CopiedRows[]> {
  const held: CopiedRows[] = []
  let rows = 0
  for await (const piece of rowsWithTexts(
    of,
    r,
    columns,
    of.snapshot(db => copiedParts(db, of.db, r, plan, columns)),
  )) {
    held.push(piece)
    rows += piece.count
    if (rows >= rowsHeld) break
  }
  return held
}

/** Whole pieces, again and again; the last may go a little beyond the count. */
function* pieces(held: readonly CopiedRows[], count: number): Generator<CopiedRows> {
  for (let done = 0, at = 0; done < count; at += 1) {
    const piece = held[at % held.length]
    if (piece === undefined) return
    yield piece
    done += piece.count
  }
}
