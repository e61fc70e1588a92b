/**
 * The same values for many records at once: those chosen, or all that match a filter, with a preview, one transaction and a result per row.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Machine } from '#platform/declare/states.ts'
import type { BatchResult, BatchTask, ListQuery } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import { keyOfRowId, primaryColumns, wireFields } from '../lists/columns.ts'
import { withLabels } from '../lists/labels.ts'
import { byField } from '../records/record-checks.ts'
import { maskRows } from '../lists/sensitive.ts'
import { anyTable } from '../db/any-table.ts'
import type { AnyDb } from '../contract/database.ts'
import { askingOf, type Predicate } from '../lists/conditions.ts'
import { byKeys } from '../lists/keys.ts'
import { planOf, rowsQuery, toRow } from '../lists/query.ts'
import type { Hooks, Lock, Values } from '../contract/record-hooks.ts'
import { checkReferences } from '../lists/references.ts'
import { batchFields } from '../lists/editable-fields.ts'
import { columnValues } from '../records/validate-record.ts'
import { lockOf, locksOf } from '../records/locks.ts'
import { takeStepsEach } from '../steps/take-steps.ts'
import { batchRowsMax, Outcome, runBatch, tooMany, waitedRowsMax, type Work } from './batch.ts'
import { batchAnswer, Reasons, type BatchEnd } from '../records/refused-rows.ts'
import { candidates, differs } from './candidates.ts'
import { orderBatch } from './order.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export interface BatchAsk {
  /** the rows chosen, with the versions that were seen */
  readonly ids?: readonly { readonly id: string; readonly version?: number }[]
  /** or all rows that match this list query */
  readonly query?: ListQuery
  readonly changes: Readonly<Values>
  /** says what would happen and writes nothing */
  readonly preview?: boolean
  /** over a filter: the number of rows that the preview counted */
  readonly expected?: number
}

/** Changes the rows, or with `preview` tells what would change. Above 10,000 rows the work becomes a task. */
export async function batchEdit(context: Context, r: Resource, ask: BatchAsk, hooks: Hooks = {}): Promise<BatchResult | BatchTask> {
  if (r.states !== undefined && Object.hasOwn(ask.changes, r.states.field)) return batchStep(context, r, r.states, ask, hooks)
  const values = changedColumns(r, ask.changes)
  const work = workOf(context, r, ask, values, hooks)
  if (ask.preview === true)
    return { ...batchAnswer(context, await preview(context, r, work)), sample: await sampleOf(context, r, work, values) }
  if ((ask.expected ?? 0) > waitedRowsMax) return orderBatch(context, r, 'edit', ask)
  const end = await context.write(async (tx, inside) => {
    await checkReferences(inside, anyTable(tx), r, values)
    return runBatch(inside, tx, r, work)
  })
  return batchAnswer(context, end)
}

