/** What follows from changes of rosters, rules, punches and requests: the days that they touch are worked out again. */
import { addDays } from '#platform/format/dates.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { changeEachTo, followerOf } from '#platform/server/records.ts'
import { keptGroupsFollow, keptMembersFollow } from './keepers.ts'
import { attendanceDevice, attendanceGroup, attendanceMember } from './set-up-tables.ts'
import { markDays, type Touched } from './stale.ts'
import { punch, punchVoid } from './punch-tables.ts'

type Change = Parameters<Follower>[2][number]
export type Row = NonNullable<Change['after']>
const textOrNull = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : asText(value))
/** a day that never comes, and has one after it */
const endless = '9999-12-30'

/** The states before and after, each as far as it was there. */
export const rowsOf = (changes: readonly Change[]): Row[] =>
  changes.flatMap(({ before, after }) => [before, after]).filter(one => one !== null)

/** A request that names nobody (the form fills in who asks) concerns nobody. */
export const isOfPerson = (row: Row): boolean => textOrNull(row['employeeId']) !== null

const dayOf = (caller: Context, value: unknown): string => dayInZone(instantMs(asText(value)), caller.caller.zone)
const byDay = (row: Row): Touched => ({ employeeId: asText(row['employeeId']), from: asText(row['day']), to: asText(row['day']) })
const byPeriod = (row: Row): Touched => ({
  employeeId: asText(row['employeeId']),
  from: asText(row['validFrom']),
  to: textOrNull(row['validTo']) ?? endless,
})
export const byInstants = (caller: Context, row: Row, [from, to]: readonly [string, string]): Touched => ({
  employeeId: asText(row['employeeId']),
  from: dayOf(caller, row[from]),
  to: dayOf(caller, row[to]),
})

const marked =
  (touched: (caller: Context, row: Row) => Touched): Follower =>
  async (caller, tx, changes) => {
    await markDays(
      caller,
      tx,
      rowsOf(changes)
        .filter(isOfPerson)
        .map(row => touched(caller, row)),
      todayOf(caller),
    )
  }

/** Everybody in these groups, for the days of a rule or since the group may have changed. */
async function markGroups(caller: Context, tx: Tx, groups: readonly { readonly id: string; readonly from: string; readonly to: string }[]) {
  if (groups.length === 0) return
  const server = await inServersName(caller, tx, 'members of a group whose rules change')
  const found = await server.db
    .selectFrom('attendance_member')
    .select(['employee_id', 'group_id', 'valid_from', 'valid_to'])
    .where(
      'group_id',
      'in',
      groups.map(one => one.id),
    )
    .execute()
  const touched = groups.flatMap(({ id, from, to }) =>
    found
      .filter(row => asText(row.group_id) === id)
      .map(row => {
        const [begin, end] = [asText(row.valid_from), textOrNull(row.valid_to) ?? endless]
        return { employeeId: asText(row.employee_id), from: begin > from ? begin : from, to: end < to ? end : to }
      })
      .filter(one => one.from <= one.to),
  )
  await markDays(server, tx, touched, todayOf(caller))
}
/** what a changed group or shift does not change: days further back are as they were worked out then */
const openDays = 40

export const rulesFollow: Follower = (caller, tx, changes) =>
  markGroups(
    caller,
    tx,
    rowsOf(changes).map(row => ({
      id: asText(row['groupId']),
      from: asText(row['validFrom']),
      to: textOrNull(row['validTo']) ?? endless,
    })),
  )
