/** What an action does to the rows that were chosen: the same fields of all of them or of none (`changeEach`), or of as many as may be. */
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
import { runBatch } from './batch.ts'

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
