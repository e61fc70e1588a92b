/** What the rooms of the server ask of approvals (platform/server/contract/registry.ts). */
import { sentence } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import type { RowApproval } from '#platform/declare/approval.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { type Context, type AnyDb, type Flows, type Lock, Refusal } from '#platform/server/area.ts'
import { pieces } from '#platform/server/lists.ts'
import { endApproval } from './act.ts'
import { hold } from './begin.ts'
import { dueBetween } from './due.ts'
import { neededSql } from './needed.ts'
import { instanceOf, pendingKey, publishedFlow } from './load.ts'
import { mailLinks } from './mail-links.ts'
import { seenInstance } from './read.ts'
import { hasTask, opened } from './opened.ts'
import { answersFor } from './people.ts'
import { instanceStates } from './tables.ts'
import { inApproval } from './words.ts'

const running = instanceStates.running[0]
/** in approval, sent back: what lists tell */
const shownStates = [running, instanceStates.back[0]] as const

function locks(_context: Context, db: AnyDb, r: Resource): Lock[] {
  const found = db
    .selectFrom('approval_instance as approval')
    .select(sql<number>`1`.as('one'))
    .where(sql<boolean>`${sql.ref('approval.subject')} = ${r.table}`)
    .where(sql<boolean>`${sql.ref('approval.record_id')} = ${sql.ref(`${r.table}.id`)}`)
    .where(sql<boolean>`${sql.ref('approval.state')} = ${sql.lit(running)}`)
  return [{ where: sql<boolean>`exists (${found})`, reason: inApproval, onlyAsItWas: true }]
}

/** By the index of approvals that are not over. */
function approvalOf(r: Resource, { states, step }: { readonly states?: readonly number[]; readonly step?: string }): RawBuilder<boolean> {
  let found = pieces
    .selectFrom('approval_instance as approval')
    .select(sql<number>`1`.as('one'))
    .where('approval.subject', '=', r.table)
    .where(sql<boolean>`${sql.ref('approval.record_id')} = ${sql.ref(`${r.table}.id`)}`)
    .where('approval.state', 'in', [...shownStates])
  if (states !== undefined) found = found.where('approval.state', 'in', [...states])
  if (step !== undefined) found = found.where('approval.step', 'ilike', step)
  return sql<boolean>`exists (${found})`
}

/** One query for a page of a list. */
async function rowsIn(context: Context, r: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, RowApproval>> {
  const records = ids.filter(id => /^[1-9][0-9]{0,17}$/.test(id))
  if (records.length === 0) return new Map()
  const people = await answersFor(context)
  const rows = await context.db
    .selectFrom('approval_instance')
    .select(['id', 'record_id', 'state', 'step', 'engine'])
    .where('org_id', '=', context.caller.orgId)
    .where('subject', '=', r.table)
    .where('record_id', 'in', records)
    .where('state', 'in', [...shownStates])
    .execute()
  return new Map(
    rows.map(row => {
      const mine = row.engine?.open.some(one => one.tasks.some(task => task.state === 'open' && people.includes(task.person))) === true
      return [row.record_id ?? '', { instanceId: row.id, state: row.state === 1 ? 1 : 3, step: row.step, mine }] as const
    }),
  )
}

/** Files of opinions and notes are for whoever sees the approval. */
async function mayHaveFiles(context: Context, table: string, recordId: string): Promise<boolean | null> {
  if (table !== 'approval_task' && table !== 'approval_note') return null
  const row = await context.db
    .selectFrom(table)
    .innerJoin('approval_instance as i', 'i.id', `${table}.instance_id`)
    .select(['i.id', 'i.form_code', 'i.record_id'])
    .where(`${table}.id`, '=', recordId)
    .executeTakeFirst()
  if (row === undefined) return false
  try {
    return (await seenInstance(context, { formCode: row.form_code, keyValue: row.record_id ?? pendingKey(row.id) })) !== null
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

export const flows: Flows = {
  isPublished: async (context, r) => r.type !== undefined && (await publishedFlow(context, context.db, r.type)) !== undefined,
  async neededWhere(context, r) {
    const found = r.type === undefined ? undefined : await publishedFlow(context, context.db, r.type)
    return found === undefined ? null : neededSql(r, found.definition?.needed)
  },
  hold,
  locks,
  rowsIn,
  approvalOf,
  opened,
  mayHaveFiles,
  hasTask,
  mailLinks,
  dueBetween,
  /** A record that was sent back may be deleted: its approval ends with it. While it runs, the lock keeps the record. */
  follow: r => async (context, tx, changes) => {
    const gone = changes.flatMap(change => (change.after === null ? [change.id] : []))
    if (gone.length === 0 || r.type === undefined) return
    const rows = await tx
      .selectFrom('approval_instance')
      .select('record_id')
      .where('subject', '=', r.table)
      .where('record_id', 'in', gone)
      .where('state', 'in', [...shownStates])
      .execute()
    for (const { record_id: keyValue } of rows) {
      const instance = keyValue === null ? null : await instanceOf(context, tx, { formCode: r.type, keyValue }, true)
      if (instance !== null) await endApproval(context, tx, instance, sentence`${context.caller.name} 删除了这条记录`)
    }
  },
}
