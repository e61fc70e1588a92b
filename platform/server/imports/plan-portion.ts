/**
 * A portion of a file held against the records that are there, by their natural keys: what is new, what changes, and what no form would let
 * a person write either. Reads only.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { asText } from '#platform/format/text.ts'
import type { Field } from '#platform/declare/fields.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { columnOf, identityOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Hooks, Lock } from '../contract/record-hooks.ts'
import { typeOf } from '../db/ddl.ts'
import { wireFields } from '../lists/columns.ts'
import { rowsQuery, toRow } from '../lists/query.ts'
import { relationFaults } from '../records/record-checks.ts'
import { guardOf, type Guard } from '../records/approval-locks.ts'
import { lockOf, locksOf, locksOfNew } from '../records/locks.ts'
import { rowsFrom, typedColumns, type RowSource } from '../records/row-source.ts'
import { closedReason, isOpen } from '../states/edit-locks.ts'
import { stateOfCode } from '../states/machine.ts'
import { comparable } from './resource-cells.ts'
import type { KeyedRow } from './resource-check.ts'
import type { ImportField } from './resource-fields.ts'
import { keyOf, type ImportRow } from './resource-rows.ts'
import { byColumn, given, merged, sourceOf, withDefaults, type Change } from './row-values.ts'

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
  /** ids of those that are there, by key */
  readonly ids: ReadonlyMap<string, string>
}

export interface PlanTask {
  readonly context: Context
  readonly resource: Resource
  /** columns of the file */
  readonly columns: readonly ImportField[]
  readonly hooks: Hooks
}

/** Holds rows against those that are there; `keep` keeps these until the transaction ends. */
export async function planPortion(task: PlanTask, db: AnyDb, rows: readonly KeyedRow[], keep: boolean): Promise<PortionPlan> {
  const { context, resource: r, columns, hooks } = task
  const locks = await locksOf(context, db, r, hooks, { isRemoval: false })
  const guard = await guardOf(context, r)
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
    else refusals.push(...fixedFaults(r, row, found.before, changed), ...approvalFaults(guard, row, changed))
  }
  // of a new record what an approval would give it; what is left empty is nothing to approve
  for (const row of fresh)
    refusals.push(
      ...approvalFaults(
        guard,
        row,
        columns.filter(({ name }) => Array.isArray(guard?.wanted(name))),
      ),
    )
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
  return { fresh, changes, refusals, locks, ids: new Map([...there].map(([key, { before }]) => [key, before.id])) }
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

/** What waits for an approval is asked for one by one. */
const approvalFaults = (guard: Guard | null, { line, values }: ImportRow, columns: readonly ImportField[]): Refusal[] =>
  columns.flatMap(({ field, name }) => {
    const reason = guard?.reasonFor(name, values[name]) ?? null
    return reason === null ? [] : [{ line, column: field.title[0], value: String(values[name]), reason }]
  })

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
  const key = identityOf(r).flatMap(name => {
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

const plainType = (field: Field): string => typeOf(field).replace(/\(.*\)$/, '')

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
