/**
 * Attendance: a month of 2,000 people from scratch, one changed punch, a roster of 500 people pasted, the grid of 200, a leave before it is
 * sent, 50 leaves at once on one group, and a log of 500,000 lines of a device against COPY of the same lines. A database of its own;
 * people and their punches are written by SQL, all else goes the real way.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { attendanceRoutes } from '#areas/attendance/routes.ts'
import { attendanceDevice, attendanceGroup, attendanceShift } from '#areas/attendance/set-up-tables.ts'
import { leaveRequest, leaveType } from '#areas/attendance/request-tables.ts'
import { readRoster, writeRoster } from '#areas/attendance/roster/cells.ts'
import { punch } from '#areas/attendance/punch-tables.ts'
import { workOut } from '#areas/attendance/work-out.ts'
import { hrWorkplace } from '#areas/hr/place-tables.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { addDays } from '#platform/format/dates.ts'
import { instantInZone } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { startImport } from '#platform/server/imports.ts'
import { create } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { inChild } from './child.ts'
import { megabytes, ms, perSecond, percent, quantile, seconds, timed, times, type Figure } from './figures.ts'
import { writePieces } from './file-of-lines.ts'
import type { ImportAnswer, ImportTask } from './import-child.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'attendance'
const [people, rostered, looked, runs, leaves] = [2_000, 500, 200, 30, 50]
const logLines = 500_000
const aims = { monthMs: 10_000, punchMs: 2_000, rosterMs: 3_000, gridMs: 300, previewMs: 50, leavesMs: 1_000, ofCopy: 0.6, growth: 1.2 }

const figure = (what: string, value: number, aim: number): Figure => ({
  part,
  what,
  value: value >= 2_000 ? seconds(value) : ms(value),
  aim: `at most ${aim >= 1_000 ? seconds(aim) : ms(aim)}`,
  met: value <= aim,
})
async function p95(work: () => Promise<unknown>, count = runs): Promise<number> {
  await work()
  const found: number[] = []
  for (let at = 0; at < count; at++) found.push(await timed(work))
  return quantile(found, 0.95)
}

interface Bench {
  readonly place: Place
  readonly context: Context
  readonly ids: readonly string[]
  /** month before the present one, its first day */
  readonly month: string
  readonly deviceId: string
}

export async function attendancePart({ data, importLines }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const bench = await fill(place)
    return [
      ...(await days(bench)),
      ...(await pages(bench)),
      ...(await asked(bench)),
      ...(await logs(bench, Math.min(importLines, logLines))),
    ]
  } finally {
    await place.close()
  }
}

async function fill(place: Place): Promise<Bench> {
  const { owner, orgId } = place
  const context = await place.context()
  const made = async (r: Resource, values: object): Promise<string> =>
    (await context.write((_, inside) => create(inside, r, values as Record<string, unknown>))).id
  const month = addDays(`${context.now().toISOString().slice(0, 7)}-01`, -1).slice(0, 8) + '01'
  const workplaceId = await made(hrWorkplace, { name: '考勤总部' })
  const shift = await made(attendanceShift, { code: 'BD', name: '行政班', spans: '09:00-13:00 14:00-18:00', validFrom: '2020-01-01' })
  await made(attendanceShift, { code: 'BN', name: '夜班', spans: '22:00-30:00', validFrom: '2020-01-01' })
  const groupId = await made(attendanceGroup, { name: '行政', workplaceId, mon: shift, tue: shift, wed: shift, thu: shift, fri: shift })
  const { rows } = await owner.query<{ id: string }>(
    `insert into employee (org_id, dept_id, no, name) select $1, (select min(id) from department where org_id = $1), 'BA' || g, '员工' || g
      from generate_series(1, $2) g returning id::text`,
    [orgId, people],
  )
  const ids = rows.map(row => row.id)
  await owner.query(
    `insert into attendance_member (org_id, employee_id, group_id, valid_from) select $1, id, $2, $3 from unnest($4::bigint[]) id`,
    [orgId, groupId, month, ids],
  )
  await owner.query(
    `insert into punch (org_id, employee_id, at, source)
      select $1, id, (d + c::time) at time zone 'Asia/Shanghai', 1 from unnest($3::bigint[]) id,
        generate_series($2::date, ($2::date + interval '1 month - 1 day'), interval '1 day') d, unnest(array['08:52', '18:06']) c
      where (extract(day from d) + id) % 29 <> 0`,
    [orgId, month, ids],
  )
  await owner.query(
    `insert into attendance_stale (org_id, employee_id, day) select $1, id, d::date from unnest($3::bigint[]) id,
        generate_series($2::date, ($2::date + interval '1 month - 1 day'), interval '1 day') d order by 2, 3 on conflict do nothing`,
    [orgId, month, ids],
  )
  await owner.query('analyze')
  const apart = await made(hrWorkplace, { name: '考勤机房' })
  const deviceId = await made(attendanceDevice, { name: '大门', workplaceId: apart })
  return { place, context, ids, month, deviceId }
}