/** A state for many records is the step that leads there from the state of each, with what that step asks for; those chosen alone. */
function batchStep(
  context: Context,
  r: Resource,
  { field }: Machine,
  { ids, changes, preview: isPreview }: BatchAsk,
  hooks: Hooks,
): Promise<BatchResult> {
  if (!hasAny(ids)) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择要修改的数据` }])
  const { [field]: to, ...input } = changes
  return takeStepsEach(context, r, { ids, pick: { to }, input, hooks }, isPreview)
}

/** The same work as a task has it: everything is checked anew, with the rights of whoever asked. */
export async function editWork(context: Context, db: AnyDb, r: Resource, ask: BatchAsk, hooks: Hooks): Promise<Work> {
  const values = changedColumns(r, ask.changes)
  await checkReferences(context, db, r, values)
  return workOf(context, r, ask, values, hooks)
}

function workOf(context: Context, r: Resource, ask: BatchAsk, values: Values, hooks: Hooks): Work {
  const { ids, query } = ask
  if ((ids === undefined) === (query === undefined))
    throw refuse.invalid([{ field: 'ids', message: sentence`请选择要修改的数据，或给出筛选条件` }])
  if (query !== undefined) {
    if (ask.preview !== true && ask.expected === undefined)
      throw refuse.invalid([{ field: 'expected', message: sentence`请先预览符合条件的行数` }])
    return { where: planOf(r, query, askingOf(context)).where, expected: ask.expected, values, hooks }
  }
  if (hasAny(ids)) return { where: [byKeys(r, keysOf(r, ids))], chosen: new Map(ids.map(one => [one.id, one.version])), values, hooks }
  throw refuse.invalid([{ field: 'ids', message: sentence`请先选择要修改的数据` }])
}

const hasAny = <T>(list: readonly T[] | undefined): list is readonly [T, ...T[]] => list !== undefined && list.length > 0

function keysOf(r: Resource, ids: readonly { readonly id: string }[]): (readonly string[])[] {
  if (ids.length > waitedRowsMax)
    throw refuse.invalid([{ field: 'ids', message: sentence`一次最多选择 ${waitedRowsMax} 行，现有 ${ids.length} 行，请改用筛选条件` }])
  return ids.flatMap(({ id }) => {
    const key = keyOfRowId(r, id)
    return key ? [key] : []
  })
}

/** Checked like a form's input; what a batch may not set, and what would empty a field that has a default, is refused by name. */
function changedColumns(r: Resource, changes: Readonly<Values>): Values {
  const fields = new Map(batchFields(r))
  const names = Object.keys(changes)
  if (names.length === 0) throw refuse.invalid([{ field: 'changes', message: sentence`请至少选择一个要修改的字段` }])
  const fixed = names.filter(name => !fields.has(name))
  if (fixed.length > 0)
    throw refuse.invalid(fixed.map(name => ({ field: name, message: sentence`${ownValue(r.fields, name)?.title ?? name}不能批量修改` })))
  const values = columnValues(r, changes, 'edit')
  const emptied = names.filter(name => !Object.hasOwn(values, columnOf(name)))
  if (emptied.length > 0)
    throw refuse.invalid(emptied.map(name => ({ field: name, message: sentence`${ownValue(r.fields, name)?.title ?? name}不能为空` })))
  return values
}

/** What would happen: row by row where rows were chosen, counted by the database where a filter may match a million. */
export async function preview(context: Context, r: Resource, { where, chosen, values, hooks }: Work): Promise<BatchEnd> {
  const db = anyTable(context.db)
  const locks = await locksOf(context, db, r, hooks, { isRemoval: values === null, set: values ?? {} })
  if (chosen) {
    const sum = new Outcome(r, chosen)
    for await (const portion of candidates(db, r, { where, locks, values, forUpdate: false })) sum.judge(portion)
    sum.vanished()
    return sum.result()
  }
  const found = await counted(db, r, where, locks, values)
  if (found.total > batchRowsMax) throw tooMany(found.total)
  return found
}

/** rows of a preview that are told with their values */
const sampleMax = 10

/** The first rows that would change, and what all of them would have. */
async function sampleOf(
  context: Context,
  r: Resource,
  { where, hooks }: Work,
  values: Values,
): Promise<NonNullable<BatchResult['sample']>> {
  const db = anyTable(context.db)
  const locks = await locksOf(context, db, r, hooks, { isRemoval: false, set: values })
  const open = sql<boolean>`${lockOf(locks)} is null`
  const order = primaryColumns(r).map(column => ({ column, way: 'asc' as const }))
  const names = wireFields(r).map(([name]) => name)
  const found = await rowsQuery(db, r, { where: [...where, differs(r, values), open], order }, names)
    .limit(sampleMax)
    .execute()
  const before = await withLabels(
    context,
    r,
    found.map(row => toRow(r, row)),
  )
  const [after] = await withLabels(context, r, [{ id: '', ...byField(r, values) }])
  maskRows(r, before)
  return { before, after: after ?? { id: '' } }
}

async function counted(
  db: AnyDb,
  r: Resource,
  where: readonly Predicate[],
  locks: readonly Lock[],
  values: Values | null,
): Promise<BatchEnd> {
  let query = db
    .selectFrom(r.table)
    .select([lockOf(locks).as('lock_no'), differs(r, values).as('differs'), sql<number>`count(*)::int`.as('rows')])
    .groupBy(sql.raw('1, 2'))
  for (const p of where) query = query.where(p)
  const sum = { total: 0, changed: 0, unchanged: 0 }
  const reasons = new Reasons()
  for (const { lock_no: lockNo, differs: isOther, rows } of await query.execute()) {
    const reason = locks[lockNo ?? -1]?.reason
    sum.total += rows
    if (reason !== undefined) reasons.add(reason, rows)
    else if (isOther) sum.changed += rows
    else sum.unchanged += rows
  }
  return { ...sum, refused: [], reasons: reasons.list() }
}
