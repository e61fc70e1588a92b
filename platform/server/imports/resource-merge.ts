/**
 * Upsert by the natural key through the writer's own door: new rows are inserted, changed ones updated, the others left alone. One
 * statement a portion each.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { asText } from '#platform/format/text.ts'
import type { Field } from '#platform/declare/fields.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { typeOf } from '../db/ddl.ts'
import { refuse } from '../calls/refusal.ts'
import { keyOfRowId, primaryColumns, wireFields } from '../lists/columns.ts'
import { anyTable } from '../db/any-table.ts'
import type { AnyDb } from '../contract/database.ts'
import { rowsQuery, toRow } from '../lists/query.ts'
import type { Hooks, Lock, Values } from '../contract/record-hooks.ts'
import { relationFaults } from '../lists/record-checks.ts'
import { lockOf, locksOf, locksOfNew } from '../records/locks.ts'
import { rowsFrom, typedColumns, typesOf, type RowSource } from '../records/row-source.ts'
import { withOnAdd } from '../records/on-add.ts'
import type { LineLog } from '../records/line-log.ts'
import { closedReason, isOpen } from '../states/edit-locks.ts'
import { stateOfCode } from '../states/machine.ts'
import { addRows } from '../records/add-rows.ts'
import type { Write } from '../records/write.ts'
import { asDuplicate, changeRows } from '../records/writer.ts'
import { comparable, stored } from './resource-cells.ts'
import type { ImportField } from './resource-fields.ts'
import type { KeyedRow } from './resource-check.ts'
import { keyOf, type ImportRow } from './resource-rows.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export const importVerb = 'import'

export interface MergeTask {
  readonly context: Context
  readonly tx: Tx
  readonly resource: Resource
  /** columns of the file */
  readonly columns: readonly ImportField[]
  readonly hooks: Hooks
  /** the batch by which the import is taken back; null: it can't be */
  readonly batchId: string | null
  /** of lines: told by their documents when the whole file is written */
  readonly lines?: LineLog
}
export interface Merged {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly refusals: readonly Refusal[]
}
interface Change {
  readonly row: KeyedRow
  readonly before: Row
}

/** A row that is written, with the record it changes; null: a new one. */
interface Written {
  readonly row: KeyedRow
  readonly before: Row | null
}

/** What a portion would do: nothing is written. Its rows must have different keys. */
export interface PortionPlan {
  readonly fresh: readonly KeyedRow[]
  readonly changes: readonly Change[]
  readonly refusals: readonly Refusal[]
  readonly locks: readonly Lock[]
}

export type PlanTask = Pick<MergeTask, 'context' | 'resource' | 'columns' | 'hooks'>

/** Holds rows against those that are there; `keep` keeps these until the transaction ends. */
export async function planPortion(task: PlanTask, db: AnyDb, rows: readonly KeyedRow[], keep: boolean): Promise<PortionPlan> {
  const { context, resource: r, columns, hooks } = task
  const locks = await locksOf(context, db, r, hooks, { isRemoval: false })
  const there = await rowsByKey(db, r, rows, locks, keep)
  const fresh = rows.filter(row => !there.has(row.key))
  const changes: Change[] = []
  const refusals: Refusal[] = []
  for (const row of rows) {
    const found = there.get(row.key)
    if (!found) continue
    const changed = changedColumns(columns, row, found.before)
    if (changed.length === 0) continue
    changes.push({ row, before: found.before })
    if (found.locked !== null) refusals.push({ line: row.line, column: null, value: null, reason: found.locked })
    else refusals.push(...fixedFaults(r, row, found.before, changed))
  }
  const written: readonly Written[] = [...fresh.map(row => ({ row, before: null })), ...changes]
  const lines = new Set(refusals.map(refusal => refusal.line))
  refusals.push(
    ...(await lockedNew(
      db,
      r,
      locks,
      columns,
      written.filter(one => !lines.has(one.row.line)),
    )),
    ...(await relationRefusals(context, db, r, written)),
  )
  return { fresh, changes, refusals, locks }
}