export const groupsFollow = followerOf(attendanceGroup, async (caller, tx, changes) => {
  await keptGroupsFollow(caller, tx, changes)
  const from = addDays(todayOf(caller), -openDays)
  await markGroups(
    caller,
    tx,
    changes.flatMap(({ id, before }) => (before === null ? [] : [{ id, from, to: endless }])),
  )
})
export const devicesFollow = followerOf(attendanceDevice, async (caller, tx, changes) => {
  const places = rowsOf(changes).map(row => asText(row['workplaceId']))
  const server = await inServersName(caller, tx, 'groups at a workplace whose device has reported')
  const groups = await server.db.selectFrom('attendance_group').select('id').where('workplace_id', 'in', places).execute()
  const today = todayOf(caller)
  const first = addDays(today, -openDays)
  // a device that has reported further changes the days since; any other change all that are open
  const reached = changes.map(({ before, after }) => (before === null || after === null ? null : textOrNull(before.completeUntil)))
  const known = reached.filter(one => one !== null).map(one => dayOf(caller, one))
  const since = known.length === changes.length ? known.reduce((least, one) => (one < least ? one : least), today) : first
  const from = since < first ? first : since
  await markGroups(
    caller,
    tx,
    groups.map(row => ({ id: asText(row.id), from, to: endless })),
  )
})
/** Everybody's days that are open. */
async function markAll(caller: Context, tx: Tx): Promise<void> {
  const server = await inServersName(caller, tx, 'all groups: any may use what changes')
  const groups = await server.db.selectFrom('attendance_group').select('id').execute()
  const from = addDays(todayOf(caller), -openDays)
  await markGroups(
    caller,
    tx,
    groups.map(row => ({ id: asText(row.id), from, to: endless })),
  )
}
/** All groups may use a shift. */
export const shiftsFollow: Follower = (caller, tx) => markAll(caller, tx)

export const rosterFollow = marked((_, row) => byDay(row))
const memberDays = marked((_, row) => byPeriod(row))
export const membersFollow = followerOf(attendanceMember, async (caller, tx, changes) => {
  await keptMembersFollow(caller, tx, changes)
  await memberDays(caller, tx, changes)
})
const punchDays = marked((caller, row) => byInstants(caller, row, ['at', 'at']))
/** A device has reported as far as its last punch. */
export const punchesFollow = followerOf(punch, async (caller, tx, changes) => {
  const now = caller.now().getTime()
  if (changes.some(({ after }) => after !== null && instantMs(asText(after.at)) > now + aheadMsMax))
    throw refuse.invalid([{ field: 'at', message: sentence`打卡时间不能晚于现在` }])
  await punchDays(caller, tx, changes)
  const last = new Map<string, string>()
  for (const row of rowsOf(changes)) {
    const [deviceId, at] = [textOrNull(row['deviceId']), asText(row['at'])]
    if (deviceId !== null && instantMs(at) > instantMs(last.get(deviceId) ?? longAgo)) last.set(deviceId, at)
  }
  if (last.size === 0) return
  const server = await inServersName(caller, tx, 'how far the data of a device reach')
  const devices = await server.db
    .selectFrom('attendance_device')
    .select(['id', 'complete_until'])
    .where('id', 'in', [...last.keys()])
    // two imports of one device: the later of both stands
    .orderBy('id')
    .forUpdate()
    .execute()
  const later = devices.flatMap(row => {
    const completeUntil = last.get(asText(row.id)) ?? longAgo
    return instantMs(completeUntil) > instantMs(row.complete_until ?? longAgo) ? [{ id: asText(row.id), completeUntil }] : []
  })
  await changeEachTo(server, attendanceDevice, later, { verb: 'update' })
})
/** clocks of devices differ a little */
const aheadMsMax = 300_000
const longAgo = '1970-01-01T00:00:00Z'
/** The punch that is struck stands on a day of its own. */
export const voidsFollow = followerOf(punchVoid, async (caller, tx, changes) => {
  const ids = rowsOf(changes).map(row => asText(row['punchId']))
  const found = await caller.db.selectFrom('punch').select(['employee_id', 'at']).where('id', 'in', ids).execute()
  const touched = found.map(row => {
    const day = dayOf(caller, row.at)
    return { employeeId: asText(row.employee_id), from: day, to: day }
  })
  await markDays(caller, tx, touched, todayOf(caller))
})

/** Who leaves has no days after his last one. */
export const leaversFollow: Follower = async (caller, tx, changes) => {
  const touched = changes.flatMap(({ before, after }) => {
    const [was, is] = [textOrNull(before?.['leftOn']), textOrNull(after?.['leftOn'])]
    const row = after ?? before
    const from = was === null || (is !== null && is < was) ? is : was
    return was === is || from === null || row === null ? [] : [{ employeeId: asText(row['employeeId']), from, to: endless }]
  })
  await markDays(caller, tx, touched, todayOf(caller))
}
/** Days off and workplaces: everybody's days that are open. */
export const placesFollow: Follower = async (caller, tx, changes) => {
  // a workplace that is new has nobody yet
  if (changes.some(one => one.before !== null || one.after?.['day'] !== undefined)) await markAll(caller, tx)
}
