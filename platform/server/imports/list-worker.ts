/**
 * Worker thread of a list's file: finds its head, then reads its rows by the columns it is told and turns their cells into values, a portion at a
 * time and never more than a few ahead of who takes them. Knows fields, no tables. Talks in messages.
 */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import type { CleanHtml } from '../lists/field-value.ts'
import { ImportRefused } from './family.ts'
import type { ImportField } from './resource-fields.ts'
import { openResourceFile, type HeadSought, type ResourceFile } from './resource-file.ts'
import { isEmptyRow, isExample, readCells } from './resource-rows.ts'

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
}
/** Rows as columns of plain values, by the order of the fields: names once a file, not once a row, is what makes them cheap to hand over. */
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
  | { readonly say: 'unreadable'; readonly reason: string }
  | { readonly say: 'head'; readonly headRow: SourceRow; readonly notes: readonly string[] }
  | { readonly say: 'rows'; readonly portion: ReadPortion }
  | { readonly say: 'end'; readonly cutOff: { readonly line: number; readonly reason: string } | null }
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
  const send = async (): Promise<void> => {
    while (room === 0) await new Promise<void>(done => (go = done))
    room -= 1
    say({ say: 'rows', portion: portions.take(file.share()) })
  }
  for await (const rows of file.rows()) for (const row of rows) if (portions.add(row) >= portionRows) await send()
  if (portions.held > 0) await send()
  say({ say: 'end', cutOff: file.cutOff() })
}

/** Its library is loaded where a column holds rich text. */
async function cleanerFor(columns: ListOrder['columns']): Promise<CleanHtml> {
  if (!columns.some(column => column?.field.options.as === 'richText')) return html => html
  return (await import('../html/clean-html.ts')).cleanHtml
}

class Portions {
  readonly #order: ListOrder
  readonly #clean: CleanHtml
  #kept = 0
  #portion = empty()

  constructor(order: ListOrder, clean: CleanHtml) {
    this.#order = order
    this.#clean = clean
  }

  /** data rows and examples held */
  get held(): number {
    return this.#portion.lines.length + this.#portion.examples.length
  }

  add(row: SourceRow): number {
    const { headLine, columns, cellsMax, withInput } = this.#order
    const portion = this.#portion
    if (isEmptyRow(row)) return this.held
    if (isExample(row, headLine)) portion.examples.push(row.line)
    else {
      const { values, input, refusals } = readCells(columns, row, this.#clean)
      portion.lines.push(row.line)
      portion.values.push(values)
      portion.refusals.push(...refusals)
      if (withInput) portion.inputs.push(input)
      if (this.#kept++ < cellsMax) portion.cells.push(row.cells)
    }
    return this.held
  }

  take(share: number): ReadPortion {
    const portion = this.#portion
    this.#portion = empty()
    return { ...portion, share }
  }
}

function empty() {
  return {
    lines: [] as number[],
    values: [] as unknown[][],
    inputs: [] as unknown[][],
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
  say({ say: 'unreadable', reason: error.message })
}
port.close()
