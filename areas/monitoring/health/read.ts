/**
 * The running system in figures: database, queue, calls, jobs, storage. Sizes, counts and times of the installation; what failed is told
 * of the caller's organisation alone, of the installation's own work to whoever looks after it.
 */
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { instantMs } from '#platform/format/instants.ts'
import { fromStored } from '#platform/declare/sentence.ts'
import type { Context, Db } from '#platform/server/area.ts'
import { taskStates } from '#platform/server/database.ts'
import { runStates } from '#platform/server/jobs.ts'
import type { CallsOfRoute, DatabaseHealth, FailedJob, HealthOverview, QueueHealth, TableSize } from './answers.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const gbBytes = 1024 ** 3
const tablesShown = 40
const routesShown = 20
const failedShown = 50
/** of fewer calls a share says nothing */
const callsNeeded = 20

const fixed = (value: number, places = 2): string => value.toFixed(places)
const share = (part: number, whole: number): string | null => (whole === 0 ? null : fixed((100 * part) / whole))

const healthDb = (context: Context): Db => context.house.unscoped('the running system: sizes, counts and times, without content')

async function databaseOf(db: Db): Promise<DatabaseHealth> {
  const { rows } = await sql<{
    bytes: string
    version: string
    since: string
    connections: string
    max: string
    active: string
    waiting: string
    longest: string | null
    hit: string | null
    deadlocks: string
    temp: string
    age: string
  }>`select pg_database_size(current_database())::text as bytes, current_setting('server_version') as version,
      pg_postmaster_start_time()::text as since,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections') as max,
      (select count(*) from pg_stat_activity where state = 'active' and datname = current_database()) as active,
      (select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()) as waiting,
      (select extract(epoch from max(clock_timestamp() - xact_start)) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid())::text as longest,
      round(100.0 * s.blks_hit / nullif(s.blks_hit + s.blks_read, 0), 2)::text as hit, s.deadlocks::text as deadlocks,
      s.temp_bytes::text as temp, (select age(datfrozenxid) from pg_database where datname = current_database())::text as age
    from pg_stat_database s where s.datname = current_database()`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database says nothing of itself')
  return {
    bytes: Number(row.bytes),
    version: row.version,
    since: row.since,
    connections: Number(row.connections),
    connectionsMax: Number(row.max),
    active: Number(row.active),
    waiting: Number(row.waiting),
    longestSeconds: row.longest === null ? null : Math.round(Number(row.longest)),
    cacheHits: row.hit,
    deadlocks: Number(row.deadlocks),
    tempBytes: Number(row.temp),
    transactionAge: Number(row.age),
  }
}

