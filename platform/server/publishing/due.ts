/** What was scheduled is published when its time has come. */
import { sql } from 'kysely'
import { isDraft, publishStates } from '#platform/declare/publishable.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { takeStepsEach } from '../steps/take-steps.ts'

/** records published at once; those that are left come with the next minute */
const portion = 100

/** Timed work: publishes what is due in the organisation of the context, which is the server acting for itself. */
export async function publishDue(inside: Context): Promise<Wording | void> {
  let published = 0
  for (const r of inside.house.registry.resources.values())
    if (isDraft(r) && r.publishing.auditedBut === undefined) published += await dueOf(inside, r)
  return published === 0 ? undefined : sentence`发布 ${published} 条`
}

async function dueOf(context: Context, r: Resource): Promise<number> {
  const rows = await anyTable(context.db)
    .selectFrom(r.table)
    .select(sql<string>`id::text`.as('id'))
    .where(sql<boolean>`status = ${publishStates.scheduled[0]} and publish_at <= ${context.now().toISOString()}`)
    .orderBy(sql`publish_at, id`)
    .limit(portion)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(row => ({ id: String(row['id']) }))
  const done = await takeStepsEach(context, r, { ids, pick: { step: 'publishDue' }, input: {}, byProgram: true })
  return done.changed
}
