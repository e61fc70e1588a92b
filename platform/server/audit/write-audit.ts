/** The audit trail: written in the transaction of the change it tells of. */
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'

export interface Change {
  /** permission of what was changed */
  readonly subject: string
  readonly recordId: string | null
  readonly verb: string
  readonly before: unknown
  readonly after: unknown
}

/** The organisation is the caller's own; the entry can be read by who may see the trail, and changed by nobody. */
export async function writeAudit(context: Context, tx: Tx, change: Change): Promise<void> {
  const { caller } = context
  await tx
    .insertInto('audit_entry')
    .values({
      org_id: caller.orgId,
      at: context.now().toISOString(),
      account_id: caller.accountId,
      account_name: caller.name,
      subject: change.subject,
      record_id: change.recordId,
      verb: change.verb,
      before: change.before === null ? null : JSON.stringify(change.before),
      after: change.after === null ? null : JSON.stringify(change.after),
      request_id: context.requestId,
    })
    .execute()
}