/** Tables by size; the months of a partitioned one under it. */
async function tablesOf(context: Context, db: Db): Promise<TableSize[]> {
  const { rows } = await sql<{ name: string; part: string | null; bytes: string; rows: string; dead: string }>`
    select coalesce(p.relname, c.relname) as name, case when p.relname is null then null else c.relname end as part,
      pg_total_relation_size(c.oid)::text as bytes, greatest(c.reltuples, 0)::bigint::text as rows,
      coalesce(s.n_dead_tup, 0)::text as dead
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r'`.execute(db)
  const at = context.language === 'en' ? 1 : 0
  const byTable = Map.groupBy(rows, row => row.name)
  const sum = (of: typeof rows, field: 'bytes' | 'rows' | 'dead'): number => of.reduce((all, row) => all + Number(row[field]), 0)
  return [...byTable]
    .map(([name, of]): TableSize => ({
      name,
      title: context.house.registry.resources.get(name)?.title[at] ?? null,
      bytes: sum(of, 'bytes'),
      rows: sum(of, 'rows'),
      dead: sum(of, 'dead'),
      months: of
        .flatMap(({ part, bytes, rows: lines }) =>
          part === null ? [] : [{ month: monthOfPart(part), bytes: Number(bytes), rows: Number(lines) }],
        )
        .toSorted((a, b) => (a.month < b.month ? 1 : -1)),
    }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, tablesShown)
}

/** `order_line_2026_01` -> `2026-01` */
function monthOfPart(part: string): string {
  const found = /(\d{4})_?(\d{2})$/.exec(part)
  return found === null ? part : `${found[1]}-${found[2]}`
}

async function queueOf(context: Context, db: Db): Promise<QueueHealth> {
  const [jobs, tasks] = await Promise.all([
    sql<{ task: string; ready: string; planned: string; running: string; again: string; oldest: string | null }>`
      select task, ready::text, planned::text, running::text, again::text, oldest::text from queue_depth()`.execute(db),
    db
      .selectFrom('task')
      .where('state', 'in', [taskStates.queued[0], taskStates.running[0]])
      .groupBy('state')
      .select(eb => ['state', eb.fn.countAll<string>().as('count'), eb.fn.min('created_at').as('oldest')])
      .execute(),
  ])
  const now = context.now().getTime()
  const countOf = (state: number): number => Number(tasks.find(row => row.state === state)?.count ?? 0)
  const list = jobs.rows.map(row => ({
    task: row.task,
    ready: Number(row.ready),
    planned: Number(row.planned),
    running: Number(row.running),
    again: Number(row.again),
    waitedSeconds: row.oldest === null ? null : Math.max(0, Math.round((now - instantMs(row.oldest)) / 1000)),
  }))
  const waits = list.flatMap(one => one.waitedSeconds ?? [])
  return {
    list: list.toSorted((a, b) => b.ready - a.ready || b.running - a.running),
    ready: list.reduce((sum, one) => sum + one.ready, 0),
    running: list.reduce((sum, one) => sum + one.running, 0),
    waitedSeconds: waits.length === 0 ? 0 : Math.max(...waits),
    tasksQueued: countOf(taskStates.queued[0]),
    tasksRunning: countOf(taskStates.running[0]),
  }
}

async function callsOf(context: Context, db: Db) {
  const since = new Date(context.now().getTime() - dayMs).toISOString()
  const lastHour = new Date(context.now().getTime() - hourMs).toISOString()
  const [routes, hours] = await Promise.all([
    db
      .selectFrom('call_hour')
      .where('hour', '>=', since)
      .groupBy('route')
      .select(eb => [
        'route',
        eb.fn.sum<string>('calls').as('calls'),
        eb.fn.sum<string>('slow').as('slow'),
        eb.fn.sum<string>('failed').as('failed'),
        eb.fn.sum<string>('total_ms').as('total'),
        eb.fn.max('max_ms').as('max'),
      ])
      .orderBy('slow', 'desc')
      .orderBy('failed', 'desc')
      .orderBy('max', 'desc')
      .limit(routesShown)
      .execute(),
    db
      .selectFrom('call_hour')
      .where('hour', '>=', since)
      .groupBy('hour')
      .select(eb => [
        'hour',
        eb.fn.sum<string>('calls').as('calls'),
        eb.fn.sum<string>('slow').as('slow'),
        eb.fn.sum<string>('failed').as('failed'),
      ])
      .orderBy('hour')
      .execute(),
  ])
  const list = routes.map((row): CallsOfRoute => ({
    route: row.route,
    calls: Number(row.calls),
    slow: Number(row.slow),
    failed: Number(row.failed),
    meanMs: Math.round(Number(row.total) / Math.max(1, Number(row.calls))),
    maxMs: row.max,
  }))
  // hours are stored by their beginning: of the last two one has just begun
  const recent = hours.filter(row => instantMs(row.hour) > instantMs(lastHour) - hourMs)
  const sum = (field: 'calls' | 'slow' | 'failed'): number => recent.reduce((all, row) => all + Number(row[field]), 0)
  return {
    list,
    hours: hours.map(row => ({ hour: row.hour, calls: Number(row.calls), slow: Number(row.slow), failed: Number(row.failed) })),
    slowShare: sum('calls') < callsNeeded ? null : share(sum('slow'), sum('calls')),
    failed: sum('failed'),
  }
}

async function jobsOf(context: Context, db: Db): Promise<{ list: FailedJob[]; dead: number; failedTasks: number }> {
  const { caller, house, language } = context
  const places = [caller.orgId, ...(caller.installationAdmin === true ? ['0'] : [])]
  const since = new Date(context.now().getTime() - dayMs).toISOString()
  const [runs, tasks] = await Promise.all([
    db
      .selectFrom('timed_run')
      .select(['id', 'name', 'state', 'ended_at', 'said', 'tries'])
      .where('organisation_id', 'in', places)
      .where('state', 'in', [runStates.dead[0], runStates.again[0]])
      .orderBy('planned_at', 'desc')
      .limit(failedShown)
      .execute(),
    db
      .selectFrom('task')
      .select(['id', 'kind', 'title', 'finished_at', 'message'])
      .where('org_id', '=', caller.orgId)
      .where('state', '=', taskStates.failed[0])
      .where('finished_at', '>=', since)
      .orderBy('finished_at', 'desc')
      .limit(failedShown)
      .execute(),
  ])
  const words = (stored: string | null): string | null => (stored === null ? null : house.registry.inWords(fromStored(stored), language))
  const at = language === 'en' ? 1 : 0
  return {
    list: [
      ...runs.map((row): FailedJob => ({
        key: `timed ${row.id}`,
        title: house.registry.timed.get(row.name)?.title[at] ?? row.name,
        kind: 'timed',
        isDead: row.state === runStates.dead[0],
        at: row.ended_at,
        said: words(row.said),
      })),
      ...tasks.map((row): FailedJob => ({
        key: `task ${row.id}`,
        title: words(row.title) ?? row.kind,
        kind: 'task',
        isDead: true,
        at: row.finished_at,
        said: words(row.message),
      })),
    ],
    dead: runs.filter(row => row.state === runStates.dead[0]).length,
    failedTasks: tasks.length,
  }
}

async function storageOf(context: Context, db: Db) {
  const disk = await statfs(resolve(context.house.settings.dataDir))
  const rows = await db
    .selectFrom('stored_file')
    .where('deleted_at', 'is', null)
    .groupBy('upload_type')
    .select(eb => ['upload_type as type', eb.fn.countAll<string>().as('files'), eb.fn.sum<string>('size').as('bytes')])
    .execute()
  const list = rows
    .map(row => ({ type: row.type, files: Number(row.files), bytes: Number(row.bytes) }))
    .toSorted((a, b) => b.bytes - a.bytes)
  return {
    list,
    files: list.reduce((sum, one) => sum + one.files, 0),
    bytes: list.reduce((sum, one) => sum + one.bytes, 0),
    diskBytes: disk.blocks * disk.bsize,
    freeBytes: disk.bavail * disk.bsize,
  }
}

export type HealthFigures = Omit<HealthOverview, 'measures'>

/** `db`: inside a transaction, that one without the door. */
export async function healthFigures(context: Context, db = healthDb(context)): Promise<HealthFigures> {
  const [database, tables, queue, calls, jobs, storage] = await Promise.all([
    databaseOf(db),
    tablesOf(context, db),
    queueOf(context, db),
    callsOf(context, db),
    jobsOf(context, db),
    storageOf(context, db),
  ])
  return {
    values: {
      slowShare: calls.slowShare,
      failedCalls: String(calls.failed),
      deadJobs: String(jobs.dead),
      failedTasks: String(jobs.failedTasks),
      queueMinutes: fixed(queue.waitedSeconds / 60),
      diskFree: share(storage.freeBytes, storage.diskBytes),
      connections: share(database.connections, database.connectionsMax),
      longestMinutes: database.longestSeconds === null ? '0' : fixed(database.longestSeconds / 60),
      largestTable: fixed(Math.max(0, ...tables.map(one => one.bytes)) / gbBytes),
      cacheHits: database.cacheHits,
    },
    database,
    tables,
    queue,
    calls: { list: calls.list, hours: calls.hours },
    jobs: jobs.list,
    storage,
  }
}
