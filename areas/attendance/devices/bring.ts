/** Lines of a device become punches of whom its numbers belong to; unknown numbers wait, and take their past along. */
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { longText } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { homeZone, instantInZone } from '#platform/format/zones.ts'
import { act, refuse, type Context, type RouteMap } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { importOfOwned } from '#platform/server/imports.ts'
import { createEach, exportOf, idsOf, list, one, update, followerOf } from '#platform/server/records.ts'
import { punch, punchSources } from '../punch-tables.ts'
import { attendanceDevice } from '../set-up-tables.ts'
import type { DeviceEvent } from './event-layout.ts'
import { otherKind, readEvents } from './layouts.ts'
import { devicePerson } from './tables.ts'

const face: ActionDeclaration = {
  name: 'bring',
  title: ['粘贴考勤机数据', 'Paste data of the device'],
  over: 'row',
  operation: operations.import,
  input: {
    text: longText('考勤机数据', 'Data', {
      max: 1_000_000,
      help: [
        '打开钉钉、企业微信、得力、中控导出的文件，连同表头全部复制后粘贴',
        'Open the file of DingTalk, WeCom, Deli or ZKTeco, copy all with its heads and paste it',
      ],
    }),
  },
}
/** clocks of devices differ a little */
const aheadMsMax = 300_000
const linesAtOnce = 5_000

/** Punches of lines whose numbers have an employee, as far as they are not there yet. */
async function punchesOf(
  server: Context,
  deviceId: string,
  pins: readonly string[],
  within?: { readonly first: string; readonly last: string },
): Promise<number> {
  if (pins.length === 0) return 0
  let lines = server.db
    .selectFrom('device_line as l')
    .innerJoin('device_person as p', join => join.onRef('p.device_id', '=', 'l.device_id').onRef('p.pin', '=', 'l.pin'))
    .leftJoin('punch as o', join => join.onRef('o.employee_id', '=', 'p.employee_id').onRef('o.at', '=', 'l.at'))
    .select(['p.employee_id', 'l.at'])
    .distinct()
    .where('l.device_id', '=', deviceId)
    .where('l.pin', 'in', pins)
    .where('p.employee_id', 'is not', null)
    .where('o.id', 'is', null)
  if (within !== undefined) lines = lines.where('l.at', '>=', within.first).where('l.at', '<=', within.last)
  const rows = await lines.orderBy('l.at').execute()
  for (let n = 0; n < rows.length; n += linesAtOnce)
    await createEach(
      server,
      punch,
      rows.slice(n, n + linesAtOnce).map(row => ({
        employeeId: asText(row.employee_id),
        at: asText(row.at),
        source: punchSources.device[0],
        deviceId,
      })),
    )
  return rows.length
}

/** Numbers of the device that are new; one that is the number of an employee is his, unless the device names somebody else. */
async function keepPins({ db, caller }: Context, deviceId: string, events: readonly DeviceEvent[]): Promise<number> {
  const names = new Map(events.map(one => [one.pin, one.name]))
  const pins = [...names.keys()]
  const known = await db.selectFrom('device_person').select('pin').where('device_id', '=', deviceId).where('pin', 'in', pins).execute()
  const had = new Set(known.map(row => row.pin))
  const fresh = pins.filter(pin => !had.has(pin))
  if (fresh.length === 0) return 0
  const people = await db.selectFrom('employee').select(['id', 'no', 'name']).where('no', 'in', fresh).where('status', '=', 1).execute()
  const isNamed = (pin: string, name: string): boolean => (names.get(pin) ?? '') === '' || names.get(pin) === name
  const ofNo = new Map(people.filter(row => isNamed(row.no, row.name)).map(row => [row.no, asText(row.id)]))
  for (let n = 0; n < fresh.length; n += linesAtOnce)
    await db
      .insertInto('device_person')
      .values(
        fresh.slice(n, n + linesAtOnce).map(pin => ({
          org_id: caller.orgId,
          device_id: deviceId,
          pin,
          shown_name: (names.get(pin) ?? '').slice(0, 50) || null,
          employee_id: ofNo.get(pin) ?? null,
        })),
      )
      .onConflict(c => c.columns(['org_id', 'device_id', 'pin']).doNothing())
      .execute()
  return fresh.filter(pin => !ofNo.has(pin)).length
}

