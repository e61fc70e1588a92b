/**
 * Upsert by the natural key through the writer's own door: new rows are inserted, changed ones updated, the others left alone. One
 * statement a portion each.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, identityOf } from '#platform/declare/resource.ts'
import type { Tx } from '../contract/database.ts'
import { refuse } from '../calls/refusal.ts'
import { keyOfRowId, primaryColumns } from '../lists/columns.ts'
import { anyTable } from '../db/any-table.ts'
import type { Values } from '../contract/record-hooks.ts'
import { rowsByKeys as readRows } from '../lists/read-rows.ts'
import { byField } from '../records/record-checks.ts'
import { typesOf, type RowSource } from '../records/row-source.ts'
import { withOnAdd } from '../records/on-add.ts'
import type { LineLog } from '../records/line-log.ts'
import { addRows } from '../records/add-rows.ts'
import { keepApart, overlapsOf } from '../records/refuse-overlaps.ts'
import type { Write } from '../records/write.ts'
import { asDuplicate, changeRows } from '../records/writer.ts'
import { planPortion, type PlanTask, type PortionPlan } from './plan-portion.ts'
import type { KeyedRow } from './resource-check.ts'
import type { ImportField } from './resource-fields.ts'
import { keyOf, type ImportRow } from './resource-rows.ts'
import { byColumn, merged, withDefaults, type Change } from './row-values.ts'

export const importVerb = 'import'

export interface MergeTask extends PlanTask {
  readonly tx: Tx
  /** the batch by which the import is taken back; null: it can't be */
  readonly batchId: string | null
  /** of lines: told by their documents when the whole file is written */
  readonly lines?: LineLog
  /** of a tree: what was written, held against it when the whole file is (`Write`) */
  readonly order?: (readonly string[])[]
}
export interface Merged {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly refusals: readonly Refusal[]
}
/** Refused rows are reported, the caller rolls back. `checkOnly`: the file is refused already, its rows are only looked at. */
export async function mergePortion(task: MergeTask, rows: readonly KeyedRow[], checkOnly: boolean): Promise<Merged> {
  const plan = await planPortion(task, anyTable(task.tx), rows, !checkOnly)
  const { fresh, changes, refusals } = plan
  const outcome = { inserted: fresh.length, updated: changes.length, unchanged: rows.length - fresh.length - changes.length, refusals }
  if (checkOnly || refusals.length > 0) return outcome
  const asked: Asked = { keys: [], lineOf: new Map() }
  await writePlan(task, plan, asked)
  return { ...outcome, refusals: await overlapRefusals(task, asked) }
}

/** What a portion wrote to records with a validity, asked about once. */
export interface Asked {
  readonly keys: string[][]
  /** lines of the file by the natural keys of their records */
  readonly lineOf: Map<string, number>
}

/** Writes what was planned and found good. Answers the new records by column. */
export async function writePlan(
  task: MergeTask,
  { fresh, changes, locks }: Pick<PortionPlan, 'fresh' | 'changes' | 'locks'>,
  asked: Asked,
): Promise<readonly Values[]> {
  const { context, tx, resource: r, columns, hooks, batchId } = task
  const told = {
    ...(task.lines === undefined ? {} : { lines: task.lines }),
    ...(task.order === undefined ? {} : { order: task.order }),
  }
  const write: Write = { context, tx, r, hooks, verb: importVerb, locks, batchId, trail: 'whole', overlaps: asked.keys, ...told }
  try {
    const records = fresh.length === 0 ? [] : await insertRows(write, columns, fresh)
    if (changes.length > 0) await updateRows(write, columns, changes)
    if (r.validity === undefined) return records
    for (const [at, { line }] of fresh.entries()) asked.lineOf.set(keyOf(r, byField(r, records[at] ?? {})), line)
    for (const { row, before } of changes) asked.lineOf.set(keyOf(r, before), row.line)
    return records
  } catch (error) {
    if ((error as { code?: string }).code === '23503') throw refuse.rule(sentence`引用的资料刚被其他人删除，请重新导入`)
    return asDuplicate(r, error)
  }
}

/** Rows whose days meet those of another record that holds for the same. */
export async function overlapRefusals({ context, tx, resource: r }: MergeTask, { keys, lineOf }: Asked): Promise<Refusal[]> {
  const db = anyTable(tx)
  const found = await overlapsOf(context, db, r, keys)
  if (found.length === 0) {
    if (keys.length > 0) await keepApart(db, r)
    return []
  }
  const rows = await readRows(
    context,
    db,
    r,
    found.map(({ id }) => keyOfRowId(r, id) ?? []),
  )
  const lines = new Map(rows.map(row => [row.id, lineOf.get(keyOf(r, row)) ?? null]))
  return found.map(({ id, field, message }) => ({
    line: lines.get(id) ?? null,
    column: ownValue(r.fields, field)?.title[0] ?? field,
    value: null,
    reason: message,
  }))
}

/** Answers the new records by column, in the order of the rows. */
async function insertRows(write: Write, columns: readonly ImportField[], rows: readonly ImportRow[]): Promise<readonly Values[]> {
  const { context, tx, r } = write
  const given = rows.map(row => withDefaults(columns, row.values))
  const records = await withOnAdd(
    context,
    tx,
    r,
    given.map(values => byColumn(columns, values)),
  )
  const source: RowSource = { json: JSON.stringify(records), columns: typesOf(r, Object.keys(records[0] ?? {})) }
  const done = await addRows(write, source)
  if (done.length !== rows.length) throw new Error(`${write.r.table}: inserted ${done.length} rows of ${rows.length}`)
  return records
}

async function updateRows(write: Write, columns: readonly ImportField[], changes: readonly Change[]): Promise<void> {
  const { r } = write
  const set = columns.filter(({ name, field }) => !identityOf(r).includes(name) && !field.options.editDisabled)
  const keys = changes.map(({ before }) => keyOfRowId(r, before.id) ?? [])
  const primary = primaryColumns(r)
  const records = changes.map((change, at) => ({
    ...Object.fromEntries(primary.map((column, i) => [column, keys[at]?.[i]])),
    ...byColumn(set, merged(set, change)),
  }))
  const setColumns = set.map(({ name }) => columnOf(name)).filter(column => !primary.includes(column))
  await changeRows(write, keys, {
    from: { json: JSON.stringify(records), columns: typesOf(r, [...primary, ...setColumns]) },
    set: setColumns,
  })
}