async function days({ place, ids, month }: Bench): Promise<Figure[]> {
  const server = await place.house.asSystem(place.orgId, 'bench')
  await place.checkpoint()
  let done = 0
  const took = await timed(async () => {
    done = await workOut(server)
  })
  const { rows } = await place.owner.query<{ n: number; worked: number }>(
    `select count(*)::int as n, count(*) filter (where worked > 0)::int as worked from attendance_day
      where employee_id = any($1::bigint[])`,
    [ids],
  )
  if ((rows[0]?.worked ?? 0) < people * 15) throw new Error(`${rows[0]?.worked} of ${rows[0]?.n} days have work`)
  let minute = 10
  const changed = await p95(async () => {
    minute += 1
    const at = new Date(instantInZone(addDays(month, 10), `12:${String(minute)}:00`, 'Asia/Shanghai')).toISOString()
    await server.write((_, inside) => create(inside, punch, { employeeId: ids[7], at, source: 4, note: 'bench' }))
    await workOut(server)
  }, 10)
  return [
    figure(`a month of ${people.toLocaleString('en')} people from scratch, ${done.toLocaleString('en')} days`, took, aims.monthMs),
    figure('one changed punch is in its day and month, p95', changed, aims.punchMs),
  ]
}

async function pages({ context, ids, month }: Bench): Promise<Figure[]> {
  const next = addDays(month, 62).slice(0, 7)
  const texts = Array.from({ length: 28 }, (_, n) => (n % 3 === 0 ? 'BN' : n % 7 === 0 ? '休' : 'BD'))
  const blocks = ids.slice(0, rostered).map(row => ({ row, column: `${next}-01`, texts }))
  const pasted = await timed(() => writeRoster(context, blocks))
  const grid = await p95(() => readRoster(context, { month: next, pageSize: looked, pageNum: 1 } as never))
  return [
    figure(`a roster of ${rostered} people pasted, ${(rostered * 28).toLocaleString('en')} cells`, pasted, aims.rosterMs),
    figure(`the grid of ${looked} people, p95`, grid, aims.gridMs),
  ]
}

/** Leaves before they are sent, and those of one group sent at once. */
async function asked({ context, ids }: Bench): Promise<Figure[]> {
  const preview = attendanceRoutes['POST /leaveRequest/preview']
  if (preview === undefined) throw new Error('leave has no preview')
  const typeId = (await context.write((_, inside) => create(inside, leaveType, { code: 'bench', name: '事假' }))).id
  const day = addDays(context.now().toISOString().slice(0, 10), 7)
  const stretch = { fromAt: `${day}T01:00:00Z`, toAt: `${addDays(day, 1)}T10:00:00Z` }
  const of = (employeeId: string | undefined) => ({ typeId, employeeId, ...stretch })
  const ask = (input: object) => ({ input, params: {}, headers: {}, address: '', house: context.house, language: 'zh' }) as never
  const looking = await p95(() => preview.handler(context, ask(of(ids[3]))))
  const made: string[] = []
  for (const id of ids.slice(100, 100 + leaves))
    made.push((await context.write((_, inside) => create(inside, leaveRequest, { ...of(id), businessOn: day, reason: 'bench' }))).id)
  const faults: string[] = []
  const sent = await timed(() =>
    Promise.all(
      made.map(id =>
        context
          .write((_, inside) => takeSteps(inside, leaveRequest, { ids: [{ id }], pick: { step: 'submit' }, input: {} }))
          .catch((error: unknown) => faults.push(String(error))),
      ),
    ),
  )
  if (faults.length > 0) throw new Error(`${faults.length} of ${leaves} leaves failed: ${faults[0]}`)
  return [
    figure('a leave before it is sent, p95', looking, aims.previewMs),
    figure(`${leaves} leaves of one group sent at once, none fails`, sent, aims.leavesMs),
  ]
}

