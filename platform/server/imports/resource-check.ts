/**
 * An import file checked against the form's rules, portion by portion, with every fault in one list: the first half of an import, and all
 * of a preview. Writes nothing.
 */
import { inChinese, listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { ResourceImport } from '../contract/route.ts'
import { sealedFields } from '../db/encrypted.ts'
import { ImportRefused, refuseFile } from './import-refused.ts'
import type { Head, ImportField } from './resource-fields.ts'
import type { Correction } from '#platform/declare/import-preview.ts'
import type { ListReader } from './list-reader.ts'
import type { ReadPortion } from './list-worker.ts'
import { References } from './resource-references.ts'
import { byName, keyOf, keyTitle, ruleFaults, type ImportRow } from './resource-rows.ts'

const importRowsMax = 200_000
/** faults listed at most; the sum of them is not asked for */
const refusalsMax = 10_000
/** rows whose rules are checked before other people's calls get their turn: some ms */
const rowsPerTurn = 250

export interface CheckTask {
  readonly context: Context
  readonly resource: Resource
  readonly rules: ResourceImport
  /** cells that were corrected after the upload */
  readonly corrections?: readonly Correction[]
  /** throws when the work is no longer wanted */
  check(): void
  /** lets others have their turn between two pieces */
  turn(): Promise<void>
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
  /** lines with a fault, also of those that are not listed */
  get lines(): ReadonlySet<number | null> {
    return this.#lines
  }
  /** a line whose fault stands in another list */
  note(line: number | null): void {
    this.#lines.add(line)
  }
  /** rows with a fault that those of another list are not */
  outside(others: Faults): number {
    if (others.#lines.size === 0) return this.#lines.size
    return [...this.#lines].filter(line => !others.#lines.has(line)).length
  }
  has(line: number | null): boolean {
    return this.#lines.has(line)
  }
  get list(): Refusal[] {
    return [...this.#list].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  }
  throwIfAny(): void {
    if (this.total > 0) throw new ImportRefused(this.list)
  }
}

/** A row that was found good, with the key by which it means a record. */
export interface KeyedRow extends ImportRow {
  readonly key: string
}
export interface CheckedPortion {
  /** every data row, refused ones too, with its cells where they were asked for */
  readonly seen: readonly { readonly row: ImportRow; readonly cells: readonly string[] | null }[]
  /** rows without a fault, references as they are stored */
  readonly rows: readonly KeyedRow[]
  /** how much of the file has been read, 0 to 1 */
  readonly share: number
}

/** One file on its way through the rules: `portions` once, then what it came to. */
export class ListCheck {
  readonly faults = new Faults()
  readonly notes: Wording[]
  readonly columns: readonly ImportField[]
  linesRead = 0
  readonly #task: CheckTask
  readonly #file: ListReader
  readonly #head: Head
  readonly #references: References
  /** line of each key: a record may stand in a file once */
  readonly #lineOf = new Map<string, number>()

  constructor(task: CheckTask, file: ListReader, head: Head, isMapped: boolean) {
    this.#task = task
    this.#file = file
    this.#head = head
    this.columns = head.columns.filter(c => c !== null)
    this.#references = new References(task.context, this.columns)
    this.notes = [...file.notes, ...notesOf(head, isMapped)]
  }

  /** Reads and checks all rows, a portion at a time; `cellsMax`: rows whose cells are wanted beside their values. */
  async *portions(cellsMax = 0): AsyncGenerator<CheckedPortion> {
    const { rules } = this.#task
    const order = {
      headLine: this.#head.line,
      columns: this.#head.columns,
      cellsMax,
      withInput: rules.rule !== null,
      zone: this.#task.context.caller.zone,
      corrections: this.#task.corrections ?? [],
    }
    for await (const portion of this.#file.portions(order)) {
      this.notes.push(...portion.examples.map(line => sentence`第 ${line} 行是模板的示例，没有导入`))
      this.linesRead += portion.lines.length
      if (this.linesRead > importRowsMax) throw refuseFile(sentence`一个文件最多 ${importRowsMax} 行，请拆分后分别导入`)
      const seen = portion.lines.map((line, at) => ({
        row: { line, values: byName(this.columns, portion.values, at) },
        cells: portion.cells[at] ?? null,
      }))
      yield { seen, rows: await this.#good(seen, portion), share: portion.share }
    }
    const cut = this.#file.cutOff
    if (cut) this.faults.add([{ line: cut.line, column: null, value: null, reason: cut.reason }])
    if (this.linesRead === 0 && this.faults.total === 0) throw refuseFile(sentence`文件里没有数据行，请填写后再上传`)
  }

  /** Rule by rule, with a turn between, then references by their names, then rows that mean the same record: only now are keys known. */
  async #good(seen: CheckedPortion['seen'], portion: ReadPortion): Promise<KeyedRow[]> {
    const { resource, rules, check, turn } = this.#task
    this.faults.add(portion.refusals)
    const faulty = new Set(portion.refusals.map(r => r.line))
    const good: ImportRow[] = []
    for (const [at, { row }] of seen.entries()) {
      if (at % rowsPerTurn === 0) {
        await turn()
        check()
      }
      if (faulty.has(row.line)) continue
      const broken =
        rules.rule === null || resource.joins !== undefined
          ? []
          : ruleFaults(resource, rules.rule, row.line, byName(this.columns, portion.inputs, at))
      this.faults.add(broken)
      if (broken.length === 0) good.push({ ...row, values: sealedFields(this.#task.context, resource, row.values) })
    }
    const { rows, refusals } = await this.#references.replaced(good)
    this.faults.add(refusals)
    for (const { line } of refusals) faulty.add(line)
    return rows.flatMap(row => (faulty.has(row.line) ? [] : this.#once({ ...row, key: keyOf(resource, row.values) })))
  }

  #once(row: KeyedRow): KeyedRow[] {
    // rows of documents with their lines are told apart by these (document-rows.ts)
    if (this.#task.resource.joins !== undefined) return [row]
    const before = this.#lineOf.get(row.key)
    if (before !== undefined) {
      this.faults.add([repeated(this.#task.resource, row.line, before)])
      return []
    }
    this.#lineOf.set(row.key, row.line)
    return [row]
  }
}

const notesOf = (head: Head, isMapped: boolean): Wording[] =>
  head.passedOver.length > 0 ? [sentence`不导入的列：${listed(head.passedOver)}${isMapped ? '' : sentence`（由系统填写）`}`] : []

const repeated = (r: Resource, line: number, before: number): Refusal => ({
  line,
  column: inChinese(keyTitle(r)),
  value: null,
  reason: sentence`与第 ${before} 行重复：${keyTitle(r)}相同，请只保留一行`,
})