async function relationRefusals(context: Context, db: AnyDb, r: Resource, written: readonly Written[]): Promise<Refusal[]> {
  const faults = await relationFaults(
    db,
    r,
    written.map(({ row, before }) => ({ values: row.values, before })),
    context.house.registry.resources,
  )
  return written.flatMap(({ row }, at) =>
    (faults[at] ?? []).map(({ field, message }) => ({
      line: row.line,
      column: ownValue(r.fields, field)?.title[0] ?? field,
      value: asText(row.values[field] ?? '') || null,
      reason: message,
    })),
  )
}

/** Refused rows are reported, the caller rolls back. `checkOnly`: the file is refused already, its rows are only looked at. */
export async function mergePortion(task: MergeTask, rows: readonly KeyedRow[], checkOnly: boolean): Promise<Merged> {
  const { context, tx, resource: r, columns, hooks, batchId } = task
  const { fresh, changes, refusals, locks } = await planPortion(task, anyTable(tx), rows, !checkOnly)
  const outcome = { inserted: fresh.length, updated: changes.length, unchanged: rows.length - fresh.length - changes.length, refusals }
  if (checkOnly || refusals.length > 0) return outcome
  const told = task.lines === undefined ? {} : { lines: task.lines }
  const write: Write = { context, tx, r, hooks, verb: importVerb, locks, batchId, trail: 'whole', ...told }
  try {
    if (fresh.length > 0) await insertRows(write, columns, fresh)
    if (changes.length > 0) await updateRows(write, columns, changes)
  } catch (error) {
    if ((error as { code?: string }).code === '23503') throw refuse.rule(sentence`引用的资料刚被其他人删除，请重新导入`)
    asDuplicate(r, error)
  }
  return outcome
}

const changedColumns = (columns: readonly ImportField[], row: ImportRow, before: Row): ImportField[] =>
  columns.filter(
    ({ name, field }) => row.values[name] !== undefined && comparable(field, row.values[name]) !== comparable(field, before[name]),
  )

/** What the form would not let a person change either. */
function fixedFaults(r: Resource, { line, values }: ImportRow, before: Row, changed: readonly ImportField[]): Refusal[] {
  const state = r.states && stateOfCode(r, r.states, before[r.states.field])
  return changed.flatMap(({ field, name }) => {
    const at = { line, column: field.title[0], value: String(values[name]) }
    if (field.options.editDisabled)
      return [
        { ...at, reason: sentence`已有的${r.title}不能修改${field.title}，系统里为 ${comparable(field, before[name]) ?? sentence`空`}` },
      ]
    return state === undefined || isOpen(r, state.words, name) ? [] : [{ ...at, reason: closedReason(r, state, name) }]
  })
}

interface Found {
  readonly before: Row
  /** why it must stay as it is */
  readonly locked: Wording | null
}

/** The caller's rows with the keys of these rows, by key and as the wire has them, kept where asked. */
async function rowsByKey(
  db: AnyDb,
  r: Resource,
  rows: readonly ImportRow[],
  locks: readonly Lock[],
  keep: boolean,
): Promise<ReadonlyMap<string, Found>> {
  const query = rowsQuery(
    db,
    r,
    { where: [withKeys(r, rows)], order: [] },
    wireFields(r).map(([name]) => name),
  ).select(lockOf(locks).as('lock_no'))
  const raw = (await (keep ? query.forUpdate() : query).execute()) as readonly Record<string, unknown>[]
  return new Map(
    raw.map(found => {
      const before = toRow(r, found)
      return [keyOf(r, before), { before, locked: locks[(found['lock_no'] as number | null) ?? -1]?.reason ?? null }]
    }),
  )
}

