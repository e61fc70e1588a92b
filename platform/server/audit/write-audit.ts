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

/** rows of one INSERT: ten values each, far below the 65,535 of one statement */
const chunk = 1_000

/** The organisation is the caller's own; the entry can be read by who may see the trail, and changed by nobody. */
export const writeAudit = (context: Context, tx: Tx, change: Change): Promise<void> => writeAudits(context, tx, [change])

/** Entries of one batch; they share the request's id. */
export async function writeAudits(context: Context, tx: Tx, changes: readonly Change[]): Promise<void> {
  const { caller } = context
  const at = context.now().toISOString()
  const entries = changes.map(change => ({
    org_id: caller.orgId,
    at,
    account_id: caller.accountId,
    account_name: caller.name,
    subject: change.subject,
    record_id: change.recordId,
    verb: change.verb,
    before: change.before === null ? null : JSON.stringify(change.before),
    after: change.after === null ? null : JSON.stringify(change.after),
    request_id: context.requestId,
  }))
  for (let i = 0; i < entries.length; i += chunk)
    await tx
      .insertInto('audit_entry')
      .values(entries.slice(i, i + chunk))
      .execute()
}
