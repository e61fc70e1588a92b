/** What does not follow in a file: it waits for a person's yes with a reason, and stays open as a finding when the file is taken. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Doubt } from '#platform/declare/file-kind.ts'
import { operations } from '#platform/declare/operations.ts'
import { compare, subtract } from '#platform/format/decimal.ts'
import { may } from '../calls/may.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { taskStates } from '../db/house-tables.ts'
import { writeAudit } from '../trail/write-audit.ts'

const [queued] = taskStates.queued
const [waiting] = taskStates.waiting

/** One finding for each thing that did not follow, in the merge's transaction. */
export async function keepFindings(
  tx: Tx,
  run: { readonly id: string; readonly org_id: string },
  ownerName: string,
  doubts: readonly Doubt[],
): Promise<void> {
  const open = doubts.filter(doubt => compare(doubt.stated, doubt.found) !== 0)
  if (open.length === 0) return
  const { accept_reason: reason } = await tx
    .selectFrom('import_run')
    .select('accept_reason')
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow()
  const rows = open.map(doubt => ({ ...doubt, what: toStored(doubt.what), difference: subtract(doubt.stated, doubt.found) }))
  await sql`insert into import_finding (org_id, import_id, owner_name, what, line, currency, stated, found, difference, reason)
    select ${run.org_id}, ${run.id}, ${ownerName}, d.what, d.line, d.currency, d.stated, d.found, d.difference, ${reason ?? ''}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d(what text, line int, currency text, stated numeric, found numeric, difference numeric)`.execute(tx)
}

/** A person takes the file all the same: it is read again from the store and merged whole. */
export async function acceptImport(context: Context, id: string, reason: string): Promise<null> {
  if (reason.trim() === '') throw refuse.invalid([{ field: 'reason', message: sentence`请写明为什么仍要导入` }])
  return context.write(async tx => {
    const run = await tx
      .selectFrom('import_run')
      .select(['id', 'state', 'family', 'task_id', 'file_name', 'doubts', 'owner_table', 'owner_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const family = context.house.registry.families.find(f => f.code === run?.family)
    if (!run || !family) throw refuse.unknown(['导入记录', 'Import'])
    if (!may(context.caller, family.permission, operations.import)) throw refuse.forbidden()
    if (run.state !== waiting) throw refuse.conflict(sentence`这次导入已不在等待确认，请刷新后再看`)
    const set = {
      accept_reason: reason.trim(),
      accepted_by_name: context.caller.name,
      state: queued,
      message: null,
      finished_at: null,
    }
    await tx.updateTable('import_run').set(set).where('id', '=', id).execute()
    await tx.updateTable('task').set({ state: queued, finished_at: null }).where('id', '=', run.task_id).execute()
    await context.house.jobs.add(tx, 'import.run', { importId: id }, { key: `import ${id} accepted` })
    await writeAudit(context, tx, {
      subject: 'import_run',
      recordId: id,
      verb: 'acceptImport',
      before: { fileName: run.file_name, doubts: run.doubts },
      after: { reason: reason.trim() },
    })
    return null
  })
}
