/** The work of a connection: its windows are made when they are due, and stepped one after the other in a job of its own. */
import { sql } from 'kysely'
import { dayInZone, dateTimeInZone } from '#platform/format/zones.ts'
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { diskFullText, isDiskFull, type Context, type House, type Tx } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { connectionStates, planStates, syncWindow, windowReasons, windowStates } from '../tables.ts'
import { StrangeAnswer } from './answer.ts'
import { timeThere } from './clock.ts'
import { type Connection, connectionOf } from './connection.ts'
import { costOf } from './cost.ts'
import { inMs, notDone, noteRound, setWindow } from './ended.ts'
import { allSources, sourceOf } from './platforms.ts'
import { stepWindow } from './step.ts'
import { dueWindow, nextDue } from './window.ts'
import { windowsOf } from './windows.ts'

export const stepJob = 'sync.step'
/** a job gives way after so many ms; the next one goes on */
const sliceMs = 20_000
/** unfinished windows of a plan, beyond which no more are made */
const openMax = 4
const usualDays = 30
/** no room here is no fault of the marketplace: it goes on when there is some */
const fullMs = 300_000

interface Asked {
  readonly connectionId: string
  readonly orgId: string
}

export const orderSteps = ({ house }: Pick<Context, 'house'>, tx: Tx, { connectionId, orgId }: Asked, at?: Date): Promise<void> =>
  house.jobs.add(
    tx,
    stepJob,
    { connectionId, orgId },
    {
      queue: `sync ${connectionId}`,
      key: `sync ${connectionId}`,
      ...(at === undefined ? {} : { runAt: at }),
    },
  )

/** Steps until nothing is due, or the time of the job is over. Answers how many. */
export async function runSteps(house: House, { connectionId, orgId }: Asked, signal?: AbortSignal): Promise<number> {
  const context = await house.asSystem(orgId, 'fetching from marketplaces')
  const until = Date.now() + sliceMs
  let steps = 0
  while (signal?.aborted !== true && Date.now() < until) {
    const connection = await connectionOf(context, connectionId)
    if (connection === null || connection.state !== connectionStates.open[0]) return steps
    const window = await dueWindow(context, connectionId)
    if (window === undefined) {
      if ((await dueWindows(context, connectionId)) === 0) break
      continue
    }
    await stepWindow(context, connection, window).catch((error: unknown) => {
      // one window that can't be read keeps nobody else waiting: it is tried again as any other
      const why = error instanceof StrangeAnswer ? sentence`平台返回的数据不完整` : sentence`程序处理时出错`
      house.log.error({ err: error, windowId: window.id }, 'a step of fetching failed')
      if (isDiskFull(error)) return setWindow(context, window, { nextAt: inMs(context, fullMs), said: toStored(diskFullText) })
      return notDone(context, connection, window, { is: 'again', why })
    })
    steps += 1
  }
  const next = await nextDue(context, connectionId)
  if (next !== null) await context.write((tx, inside) => orderSteps(inside, tx, { connectionId, orgId }, next))
  return steps
}

/** What is due is made, and its steps are ordered. Answers how many windows were made. */
export const makeWindows = (context: Context, connectionId: string): Promise<number> =>
  context.write(async (tx, inside) => {
    const made = await dueWindows(inside, connectionId)
    await orderSteps(inside, tx, { connectionId, orgId: inside.caller.orgId })
    return made
  })

/** Plans of its shops, windows of its plans: what is due and not there. */
const dueWindows = (context: Context, connectionId: string): Promise<number> =>
  context.write(async (tx, inside) => {
    const connection = await connectionOf(inside, connectionId)
    if (connection === null || connection.state !== connectionStates.open[0]) return 0
    const zones = await zonesOf(tx, connectionId)
    await makePlans(inside, tx, connection, zones)
    const plans = await tx
      .selectFrom('sync_plan')
      .selectAll()
      .where('connection_id', '=', connectionId)
      .where('state', '=', planStates.on[0])
      .orderBy('id')
      .execute()
    await endWithoutImport(inside, tx, connectionId)
    const there = await windowsInPlay(inside, tx, connectionId)
    const rows = plans.flatMap(plan => {
      const own = there.filter(one => one.plan_id === plan.id)
      return rowsOf(inside, timeThere(inside, connection), plan, own, zones.get(plan.shop_id)).map(row => ({
        ...row,
        org_id: connection.orgId,
        connection_id: connectionId,
      }))
    })
    if (rows.length === 0) return 0
    await tx
      .insertInto('sync_window')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await noteRound(inside, tx, connectionId, there.some(one => one.state < windowStates.done[0]) ? undefined : true)
    return rows.length
  })

/** The plans of a connection that was tested, so that what they take is seen before anything is fetched. */
export const preparePlans = (context: Context, connectionId: string): Promise<void> =>
  context.write(async (tx, inside) => {
    const connection = await connectionOf(inside, connectionId)
    if (connection !== null) await makePlans(inside, tx, connection, await zonesOf(tx, connectionId))
  })

/** The shops of a connection, with the zone of their marketplace. */
async function zonesOf(tx: Tx, connectionId: string): Promise<ReadonlyMap<string, string>> {
  const shops = await tx
    .selectFrom('connection_shop as s')
    .innerJoin('shop as h', 'h.id', 's.shop_id')
    .innerJoin('marketplace as m', 'm.code', 'h.marketplace_code')
    .select(['s.shop_id', 'm.zone'])
    .where('s.connection_id', '=', connectionId)
    .execute()
  return new Map(shops.map(one => [one.shop_id, one.zone]))
}

