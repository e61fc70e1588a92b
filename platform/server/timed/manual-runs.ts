/** What people do with timed work: run it now, try a dead letter again, give it up. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Updateable } from 'kysely'
import type { Context } from '../contract/context.ts'
import type { Database, Tx } from '../contract/database.ts'
import { refuse } from '../calls/refusal.ts'
import { writeAudit } from '../trail/write-audit.ts'
import { orderJob, orderRun, unfinishedRun } from './order-run.ts'
import { placeOf } from './overview.ts'
import { runStates } from './tables.ts'

const busy = sentence`该任务正在执行或等待重试，请稍后再试`
const subject = 'timed_work'

/** POST /timedWorkManage/run: now, beside its schedule. */
export async function runNow(context: Context, name: string): Promise<{ id: string }> {
  const { work, organisationId } = placeOf(context, name)
  return context.write(async (scoped, inside) => {
    const tx = await hold(scoped, organisationId, name)
    const id = await orderRun(context.house, tx, organisationId, name, context.now(), context.caller.name)
    if (id === null) throw refuse.conflict(busy)
    await writeAudit(inside, scoped, { subject, recordId: name, verb: 'run', before: null, after: { title: work.title[0] } })
    return { id }
  })
}

/** POST /timedWorkManage/retry: a dead letter, as if it had not been tried. */
export async function retryRun(context: Context, name: string, id: string): Promise<null> {
  const { organisationId } = placeOf(context, name)
  return context.write(async (scoped, inside) => {
    const tx = await hold(scoped, organisationId, name)
    if ((await unfinishedRun(tx, organisationId, name)) !== null) throw refuse.conflict(busy)
    await leave(tx, organisationId, name, id, { state: runStates.waiting[0], tries: 0, ended_at: null })
    await orderJob(context.house, tx, { id, name })
    await writeAudit(inside, scoped, { subject, recordId: name, verb: 'retry', before: null, after: { run: id } })
    return null
  })
}

/** POST /timedWorkManage/giveUp. */
export async function giveUp(context: Context, name: string, id: string): Promise<null> {
  const { organisationId } = placeOf(context, name)
  return context.write(async (scoped, inside) => {
    const tx = await hold(scoped, organisationId, name)
    await leave(tx, organisationId, name, id, { state: runStates.given[0] })
    await writeAudit(inside, scoped, { subject, recordId: name, verb: 'giveUp', before: null, after: { run: id } })
    return null
  })
}

/** Sealed tables: the name was found among what the caller may see. The row is held, so that of two who order one wins. */
async function hold(scoped: Tx, organisationId: string, name: string): Promise<Tx> {
  const tx = scoped.withoutPlugins()
  await tx
    .selectFrom('timed_work')
    .select('name')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return tx
}

async function leave(tx: Tx, organisationId: string, name: string, id: string, to: Updateable<Database['timed_run']>): Promise<void> {
  const changed = await tx
    .updateTable('timed_run')
    .set(to)
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .where('state', '=', runStates.dead[0])
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw refuse.conflict(sentence`这次执行已不在失败列表中，请刷新`)
}
