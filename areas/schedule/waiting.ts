/** The times of today that are not over. */
import type { Title } from '#platform/declare/title.ts'
import type { WaitingPart } from '#platform/declare/wire-home.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import { scheduleOf } from './stretch.ts'

const title: Title = ['今日日程', 'Schedule']
const toldMax = 5

export async function scheduleToday(context: Context): Promise<WaitingPart> {
  const now = context.now()
  const today = dayInZone(now.getTime(), context.caller.zone)
  const times = (await scheduleOf(context, { startDate: today, endDate: today })).filter(
    one => one.source === 'entry' && !one.done && (one.allDay || one.endAt > now.toISOString()),
  )
  return {
    title: title[context.language === 'en' ? 1 : 0],
    count: times.length,
    url: '/schedule',
    list: times.slice(0, toldMax).map((one, at) => ({
      key: `time ${one.id ?? at}`,
      title: one.title,
      note: one.place ?? '',
      since: one.startAt,
      due: true as const,
      url: '/schedule',
    })),
  }
}
