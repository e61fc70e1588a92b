/** A roster is published to its people; what changes of it afterwards is told to each; one stretch is copied to another. */
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { date, integer, month, reference } from '#platform/declare/fields.ts'
import { givenAccounts, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { GridBlock } from '#platform/declare/wire.ts'
import { addDays, daysFromTo, firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type Follower, type RouteMap, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { cells, writeCells } from '#platform/server/lists.ts'
import { notify } from '#platform/server/notices.ts'
import { changeEachTo, setDerived, followerOf } from '#platform/server/records.ts'
import { rosterFollow } from '../keep.ts'
import { protectedNights } from '../protected.ts'
import { holdPeople } from '../requests.ts'
import { attendanceGroup } from '../set-up-tables.ts'
import { isPublished, readRoster, writeRoster } from './cells.ts'
import { rosterDay } from './tables.ts'

const published = notice('attendance.rosterPublished', ['排班发布', 'Roster published'], {
  title: ['{month} 的排班已发布', 'The roster of {month} is published'],
  to: [givenAccounts],
})
const changed = notice('attendance.rosterChanged', ['排班变化', 'Roster changed'], {
  title: ['您的排班有变化：{what}', 'Your roster has changed: {what}'],
  to: [givenAccounts],
})
/** days that are named; people who are told what has changed one by one: more of them are told that something has */
const [namedMax, eachMax] = [5, 40]

type Change = Parameters<Follower>[2][number]
const shiftIdOf = (row: Change['after']): string => (row === null || row['shiftId'] === null ? '' : asText(row['shiftId'] ?? ''))

/** Codes, which are the same in both languages. */
async function shiftCodes({ db }: Context, changes: readonly Change[]): Promise<(row: Change['after']) => string> {
  const ids = changes.flatMap(({ before, after }) => [shiftIdOf(before), shiftIdOf(after)]).filter(id => id !== '')
  const rows = ids.length === 0 ? [] : await db.selectFrom('attendance_shift').select(['id', 'code']).where('id', 'in', ids).execute()
  const names = new Map(rows.map(row => [asText(row.id), row.code]))
  return row => (row === null ? '-' : (names.get(shiftIdOf(row)) ?? 'OFF'))
}

/** What was published and is another shift now, from today on. */
async function tellChanged(server: Context, tx: Tx, changes: readonly Change[]): Promise<void> {
  const today = todayOf(server)
  const told = changes.filter(({ before, after }) => {
    const wasShown = before?.['published'] === true
    const isNew = before === null && after?.['published'] === true
    const row = after ?? before
    return (
      (wasShown || isNew) &&
      row !== null &&
      asText(row['day']) >= today &&
      (before === null || after === null || shiftIdOf(before) !== shiftIdOf(after))
    )
  })
  if (told.length === 0) return
  const people = Map.groupBy(told, ({ before, after }) => asText((after ?? before)?.['employeeId']))
  const accounts = await server.house.rights.accountsOfEmployees(server.caller.orgId, [...people.keys()], tx)
  const nameOf = await shiftCodes(server, told)
  const texts = new Map<string, string[]>()
  for (const [employeeId, some] of people) {
    const days = some
      .map(({ before, after }) => ({ day: asText((after ?? before)?.['day']), name: nameOf(after) }))
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    const what =
      people.size > eachMax
        ? (days[0]?.day.slice(0, 7) ?? '')
        : days
            .slice(0, namedMax)
            .map(one => `${one.day} ${one.name}`)
            .join(', ') + (days.length > namedMax ? '…' : '')
    texts.set(what, [...(texts.get(what) ?? []), ...(accounts.get(employeeId) ?? [])])
  }
  for (const [what, to] of texts)
    if (to.length > 0) await notify(server, tx, changed, { accounts: to, values: { what }, but: server.caller.accountId })
}

export const rosterFollows = followerOf(rosterDay, async (caller, tx, changes) => {
  await protectedNights(caller, tx, changes)
  await rosterFollow(caller, tx, changes)
  await tellChanged(await inServersName(caller, tx, 'whose published roster has changed'), tx, changes)
})

const group = reference('考勤组', 'Group', 'attendance_group', {})
const publishFace: ActionDeclaration = {
  name: 'publish',
  title: ['发布排班', 'Publish'],
  over: 'page',
  operation: operations.edit,
  input: { groupId: group, month: month('月份', 'Month', {}) },
  confirm: ['组里的人会收到通知，以后的变化逐一告知', 'Its people are told, and of each change afterwards'],
}
const copyFace: ActionDeclaration = {
  name: 'copy',
  title: ['复制排班', 'Copy'],
  over: 'page',
  operation: operations.edit,
  input: {
    groupId: group,
    fromOn: date('从这天起', 'From', {}),
    days: integer('天数', 'Days', { min: 1, max: 31, default: 7, help: ['两周一轮写 14', '14 for patterns of two weeks'] }),
    toOn: date('复制到这天起', 'To', {}),
  },
  confirm: ['目标日期原有的排班会被替换', 'What is there on these days is replaced'],
}

async function rowsOfGroup({ db }: Context, groupId: string, [first, last]: readonly [string, string]) {
  return db
    .selectFrom('roster_day as r')
    .innerJoin('attendance_member as m', join =>
      join
        .onRef('m.employee_id', '=', 'r.employee_id')
        .onRef('m.valid_from', '<=', 'r.day')
        .on(w => w.or([w('m.valid_to', 'is', null), w('m.valid_to', '>=', w.ref('r.day'))])),
    )
    .select(['r.id', 'r.employee_id', 'r.day', 'r.shift_id', 'r.published'])
    .where('m.group_id', '=', groupId)
    .where('r.day', '>=', first)
    .where('r.day', '<=', last)
    .orderBy('r.id')
    .execute()
}

/** Who is in the group on a day of the stretch, of those whom the caller sees. */
async function membersOf({ db }: Context, groupId: string, [first, last]: readonly [string, string]): Promise<string[]> {
  const rows = await db
    .selectFrom('attendance_member')
    .select('employee_id')
    .distinct()
    .where('group_id', '=', groupId)
    .where('valid_from', '<=', last)
    .where(w => w.or([w('valid_to', 'is', null), w('valid_to', '>=', first)]))
    .execute()
  return rows.map(row => asText(row.employee_id))
}

/** The month is noted at the group, so that changes of those who have its shifts alone are told too; two at once tell once. */
async function publish(context: Context, groupId: string, of: string): Promise<{ changed: number }> {
  return context.write(async (tx, inside) => {
    const stretch = [firstOfMonth(of), lastOfMonth(of)] as const
    const ids = await membersOf(inside, groupId, stretch)
    if (ids.length === 0) throw refuse.rule(sentence`这个考勤组在 ${of} 没有组员`)
    await holdPeople(inside, ids)
    const server = await inServersName(inside, tx, 'what is published, and accounts of those who are told')
    const held = await server.db
      .selectFrom('attendance_group')
      .select(['id', 'published_months'])
      .where('id', '=', groupId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const rows = (await rowsOfGroup(inside, groupId, stretch)).filter(row => !row.published)
    const isNew = held !== undefined && !isPublished(held, of)
    if (rows.length === 0 && !isNew) throw refuse.rule(sentence`${of} 没有待发布的排班`)
    if (isNew) {
      const publishedMonths = [...(held.published_months ?? []), of].toSorted((a, b) => (a < b ? -1 : 1))
      await setDerived(server, attendanceGroup as Resource, [{ id: groupId, publishedMonths }])
    }
    if (rows.length > 0)
      await changeEachTo(
        inside,
        rosterDay,
        rows.map(row => ({ id: asText(row.id), published: true })),
        { verb: 'publish' },
      )
    const told = isNew ? ids : [...new Set(rows.map(row => asText(row.employee_id)))]
    const accounts = [...(await server.house.rights.accountsOfEmployees(inside.caller.orgId, told, tx)).values()].flat()
    if (accounts.length > 0) await notify(server, tx, published, { accounts, values: { month: of }, but: inside.caller.accountId })
    return { changed: rows.length }
  })
}

interface CopyWanted {
  readonly groupId: string
  readonly fromOn: string
  readonly toOn: string
  readonly days: number
}
async function copy(context: Context, { groupId, fromOn, toOn, days }: CopyWanted): Promise<{ changed: number }> {
  const last = addDays(fromOn, days - 1)
  const members = await context.db
    .selectFrom('attendance_member')
    .select('employee_id')
    .distinct()
    .where('group_id', '=', groupId)
    .where('valid_from', '<=', toOn)
    .where(w => w.or([w('valid_to', 'is', null), w('valid_to', '>=', addDays(toOn, days - 1))]))
    .execute()
  if (members.length === 0) throw refuse.rule(sentence`这个考勤组在 ${toOn} 没有组员`)
  const shifts = await context.db.selectFrom('attendance_shift').select(['id', 'code']).execute()
  const codeOf = new Map(shifts.map(row => [asText(row.id), row.code]))
  const rows = await rowsOfGroup(context, groupId, [fromOn, last])
  const texts = new Map(
    rows.map(row => [
      `${asText(row.employee_id)} ${asText(row.day)}`,
      row.shift_id === null ? '休' : (codeOf.get(asText(row.shift_id)) ?? ''),
    ]),
  )
  const from = daysFromTo(fromOn, last)
  const blocks = members.map((row): GridBlock => {
    const employeeId = asText(row.employee_id)
    return { row: employeeId, column: toOn, texts: from.map(day => texts.get(`${employeeId} ${day}`) ?? '') }
  })
  return writeRoster(context, blocks)
}

export const rosterRoutes: RouteMap = {
  'POST /rosterDay/cells': cells(rosterDay, readRoster),
  'POST /rosterDay/writeCells': writeCells(rosterDay, writeRoster),
  'POST /rosterDay/publish': act(rosterDay, publishFace, (context, { input }) =>
    publish(context, asText(input['groupId']), asText(input['month']).slice(0, 7)),
  ),
  'POST /rosterDay/copy': act(rosterDay, copyFace, (context, { input }) =>
    copy(context, {
      groupId: asText(input['groupId']),
      fromOn: asText(input['fromOn']),
      toOn: asText(input['toOn']),
      days: Number(asText(input['days'] ?? 7)),
    }),
  ),
}
