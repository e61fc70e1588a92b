/**
 * Files of devices: lines are kept by number and minute, punches follow of whom the numbers belong to, and days are worked out anew, in one
 * transaction. What an import brought goes with it again, as far as no other brought it too.
 */
import { sql } from 'kysely'
import type { FileKind } from '#platform/declare/file-kind.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { addDays, monthOf } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dateTimeInZone, todayOf } from '#platform/format/zones.ts'
import { refuse, type OwnedFamily, type OwnedMerge, type OwnerWord } from '#platform/server/area.ts'
import { refuseFile } from '#platform/server/imports.ts'
import { changeEachTo } from '#platform/server/records.ts'
import { monthStates } from '../month/tables.ts'
import { punchSources } from '../punch-tables.ts'
import { attendanceDevice } from '../set-up-tables.ts'
import { markDays } from '../stale.ts'
import { eventKind } from './event-layout.ts'
import { eventLayouts, otherKind } from './layouts.ts'

/** clocks of devices differ a little */
const aheadMsMax = 300_000
/** days further back are not worked out any more */
const daysBackMax = 400
const locked = monthStates.locked[0]
const device = punchSources.device[0]

const find: OwnerWord['find'] = async ({ context, chosenId, survey, kind }) => {
  const [one, second] = await context.db
    .selectFrom('attendance_device as d')
    .innerJoin('hr_workplace as w', 'w.id', 'd.workplace_id')
    .select(['d.id', 'd.name', 'd.kind', 'w.zone', 'w.name as place'])
    .$if(chosenId !== null, query => query.where('d.id', '=', chosenId ?? ''))
    .orderBy('d.id')
    .limit(2)
    .execute()
  if (one === undefined)
    throw refuseFile(
      chosenId === null ? sentence`还没有考勤机，请先在“考勤机”里新增，再导入` : sentence`所选考勤机不存在或无权使用，请重新选择`,
    )
  if (second !== undefined) throw refuseFile(sentence`请选择这个文件是哪台考勤机的`)
  const other = otherKind(kind.code, one)
  if (other !== null) throw refuseFile(other)
  if (one.zone === '') throw refuseFile(sentence`工作地点“${one.place}”没有时区，请先填写它的时区，再导入`)
  const first = addDays(todayOf(context), -daysBackMax)
  if (survey.firstDay !== null && survey.firstDay < first)
    throw refuseFile(sentence`文件里有 ${survey.firstDay} 的打卡，早于 ${first} 的不再计算：请核对考勤机的时钟，或只导出近一年的记录`)
  return { id: String(one.id), name: one.name, currency: '', zone: one.zone }
}

interface Bounds {
  readonly first: string
  readonly last: string
  readonly pin: string
  readonly read: number
}
/** Instants of the file; one that has not come yet refuses it. */
async function boundsOf({ tx, importId, owner, now }: OwnedMerge): Promise<Bounds> {
  const { rows } = await sql<Bounds>`select min(at)::text as first, max(at)::text as last, count(*)::int as read,
      (select pin from device_staging where import_id = ${importId} order by at desc limit 1) as pin
    from device_staging where import_id = ${importId}`.execute(tx)
  const [bounds] = rows
  if (bounds === undefined) throw refuseFile(sentence`文件里没有打卡记录，请确认导出的日期范围`)
  const last = instantMs(bounds.last)
  if (last > now.getTime() + aheadMsMax)
    throw refuseFile(sentence`${bounds.pin} 的打卡时间 ${dateTimeInZone(last, owner.zone)} 晚于现在，请核对考勤机的时钟`)
  return bounds
}

