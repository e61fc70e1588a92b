/**
 * One's entries for other calendars: an .ics address that names a secret, of which only the hash is kept. A new address ends the one
 * before; revoking ends it without a new one.
 */
import ical, { ICalCalendarMethod } from 'ical-generator'
import { Readable } from 'node:stream'
import { addDays } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { refuse, type Context, type House, type Blob } from '#platform/server/area.ts'
import { hashOfToken, looksLikeToken, newToken } from '#platform/server/rights.ts'
import type { DueTarget, Feed } from './answers.ts'
import { scheduleOf } from './stretch.ts'

const title = ['日历订阅地址', 'Calendar address'] as const
/** days that the address shows: what is past for a while, what is to come for a year less those */
const daysBack = 60
const daysAhead = 300
/** how often a reading is noted at most */
const noteMs = 600_000

const pathOf = (token: string): string => `/api-2024/MyScheduleData/ics/${token}`

export async function feedOf({ db, caller }: Context): Promise<Feed> {
  const row = await db
    .selectFrom('schedule_feed')
    .select(['made_at', 'read_at'])
    .where('account_id', '=', caller.accountId)
    .executeTakeFirst()
  return { madeAt: row?.made_at ?? null, readAt: row?.read_at ?? null }
}

/** A new address; the one before answers no more. */
export async function newFeed(context: Context): Promise<Feed> {
  const { caller, now } = context
  const token = newToken()
  const madeAt = now().toISOString()
  const row = { token_hash: hashOfToken(token), made_at: madeAt, read_at: null, updated_at: madeAt }
  await context.write(tx =>
    tx
      .insertInto('schedule_feed')
      .values({ ...row, org_id: caller.orgId, account_id: caller.accountId })
      .onConflict(conflict => conflict.columns(['org_id', 'account_id']).doUpdateSet(row))
      .execute(),
  )
  return { madeAt, readAt: null, path: pathOf(token) }
}

export async function revokeFeed(context: Context): Promise<null> {
  await context.write(tx => tx.deleteFrom('schedule_feed').where('account_id', '=', context.caller.accountId).execute())
  return null
}

/** The calendar behind an address; one that is unknown, revoked, or of somebody who has left is not found. */
export async function icsOf(house: House, token: string): Promise<Blob> {
  if (!looksLikeToken(token)) throw refuse.unknown(title)
  const db = house.unscoped('calendar addresses are sealed: found by the hash of the secret that the address names')
  const feed = await db
    .selectFrom('schedule_feed')
    .select(['id', 'account_id', 'org_id', 'read_at'])
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  const caller = feed === undefined ? null : await house.rights.callerOf(feed.account_id, feed.org_id)
  if (feed === undefined || caller === null) throw refuse.unknown(title)
  const context = house.asUser(caller, 'zh', `ics-${feed.id}`)
  const now = house.now()
  if (feed.read_at === null || now.getTime() - instantMs(feed.read_at) > noteMs)
    await context.write(tx => tx.updateTable('schedule_feed').set({ read_at: now.toISOString() }).where('id', '=', feed.id).execute())
  return {
    blob: Readable.from([await calendarOf(context)]),
    fileName: 'schedule.ics',
    contentType: 'text/calendar; charset=utf-8',
    inline: true,
  }
}

const nameOf = (target: DueTarget | null): string => {
  if (target === null) return ''
  return 'approval' in target ? `approval-${target.approval.formCode}-${target.approval.keyValue}` : `${target.list}-${target.id}`
}

/** Each time an event of its own: every calendar reads that alike. */
async function calendarOf(context: Context): Promise<string> {
  const { zone } = context.caller
  const today = dayInZone(context.now().getTime(), zone)
  const times = await scheduleOf(context, { startDate: addDays(today, -daysBack), endDate: addDays(today, daysAhead) })
  const calendar = ical({
    name: context.caller.name,
    prodId: { company: 'Zhanggui', product: 'schedule', language: 'ZH' },
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const one of times) {
    const id =
      one.id === null
        ? `${nameOf(one.target)}${one.source === 'away' ? `-${one.startAt}` : ''}`
        : `entry-${one.id}-${one.occurrenceOn ?? ''}`
    const start = new Date(instantMs(one.startAt))
    const end = new Date(instantMs(one.endAt))
    calendar.createEvent({
      id: `${id}@zhanggui`,
      summary: one.title,
      location: one.place,
      description: one.remark,
      ...(one.allDay
        ? {
            start: `${dayInZone(start.getTime(), zone)}T00:00:00Z`,
            end: `${addDays(dayInZone(end.getTime() - 1, zone), 1)}T00:00:00Z`,
            allDay: true,
          }
        : { start, end }),
    })
  }
  return calendar.toString()
}
