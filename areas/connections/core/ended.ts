/** How a window, a plan and a connection end or wait: what is written of it, and who is told. */
import { notice, givenAccounts } from '#platform/declare/notice.ts'
import { sentence, toStored, type Wording } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { noteHappened, notify } from '#platform/server/notices.ts'
import { setDerived } from '#platform/server/records.ts'
import { connectionStates, planStates, shopConnection, syncPlan, syncWindow, windowStates } from '../tables.ts'
import { pauseOf, type Verdict } from './classify.ts'
import type { Connection } from './connection.ts'
import { sourceOf } from './platforms.ts'
import type { WindowRow } from './window.ts'

/** failures one after another, after which a plan waits for a person */
const failedMax = 3

export const stopped = notice('connections.stopped', ['店铺授权或同步已停止', 'A connection or its fetching has stopped'], {
  title: ['{label}', '{label}'],
  to: [givenAccounts],
})

type WindowValues = Readonly<Record<string, unknown>>
export const setWindow = (context: Context, window: Pick<WindowRow, 'id'>, values: WindowValues): Promise<void> =>
  context.write((_, inside) => setDerived(inside, syncWindow, [{ id: window.id, ...values }]))

const later = (context: Context, ms: number): string => new Date(context.now().getTime() + ms).toISOString()
export const inMs = later

/** The connection waits for a person, who is told once. */
export const stopConnection = (context: Context, connection: Connection, state: number, why: Wording): Promise<void> =>
  context.write(async (tx, inside) => {
    await setDerived(inside, shopConnection, [{ id: connection.id, state, why: toStored(why) }])
    await tell(inside, tx, connection, sentence`店铺授权 ${connection.name}：${why}`, `${connection.id} ${state}`)
  })

async function tell(inside: Context, tx: Tx, { ownerId, orgId, id }: Connection, label: Wording, once: string): Promise<void> {
  if (ownerId === null) return
  const accounts = (await inside.house.rights.accountsOfEmployees(orgId, [ownerId], tx)).get(ownerId) ?? []
  const day = inside.now().toISOString().slice(0, 10)
  const words = (language: 'zh' | 'en'): string => inside.house.registry.inWords(label, language)
  await notify(inside, tx, stopped, {
    values: { label: [words('zh'), words('en')] },
    once: `${once} ${day}`,
    accounts,
    target: { list: 'shopConnection', id },
  })
}

/** What follows for the window where the call brought nothing. `values`: what is written besides. */
export async function notDone(
  context: Context,
  connection: Connection,
  window: WindowRow,
  verdict: Exclude<Verdict, { is: 'done' | 'refresh' }>,
): Promise<void> {
  switch (verdict.is) {
    case 'limited':
      return setWindow(context, window, {
        nextAt: later(context, Math.max(1_000, verdict.afterMs)),
        said: toStored(sentence`正在等待平台限额`),
      })
    case 'again': {
      const pause = pauseOf(window.tries, Math.random())
      if (pause === null) return failed(context, connection, window, verdict.why)
      return setWindow(context, window, { tries: window.tries + 1, nextAt: later(context, pause), said: toStored(verdict.why) })
    }
    case 'reauthorise':
      return stopConnection(context, connection, connectionStates.again[0], verdict.why)
    case 'app':
      return stopConnection(context, connection, connectionStates.paused[0], verdict.why)
    case 'role':
      await failed(context, connection, window, verdict.why)
      return stopPlan(context, connection, window, verdict.why)
    case 'gone':
      // the report is no longer there: asked for anew, as often as anything is tried
      if (pauseOf(window.tries, 1) === null) return failed(context, connection, window, sentence`报告已过期`)
      return setWindow(context, window, {
        state: windowStates.waiting[0],
        askedAt: null,
        documents: null,
        pageToken: null,
        tries: window.tries + 1,
        nextAt: later(context, 1_000),
        said: toStored(sentence`报告已过期，已重新申请`),
      })
    case 'fail':
      return failed(context, connection, window, verdict.why)
  }
}