/** Lines of 2,000 numbers; half of them are of employees. */
async function logs(bench: Bench, lines: number): Promise<Figure[]> {
  const small = await importOf(bench, await storedLog(bench, Math.round(lines / 10), 0))
  const fileId = await storedLog(bench, lines, 100)
  const whole = await importOf(bench, fileId)
  const copied = await copies(bench, whole.importId)
  const again = await importOf(bench, fileId)
  if (again.merged !== 0) throw new Error(`the same log brought ${again.merged} lines`)
  const rate = (took: number): string => `${perSecond(lines, took, 'lines')} (${seconds(took)})`
  return [
    {
      part,
      what: `a log of ${lines.toLocaleString('en')} lines, against COPY of its lines and punches into the same tables`,
      value: rate(whole.ms),
      against: rate(copied),
      ratio: percent(copied / whole.ms),
      aim: '>= 60 %',
      met: copied / whole.ms >= aims.ofCopy,
    },
    { part, what: 'the same log again, which changes nothing', value: rate(again.ms) },
    {
      part,
      what: 'its memory against a log of a tenth',
      value: megabytes(whole.peakBytes),
      against: megabytes(small.peakBytes),
      ratio: times(whole.peakBytes / small.peakBytes),
      aim: `<= ${aims.growth} x`,
      met: whole.peakBytes / small.peakBytes <= aims.growth,
    },
  ]
}

function* logOf(lines: number, month: string, back: number): Generator<string> {
  for (let n = 0; n < lines; n += 1) {
    const [no, round] = [n % people, Math.floor(n / people)]
    const day = addDays(month, -1 - back - Math.floor(round / 4))
    const clock = `${String([8, 12, 13, 18][round % 4]).padStart(2, '0')}:${String((no + round) % 60).padStart(2, '0')}:30`
    yield `${no % 2 === 0 ? `BA${no + 1}` : 90_000 + no}\t${day} ${clock}\t1\t0\t1\t0\r\n`
  }
}
async function storedLog({ place, month }: Bench, lines: number, back: number): Promise<string> {
  const path = join(place.address.dataDir, '1_attlog.dat')
  await writePieces(path, logOf(lines, month, back))
  const storageKey = randomUUID()
  const stored = await place.house.files.put(storageKey, createReadStream(path), { bytesMax: 2 ** 31 })
  await rm(path)
  const { caller } = await place.context()
  const { rows } = await place.owner.query<{ id: string }>(
    `insert into stored_file (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type, created_by)
      values ($1, $2, $3, '1_attlog.dat', $4, $5, 'IMPORT', 'text/plain', $2) returning id::text`,
    [place.orgId, caller.accountId, storageKey, stored.size, stored.sha256],
  )
  return rows[0]?.id ?? ''
}

async function importOf({ place, deviceId }: Bench, fileId: string) {
  const { importIds } = await startImport(await place.context(), { fileIds: [fileId], owner: { table: 'attendance_device', id: deviceId } })
  const [importId = ''] = importIds
  await place.checkpoint()
  const done = await inChild<ImportTask, ImportAnswer>('import-child.ts', { ...place.address, importId })
  const { rows } = await place.owner.query<{ state: number; message: unknown; merged: number }>(
    'select state, message, lines_merged as merged from import_run where id = $1',
    [importId],
  )
  if (rows[0]?.state !== 2) throw new Error(`the import ended otherwise than expected: ${JSON.stringify(rows[0])}`)
  return { ...done, importId, merged: rows[0].merged }
}

/** The lines and their punches as text on disk, and from there by COPY into tables with the same keys, indexes and foreign keys. */
async function copies({ place, deviceId }: Bench, importId: string): Promise<number> {
  const { owner } = place
  const parts = [
    ['device_line', `select * from device_line where import_id = ${importId} order by id`],
    [
      'punch',
      `select o.* from punch o join device_line l on l.at = o.at join device_person p on p.pin = l.pin and p.device_id = l.device_id
        where o.device_id = ${deviceId} and l.import_id = ${importId} and p.employee_id = o.employee_id order by o.id`,
    ],
  ] as const
  let took = 0
  for (const [table, rows] of parts) {
    const path = join(place.address.dataDir, 'rows.copy')
    await pipeline(owner.query(copyTo(`copy (${rows}) to stdout`)), createWriteStream(path))
    await owner.query(`create table bench_copy (like ${table} including all)`)
    const { rows: keys } = await owner.query<{ key: string }>(
      `select pg_get_constraintdef(oid) as key from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
      [table],
    )
    for (const { key } of keys) await owner.query(`alter table bench_copy add ${key}`)
    await place.checkpoint()
    took += await timed(() =>
      pipeline(createReadStream(path, { highWaterMark: 1 << 18 }), owner.query(copyFrom('copy bench_copy from stdin'))),
    )
    await owner.query('drop table bench_copy')
    await rm(path)
  }
  return took
}
