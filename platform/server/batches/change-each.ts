/**
 * What an action does to the rows that were chosen: the same values in all of them or in none (`changeEach`), in each its own
 * (`changeEachTo`), or in as many as may be (`setEach`).
 */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { BatchResult } from '#platform/declare/wire-batch.ts'
import type { Context } from '../contract/context.ts'
import type { ActionTask } from '../contract/route.ts'
import { anyTable } from '../db/any-table.ts'
import { checkReferences } from '../lists/references.ts'
import { batchAnswer } from '../records/refused-rows.ts'
import { refuse } from '../calls/refusal.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { byKeys, shopsOf } from '../lists/keys.ts'
import type { Hooks, Values } from '../contract/record-hooks.ts'
import { columnsOf, refuseRawState } from '../records/change.ts'
import { sealedValues } from '../db/encrypted.ts'
import { lockOf, locksOf } from '../records/locks.ts'
import { rowsFrom, sameKey, typesOf } from '../records/row-source.ts'
import type { Write } from '../records/write.ts'
import { changeRows } from '../records/writer.ts'
import { runBatch } from './batch.ts'
import { portionRows } from './candidates.ts'

/**
 * Sets these fields, by name, of all of these records; one that is not there or must stay as it is refuses them all, with its reason.
 * Answers how many have changed: the others had the values already. An action has its own way back: it is not offered for undo.
 */
export async function changeEach(
  context: Context,
  r: Resource,
  ids: readonly string[],
  values: Readonly<Values>,
  { verb, hooks = {} }: { readonly verb: string; readonly hooks?: Hooks },
): Promise<{ changed: number }> {
  const unique = [...new Set(ids)]
  const keys = unique.map(id => keyOfRowId(r, id) ?? unknown(r))
  const shops = shopsOf(r, keys)
  const columns = columnsOf(r, values)
  refuseRawState(r, columns)
  return context.write(async (tx, inside) => {
    const done = await runBatch(inside, tx, r, {
      where: [byKeys(r, keys)],
      ...(shops === undefined ? {} : { shops }),
      values: columns,
      hooks: { ...hooks, undoable: false },
      verb,
    })
    const [reason] = done.reasons ?? []
    if (reason) throw refuse.rule(reason.reason)
    if (done.total !== unique.length) unknown(r)
    return { changed: done.changed }
  })
}

/**
 * Sets fields of these records of a table with ids, each its own values by name; all name the same fields. As `changeEach` otherwise, in
 * few
 * statements however many values differ.
 */
export async function changeEachTo(
  context: Context,
  r: Resource,
  rows: readonly (Readonly<Values> & { readonly id: string })[],
  { verb, hooks = {} }: { readonly verb: string; readonly hooks?: Hooks },
): Promise<{ changed: number }> {
  const [first] = rows
  if (first === undefined) return { changed: 0 }
  const records = rows.map(({ id, ...values }) => ({ id, ...sealedValues(context, r, columnsOf(r, values)) }))
  const { id: _, ...given } = records[0] ?? { id: '' }
  const set = Object.keys(given)
  refuseRawState(r, given)
  return context.write(async (tx, inside) => {
    const db = anyTable(tx)
    const locks = await locksOf(inside, db, r, hooks, { isRemoval: false, set: given })
    const write: Write = { context: inside, tx, r, hooks, verb, locks, batchId: null, trail: 'set' }
    let changed = 0
    // in the order of their keys, as every batch locks
    const sorted = records.toSorted((a, b) => Number(a.id) - Number(b.id))
    for (let at = 0; at < sorted.length; at += portionRows) {
      const portion = sorted.slice(at, at + portionRows)
      const source = { json: JSON.stringify(portion), columns: typesOf(r, ['id', ...set]) }
      const differs = sql.join(
        set.map(name => sql`${sql.ref(`${r.table}.${name}`)} is distinct from ${sql.ref(`v.${name}`)}`),
        sql` or `,
      )
      const found = await db
        .selectFrom(r.table)
        .innerJoin(rowsFrom(source), join => join.on(sameKey(r)))
        .select([sql<string>`${sql.ref(`${r.table}.id`)}::text`.as('id'), sql<boolean>`(${differs})`.as('differs')])
        .select(lockOf(locks).as('lock_no'))
        .orderBy(sql.ref(`${r.table}.id`))
        .forUpdate(r.table)
        .execute()
      const reason = locks[found.map(row => row['lock_no'] as number | null).find(no => no !== null) ?? -1]?.reason
      if (reason !== undefined) throw refuse.rule(reason)
      if (found.length !== portion.length) unknown(r)
      const ids = new Set(found.flatMap(row => (row['differs'] === true ? [String(row['id'])] : [])))
      if (ids.size === 0) continue
      const json = JSON.stringify(portion.filter(row => ids.has(row.id)))
      await changeRows(
        write,
        [...ids].map(id => [id]),
        { from: { ...source, json }, set },
      )
      changed += ids.size
    }
    return { changed }
  })
}

interface SetWords {
  readonly verb: string
  readonly hooks?: Hooks
  /** where the action runs as a task: its rows and its progress are noted with it */
  readonly task?: ActionTask | undefined
}

/**
 * Sets these fields, by name, of as many of these records as may be changed; the others stay, each with its reason. A batch: it can be
 * taken back for a day, unless `hooks` do more than the rows show.
 */
export async function setEach(
  context: Context,
  r: Resource,
  ids: readonly string[],
  values: Readonly<Values>,
  { verb, hooks = {}, task }: SetWords,
): Promise<BatchResult> {
  const unique = [...new Set(ids)]
  const keys = unique.map(id => keyOfRowId(r, id) ?? unknown(r))
  const shops = shopsOf(r, keys)
  const columns = columnsOf(r, values)
  refuseRawState(r, columns)
  const end = await context.write(async (tx, inside) => {
    await checkReferences(inside, anyTable(tx), r, columns)
    return runBatch(inside, tx, r, {
      where: [byKeys(r, keys)],
      ...(shops === undefined ? {} : { shops }),
      ...(task === undefined ? {} : { taskId: task.id, progress: rows => task.progress(rows, unique.length) }),
      chosen: new Map(unique.map(id => [id, undefined])),
      values: columns,
      hooks,
      verb,
    })
  })
  return batchAnswer(context, end)
}

function unknown(r: Resource): never {
  throw refuse.unknown(r.title)
}
