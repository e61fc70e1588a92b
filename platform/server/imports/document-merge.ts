/**
 * Merge of documents with their lines, portion by portion: headers by their numbers, then lines by theirs, as two merges of lists
 * (resource-merge.ts) that know of each other.
 */
import { lineNo } from '#platform/declare/document.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import type { Context } from '../contract/context.ts'
import type { AnyDb, Tx } from '../contract/database.ts'
import type { ResourceImport } from '../contract/route.ts'
import { anyTable } from '../db/any-table.ts'
import { isNamedByHand, numberOf } from '../lists/with-lines.ts'
import { ofField } from '../records/field-value.ts'
import type { LineLog } from '../records/line-log.ts'
import type { Values } from '../contract/record-hooks.ts'
import { DocumentRows, type DocumentRow, type SheetDocument } from './document-rows.ts'
import type { PlannedOverlaps } from './planned-overlaps.ts'
import type { KeyedRow } from './resource-check.ts'
import type { ImportField } from './resource-fields.ts'
import { planPortion, type PortionPlan } from './plan-portion.ts'
import { overlapRefusals, writePlan, type Asked, type Merged, type MergeTask } from './resource-merge.ts'
import { keyOf } from './resource-rows.ts'

export interface DocumentTask {
  readonly context: Context
  /** joined with its lines */
  readonly resource: Resource
  readonly columns: readonly ImportField[]
  readonly rules: ResourceImport
}
/** How it is written: batches by which headers and lines are taken back. */
export interface DocumentWrite {
  readonly tx: Tx
  readonly batchId: string | null
  readonly linesBatchId: string | null
  readonly log: LineLog
  /** headers that were written, of a tree */
  readonly order: (readonly string[])[]
}

interface Headers {
  readonly rows: readonly DocumentRow[]
  readonly plan: PortionPlan
  readonly refusals: readonly Refusal[]
}

export class DocumentMerge {
  readonly #task: DocumentTask
  readonly #header: Resource
  readonly #lines: Resource
  readonly #by: string
  readonly #number: string
  /** a name that is not there yet is a new document */
  readonly #isNamed: boolean
  readonly #rows: DocumentRows

  constructor(task: DocumentTask) {
    const { joins } = task.resource
    if (joins?.lines.linesOf === undefined) throw new Error(`${task.resource.table} is joined with no lines`)
    this.#task = task
    this.#header = joins.header
    this.#lines = joins.lines
    this.#by = joins.lines.linesOf.field
    this.#number = numberOf(joins.header) ?? ''
    this.#isNamed = isNamedByHand(joins.header)
    this.#rows = new DocumentRows(task.resource, task.columns)
  }