/** days after which nothing is read again, however long a plan was paused */
const againDaysMax = 400
const lastRounds = (): string =>
  JSON.stringify(Object.fromEntries(Object.entries(allSources()).map(([code, one]) => [code, Math.max(0, ...one.rereadDays)])))
/** What decides which windows are due: those behind the days that are complete, those under way, and those still to be read again. */
const windowsInPlay = (inside: Context, tx: Tx, connectionId: string) =>
  tx
    .selectFrom('sync_window as w')
    .innerJoin('sync_plan as p', 'p.id', 'w.plan_id')
    .select(['w.plan_id', 'w.from_on', 'w.to_on', 'w.round', 'w.state'])
    .where('w.connection_id', '=', connectionId)
    .where(eb =>
      eb.or([
        eb('p.complete_until', 'is', null),
        eb('w.to_on', '>=', eb.ref('p.complete_until')),
        eb('w.state', '<', windowStates.done[0]),
        eb.and([
          eb('w.to_on', '>', addDays(inside.now().toISOString().slice(0, 10), -againDaysMax)),
          eb.not(
            eb.exists(
              eb
                .selectFrom('sync_window as r')
                .select('r.id')
                .whereRef('r.plan_id', '=', 'w.plan_id')
                .whereRef('r.from_on', '=', 'w.from_on')
                .where('r.round', '=', sql<number>`coalesce((${lastRounds()}::jsonb ->> w.report)::int, 0)`),
            ),
          ),
        ]),
      ]),
    )
    .execute()

const takenBack = 6
/** Windows whose import somebody took back are over: he may ask for their days anew. */
async function endWithoutImport(inside: Context, tx: Tx, connectionId: string): Promise<void> {
  const rows = await tx
    .selectFrom('sync_window as w')
    .innerJoin('import_run as i', 'i.id', 'w.import_id')
    .select('w.id')
    .where('w.connection_id', '=', connectionId)
    .where('w.state', '=', windowStates.done[0])
    .where('i.state', '=', takenBack)
    .execute()
  const values = { state: windowStates.skipped[0], said: toStored(sentence`导入已撤回，可重新同步`) }
  await setDerived(
    inside,
    syncWindow,
    rows.map(({ id }) => ({ id, ...values })),
  )
}

/** One for each report of each shop, where it lacks. */
async function makePlans(inside: Context, tx: Tx, connection: Connection, zones: ReadonlyMap<string, string>): Promise<void> {
  const plans = [...zones].flatMap(([shop_id, zone]) =>
    Object.entries(connection.platform.sources).map(([code, report]) => {
      const today = dayInZone(timeThere(inside, connection).getTime(), zone)
      const earliest = addDays(today, -1 - report.backfillDays)
      const wished = connection.backfillFrom ?? addDays(today, -usualDays)
      const backfill_from = wished > earliest ? wished : earliest
      const { calls, minutes } = costOf(connection.platform, report, backfill_from, addDays(today, -1))
      const told = { report: code, backfill_from, first_calls: calls, first_minutes: minutes }
      return { org_id: connection.orgId, connection_id: connection.id, shop_id, ...told }
    }),
  )
  if (plans.length > 0)
    await tx
      .insertInto('sync_plan')
      .values(plans)
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

interface PlanRow {
  readonly complete_until: string | null
  readonly id: string
  readonly shop_id: string
  readonly report: string
  readonly backfill_from: string
}
interface WindowKept {
  readonly from_on: string
  readonly to_on: string
  readonly round: number
  readonly state: number
}

/** Windows of one plan that are due and not there. */
function rowsOf(
  inside: Context,
  there: Date,
  { id, shop_id, report: code, backfill_from, complete_until: until }: PlanRow,
  own: readonly WindowKept[],
  zone: string | undefined,
) {
  const report = sourceOf(code)
  if (report === undefined || zone === undefined) return []
  const nowMs = there.getTime()
  const [today, hour] = [dayInZone(nowMs, zone), Number(dateTimeInZone(nowMs, zone).slice(11, 13))]
  const windows = own.map(one => ({ from: one.from_on, to: one.to_on, round: one.round }))
  const open = own.filter(one => one.state < windowStates.done[0]).length
  const newest = windows.reduce((day, one) => (one.to > day ? one.to : day), until ?? '')
  const backfillFrom = until === null ? backfill_from : addDays(until, 1)
  return windowsOf(report, { backfillFrom, windows }, today, hour, Math.max(0, openMax - open)).map(({ from, to, round }) => ({
    plan_id: id,
    shop_id,
    report: code,
    from_on: from,
    to_on: to,
    round,
    reason: round > 0 ? windowReasons.again[0] : to > newest ? windowReasons.first[0] : windowReasons.past[0],
    next_at: inside.now().toISOString(),
  }))
}

/** Every connection that is open: its windows are made, and its steps ordered. */
export async function planAll(house: House): Promise<void> {
  const open = await house
    .unscoped('connections that are open, of every organisation: ids alone')
    .selectFrom('shop_connection')
    .select(['id', 'org_id'])
    .where('state', '=', connectionStates.open[0])
    // fetched since somebody pressed it for the first time
    .where('round_at', 'is not', null)
    .execute()
  for (const { id, org_id: orgId } of open) await makeWindows(await house.asSystem(orgId, 'windows of a connection'), id)
}

const keptMs = 90 * 86_400_000
/** Calls of three months ago go. */
export async function forgetCalls(house: House): Promise<void> {
  await house
    .unscoped('calls to marketplaces of three months ago, of every organisation')
    .deleteFrom('sync_call')
    .where('at', '<', new Date(house.now().getTime() - keptMs).toISOString())
    .execute()
}
