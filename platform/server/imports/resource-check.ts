/** An import file held against the form's rules, row by row, with every fault in one list: the first half of an import, and all of a preview. Writes nothing. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../context.ts'
import type { ResourceImport } from '../http/verbs.ts'
import { ImportRefused, refuseFile } from './family.ts'
import { type Head, type ImportField } from './resource-fields.ts'
import { notesOf, type ResourceFile } from './resource-file.ts'
import { References } from './resource-references.ts'
import { isEmptyRow, isExample, keyOf, keyTitle, readRow, type ImportRow } from './resource-rows.ts'

/** Held in memory until every row is known to be good. */
export const importRowsMax = 200_000
export const batchRows = 1_000
/** faults listed at most; the sum of them is not asked for */
const refusalsMax = 10_000
/** rows whose rules are checked before other people's calls get their turn: some 5 ms */
const rowsPerTurn = 250

export interface CheckTask {
  readonly context: Context
  readonly resource: Resource
  readonly rules: ResourceImport
  /** throws when the work is no longer wanted */
  check(): void
}

/** Every fault of the file in one list, as far as a person can use it. */
export class Faults {
  readonly #list: Refusal[] = []
  readonly #lines = new Set<number | null>()
  total = 0
  add(refusals: readonly Refusal[]): void {
    this.total += refusals.length
    for (const { line } of refusals) this.#lines.add(line)
    this.#list.push(...refusals.slice(0, refusalsMax - this.#list.length))
  }
  /** rows with at least one fault */
  get rows(): number {
    return this.#lines.size
  }
  has(line: number): boolean {
    return this.#lines.has(line)
  }
  get list(): Refusal[] {
    return [...this.#list].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  }
  throwIfAny(): void {
    if (this.total > 0) throw new ImportRefused(this.list)
  }
}

export interface ReadRows {
  readonly columns: readonly ImportField[]
  /** rows without a fault; references still by name */
  readonly rows: readonly ImportRow[]
  readonly notes: readonly string[]
  readonly linesRead: number
}

/** Reads all rows. `see` gets each data row as it stands in the file, with what it came to. */
export async function readRows(
  { resource, rules, check }: CheckTask,
  file: ResourceFile,
  head: Head,
  isMapped: boolean,
  faults: Faults,
  see: (source: SourceRow, row: ImportRow) => void = () => undefined,
): Promise<ReadRows> {
  const rows: ImportRow[] = []
  const notes = [...file.notes, ...notesOf(head, isMapped)]
  let linesRead = 0
  for await (const batch of file.rows()) {
    for (const [at, source] of batch.entries()) {
      if (at % rowsPerTurn === 0) {
        await turn()
        check()
      }
      if (isEmptyRow(source)) continue
      if (isExample(source, head)) {
        notes.push(`第 ${source.line} 行是模板的示例，没有导入`)
        continue
      }
      const { row, refusals } = readRow(resource, head, source, rules.rule)
      faults.add(refusals)
      see(source, row)
      if (refusals.length === 0) rows.push(row)
      if (++linesRead > importRowsMax) throw refuseFile(`一个文件最多 ${importRowsMax} 行，请拆分后分别导入`)
    }
  }
  const cut = file.cutOff()
  if (cut) faults.add([{ line: cut.line, column: null, value: null, reason: cut.reason }])
  if (linesRead === 0 && faults.total === 0) throw refuseFile('文件里没有数据行，请填写后再上传')
  return { columns: head.columns.filter(c => c !== null), rows, notes, linesRead }
}

/** References by their names, then rows that mean the same record: only now are keys known. Answers the rows without a fault. */
export async function lookUpNames(
  { context, resource, check }: CheckTask,
  { columns, rows }: Pick<ReadRows, 'columns' | 'rows'>,
  faults: Faults,
): Promise<ImportRow[]> {
  const references = new References(context, columns)
  const named: ImportRow[] = []
  const lineOf = new Map<string, number>()
  for (let at = 0; at < rows.length; at += batchRows) {
    check()
    const { rows: batch, refusals } = await references.replaced(rows.slice(at, at + batchRows))
    faults.add(refusals)
    const faulty = new Set(refusals.map(r => r.line))
    for (const row of batch) {
      if (faulty.has(row.line)) continue
      const key = keyOf(resource, row.values)
      const before = lineOf.get(key)
      if (before === undefined) {
        lineOf.set(key, row.line)
        named.push(row)
      } else faults.add([repeated(resource, row.line, before)])
    }
    // names already known need no query: without a turn of its own the loop would keep other people's calls waiting
    await turn()
  }
  return named
}

const repeated = (r: Resource, line: number, before: number): Refusal => ({
  line,
  column: keyTitle(r),
  value: null,
  reason: `与第 ${before} 行重复：${keyTitle(r)}相同，请只保留一行`,
})