async function bring(context: Context, id: string, text: string) {
  const said = readEvents(text)
  if (!('events' in said)) throw refuse.invalid([{ field: 'text', message: said }])
  return context.write(async (tx, inside) => {
    const device = await tx
      .selectFrom('attendance_device as d')
      .innerJoin('hr_workplace as w', 'w.id', 'd.workplace_id')
      .select(['d.id', 'd.name', 'd.kind', 'w.zone'])
      .where('d.id', '=', id)
      .executeTakeFirst()
    if (device === undefined) throw refuse.unknown(attendanceDevice.title)
    const other = otherKind(said.code, device)
    if (other !== null) throw refuse.invalid([{ field: 'text', message: other }])
    const zone = device.zone === '' ? homeZone : device.zone
    const latest = inside.now().getTime() + aheadMsMax
    const events = said.events.map(one => ({ ...one, at: new Date(instantInZone(one.day, one.time, zone)).toISOString() }))
    const future = events.find(one => instantMs(one.at) > latest)
    if (future !== undefined)
      throw refuse.invalid([
        { field: 'text', message: sentence`${future.pin} 的 ${future.day} ${future.time} 晚于现在，请核对考勤机的时钟` },
      ])
    if (events.length === 0) throw refuse.invalid([{ field: 'text', message: sentence`没有打卡记录` }])
    const server = await inServersName(inside, tx, 'punches of whoever a device has seen')
    const unknown = await keepPins(server, id, events)
    for (let n = 0; n < events.length; n += linesAtOnce)
      await server.db
        .insertInto('device_line')
        .values(events.slice(n, n + linesAtOnce).map(one => ({ org_id: inside.caller.orgId, device_id: id, pin: one.pin, at: one.at })))
        .onConflict(c => c.columns(['org_id', 'device_id', 'pin', 'at']).doNothing())
        .execute()
    // earlier lines of a number became punches when it got its employee
    const instants = events.map(one => one.at).toSorted()
    const [first = '', last = ''] = [instants[0], instants.at(-1)]
    const added = await punchesOf(server, id, [...new Set(events.map(one => one.pin))], { first, last })
    return { layout: said.title, lines: events.length, added, unknown }
  })
}

/** Whether punches of a number still stand for an employee. */
async function hasPunches({ db }: Context, deviceId: string, pin: string, employeeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('device_line as l')
    .innerJoin('punch as o', join => join.onRef('o.at', '=', 'l.at').onRef('o.device_id', '=', 'l.device_id'))
    .leftJoin('punch_void as v', 'v.punch_id', 'o.id')
    .select('o.id')
    .where('l.device_id', '=', deviceId)
    .where('l.pin', '=', pin)
    .where('o.employee_id', '=', employeeId)
    .where('v.id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Who is named takes the past of the number along; it goes on to somebody else once the punches are struck. */
export const devicePeopleFollow = followerOf(devicePerson, async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'punches of a number of a device')
  const named: { readonly deviceId: string; readonly pin: string }[] = []
  for (const { before, after } of changes) {
    const [was, is] = [before?.employeeId ?? null, after?.employeeId ?? null]
    if (was === is || after === null) continue
    const number = { deviceId: asText(after.deviceId), pin: asText(after.pin) }
    if (was !== null && was !== '' && (await hasPunches(server, number.deviceId, number.pin, asText(was))))
      throw refuse.invalid([{ field: 'employeeId', message: sentence`这个设备号已有打卡归到员工名下，不能换人，请先作废打卡` }])
    named.push(number)
  }
  for (const [deviceId, some] of Map.groupBy(named, one => one.deviceId))
    await punchesOf(
      server,
      deviceId,
      some.map(one => one.pin),
    )
})

export const deviceRoutes: RouteMap = {
  'POST /attendanceDevice/bring': act(attendanceDevice, face, (context, { input }) =>
    bring(context, idsOf(input['id'], input['ids'])[0] ?? '', asText(input['text'])),
  ),
  'POST /attendanceDevice/importData': importOfOwned({
    owner: attendanceDevice,
    field: 'deviceId',
    permission: 'attendanceDevice',
    title: ['导入考勤机文件', 'Import a file of a device'],
    on: [attendanceDevice, devicePerson],
    accept: ['.dat', '.txt', '.csv', '.xls', '.xlsx'],
    bytesMax: 50 * 1_048_576,
  }),
  'POST /devicePerson/list': list(devicePerson),
  'GET /devicePerson/query/{id}': one(devicePerson),
  'POST /devicePerson/update': update(devicePerson),
  'POST /devicePerson/listExport': exportOf(devicePerson),
}
