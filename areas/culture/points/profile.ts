/** What the shell shows of one's points, and the sign-in of the day: the first time on a day that somebody opens the suite. */
import { sql } from 'kysely'
import { entryKinds } from '#platform/declare/ledger-kinds.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dayInZone, instantInZone, todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { grantNow } from './grant.ts'
import { levelsOf, ownLevel } from './levels.ts'
import { heldBy } from './sums.ts'
import { points } from './tables.ts'

/** who was away longer than this comes anew */
const visitMs = 30 * 60_000

export async function pointsProfile(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const { caller } = context
  const { employeeId } = caller
  if (employeeId === null) return {}
  if (caller.viewer === undefined) await grantSignIn(context, employeeId)
  const since = await lastVisit(context, employeeId)
  const [held, levels, added] = await Promise.all([heldBy(context, employeeId), levelsOf(context), addedSince(context, employeeId, since)])
  const { level, maxPoint } = ownLevel(levels, held.gained)
  return {
    culturalLever: level?.name ?? null,
    culturalPoint: held.gained,
    curLevelMaxPoint: maxPoint,
    culturalImageUrl: level?.imageUrl ?? null,
    integral: held.balance,
    addedIntegral: added,
  }
}

async function grantSignIn(context: Context, employeeId: string): Promise<void> {
  const day = todayOf(context)
  const eventKey = `signIn:${day}`
  const before = await anyTable(context.db)
    .selectFrom(points.entry.table)
    .select('id')
    .where('employee_id', '=', employeeId)
    .where('event_key', '=', eventKey)
    .executeTakeFirst()
  if (before !== undefined) return
  const system = await context.house.asSystem(context.caller.orgId, 'points for the sign-in of the day')
  await system.write((tx, inside) => grantNow(inside, tx, [{ rule: 'signIn', employeeId, eventKey }], day))
}

/** When he was here before this visit; a new visit is noted. */
async function lastVisit(context: Context, employeeId: string): Promise<string> {
  const now = context.now()
  const row = await context.db
    .selectFrom('culture_visit')
    .select(['seen_at', 'before_at'])
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  if (row !== undefined && now.getTime() - instantMs(row.seen_at) < visitMs) return row.before_at
  if (context.caller.viewer !== undefined) return row?.before_at ?? now.toISOString()
  // at his first visit all of this day is new
  const { zone } = context.caller
  const before = row?.seen_at ?? new Date(instantInZone(dayInZone(now.getTime(), zone), '00:00', zone)).toISOString()
  await context.write(tx =>
    tx
      .insertInto('culture_visit')
      .values({ org_id: context.caller.orgId, employee_id: employeeId, seen_at: now.toISOString(), before_at: before })
      .onConflict(c => c.columns(['org_id', 'employee_id']).doUpdateSet({ seen_at: now.toISOString(), before_at: before }))
      .execute(),
  )
  return before
}

async function addedSince({ db }: Context, employeeId: string, since: string): Promise<number> {
  const row = await anyTable(db)
    .selectFrom(points.entry.table)
    .select(sql<string>`coalesce(sum(amount), 0)`.as('added'))
    .where('employee_id', '=', employeeId)
    .where('kind', 'in', [entryKinds.earn, entryKinds.correct])
    .where('created_at', '>', since)
    .executeTakeFirst()
  return Number(row?.['added'] ?? 0)
}
