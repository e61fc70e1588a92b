/** Requests: for whom they are, what they keep a person away from, and what is made of them once they are approved. */
import { operations, signedIn } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { instantMs, readInstant } from '#platform/format/instants.ts'
import { sql } from 'kysely'
import { firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { dateTimeInZone, dayInZone, todayOf } from '#platform/format/zones.ts'
import { may, refuse, type Ask, type Context, type Follower, type RouteMap, type Tx, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { shownResource } from '#platform/server/lists.ts'
import { add, addRecord, family, followerOf } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { byInstants, isOfPerson, rowsOf, type Row } from './keep.ts'
import { timesOfEach } from './leave/daily.ts'
import { monthStates } from './month/tables.ts'
import { refuseProtectedOvertime } from './protected.ts'
import { awaySources, requestTables, overtimeOrder } from './request-tables.ts'
import { markDays } from './stale.ts'
import { requestStates } from './words.ts'

/** a longer stretch is a mistake of typing */
const daysMax = 400
const dayMs = 86_400_000

/** What is wrong with the times of a row as it is written, whatever the input named of them. */
export function refuseTimes(row: Readonly<Record<string, unknown>>): void {
  for (const field of ['fromAt', 'toAt'])
    if (readInstant(asText(row[field])) === null) throw refuse.invalid([{ field, message: sentence`请选择时间` }])
  const length = instantMs(asText(row['toAt'])) - instantMs(asText(row['fromAt']))
  if (length <= 0) throw refuse.invalid([{ field: 'toAt', message: sentence`结束时间应晚于开始时间` }])
  if (length > daysMax * dayMs) throw refuse.invalid([{ field: 'toAt', message: sentence`一次最多 ${daysMax} 天，请分开申请` }])
}

export const isApproved = (row: Row): boolean => row['state'] === requestStates.approved[0]
/** 销假 ends earlier; who wants longer asks anew. */
function refuseLonger(before: Row, after: Row): void {
  if (instantMs(asText(after['toAt'])) > instantMs(asText(before['toAt'])))
    throw refuse.invalid([{ field: 'toAt', message: sentence`销假的结束时间不能晚于原来的，要延长请另外申请` }])
}

/** Who may not keep attendance asks for himself alone; pages of a phone ask for no date of the request: it is today's. */
function forWhom(r: Resource, context: Context, given: Readonly<Values>): Readonly<Values> {
  const { caller } = context
  const input = { businessOn: todayOf(context), ...given }
  return { ...input, ...whoAsks(r, caller, given) }
}
function whoAsks(r: Resource, caller: Context['caller'], input: Readonly<Values>): Readonly<Values> {
  const given = input['employeeId'] ?? null
  if (given !== null && given !== '' && (given === caller.employeeId || may(caller, r.type ?? '', operations.audit))) return {}
  if (given !== null && given !== '') throw refuse.invalid([{ field: 'employeeId', message: sentence`只有考勤管理员可以替别人申请` }])
  if (caller.employeeId === null) throw refuse.rule(sentence`您的账号没有对应的员工，不能申请`)
  return { employeeId: caller.employeeId }
}

function routesOf(name: string, r: Resource): RouteMap {
  return {
    ...family(name, r),
    [`POST /${name}/insert`]: {
      ...add(r),
      handler: (context: Context, ask: Ask) => {
        return addRecord(context, shownResource(context.caller, r), forWhom(r, context, ask.input))
      },
    },
    [`POST /${name}/submit`]: { ...step(r, 'submit'), demand: signedIn },
    [`POST /${name}/withdraw`]: { ...step(r, 'withdraw'), demand: signedIn },
    ...(r.states?.steps['endEarly'] === undefined ? {} : { [`POST /${name}/endEarly`]: { ...step(r, 'endEarly'), demand: signedIn } }),
  }
}
export const requestRoutes: RouteMap = Object.assign({}, ...Object.entries(requestTables).map(([name, r]) => routesOf(name, r)))

export const counts = (row: Row | null): row is Row =>
  row !== null && isOfPerson(row) && (row['state'] === requestStates.asked[0] || row['state'] === requestStates.approved[0])

export const overlap = (
  { caller }: Context,
  other: { readonly no: string | null; readonly from_at: string; readonly to_at: string },
): Sentence => {
  const at = (instant: string): string => dateTimeInZone(instantMs(instant), caller.zone).slice(0, 16)
  return sentence`与 ${other.no ?? ''}（${at(other.from_at)} 至 ${at(other.to_at)}）重叠，请先撤销或改时间`
}
/** Nobody punches on a trip: overtime of it counts as ordered, or not at all. */
const refusePunched = ({ no }: Other): never => {
  throw refuse.rule(sentence`与 ${no ?? ''} 重叠：出差期间的加班不能打卡，请在“加班”里勾选“不用打卡”，或改时间`)
}

/** One row of each person is held, so that of two requests one waits, and whoever locks or works out his days. */
export async function holdPeople({ db }: Context, employeeIds: readonly string[]): Promise<void> {
  const ids = [...new Set(employeeIds)]
  if (ids.length === 0) return
  await db.selectFrom('employee').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

interface Stretch {
  readonly employeeId: string
  readonly from: string
  readonly to: string
}
/** Whose months of these stretches of days are locked, of those who are held. */
export async function inLockedMonths({ db }: Context, stretches: readonly Stretch[]): Promise<ReadonlySet<string>> {
  if (stretches.length === 0) return new Set()
  const months = stretches.map(one => ({ ...one, from: firstOfMonth(monthOf(one.from)), to: firstOfMonth(monthOf(one.to)) }))
  const rows = await db
    .selectFrom('attendance_month')
    .select(['employee_id', 'month'])
    .where('employee_id', 'in', [...new Set(months.map(one => one.employeeId))])
    .where('state', '=', monthStates.locked[0])
    .where('month', '>=', months.map(one => one.from).toSorted()[0] ?? '')
    .where(
      'month',
      '<=',
      months
        .map(one => one.to)
        .toSorted()
        .at(-1) ?? '',
    )
    .execute()
  const locked = Map.groupBy(rows, row => asText(row.employee_id))
  const isLocked = (one: Stretch): boolean =>
    (locked.get(one.employeeId) ?? []).some(row => one.from <= asText(row.month) && asText(row.month) <= one.to)
  return new Set(months.filter(isLocked).map(one => one.employeeId))
}

/** Holds the people of changed requests; a month that was locked meanwhile refuses them. Of an early return only what goes is judged. */
export async function holdOpen(server: Context, changes: Parameters<Follower>[2], [from, to]: readonly [string, string]): Promise<void> {
  const rows = changes.flatMap(({ before, after }) => {
    const row = after ?? before
    if (row === null || !isOfPerson(row) || !(counts(before) || counts(after))) return []
    const isEarlier = before !== null && after !== null && isApproved(before) && isApproved(after)
    const days = isEarlier ? [after[to], before[to]] : [row[from], row[to]]
    const [first = '', last = ''] = days.map(at => dayInZone(instantMs(asText(at)), server.caller.zone))
    return [{ employeeId: asText(row['employeeId']), from: first, to: last }]
  })
  await holdPeople(
    server,
    rows.map(one => one.employeeId),
  )
  if ((await inLockedMonths(server, rows)).size > 0) throw refuse.rule(sentence`这个月的考勤已锁定，请先请人事重开`)
}

interface Timed {
  readonly id: string
  readonly row: Row
}
type Other = Parameters<typeof overlap>[1]
const asOther = ({ row }: Timed): Other => ({ no: asText(row['no']), from_at: asText(row['fromAt']), to_at: asText(row['toAt']) })
/** The times of requests as rows of a statement. */
const timesOf = (wanted: readonly Timed[]) => {
  const [id, person, from, to] = ['', 'employeeId', 'fromAt', 'toAt'].map(name =>
    wanted.map(one => (name === '' ? one.id : asText(one.row[name]))),
  )
  return sql<{ id: string; employee_id: string; from_at: string; to_at: string }>`(select * from
    unnest(${id}::bigint[], ${person}::bigint[], ${from}::timestamptz[], ${to}::timestamptz[]) w(id, employee_id, from_at, to_at))`.as<'w'>(
    sql`w`,
  )
}
/** Two of these requests of one person whose times meet. */
function meetingAmong(wanted: readonly Timed[]): Other | undefined {
  for (const some of Map.groupBy(wanted, one => asText(one.row['employeeId'])).values()) {
    const sorted = some.toSorted((a, b) => instantMs(asText(a.row['fromAt'])) - instantMs(asText(b.row['fromAt'])))
    const met = sorted.find((one, n) => n > 0 && instantMs(asText(sorted[n - 1]?.row['toAt'])) > instantMs(asText(one.row['fromAt'])))
    if (met !== undefined) return asOther(sorted[sorted.indexOf(met) - 1] ?? met)
  }
  return undefined
}
/** Overtime that is asked for or approved, in the times of these; or only such as needs punches. */
export const overtimeOver = ({ db }: Context, wanted: readonly Timed[], only?: 'punched'): Promise<Other | undefined> =>
  db
    .selectFrom('overtime_order as o')
    .innerJoin(timesOf(wanted), join =>
      join.onRef('w.employee_id', '=', 'o.employee_id').onRef('o.from_at', '<', 'w.to_at').onRef('o.to_at', '>', 'w.from_at'),
    )
    .select(['o.no', 'o.from_at', 'o.to_at'])
    .where('o.state', 'in', [requestStates.asked[0], requestStates.approved[0]])
    .$if(only === 'punched', query => query.where('o.unpunched', '=', false))
    .limit(1)
    .executeTakeFirst()

/** What a stretch meets before it is sent: times away, and overtime of a leave; an order meets leave, trips and other overtime. */
export async function clashOf(
  server: Context,
  row: { readonly employeeId: string; readonly fromAt: string; readonly toAt: string; readonly ruleId?: string | null },
  kind: keyof typeof awaySources | 'overtime',
): Promise<Other | undefined> {
  const wanted = await timesOfEach(server, [{ id: '0', row: { id: '0', ...row } }])
  const other = await awayOver(server, wanted)
    .$if(kind === 'overtime', query => query.where('a.source', '<>', awaySources.outing[0]))
    .orderBy('a.from_at')
    .executeTakeFirst()
  if (other !== undefined || kind === 'outing') return other
  return overtimeOver(server, wanted, kind === 'trip' ? 'punched' : undefined)
}
/** Times away that meet these. */
const awayOver = ({ db }: Pick<Context, 'db'>, wanted: readonly Timed[]) =>
  db
    .selectFrom('away as a')
    .innerJoin(timesOf(wanted), join =>
      join.onRef('w.employee_id', '=', 'a.employee_id').onRef('a.from_at', '<', 'w.to_at').onRef('a.to_at', '>', 'w.from_at'),
    )
    .select(['a.no', 'a.from_at', 'a.to_at'])
    .limit(1)

/** Times of a person never overlap: the second is refused and names the first. */
async function keepAway(server: Context, tx: Tx, source: keyof typeof awaySources, changes: Parameters<Follower>[2]): Promise<void> {
  const [code] = awaySources[source]
  for (const { before, after } of changes) {
    if (after !== null) refuseTimes(after)
    if (before !== null && after !== null && isApproved(before) && isApproved(after)) refuseLonger(before, after)
  }
  await holdOpen(server, changes, ['fromAt', 'toAt'])
  const ids = changes.map(one => one.id)
  await tx.deleteFrom('away').where('source', '=', code).where('doc_id', 'in', ids).execute()
  const wanted = await timesOfEach(
    server,
    changes.flatMap(({ id, after }) => (counts(after) ? [{ id, row: after }] : [])),
  )
  if (wanted.length === 0) return
  const other = meetingAmong(wanted) ?? (await awayOver(server, wanted).executeTakeFirst())
  if (other !== undefined) throw refuse.rule(overlap(server, other))
  const punched = source === 'trip' ? await overtimeOver(server, wanted, 'punched') : undefined
  if (punched !== undefined) refusePunched(punched)
  for (let n = 0; n < wanted.length; n += rowsAtOnce)
    await tx
      .insertInto('away')
      .values(
        wanted.slice(n, n + rowsAtOnce).map(({ id, row }) => ({
          org_id: server.caller.orgId,
          employee_id: asText(row['employeeId']),
          source: code,
          doc_id: id,
          no: asText(row['no']),
          from_at: asText(row['fromAt']),
          to_at: asText(row['toAt']),
          approved: row['state'] === requestStates.approved[0],
        })),
      )
      .execute()
}
/** a statement takes 65,535 values */
const rowsAtOnce = 5_000

/** In the server's name: times that requests keep people away, and the days that they change. */
export async function followAway(server: Context, source: keyof typeof awaySources, changes: Parameters<Follower>[2]): Promise<void> {
  const tx = server.db as Tx
  await keepAway(server, tx, source, changes)
  await markDays(
    server,
    tx,
    rowsOf(changes)
      .filter(isOfPerson)
      .map(row => byInstants(server, row, ['fromAt', 'toAt'])),
    todayOf(server),
  )
}
const awayFollow =
  (source: keyof typeof awaySources): Follower =>
  async (caller, tx, changes) =>
    followAway(await inServersName(caller, tx, 'times that a request keeps a person away'), source, changes)
export const tripsFollow = awayFollow('trip')
export const outingsFollow = awayFollow('outing')

/** Two orders of one person never overlap, nor does one meet a leave: else it would be paid twice. One of a trip needs no punch. */
async function refuseTwice(server: Context, tx: Tx, changes: Parameters<Follower>[2]): Promise<void> {
  for (const { after } of changes) if (after !== null) refuseTimes(after)
  await holdOpen(server, changes, ['fromAt', 'toAt'])
  const wanted = changes.flatMap(({ id, after }) => (counts(after) ? [{ id, row: after }] : []))
  if (wanted.length === 0) return
  const order = await tx
    .selectFrom('overtime_order as o')
    .innerJoin(timesOf(wanted), join =>
      join
        .onRef('w.employee_id', '=', 'o.employee_id')
        .onRef('o.id', '<>', 'w.id')
        .onRef('o.from_at', '<', 'w.to_at')
        .onRef('o.to_at', '>', 'w.from_at'),
    )
    .select(['o.no', 'o.from_at', 'o.to_at'])
    .where('o.state', 'in', [requestStates.asked[0], requestStates.approved[0]])
    .limit(1)
    .executeTakeFirst()
  const awayAs = (source: keyof typeof awaySources, some: readonly Timed[]) =>
    awayOver(server, some).where('a.source', '=', awaySources[source][0]).executeTakeFirst()
  const other = order ?? (await awayAs('leave', wanted))
  if (other !== undefined) throw refuse.rule(overlap(server, other))
  const punched = wanted.filter(one => one.row['unpunched'] !== true)
  const trip = punched.length === 0 ? undefined : await awayAs('trip', punched)
  if (trip !== undefined) refusePunched(trip)
}

export const overtimeFollows = followerOf(overtimeOrder, async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'times of other overtime and of leave')
  await refuseProtectedOvertime(
    server,
    changes.flatMap(({ before, after }) => (counts(after) && !counts(before) ? [after] : [])),
  )
  await refuseTwice(server, server.db as Tx, changes)
  await markDays(
    caller,
    tx,
    rowsOf(changes)
      .filter(isOfPerson)
      .map(row => byInstants(caller, row, ['fromAt', 'toAt'])),
    todayOf(caller),
  )
})
