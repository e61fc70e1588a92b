/**
 * The administrators' page of timed work: what there is for the caller's organisation, and for the installation where he looks after it.
 */
import { fromStored } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import type { RunState, TimedRunRow, TimedWorkList, TimedWorkRow } from '#platform/declare/wire-timed.ts'
import { instantMs, readInstant } from '#platform/format/instants.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { lastKnownYear } from '../calendar/national-days.ts'
import { may } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import { installationId } from './clock.ts'
import { timedPermission } from './dead-notice.ts'
import { runStates } from './tables.ts'
import type { Timed } from '../contract/timed.ts'
import { whenWords } from './when.ts'

const runsShown = 50
/** The next year's holidays are decreed in November. */
const decreedInMonth = 12

/** Where the caller's run of it stands. Refuses work that is unknown to him. */
export function placeOf({ caller, house }: Context, name: string): { readonly work: Timed; readonly organisationId: string } {
  const work = house.registry.timed.get(name)
  if (work === undefined || (work.of === 'installation' && caller.installationAdmin !== true))
    throw refuse.unknown(['定时任务', 'Timed work'])
  return { work, organisationId: work.of === 'installation' ? installationId : caller.orgId }
}

interface RunRow {
  readonly id: string
  readonly planned_at: string
  readonly state: number
  readonly tries: number
  readonly started_at: string | null
  readonly ended_at: string | null
  readonly next_try_at: string | null
  readonly said: string | null
  readonly ordered_by: string | null
}
const runColumns = ['id', 'planned_at', 'state', 'tries', 'started_at', 'ended_at', 'next_try_at', 'said', 'ordered_by'] as const

function runOf({ house, language }: Context, row: RunRow): TimedRunRow {
  const isRunning = row.state === runStates.running[0]
  return {
    id: row.id,
    plannedAt: row.planned_at,
    state: row.state as RunState,
    tries: row.tries,
    startedAt: row.started_at,
    endedAt: isRunning ? null : row.ended_at,
    nextTryAt: row.next_try_at,
    ms: isRunning || row.started_at === null || row.ended_at === null ? null : instantMs(row.ended_at) - instantMs(row.started_at),
    said: row.said === null ? null : house.registry.inWords(fromStored(row.said), language),
    orderedBy: row.ordered_by,
  }
}

/** POST /timedWorkManage/list. */
export async function timedOverview(context: Context): Promise<TimedWorkList> {
  const { caller, house, language } = context
  const db = house.unscoped("timed work of the caller's organisation, and of the installation for those who look after it")
  const own = [...house.registry.timed.values()].filter(work => work.of === 'organisation')
  const everybodys = [...house.registry.timed.values()].filter(work => work.of === 'installation' && caller.installationAdmin === true)
  const shown = [...own, ...everybodys]
  const places = [...new Set([caller.orgId, ...(caller.installationAdmin === true ? [installationId] : [])])]
  const due = await db
    .selectFrom('timed_work')
    .select(['organisation_id', 'name', 'next_at'])
    .where('organisation_id', 'in', places)
    .execute()
  const nextOf = new Map(due.map(row => [`${row.organisation_id} ${row.name}`, row.next_at]))
  // the last run of each by its key, one step of an index a work
  const { rows: last } = await sql<RunRow & { organisation_id: string; name: string }>`
    select r.* from unnest(${shown.map(work => placeOf(context, work.name).organisationId)}::bigint[],
      ${shown.map(work => work.name)}::text[]) w(organisation_id, name)
    cross join lateral (select * from timed_run t where t.organisation_id = w.organisation_id and t.name = w.name order by t.planned_at desc
      limit 1) r`.execute(db)
  const lastOf = new Map(last.map(row => [row.name, row]))
  const counted = await db
    .selectFrom('timed_run')
    .select(['name'])
    .select(({ fn }) => fn.countAll<string>().as('failures'))
    .select(sql<string>`count(*) filter (where state = ${runStates.dead[0]})`.as('dead'))
    .where('organisation_id', 'in', places)
    .where('state', 'in', [runStates.again[0], runStates.dead[0], runStates.given[0], runStates.overtaken[0]])
    .groupBy('name')
    .execute()
  const countOf = new Map(counted.map(row => [row.name, row]))
  const mayRun = may(caller, timedPermission, operations.edit)
  const list = shown.map((work): TimedWorkRow => {
    const at = lastOf.get(work.name)
    const next = nextOf.get(`${placeOf(context, work.name).organisationId} ${work.name}`)
    return {
      name: work.name,
      title: work.title[language === 'en' ? 1 : 0],
      isInstallations: work.of === 'installation',
      schedule: whenWords(work.when, work.calendar)[language === 'en' ? 1 : 0],
      nextAt: next !== undefined && readInstant(next) !== null ? next : null,
      last: at === undefined ? null : runOf(context, at),
      dead: Number(countOf.get(work.name)?.dead ?? 0),
      failures: Number(countOf.get(work.name)?.failures ?? 0),
      mayRun,
    }
  })
  return { list, zone: caller.zone, holidaysUntil: lastKnownYear, holidaysMissing: missingYear(context) }
}

/** This year, or in December the next one, where its decree is not part of the calendar. */
function missingYear({ now, caller }: Context): number | null {
  const day = dayInZone(now().getTime(), caller.zone)
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const wanted = month >= decreedInMonth ? year + 1 : year
  return wanted > lastKnownYear ? Math.max(year, lastKnownYear + 1) : null
}

/** POST /timedWorkManage/runs: the newest runs of one work, dead letters first. */
export async function runsOf(context: Context, name: string): Promise<{ list: TimedRunRow[] }> {
  const { organisationId } = placeOf(context, name)
  const rows = await context.house
    .unscoped("runs of one timed work of the caller's organisation, or of the installation for those who look after it")
    .selectFrom('timed_run')
    .select(runColumns)
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .orderBy(sql`state = ${sql.lit(runStates.dead[0])}`, 'desc')
    .orderBy('planned_at', 'desc')
    .limit(runsShown)
    .execute()
  return { list: rows.map(row => runOf(context, row)) }
}
