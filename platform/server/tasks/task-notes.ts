/** A task as its job notes it: state, progress and result in the row, and a push to whoever watches. */
import { fromStored, toStored, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { ImportState } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { outsideTransaction } from '../db/one-connection.ts'
import { tellTaskEnded } from './task-ended.ts'
import { taskStates } from '../db/house-tables.ts'

const noteEveryMs = 1_000

export interface TaskNote {
  readonly state: ImportState
  readonly step?: Wording
  /** 0..1 */
  readonly progress?: number
  readonly message?: Wording
  readonly result?: object
}

/** Inside a transaction of the work itself: done with it or not at all. */
export async function noteTaskIn(context: Context, tx: Tx, taskId: string, note: TaskNote): Promise<void> {
  const { state, step, progress = null, message, result } = note
  const at = context.now().toISOString()
  const { title } = await tx
    .updateTable('task')
    .set({
      state: taskStates[state][0],
      step: step === undefined ? '' : toStored(step),
      ...(progress === null ? {} : { progress: progress.toFixed(4) }),
      ...(message === undefined ? {} : { message: toStored(message) }),
      ...(result === undefined ? {} : { result: JSON.stringify(result) }),
      ...(state === 'running' ? { started_at: sql<string>`coalesce(started_at, ${at})` } : { finished_at: at }),
    })
    .where('id', '=', taskId)
    .returning('title')
    .executeTakeFirstOrThrow()
  const { orgId, accountId } = context.caller
  const target = fileIn(result)
  const { inWords } = context.house.registry
  await tellTaskEnded(context.house, tx, {
    orgId,
    accountId,
    title: fromStored(title),
    state: taskStates[state][0],
    ...(message === undefined ? {} : { detail: message }),
    ...(target === null ? {} : { target }),
  })
  await context.house.events.push(tx, [accountId], {
    kind: 'task',
    taskId,
    importIds: [],
    progress,
    state,
    step: inWords(step ?? '', 'zh'),
    stepEn: inWords(step ?? '', 'en'),
  })
}

/** The file that a task made, as a message opens it. */
function fileIn(result: object | undefined): { file: string; name: string } | null {
  if (result === undefined || !('link' in result) || !('name' in result)) return null
  const { link, name } = result
  return typeof link === 'string' && typeof name === 'string' ? { file: link, name } : null
}

export const noteTask = (context: Context, taskId: string, note: TaskNote): Promise<void> =>
  context.write(tx => noteTaskIn(context, tx, taskId, note))

export interface Progress {
  /** rows done, of so many */
  written(rows: number, total: number): void
  settled(): Promise<void>
}

/** Notes once a second, one note at a time, beside the transaction of the work; a note that fails is no reason to lose the work. */
export function progressNotes(context: Context, note: (rows: number, total: number) => Promise<unknown>): Progress {
  let notedAt = Date.now()
  let last: Promise<void> | null = null
  return {
    written(rows, total) {
      if (last || Date.now() - notedAt < noteEveryMs) return
      notedAt = Date.now()
      last = outsideTransaction(() => note(rows, total))
        .catch((error: unknown) => context.log.warn({ err: error }, 'the progress of a task could not be noted'))
        .then(() => void (last = null))
    },
    settled: async () => (await last) ?? undefined,
  }
}