  /** What a portion would do, row by row; nothing is written. */
  async plan(db: AnyDb, rows: readonly KeyedRow[], days: PlannedOverlaps): Promise<Pick<PortionPlan, 'fresh' | 'changes' | 'refusals'>> {
    const headers = await this.#headers(db, rows, false)
    const lines = await this.#linesOf(db, headers, false)
    const of = new Map(headers.rows.map(row => [row.line, row.of]))
    days.add(
      lines.fresh.map(row => ({ ...row, values: { ...this.#atCreation(of.get(row.line)), ...row.values } })),
      lines.changes,
    )
    return this.#together(rows, headers, lines)
  }

  /** What the lines of a new document will take from its header. */
  #atCreation(of: SheetDocument | undefined): Values {
    if (of?.id !== null || of.values === null) return {}
    const { values } = of
    return Object.fromEntries(
      Object.entries(this.#lines.fields).flatMap(([name, { options }]) => {
        const [reference, theirs = ''] = options.atCreation?.split('.') ?? []
        return reference === this.#by ? [[name, values[theirs] ?? null]] : []
      }),
    )
  }

  async portion(rows: readonly KeyedRow[], { tx, batchId, linesBatchId, log, order }: DocumentWrite, checkOnly: boolean): Promise<Merged> {
    const db = anyTable(tx)
    const headers = await this.#headers(db, rows, !checkOnly)
    const isRefused = checkOnly || headers.refusals.length > 0
    if (!isRefused) await this.#writeHeaders({ tx, batchId, order }, headers)
    const lines = await this.#linesOf(db, headers, !checkOnly)
    const { fresh, changes, refusals } = this.#together(rows, headers, lines)
    const outcome = { inserted: fresh.length, updated: changes.length, unchanged: rows.length - fresh.length - changes.length, refusals }
    if (isRefused || refusals.length > 0) return outcome
    const task = { context: this.#task.context, tx, resource: this.#lines, hooks: {}, batchId: linesBatchId, lines: log }
    return { ...outcome, refusals: await this.#writeLines(task, lines) }
  }

  async #headers(db: AnyDb, given: readonly KeyedRow[], keep: boolean): Promise<Headers> {
    const { context, rules } = this.#task
    const { rows, refusals } = this.#rows.take(given)
    const firsts = rows.filter(({ isFirst }) => isFirst)
    const ofHeader = firsts.map(({ line, of }): KeyedRow => {
      const values = { ...of.values, [this.#number]: of.no }
      return { line, values, key: of.no === null ? `new ${line}` : keyOf(this.#header, values) }
    })
    const plan = await planPortion(
      { context, resource: this.#header, columns: this.#rows.headColumns, hooks: rules.hooks },
      db,
      ofHeader,
      keep,
    )
    for (const { of } of firsts) of.id = plan.ids.get(keyOf(this.#header, { [this.#number]: of.no })) ?? null
    const faults = [...refusals, ...plan.refusals, ...firsts.flatMap(first => this.#headerFaults(first))]
    for (const { line, of } of firsts) {
      if (of.no !== null && of.id === null && !this.#isNamed)
        faults.push({
          line,
          column: ownValue(this.#header.fields, this.#number)?.title[0] ?? this.#number,
          value: of.no,
          reason: sentence`${this.#header.title}“${of.no}”不存在或无权使用；新增时请不填单号`,
        })
      if (faults.some(fault => fault.line === line)) of.isRefused = true
    }
    await this.#countLines(
      db,
      firsts.map(({ of }) => of),
    )
    return { rows, plan, refusals: faults }
  }

  /** What a new header, or one that says anything, must say, and what the form's own rule asks. */
  #headerFaults({ line, of }: DocumentRow): Refusal[] {
    const { rule } = this.#task.rules
    const isNew = this.#isNamed ? of.id === null : of.no === null
    if (of.values === null) return isNew ? [{ line, column: null, value: null, reason: sentence`第一行应填写单据的内容或单号` }] : []
    const values = this.#isNamed ? { ...of.values, [this.#number]: of.no } : of.values
    const asked = Object.entries(this.#header.fields).filter(
      ([name, { options }]) =>
        (name !== this.#number || this.#isNamed) &&
        options.computed !== true &&
        options.hidden !== true &&
        options.optional !== true &&
        options.default === undefined &&
        (isNew || Object.hasOwn(values, name)),
    )
    const missing = asked
      .filter(([name]) => values[name] === null || values[name] === undefined)
      .map(([, { title }]): Refusal => ({ line, column: title[0], value: null, reason: ofField(title, sentence`不能为空`) }))
    const broken = rule === null ? [] : rule(values)
    return [
      ...missing,
      ...broken.map(({ field, message }) => ({
        line,
        column: ownValue(this.#header.fields, field)?.title[0] ?? field,
        value: null,
        reason: message,
      })),
    ]
  }

  async #linesOf(db: AnyDb, { rows }: Headers, keep: boolean): Promise<PortionPlan> {
    const { context } = this.#task
    const ofLines = rows.flatMap(({ line, of, values }): KeyedRow[] => {
      if (values === null || of.isRefused) return []
      const named = { ...values, [this.#by]: of.id }
      // a line without a number, or of a document that is not there yet, is a new one
      return [{ line, values: named, key: values[lineNo] == null || of.id === null ? `new ${line}` : keyOf(this.#lines, named) }]
    })
    const plan = await planPortion({ context, resource: this.#lines, columns: this.#rows.lineColumns, hooks: {} }, db, ofLines, keep)
    return { ...plan, refusals: [...plan.refusals, ...this.#tooMany(rows, plan.fresh)] }
  }

  /** The first row of each document that would be one line too many. */
  #tooMany(rows: readonly DocumentRow[], fresh: readonly KeyedRow[]): Refusal[] {
    const max = this.#lines.linesOf?.max ?? 0
    const of = new Map(rows.map(row => [row.line, row.of]))
    return fresh.flatMap(({ line }) => {
      const document = of.get(line)
      if (document === undefined) return []
      document.count += 1
      if (document.count !== max + 1) return []
      return [{ line, column: null, value: null, reason: sentence`一张单据最多 ${max} 行${this.#lines.title}，请拆成几张单据` }]
    })
  }

  /** How many lines these have before the file. */
  async #countLines(db: AnyDb, documents: readonly SheetDocument[]): Promise<void> {
    const ids = documents.flatMap(({ id }) => id ?? [])
    if (ids.length === 0) return
    const by = sql.ref(`${this.#lines.table}.${columnOf(this.#by)}`)
    const found = await db
      .selectFrom(this.#lines.table)
      .select([sql<string>`${by}::text`.as('id'), sql<number>`count(*)::int`.as('count')])
      .where(sql<boolean>`${by} = any(${ids}::bigint[])`)
      .groupBy(by)
      .execute()
    const counts = new Map(found.map(({ id, count }) => [id, Number(count)]))
    for (const document of documents) document.count += counts.get(document.id ?? '') ?? 0
  }

  #together(
    rows: readonly KeyedRow[],
    { plan, refusals }: Headers,
    lines: PortionPlan,
  ): Pick<PortionPlan, 'fresh' | 'changes' | 'refusals'> {
    const byLine = new Map(rows.map(row => [row.line, row]))
    const whole = (row: KeyedRow): KeyedRow => byLine.get(row.line) ?? row
    const fresh = new Map([...plan.fresh, ...lines.fresh].map(row => [row.line, whole(row)]))
    const changes = new Map([...plan.changes, ...lines.changes].map(({ row, before }) => [row.line, { row: whole(row), before }] as const))
    for (const line of fresh.keys()) changes.delete(line)
    return { fresh: [...fresh.values()], changes: [...changes.values()], refusals: [...refusals, ...lines.refusals] }
  }

  async #writeHeaders({ tx, batchId, order }: Pick<DocumentWrite, 'tx' | 'batchId' | 'order'>, { rows, plan }: Headers): Promise<void> {
    const { context, rules } = this.#task
    const { headColumns } = this.#rows
    const asked: Asked = { keys: [], lineOf: new Map() }
    // the server numbers new ones that nobody names
    const columns = this.#isNamed ? headColumns : headColumns.filter(({ name }) => name !== this.#number)
    const task = { context, tx, resource: this.#header, columns, hooks: rules.hooks, batchId, order }
    const numbers = await writePlan(task, plan, asked)
    if (numbers.length === 0) return
    const no = columnOf(this.#number)
    const made = await anyTable(tx)
      .selectFrom(this.#header.table)
      .select([sql<string>`id::text`.as('id'), sql<string>`${sql.ref(no)}`.as('no')])
      .where(sql<boolean>`${sql.ref(no)} = any(${numbers.map(values => asText(values[no]))})`)
      .execute()
    const ids = new Map(made.map(({ id, no: of }) => [of, id]))
    const lineOf = new Map(plan.fresh.map(({ line }, at) => [line, ids.get(asText(numbers[at]?.[no])) ?? null]))
    for (const { of } of rows) of.id ??= lineOf.get(of.line) ?? null
  }

  /** Those with a number first: the others stand behind them. */
  async #writeLines(task: Omit<MergeTask, 'columns'>, plan: PortionPlan): Promise<readonly Refusal[]> {
    const asked: Asked = { keys: [], lineOf: new Map() }
    const by: ImportField[] = Object.entries(this.#lines.fields).flatMap(([name, field]) =>
      name === this.#by ? [{ name, field, required: true }] : [],
    )
    const columns = [...by, ...this.#rows.lineColumns]
    const isNumbered = ({ values }: KeyedRow): boolean => values[lineNo] !== null && values[lineNo] !== undefined
    const { changes, locks } = plan
    await writePlan({ ...task, columns }, { fresh: plan.fresh.filter(isNumbered), changes, locks }, asked)
    const open = columns.filter(({ name }) => name !== lineNo)
    await writePlan({ ...task, columns: open }, { fresh: plan.fresh.filter(row => !isNumbered(row)), changes: [], locks }, asked)
    return overlapRefusals({ ...task, columns }, asked)
  }
}