const stopPlan = (context: Context, connection: Connection, window: WindowRow, why: Wording): Promise<void> =>
  context.write(async (tx, inside) => {
    await setDerived(inside, syncPlan, [{ id: window.plan_id, state: planStates.off[0], why: toStored(why) }])
    const title = sourceOf(window.report)?.title[0] ?? window.report
    await tell(inside, tx, connection, sentence`${connection.name}：${title} 已暂停：${why}`, `plan ${window.plan_id}`)
  })

const openStates = [windowStates.waiting, windowStates.asked, windowStates.ready, windowStates.importing].map(state => state[0])
/** How much of the round is over, for the bar of the connection. */
export async function noteRound(inside: Context, tx: Tx, id: string, begins?: true): Promise<void> {
  const { roundAt } = await tx.selectFrom('shop_connection').select('round_at as roundAt').where('id', '=', id).executeTakeFirstOrThrow()
  const from = begins === true || roundAt === null ? inside.now().toISOString() : new Date(instantMs(roundAt)).toISOString()
  const windows = tx
    .selectFrom('sync_window as w')
    .innerJoin('sync_plan as p', 'p.id', 'w.plan_id')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('w.connection_id', '=', id)
    .where('p.state', '=', planStates.on[0])
  // two counts, each by an index of its own: windows that ended in earlier rounds are not read
  const open = await windows.where('w.state', 'in', openStates).executeTakeFirstOrThrow()
  const over = await windows.where('w.state', '>=', windowStates.done[0]).where('w.ended_at', '>=', from).executeTakeFirstOrThrow()
  const fetched = Number(over.n)
  await setDerived(inside, shopConnection, [{ id, roundAt: from, due: Number(open.n) + fetched, fetched }])
}

export async function failed(context: Context, connection: Connection, window: WindowRow, why: Wording): Promise<void> {
  const times = await context.write(async (tx, inside) => {
    await setDerived(inside, syncWindow, [ended(inside, window, windowStates.failed[0], { said: toStored(why) })])
    const plan = await tx.selectFrom('sync_plan').select('failed').where('id', '=', window.plan_id).executeTakeFirstOrThrow()
    await setDerived(inside, syncPlan, [{ id: window.plan_id, failed: plan.failed + 1 }])
    await noteRound(inside, tx, connection.id)
    return plan.failed + 1
  })
  if (times >= failedMax) await stopPlan(context, connection, window, sentence`连续 ${failedMax} 个区间失败，最近一次：${why}`)
}

const ended = (context: Context, { id }: WindowRow, state: number, more: WindowValues) => ({
  id,
  state,
  nextAt: null,
  endedAt: context.now().toISOString(),
  ...more,
})

/** It is over, and the plan is complete until the day before the first that no finished window has. */
export const finished = (context: Context, window: WindowRow, state: number, more: WindowValues): Promise<void> =>
  context.write(async (tx, inside) => {
    await setDerived(inside, syncWindow, [ended(inside, window, state, { said: null, ...more })])
    const { from, connectionId } = await tx
      .selectFrom('sync_plan')
      .select(['backfill_from as from', 'connection_id as connectionId'])
      .where('id', '=', window.plan_id)
      .executeTakeFirstOrThrow()
    const over = await tx
      .selectFrom('sync_window')
      .select(['from_on', 'to_on'])
      .where('plan_id', '=', window.plan_id)
      .where('round', '=', 0)
      .where('state', 'in', [windowStates.done[0], windowStates.empty[0], windowStates.skipped[0]])
      .orderBy('from_on')
      .execute()
    let next = from
    for (const one of over) if (one.from_on <= next) next = addDays(one.to_on, 1)
    await setDerived(inside, syncPlan, [{ id: window.plan_id, failed: 0, completeUntil: next === from ? null : addDays(next, -1) }])
    await noteRound(inside, tx, connectionId)
    await noteHappened({ orgId: inside.caller.orgId, now: inside.now() }, tx, 'sync.done', syncWindow, window.id)
  })
