/**
 * Worker thread of a list's file: finds its head, then reads its rows by the columns it is told and turns their cells into values, a
 * portion at a time and never more than a few ahead of who takes them. Knows fields, no tables. Talks in messages.
 */
import type { Wording } from '#platform/declare/sentence.ts'
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import type { CleanHtml } from '../records/field-value.ts'
import { ImportRefused } from './import-refused.ts'
import type { Correction } from '#platform/declare/import-preview.ts'
import type { ImportField } from './resource-fields.ts'
import type { Wanted } from '../sheets/sheet-markup.ts'
import { noKnownHead } from './text-table.ts'
import { openResourceFile, type HeadSought, type ResourceFile } from './resource-file.ts'
import { isEmptyRow, isExample, rowReader, type ReadCells } from './resource-rows.ts'

export interface ListTask {
  readonly path: string
  readonly sought: HeadSought
}
export interface ListOrder {
  readonly headLine: number
  /** by cell index; null: nothing to read there */
  readonly columns: readonly (ImportField | null)[]
  /** data rows, from the first on, of which the cells themselves are wanted too */
  readonly cellsMax: number
  /** what a form would have sent is wanted beside the values: the list has a rule of its own */
  readonly withInput: boolean
  /** of the organisation: a time without an offset is its clock's */
  readonly zone: string
  /** cells that were corrected after the upload */
  readonly corrections: readonly Correction[]
}
/**
 * Rows of plain values. What is few long lists is cheaper to hand over than many short ones: values lie column by column, in the order of
 * the fields.
 */
export interface ReadPortion {
  readonly lines: readonly number[]
  readonly values: readonly (readonly unknown[])[]
  readonly inputs: readonly (readonly unknown[])[]
  /** of the first rows, as many as were wanted */
  readonly cells: readonly (readonly string[])[]
  readonly refusals: readonly Refusal[]
  /** lines of the template's example */
  readonly examples: readonly number[]
  /** how much of the file has been read, 0 to 1 */
  readonly share: number
}
export type FromListWorker =
  | { readonly say: 'unreadable'; readonly reason: Wording }
  | { readonly say: 'head'; readonly headRow: SourceRow; readonly notes: readonly Wording[] }
  | { readonly say: 'rows'; readonly portion: ReadPortion }
  | { readonly say: 'end'; readonly cutOff: { readonly line: number; readonly reason: Wording } | null }
/** `taken`: one portion has been worked on. */
export type ToListWorker = ListOrder | 'taken'

const portionRows = 1_000
/** portions that may lie waiting */
const aheadMax = 4

const port = parentPort
if (!port) throw new Error('list-worker runs as a worker thread')
const task = workerData as ListTask
const say = (message: FromListWorker): void => port.postMessage(message)

async function read(file: ResourceFile, order: ListOrder): Promise<void> {
  let room = aheadMax
  let go = (): void => undefined
  port?.on('message', () => {
    room += 1
    go()
  })
  const portions = new Portions(order, await cleanerFor(order.columns))
  const mapped = order.columns.map(column => column !== null)
  const send = async (): Promise<void> => {
    while (room === 0) await new Promise<void>(done => (go = done))
    room -= 1
    say({ say: 'rows', portion: portions.take(file.share()) })
  }
  // the line below the head may be the example, which any of its cells tells
  const wanted: Wanted = line => (line <= order.headLine + 1 || portions.wantsCells ? null : mapped)
  const correct = corrector(order.corrections)
  for await (const rows of file.rows(wanted)) for (const row of rows) if (portions.add(correct(row)) >= portionRows) await send()
  if (portions.held > 0) await send()
  say({ say: 'end', cutOff: file.cutOff() })
}

/** A row with the cells that a person has corrected. */
function corrector(corrections: readonly Correction[]): (row: SourceRow) => SourceRow {
  const byLine = Map.groupBy(corrections, one => one.line)
  return row => {
    const mine = byLine.get(row.line)
    if (mine === undefined) return row
    const cells = [...row.cells]
    for (const { column, value } of mine) {
      while (cells.length < column) cells.push('')
      cells[column] = value
    }
    return { ...row, cells }
  }
}

/** Its library is loaded where a column holds rich text. */
async function cleanerFor(columns: ListOrder['columns']): Promise<CleanHtml> {
  if (!columns.some(column => column?.field.options.as === 'richText')) return html => html
  return (await import('../html/clean-html.ts')).cleanHtml
}

class Portions {
  readonly #order: ListOrder
  readonly #read: (row: SourceRow) => ReadCells
  readonly #width: number
  #kept = 0
  #portion: Held

  constructor(order: ListOrder, clean: CleanHtml) {
    this.#order = order
    this.#read = rowReader(order.columns, { clean, zone: order.zone })
    this.#width = order.columns.filter(column => column !== null).length
    this.#portion = empty(this.#width)
  }

  /** data rows and examples held */
  get held(): number {
    return this.#portion.lines.length + this.#portion.examples.length
  }

  /** whether the cells of the next rows are wanted too */
  get wantsCells(): boolean {
    return this.#kept < this.#order.cellsMax
  }

  add(row: SourceRow): number {
    const { headLine, withInput } = this.#order
    const portion = this.#portion
    if (isEmptyRow(row)) return this.held
    if (isExample(row, headLine)) portion.examples.push(row.line)
    else {
      const { values, input, refusals } = this.#read(row)
      portion.lines.push(row.line)
      for (let at = 0; at < values.length; at += 1) portion.values[at]?.push(values[at])
      if (withInput) for (let at = 0; at < input.length; at += 1) portion.inputs[at]?.push(input[at])
      portion.refusals.push(...refusals)
      if (this.wantsCells) portion.cells.push(row.cells)
      this.#kept += 1
    }
    return this.held
  }

  take(share: number): ReadPortion {
    const portion = this.#portion
    this.#portion = empty(this.#width)
    return { ...portion, share }
  }
}

type Held = ReturnType<typeof empty>
const lists = (count: number): unknown[][] => Array.from({ length: count }, () => [])
function empty(width: number) {
  return {
    lines: [] as number[],
    values: lists(width),
    inputs: lists(width),
    cells: [] as (readonly string[])[],
    refusals: [] as Refusal[],
    examples: [] as number[],
  }
}

try {
  const file = await openResourceFile(task.path, task.sought)
  say({ say: 'head', headRow: file.headRow, notes: file.notes })
  const [order] = (await once(port, 'message')) as [ListOrder]
  await read(file, order)
  await file.close()
} catch (error) {
  if (!(error instanceof ImportRefused)) throw error
  say({ say: 'unreadable', reason: error.refusals[0]?.reason ?? noKnownHead })
}
port.close()
