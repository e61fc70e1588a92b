/**
 * The clock of timed work: a job that comes back each minute, single over all processes by its key. It orders a run of what is due, in one
 * transaction: the row of the work is locked and each planned instant is a unique row, so that it is ordered once. What came due while
 * nothing ran is ordered once on start.
 */
import { sql } from 'kysely'
import { instantMs } from '#platform/format/instants.ts'
import type { WorkCalendar } from '#platform/format/working-time.ts'
import { homeZone, isZone } from '#platform/format/zones.ts'
import { workCalendarOf } from '../calendar/work-calendar.ts'
import type { Tx, Db } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import type { Timed } from '../contract/timed.ts'
import { orderRun } from './order-run.ts'
import { nextAfter, whenText } from './when.ts'

export const clockJob = 'timed.clock'
/** the organisation of what is done once for the installation */
export const installationId = '0'
const minuteMs = 60_000
const dueAtOnce = 500
/** work that skips what it missed is still done when it is at most so late */
const lateMsMax = 10 * minuteMs

interface Place {
  readonly organisationId: string
  readonly zone: string
}

/** Whether a work is done at this place. */
const isOf = (work: Timed, { organisationId }: Place): boolean => (work.of === 'installation') === (organisationId === installationId)

async function placesOf(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`select id::text as "organisationId", zone from organisation order by id`.execute(db)
  const known = rows.map(row => ({ ...row, zone: isZone(row.zone) ? row.zone : homeZone }))
  return [{ organisationId: installationId, zone: homeZone }, ...known]
}

/** Only where a work asks for it: the calendar of an organisation, read once a round. */
function calendarsOf(house: House): (work: Timed, place: Place) => Promise<WorkCalendar | undefined> {
  const known = new Map<string, Promise<WorkCalendar>>()
  return async (work, { organisationId }) => {
    if (work.calendar === undefined) return undefined
    const calendar = known.get(organisationId) ?? house.asSystem(organisationId, 'working calendar of timed work').then(workCalendarOf)
    known.set(organisationId, calendar)
    return calendar
  }
}

/** Puts in what is declared and not there yet, and works out anew what was declared otherwise; work that is not declared any more goes. */
export async function keepDeclared(house: House, places?: readonly Place[]): Promise<void> {
  const db = house.unscoped('timed work: when what is declared is due, for every organisation')
  const calendarOf = calendarsOf(house)
  const there = new Map((await db.selectFrom('timed_work').selectAll().execute()).map(row => [`${row.organisation_id} ${row.name}`, row]))
  const now = house.now()
  for (const place of places ?? (await placesOf(db)))
    for (const work of house.registry.timed.values()) {
      if (!isOf(work, place)) continue
      const declared = whenText(work.when, work.calendar, place.zone)
      if (there.get(`${place.organisationId} ${work.name}`)?.declared === declared) continue
      const next = nextAfter(work.when, now, place.zone, await calendarOf(work, place))
      if (next === null) continue
      const values = { declared, next_at: next.toISOString() }
      await db
        .insertInto('timed_work')
        .values({ organisation_id: place.organisationId, name: work.name, ...values })
        .onConflict(conflict => conflict.columns(['organisation_id', 'name']).doUpdateSet(values))
        .execute()
    }
}

/** Orders a run of each work that is due, and works out when it is due next. Answers how many were ordered. */
export async function orderDue(house: House): Promise<number> {
  const db = house.unscoped('timed work that is due, of every organisation')
  const places = await placesOf(db)
  await keepDeclaredOnce(house, places)
  const calendarOf = calendarsOf(house)
  const now = house.now()
  const due = await db
    .selectFrom('timed_work')
    .select(['organisation_id', 'name'])
    .where('next_at', '<=', now.toISOString())
    .where(sql<boolean>`name = any(${[...house.registry.timed.keys()]})`)
    .orderBy('next_at')
    .limit(dueAtOnce)
    .execute()
  let ordered = 0
  for (const { organisation_id: organisationId, name } of due) {
    const place = places.find(one => one.organisationId === organisationId)
    const work = house.registry.timed.get(name)
    if (place === undefined || work === undefined || !isOf(work, place)) continue
    const next = nextAfter(work.when, now, place.zone, await calendarOf(work, place))
    if (await db.transaction().execute(tx => orderOne(house, tx, place, work, next))) ordered += 1
  }
  return ordered
}

async function orderOne(house: House, tx: Tx, { organisationId }: Place, work: Timed, next: Date | null): Promise<boolean> {
  const of = tx.selectFrom('timed_work').select('next_at').where('organisation_id', '=', organisationId).where('name', '=', work.name)
  const held = await of.forUpdate().skipLocked().executeTakeFirst()
  const now = house.now().getTime()
  const plannedMs = held === undefined ? Infinity : instantMs(held.next_at)
  // another process was first
  if (plannedMs > now) return false
  // what never comes again waits for a declaration that does
  await tx
    .updateTable('timed_work')
    .set({ next_at: next?.toISOString() ?? 'infinity' })
    .where('organisation_id', '=', organisationId)
    .where('name', '=', work.name)
    .execute()
  if (work.missed === 'skip' && now - plannedMs > lateMsMax) return false
  return (await orderRun(house, tx, organisationId, work.name, new Date(plannedMs))) !== null
}

/** What this process knows to be kept: organisations come and change their zone. */
const kept = new WeakMap<House['registry'], string>()
async function keepDeclaredOnce(house: House, places: readonly Place[]): Promise<void> {
  const known = JSON.stringify(places)
  if (kept.get(house.registry) === known) return
  await keepDeclared(house, places)
  kept.set(house.registry, known)
}

async function order(house: House, runAt: Date): Promise<void> {
  await house
    .unscoped('ordering the next round of the clock')
    .transaction()
    .execute(tx => house.jobs.add(tx, clockJob, {}, { key: clockJob, runAt }))
}

/** A round that fails is logged, and the next one is ordered all the same. */
export async function clockRound(house: House): Promise<void> {
  await orderDue(house).catch((error: unknown) => house.log.error({ err: error }, 'timed work could not be ordered'))
  await order(house, new Date((Math.floor(house.now().getTime() / minuteMs) + 1) * minuteMs))
}

/** The first round, when the jobs of a process run. */
export const beginClock = (house: House): Promise<void> => order(house, house.now())
