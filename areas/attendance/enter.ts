/** 异常处理: a punch is added by hand to a day, with its reason, by who keeps attendance. */
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { dateTime, text } from '#platform/declare/fields.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dateTimeInZone, todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type RouteMap } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create, idsOf, oneRecord } from '#platform/server/records.ts'
import { dayMinutes, spanInZone } from './day/spans.ts'
import { attendanceDay } from './day-tables.ts'
import { knownDays, type PersonDay } from './known.ts'
import { punch, punchSources } from './punch-tables.ts'
import { holdPeople, inLockedMonths } from './requests.ts'

/** 补录与作废 */
export const enterRight = 105
const minuteMs = 60_000
const face: ActionDeclaration = {
  name: 'enter',
  title: ['补录打卡', 'Add a punch'],
  over: 'row',
  operation: enterRight,
  input: {
    at: dateTime('打卡时间', 'Punched at', {}),
    reason: text('原因', 'Reason', { max: 180 }),
  },
}

/** It counts for the day whose row was pressed, whose month may be written in. */
async function refuseOtherDay(server: Context, of: PersonDay, minute: number): Promise<void> {
  const [known] = await knownDays(server, [of], server.now())
  const zone = known?.zone ?? server.caller.zone
  const { from, to } = known?.whole ?? spanInZone(of.day, { from: 0, to: dayMinutes }, zone)
  if (from <= minute && minute < to) return
  const [first, last] = [from, to - 1].map(one => dateTimeInZone(one * minuteMs, zone).slice(0, 16))
  throw refuse.invalid([{ field: 'at', message: sentence`${of.day} 的打卡时间应在 ${first ?? ''} 至 ${last ?? ''} 之间` }])
}

async function enter(context: Context, id: string, at: string, reason: string): Promise<{ id: string }> {
  const row = await oneRecord(context, attendanceDay, id)
  const [employeeId, day] = [asText(row['employeeId']), asText(row['day'])]
  return context.write(async (tx, inside) => {
    const server = await inServersName(inside, tx, 'a punch that is added by hand')
    await holdPeople(server, [employeeId])
    await refuseOtherDay(server, { employeeId, day }, Math.floor(instantMs(at) / minuteMs))
    const locked = await inLockedMonths(server, [{ employeeId, from: day, to: day }])
    if (locked.size > 0) throw refuse.rule(sentence`这个月的考勤已锁定，请先请人事重开`)
    const minute = new Date(Math.floor(instantMs(at) / minuteMs) * minuteMs).toISOString()
    return create(server, punch, { employeeId, at: minute, source: punchSources.byHand[0], note: `${reason} (${todayOf(inside)})` })
  })
}

export const enterRoutes: RouteMap = {
  'POST /attendanceDay/enter': act(attendanceDay, face, (context, { input }) =>
    enter(context, idsOf(input['id'], input['ids'])[0] ?? '', asText(input['at']), asText(input['reason'])),
  ),
}
