/** What follows from a changed plan: until when it is due, and what a version that is finished contains. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { change, followerOf } from '#platform/server/records.ts'
import { systemOf } from './keep-tasks.ts'
import { planCodes, planKinds, projectPlan } from './plans.ts'
import { requirementCodes } from './requirements.ts'

/** requirements that a release note lists */
const listedMax = 500

/** The requirements of a version that are live, a line each; null: there is none. */
export async function releaseNoteOf(db: Db, planId: string): Promise<string | null> {
  const live = await db
    .selectFrom('project_require')
    .select(['no', 'title'])
    .where('plan_id', '=', planId)
    .where('state', '=', requirementCodes.live)
    .orderBy('no')
    .limit(listedMax)
    .execute()
  return live.length === 0 ? null : live.map(({ no, title }) => `${no} ${title}`).join('\n')
}

export const keepPlan = followerOf(projectPlan, async (context, tx, changes) => {
  const there = changes.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]))
  if (there.length === 0) return
  const { db } = await systemOf(context, tx)
  await db
    .updateTable('project_plan')
    .set({ due_on: sql<string | null>`case when state in (${planCodes.finished}, ${planCodes.cancelled}) then null else end_on end` })
    .where(
      'id',
      'in',
      there.map(({ after }) => after.id),
    )
    .execute()
  for (const { before, after } of there) {
    const isReleased = after.kind === planKinds.version[0] && after.state === planCodes.finished && before?.state === planCodes.active
    if (!isReleased || (after.releaseNote ?? '') !== '') continue
    const releaseNote = await releaseNoteOf(db, after.id)
    if (releaseNote !== null) await change(within(context, tx), projectPlan, after.id, { releaseNote })
  }
})