/** Numbers that are new; one that is the number of an employee is his, unless the file names somebody else. Answers how many wait. */
async function keepNumbers({ tx, importId, orgId, owner }: OwnedMerge): Promise<number> {
  await sql`insert into device_person (org_id, device_id, pin, shown_name, employee_id)
    select ${orgId}, ${owner.id}, n.pin, nullif(left(n.name, 50), ''), e.id
    from (select pin, max(name) as name from device_staging where import_id = ${importId} group by pin) n
    left join employee e on e.org_id = ${orgId} and e.no = n.pin and e.status = 1 and (n.name = '' or e.name = n.name)
    order by n.pin on conflict (org_id, device_id, pin) do nothing`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from device_person p
    where p.org_id = ${orgId} and p.device_id = ${owner.id} and p.employee_id is null and not p.ignored
      and p.pin in (select pin from device_staging where import_id = ${importId})`.execute(tx)
  return rows[0]?.count ?? 0
}

async function keepLines({ tx, importId, orgId, owner }: OwnedMerge, { first, last }: Bounds): Promise<number> {
  await sql`insert into import_seen (import_id, record_id) select distinct ${importId}::bigint, l.id
    from device_line l join device_staging s on s.pin = l.pin and s.at = l.at
    where l.org_id = ${orgId} and l.device_id = ${owner.id} and l.at between ${first}::timestamptz and ${last}::timestamptz
      and s.import_id = ${importId}`.execute(tx)
  const done = await sql`insert into device_line (org_id, device_id, pin, at, import_id)
    select ${orgId}, ${owner.id}, pin, at, import_id from device_staging where import_id = ${importId} order by line_no
    on conflict (org_id, device_id, pin, at) do nothing`.execute(tx)
  return Number(done.numAffectedRows ?? 0)
}

interface Touched {
  readonly employeeId: string
  readonly from: string
  readonly to: string
  readonly punches: number
  readonly locked: number
}
/** By person and month: what has come or gone, and how much of it is in a locked month. */
const byMonth = (orgId: string, zone: string) => sql`select f.employee_id::text as "employeeId", min(f.day)::text as "from",
    max(f.day)::text as "to", count(*)::int as punches, count(m.id)::int as locked
  from (select employee_id, (at at time zone ${zone})::date as day from moved) f
  left join attendance_month m on m.org_id = ${orgId} and m.employee_id = f.employee_id and m.state = ${locked}
    and m.month = date_trunc('month', f.day)::date
  group by f.employee_id, date_trunc('month', f.day)`

async function merge(task: OwnedMerge) {
  const { house, tx, importId, orgId, owner } = task
  const bounds = await boundsOf(task)
  const waiting = await keepNumbers(task)
  const merged = await keepLines(task, bounds)
  const { rows: touched } = await sql<Touched>`with moved as (insert into punch (org_id, employee_id, at, source, device_id)
      select distinct ${orgId}::bigint, p.employee_id, s.at, ${device}::smallint, p.device_id
      from device_staging s join device_person p on p.org_id = ${orgId} and p.device_id = ${owner.id} and p.pin = s.pin
      where s.import_id = ${importId} and p.employee_id is not null
      on conflict (org_id, employee_id, at) do nothing returning employee_id, at)
    ${byMonth(orgId, owner.zone)}`.execute(tx)
  const server = await house.asSystem(orgId, 'punches of a file of a device', tx)
  const [row] = await server.db.selectFrom('attendance_device').select('complete_until').where('id', '=', owner.id).execute()
  const until = row?.complete_until ?? null
  if (until === null || instantMs(bounds.last) > instantMs(until))
    await changeEachTo(server, attendanceDevice, [{ id: owner.id, completeUntil: iso(bounds.last) }], { verb: 'update' })
  await markDays(server, tx, touched, todayOf(server))
  const count = (of: 'punches' | 'locked'): number => touched.reduce((sum, one) => sum + one[of], 0)
  const notes: Wording[] = [sentence`新增打卡 ${count('punches')} 条`]
  if (waiting > 0) notes.push(sentence`有 ${waiting} 个号码没有对应员工，请在“待对应”里选择员工，以前的打卡一起归到他名下`)
  if (count('locked') > 0) notes.push(sentence`有 ${count('locked')} 条打卡在已锁定的月份，已保存，结果不变`)
  return { merged, unchanged: bounds.read - merged, controlTotals: [], unmapped: { types: [], skus: [] }, notes }
}
const iso = (instant: string): string => new Date(instantMs(instant)).toISOString()

/** Lines that another finished import met are handed on to it; the others go with their punches, except those of a locked month. */
async function remove({ house, tx, orgId, importId, ownerId }: Parameters<OwnedFamily['remove']>[0]) {
  await sql`delete from import_seen where import_id = ${importId}`.execute(tx)
  const mine = sql`l.org_id = ${orgId} and l.device_id = ${ownerId} and l.import_id = ${importId}`
  const handedOn = await sql<{ n: number }>`select count(*)::int as n from device_line l
    where ${mine} and exists (select 1 from import_seen e join import_run r on r.id = e.import_id and r.state = 2
      where e.record_id = l.id)`.execute(tx)
  const server = await house.asSystem(orgId, 'punches of a file of a device that is taken back', tx)
  // days are those of the place where the device stands, as when the file came
  const { rows: places } = await sql<{ zone: string }>`select w.zone from attendance_device d join hr_workplace w on w.id = d.workplace_id
    where d.org_id = ${orgId} and d.id = ${ownerId}`.execute(tx)
  const zone = places[0]?.zone ?? server.caller.zone
  const { rows: touched } = await sql<Touched>`with moved as (
      select * from take_back_punches(${orgId}, ${ownerId}, ${importId}, ${device}::smallint))
    ${byMonth(orgId, zone)}`.execute(tx)
  const kept = touched.find(one => one.locked > 0)
  if (kept !== undefined) throw refuse.rule(sentence`${monthOf(kept.from)} 的考勤已锁定，请先重开这个月，再删除导入`)
  const removed = await sql<{ n: number }>`select take_back_device_lines(${orgId}, ${ownerId}, ${importId}) as n`.execute(tx)
  await sql`delete from device_person p where p.org_id = ${orgId} and p.device_id = ${ownerId} and p.employee_id is null and not p.ignored
    and not exists (select 1 from device_line l where l.org_id = p.org_id and l.device_id = p.device_id and l.pin = p.pin)`.execute(tx)
  const { rows } = await sql<{ until: string | null }>`select max(at)::text as until from device_line
    where org_id = ${orgId} and device_id = ${ownerId}`.execute(tx)
  const until = rows[0]?.until ?? null
  const values = { id: ownerId, completeUntil: until === null ? null : iso(until) }
  await changeEachTo(server, attendanceDevice, [values], { verb: 'update' })
  await markDays(server, tx, touched, todayOf(server))
  return { removed: removed.rows[0]?.n ?? 0, handedOn: handedOn.rows[0]?.n ?? 0 }
}

export const deviceEvents: OwnedFamily = {
  code: 'deviceEvents',
  permission: 'attendanceDevice',
  reader: new URL('./event-reader.ts', import.meta.url).href,
  stagingTable: 'device_staging',
  monthTables: [],
  factTable: 'device_line',
  kinds: eventLayouts.map(layout => eventKind(layout) as FileKind),
  ownerOf: { table: 'attendance_device', find },
  merge,
  remove,
}
