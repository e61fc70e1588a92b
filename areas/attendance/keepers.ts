/** Who keeps the group of a person stands in his membership, by which the keeper sees his rows; a while after its end nobody does. */
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Follower } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived } from '#platform/server/records.ts'
import { textOrNull } from './plan.ts'
import { attendanceMember } from './set-up-tables.ts'

/** the month in which somebody leaves a group is confirmed and locked by its keeper still */
const keptDays = 62

/** Writes what differs, of these groups or memberships, or of all. */
export async function showKeepers(server: Context, of?: { readonly groupIds?: readonly string[]; readonly ids?: readonly string[] }) {
  let members = server.db
    .selectFrom('attendance_member as m')
    .innerJoin('attendance_group as g', 'g.id', 'm.group_id')
    .select(['m.id', 'm.keeper_id', 'm.valid_to', 'g.keeper_id as keeper'])
    .where(w => w.or([w('m.keeper_id', 'is not', null), w('g.keeper_id', 'is not', null)]))
  if (of?.groupIds !== undefined) members = members.where('m.group_id', 'in', of.groupIds)
  if (of?.ids !== undefined) members = members.where('m.id', 'in', of.ids)
  const since = addDays(todayOf(server), -keptDays)
  const changed = (await members.orderBy('m.id').execute()).flatMap(row => {
    const keeperId = row.valid_to !== null && asText(row.valid_to) < since ? null : textOrNull(row.keeper)
    return keeperId === textOrNull(row.keeper_id) ? [] : [{ id: asText(row.id), keeperId }]
  })
  await setDerived(server, attendanceMember, changed)
}

const follow =
  (of: (ids: readonly string[]) => Parameters<typeof showKeepers>[1]): Follower =>
  async (caller, tx, changes) => {
    const ids = changes.flatMap(one => (one.after === null ? [] : [one.id]))
    if (ids.length > 0) await showKeepers(await inServersName(caller, tx, 'who keeps the group of a person'), of(ids))
  }
export const keptGroupsFollow = follow(groupIds => ({ groupIds }))
export const keptMembersFollow = follow(ids => ({ ids }))
