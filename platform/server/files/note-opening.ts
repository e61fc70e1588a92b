/** Whoever opens a closed file leaves a line in the trail before he has anything of it: one for a viewing, not one for each page. */
import { writeAudit } from '../trail/write-audit.ts'
import type { Context } from '../contract/context.ts'
import { closedHolder } from './file-use.ts'

/** A viewing ends when nothing of the file has been asked for so long. */
const viewingMs = 1_800_000
const viewingsMax = 10_000
/** until when, by who looks and at what; the oldest first */
const viewings = new Map<string, number>()

export async function noteOpening(context: Context, { id, name }: { readonly id: string; readonly name: string }): Promise<void> {
  const holder = await closedHolder(context, id)
  if (holder === null) return
  const key = [context.caller.orgId, context.caller.accountId, context.actsFor?.accountId, id].join(' ')
  const now = context.now().getTime()
  if ((viewings.get(key) ?? 0) < now)
    await context.write(tx =>
      writeAudit(context, tx, {
        subject: holder.table_name,
        recordId: holder.record_id,
        verb: 'openOriginal',
        before: null,
        after: { file: name, fileId: id },
      }),
    )
  viewings.delete(key)
  viewings.set(key, now + viewingMs)
  if (viewings.size > viewingsMax) viewings.delete(viewings.keys().next().value ?? '')
}
