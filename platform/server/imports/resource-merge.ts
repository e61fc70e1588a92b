/** Upsert by the natural key through the writer's own door: new rows are inserted, changed ones updated, the others left alone. One statement a batch each. */
import { sql, type RawBuilder } from 'kysely'
import { asText } from '#platform/format/text.ts'
import type { Field } from '#platform/declare/fields.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { typeOf } from '../db/ddl.ts'
import { refuse } from '../http/refusal.ts'
import { keepNew, keepRows, recordId, type New } from '../batches/images.ts'
import { outcomes } from '../batches/tables.ts'
import { creationColumns } from '../lists/at-creation.ts'
import { keyOfRowId, wireFields } from '../lists/columns.ts'
import { anyTable, type AnyDb } from '../db/any-table.ts'
import { byKeys } from '../lists/keys.ts'
import { withLabels } from '../lists/labels.ts'
import { hasVersion, rowsQuery, toRow } from '../lists/query.ts'
import { asDuplicate, follow, isFollowed } from '../lists/record.ts'
import type { Hooks, Values } from '../lists/record-hooks.ts'
import { relationFaults } from '../lists/record-checks.ts'
import { comparable, stored } from './resource-cells.ts'
import type { ImportField } from './resource-fields.ts'
import type { KeyedRow } from './resource-check.ts'
import { keyOf, type ImportRow } from './resource-rows.ts'
import { own } from '#platform/declare/own.ts'

