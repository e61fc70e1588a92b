/** 打卡 on a phone: by the server's clock, at the workplace or outside with a reason. */
import { Number as Float, Object as O, Optional, String as Text } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, todayOf } from '#platform/format/zones.ts'
import { call, refuse, type Context, type RouteMap } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create } from '#platform/server/records.ts'
import type { ClockPlace, ClockToday } from './answers.ts'
import { knownDays } from './known.ts'
import { punch, punchSources } from './punch-tables.ts'

/** a position that is less accurate counts as outside */
const accuracyMMax = 200
const earthM = 6_371_000
const minuteMs = 60_000
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Metres between two positions (haversine). */
export function metresBetween(a: readonly [lat: number, lng: number], b: readonly [lat: number, lng: number]): number {
  const [fromLat, toLat] = [radians(a[0]), radians(b[0])]
  const half = Math.sin((toLat - fromLat) / 2) ** 2 + Math.cos(fromLat) * Math.cos(toLat) * Math.sin(radians(b[1] - a[1]) / 2) ** 2
  return Math.round(2 * earthM * Math.asin(Math.min(1, Math.sqrt(half))))
}

async function placeOf({ db }: Context, employeeId: string, day: string): Promise<ClockPlace | null> {
  const row = await db
    .selectFrom('attendance_member as m')
    .innerJoin('attendance_group as g', 'g.id', 'm.group_id')
    .innerJoin('hr_workplace as w', 'w.id', 'g.workplace_id')
    .select(['w.name', 'w.lat', 'w.lng', 'w.radius_m', 'w.zone'])
    .where('m.employee_id', '=', employeeId)
    .where('m.valid_from', '<=', day)
    .where(w => w.or([w('m.valid_to', 'is', null), w('m.valid_to', '>=', day)]))
    .executeTakeFirst()
  if (row === undefined) return null
  const text = (value: unknown): string | null => (value === null ? null : asText(value))
  return { name: row.name, lat: text(row.lat), lng: text(row.lng), radiusM: row.radius_m, zone: row.zone }
}

function ownId({ caller }: Context): string {
  if (caller.employeeId === null) throw refuse.rule(sentence`您的账号没有对应的员工，不能打卡`)
  return caller.employeeId
}

/** What the person needs to see before he punches. */
async function today(context: Context): Promise<ClockToday> {
  const employeeId = ownId(context)
  const now = context.now()
  const server = await context.house.asSystem(context.caller.orgId, 'the shift of who punches')
  const place = await placeOf(server, employeeId, todayOf(context))
  const day = dayInZone(now.getTime(), place?.zone ?? context.caller.zone)
  const [known] = await knownDays(server, [{ employeeId, day }], now)
  const instant = (minute: number): string => new Date(minute * minuteMs).toISOString()
  const from = new Date(now.getTime() - 18 * 60 * minuteMs).toISOString()
  const punches = await server.db
    .selectFrom('punch')
    .select(['at', 'outside'])
    .where('employee_id', '=', employeeId)
    .where('at', '>=', from)
    .orderBy('at')
    .execute()
  const zone = known?.zone ?? context.caller.zone
  return {
    day,
    now: now.toISOString(),
    zone,
    place,
    spans: (known?.input.spans ?? []).map(one => [instant(one.from), instant(one.to)] as const),
    punches: punches
      .map(one => ({ at: new Date(instantMs(one.at)).toISOString(), outside: one.outside }))
      .filter(one => dayInZone(instantMs(one.at), zone) === dayInZone(now.getTime(), zone)),
  }
}

interface Position {
  readonly lat?: number
  readonly lng?: number
  readonly accuracy?: number
  readonly note?: string
}

async function clock(context: Context, { lat, lng, accuracy, note }: Position): Promise<{ id: string; at: string; outside: boolean }> {
  const employeeId = ownId(context)
  return context.write(async (tx, inside) => {
    const server = await inServersName(inside, tx, 'the punch of the caller himself')
    const place = await placeOf(server, employeeId, todayOf(context))
    if (place === null) throw refuse.rule(sentence`您还没有考勤组，请联系人事`)
    const isKnown = lat !== undefined && lng !== undefined && place.lat !== null && place.lng !== null
    const distance = isKnown ? metresBetween([lat, lng], [Number(place.lat), Number(place.lng)]) : null
    const outside = distance === null || distance > place.radiusM || (accuracy ?? 0) > accuracyMMax
    const said = (note ?? '').trim()
    if (outside && said === '')
      throw refuse.invalid([
        {
          field: 'note',
          message:
            distance === null
              ? sentence`没有位置，请填写说明后打外勤卡`
              : distance <= place.radiusM
                ? sentence`定位精度 ${Math.round(accuracy ?? 0)} 米，超过 ${accuracyMMax} 米，请到开阔处再试，或填写说明后打外勤卡`
                : sentence`离 ${place.name} ${distance} 米，超出范围，请填写说明后打外勤卡`,
        },
      ])
    // seconds are dropped: a punch of 08:59:59 is one of 08:59
    const at = new Date(Math.floor(context.now().getTime() / minuteMs) * minuteMs).toISOString()
    await server.db.selectFrom('employee').select('id').where('id', '=', employeeId).forNoKeyUpdate().execute()
    const again = await tx
      .selectFrom('punch')
      .select(['id', 'outside'])
      .where('employee_id', '=', employeeId)
      .where('at', '=', at)
      .executeTakeFirst()
    if (again !== undefined) return { id: asText(again.id), at, outside: again.outside }
    const { id } = await create(server, punch, {
      employeeId,
      at,
      source: punchSources.phone[0],
      outside,
      distanceM: distance,
      accuracyM: accuracy === undefined ? null : Math.round(accuracy),
      note: said === '' ? null : said,
    })
    return { id, at, outside }
  })
}

const degrees = (least: number, most: number, title: string) => Optional(Float({ title, minimum: least, maximum: most }))
export const clockRoutes: RouteMap = {
  'POST /punch/today': call({ demand: signedIn, summary: '今天的班次和打卡', input: O({}), write: false }, context => today(context)),
  'POST /punch/clock': call(
    {
      demand: signedIn,
      summary: '手机打卡',
      input: O(
        {
          lat: degrees(-90, 90, '纬度'),
          lng: degrees(-180, 180, '经度'),
          accuracy: Optional(Float({ title: '精度（米）', minimum: 0, maximum: 1_000_000 })),
          note: Optional(Text({ title: '说明', maxLength: 200 })),
        },
        { additionalProperties: false },
      ),
    },
    (context, { input }) => clock(context, input as Position),
  ),
}