/** A key of one column goes as one array: its index is then read once along the keys, and not found again for each. */
function withKeys(r: Resource, rows: readonly ImportRow[]): RawBuilder<boolean> {
  const key = (r.key ?? []).flatMap(name => {
    const field = ownValue(r.fields, name)
    return field === undefined ? [] : [[name, field] as const]
  })
  const columns = key.map(([name]) => sql.ref(`${r.table}.${columnOf(name)}`))
  const [only, ...more] = key
  if (only && more.length === 0) {
    const [name, field] = only
    const values = rows.map(row => given(field, row.values[name]))
    return sql<boolean>`${sql.join(columns)} = any(${values}::${sql.raw(plainType(field))}[])`
  }
  const { json, columns: typed } = sourceOf(
    r,
    key.map(([name, field]) => ({ name, field, required: true })),
    rows.map(row => row.values),
  )
  const named = typed.map(([column]) => sql.ref(`v.${column}`))
  const alias = sql.raw(`v(${typed.map(column => column.join(' ')).join(', ')})`)
  return sql<boolean>`(${sql.join(columns)}) in (select ${sql.join(named)} from jsonb_to_recordset(${json}::jsonb) as ${alias})`
}

/** What an insert would store where a cell was left to the default. */
const given = (field: Field, value: unknown): unknown => (value === undefined ? (field.options.default ?? null) : value)
const plainType = (field: Field): string => typeOf(field).replace(/\(.*\)$/, '')

const ofFile = (columns: readonly ImportField[]) => columns.map(({ name, field }) => [name, field] as const)

/** The rows of the file as the database takes them. */
function sourceOf(r: Resource, columns: readonly ImportField[], rows: readonly Readonly<Values>[]): RowSource {
  const named = ofFile(columns).map(([name, field]) => [name, columnOf(name), field] as const)
  const records = rows.map(values => {
    const record: Values = {}
    for (const [name, column, field] of named) record[column] = given(field, values[name])
    return record
  })
  return {
    json: JSON.stringify(records),
    columns: typesOf(
      r,
      named.map(([, column]) => column),
    ),
  }
}

async function insertRows(write: Write, columns: readonly ImportField[], rows: readonly ImportRow[]): Promise<void> {
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
}

/** What a changed row will be: an empty cell of a field with a default leaves what is there. */
const merged = (columns: readonly ImportField[], { row, before }: Change): Values =>
  Object.fromEntries(
    ofFile(columns).map(([name, field]) => [name, row.values[name] === undefined ? stored(field, before[name] ?? null) : row.values[name]]),
  )

async function updateRows(write: Write, columns: readonly ImportField[], changes: readonly Change[]): Promise<void> {
  const { r } = write
  const set = columns.filter(({ name, field }) => r.key?.includes(name) !== true && !field.options.editDisabled)
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

const byColumn = (columns: readonly ImportField[], values: Readonly<Values>): Values =>
  Object.fromEntries(columns.map(({ name }) => [columnOf(name), values[name]]))

/** Rows that would come to lie where nothing may be written, each with its line. One statement, none where nobody holds anything. */
async function lockedNew(
  db: AnyDb,
  r: Resource,
  locks: readonly Lock[],
  columns: readonly ImportField[],
  rows: readonly Written[],
): Promise<Refusal[]> {
  const held = locksOfNew(locks)
  if (held.length === 0 || rows.length === 0) return []
  const records = rows.map(({ row, before }, at) => ({
    ...byColumn(columns, before === null ? withDefaults(columns, row.values) : merged(columns, { row, before })),
    row_no: at,
  }))
  const all = typedColumns(r)
  const source: RowSource = { json: JSON.stringify(records), columns: [...all, ['row_no', 'integer']] }
  const found = await db
    .selectFrom(rowsFrom(source, `"${r.table}"`))
    .select([sql<number>`row_no`.as('row_no'), lockOf(held).as('lock_no')])
    .where(sql<boolean>`${lockOf(held)} is not null`)
    .execute()
  return found.flatMap(({ row_no: at, lock_no: no }) => {
    const [line, lock] = [rows[at]?.row.line, held[no ?? -1]]
    return line === undefined || lock === undefined ? [] : [{ line, column: null, value: null, reason: lock.reason }]
  })
}

const withDefaults = (columns: readonly ImportField[], values: Readonly<Values>): Values =>
  Object.fromEntries(ofFile(columns).map(([name, field]) => [name, given(field, values[name])]))