export interface MergeTask {
  readonly context: Context
  readonly tx: Tx
  readonly resource: Resource
  /** columns of the file */
  readonly columns: readonly ImportField[]
  readonly hooks: Hooks
  /** the batch by which the import is taken back; null: it can't be */
  readonly batchId: string | null
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

/** What a batch would do: nothing is written. Rows of a batch must have different keys. */
export interface BatchPlan {
  readonly there: ReadonlyMap<string, Row>
  readonly fresh: readonly KeyedRow[]
  readonly changes: readonly Change[]
  readonly refusals: readonly Refusal[]
}

/** Holds rows against those that are there; `lock` keeps these until the transaction ends. */
export async function planBatch(
  r: Resource,
  columns: readonly ImportField[],
  db: AnyDb,
  rows: readonly KeyedRow[],
  lock: boolean,
): Promise<BatchPlan> {
  const there = new Map((await rowsByKey(db, r, rows, lock)).map(row => [keyOf(r, row), row]))
  const fresh = rows.filter(row => !there.has(row.key))
  const changes: Change[] = []
  const refusals: Refusal[] = []
  for (const row of rows) {
    const before = there.get(row.key)
    if (!before) continue
    const changed = changedColumns(columns, row, before)
    if (changed.length === 0) continue
    changes.push({ row, before })
    refusals.push(...lockedFaults(r, row, before, changed))
  }
  const written = [...fresh.map(row => ({ row, before: null })), ...changes]
  const faults = await relationFaults(
    db,
    r,
    written.map(({ row, before }) => ({ values: row.values, before })),
  )
  written.forEach(({ row }, at) =>
    refusals.push(
      ...(faults[at] ?? []).map(({ field, message }) => ({
        line: row.line,
        column: own(r.fields, field)?.title[0] ?? field,
        value: asText(row.values[field] ?? '') || null,
        reason: message,
      })),
    ),
  )
  return { there, fresh, changes, refusals }
}

/** Refused rows are reported, the caller rolls back. `checkOnly`: the file is refused already, its rows are only looked at. */
export async function mergeBatch(task: MergeTask, rows: readonly KeyedRow[], checkOnly: boolean): Promise<Merged> {
  const { resource: r, tx } = task
  const db = anyTable(tx)
  const { there, fresh, changes, refusals } = await planBatch(r, task.columns, db, rows, !checkOnly)
  const outcome = { inserted: fresh.length, updated: changes.length, unchanged: rows.length - fresh.length - changes.length, refusals }
  if (checkOnly || refusals.length > 0) return outcome
  try {
    if (fresh.length > 0) await insertRows(task, db, fresh)
    if (changes.length > 0) {
      await keepChanged(task, db, changes)
      await updateRows(task, db, changes)
    }
  } catch (error) {
    if ((error as { code?: string }).code === '23503') throw refuse.rule('引用的资料刚被其他人删除，请重新导入')
    asDuplicate(r, error)
  }
  await tellFollowers(task, db, [...fresh, ...changes.map(c => c.row)], there)
  return outcome
}

/** Notes rows for the undo before they change. */
async function keepChanged({ context, resource: r, batchId }: MergeTask, db: AnyDb, changes: readonly Change[]): Promise<void> {
  if (batchId === null) return
  const keys = changes.map(({ before }) => keyOfRowId(r, before.id) ?? [])
  await keepRows(context, db, r, byKeys(r, keys), { batchId, outcome: outcomes.changed, withImage: true, versionStep: 1 })
}

const changedColumns = (columns: readonly ImportField[], row: ImportRow, before: Row): ImportField[] =>
  columns.filter(
    ({ name, field }) => row.values[name] !== undefined && comparable(field, row.values[name]) !== comparable(field, before[name]),
  )

/** What the form would not let a person change either. */
function lockedFaults(r: Resource, { line, values }: ImportRow, before: Row, changed: readonly ImportField[]): Refusal[] {
  if ('auditState' in r.fields && before['auditState'] === 1)
    return [{ line, column: null, value: null, reason: '已审核的数据不能修改，请先反审核' }]
  return changed
    .filter(({ field }) => field.options.editDisabled)
    .map(({ field, name }) => ({
      line,
      column: field.title[0],
      value: String(values[name]),
      reason: `已有的${r.title[0]}不能修改${field.title[0]}，系统里为 ${comparable(field, before[name]) ?? '空'}`,
    }))
}

/** The caller's rows with the keys of these rows, locked where asked; as the wire has them. */
async function rowsByKey(db: AnyDb, r: Resource, rows: readonly ImportRow[], lock: boolean): Promise<Row[]> {
  const query = rowsQuery(
    db,
    r,
    { where: [withKeys(r, rows)], order: [] },
    wireFields(r).map(([name]) => name),
  )
  const raw = await (lock ? query.forUpdate() : query).execute()
  return raw.map(row => toRow(r, row))
}

/** A key of one column goes as one array: its index is then read once along the keys, and not found again for each. */
function withKeys(r: Resource, rows: readonly ImportRow[]): RawBuilder<boolean> {
  const key = (r.key ?? []).flatMap(name => {
    const field = own(r.fields, name)
    return field === undefined ? [] : [[name, field] as const]
  })
  const columns = key.map(([name]) => sql.ref(`${r.table}.${columnOf(name)}`))
  const [only, ...more] = key
  if (only && more.length === 0) {
    const [name, field] = only
    const values = rows.map(row => given(field, row.values[name]))
    return sql<boolean>`${sql.join(columns)} = any(${values}::${sql.raw(plainType(field))}[])`
  }
  const wanted = recordset(
    key,
    rows.map(row => row.values),
  )
  const named = key.map(([name]) => sql.ref(`v.${columnOf(name)}`))
  return sql<boolean>`(${sql.join(columns)}) in (select ${sql.join(named)} from ${wanted.rows} as ${wanted.alias})`
}

/** What an insert would store where a cell was left to the default. */
const given = (field: Field, value: unknown): unknown => (value === undefined ? (field.options.default ?? null) : value)
const plainType = (field: Field): string => typeOf(field).replace(/\(.*\)$/, '')

/** Rows as one parameter, with the columns' types beside them. */
function recordset(
  fields: readonly (readonly [name: string, field: Field])[],
  rows: readonly Readonly<Values>[],
): { rows: RawBuilder<unknown>; alias: RawBuilder<unknown> } {
  const named = fields.map(([name, field]) => [name, columnOf(name), field] as const)
  const records = rows.map(values => {
    const record: Values = {}
    for (const [name, column, field] of named) record[column] = given(field, values[name])
    return record
  })
  const columns = fields.map(([name, field]) => `${columnOf(name)} ${plainType(field)}`)
  return { rows: sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb)`, alias: sql.raw(`v(${columns.join(', ')})`) }
}

const ofFile = (columns: readonly ImportField[]) => columns.map(({ name, field }) => [name, field] as const)

async function insertRows(task: MergeTask, db: AnyDb, rows: readonly ImportRow[]): Promise<void> {
  const { context, resource: r, columns, batchId } = task
  const { caller } = context
  const from = recordset(
    ofFile(columns),
    rows.map(row => row.values),
  )
  const constants: readonly (readonly [column: string, id: string])[] = [
    ...(r.standard === 'organisation' ? [['org_id', caller.orgId] as const] : []),
    ...(r.standard === 'none' ? [] : [['created_by', caller.accountId] as const, ['updated_by', caller.accountId] as const]),
  ]
  const names = columns.map(({ name }) => columnOf(name))
  const kept = creationColumns(db, r, column => (names.includes(column) ? sql.ref<string>(`v.${column}`) : null))
  const source = db
    .selectFrom(from.rows.as<'v'>(from.alias))
    .select([
      ...names.map(n => sql.ref(`v.${n}`).as(n)),
      ...constants.map(([column, id]) => sql`${id}::bigint`.as(column)),
      ...kept.map(([column, value]) => value.as(column)),
    ])
  const version = hasVersion(r) ? sql<number | null>`${sql.ref('version')}` : sql<null>`null`
  const done = await db
    .insertInto(r.table)
    .columns([...names, ...constants.map(([column]) => column), ...kept.map(([column]) => column)])
    .expression(source)
    .returning([recordId(r).as('id'), version.as('version')])
    .execute()
  if (done.length !== rows.length) throw new Error(`${r.table}: inserted ${done.length} rows of ${rows.length}`)
  if (batchId !== null) await keepNew(context, db, batchId, done as unknown as readonly New[])
}

async function updateRows({ context, resource: r, columns }: MergeTask, db: AnyDb, changes: readonly Change[]): Promise<void> {
  const merged = changes.map(({ row, before }) =>
    Object.fromEntries(
      ofFile(columns).map(([name, field]) => [
        name,
        row.values[name] === undefined ? stored(field, before[name] ?? null) : row.values[name],
      ]),
    ),
  )
  const from = recordset(ofFile(columns), merged)
  const isKey = (name: string): boolean => r.key?.includes(name) === true
  const values = Object.fromEntries(
    columns
      .filter(({ name, field }) => !isKey(name) && !field.options.editDisabled)
      .map(({ name }) => [columnOf(name), sql.ref(`v.${columnOf(name)}`)]),
  )
  const version = hasVersion(r) ? { version: sql`${sql.ref(`${r.table}.version`)} + 1` } : {}
  const stamp = r.standard === 'none' ? {} : { updated_at: context.now().toISOString(), updated_by: context.caller.accountId }
  const sameKey = sql<boolean>`${sql.join(
    (r.key ?? []).map(name => sql`${sql.ref(`${r.table}.${columnOf(name)}`)} = ${sql.ref(`v.${columnOf(name)}`)}`),
    sql` and `,
  )}`
  const done = await db
    .updateTable(r.table)
    .from(from.rows.as<'v'>(from.alias))
    .set({ ...values, ...version, ...stamp })
    .where(sameKey)
    .executeTakeFirstOrThrow()
  if (done.numUpdatedRows !== BigInt(changes.length))
    throw new Error(`${r.table}: updated ${done.numUpdatedRows} rows of ${changes.length}`)
}

/** Areas that follow this table hear of each changed record, as they do from the form; where nobody follows, nothing is read again. */
async function tellFollowers(
  { context, tx, resource: r, hooks, columns }: MergeTask,
  db: AnyDb,
  rows: readonly KeyedRow[],
  there: ReadonlyMap<string, Row>,
): Promise<void> {
  const written = columns.map(({ name }) => columnOf(name))
  if (rows.length === 0 || !isFollowed(context, r, hooks, written)) return
  const keys = new Set(rows.map(row => row.key))
  const before = new Map((await withLabels(context, r, [...there.values()])).map(row => [keyOf(r, row), row]))
  const after = (await withLabels(context, r, await rowsByKey(db, r, rows, true))).filter(row => keys.has(keyOf(r, row)))
  await follow(
    context,
    tx,
    r,
    hooks,
    after.map(row => ({ id: row.id, before: before.get(keyOf(r, row)) ?? null, after: row })),
  )
}
