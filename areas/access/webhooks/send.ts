/**
 * Deliveries: made of events that somebody listens to, judged by the endpoint's account, sent at least once. A try is noted before it is
 * made, with the time of the next one: a process that dies in between makes the next one try again under the same id.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { holdersOf, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence, toStored, type Wording } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { type EventBody, type EventRow, heardOf, notify } from '#platform/server/notices.ts'
import type { Caller, House } from '#platform/server/area.ts'
import { InsideAddress, insideFault, OutgoingError, sendOut } from '#platform/server/outgoing.ts'
import { change, openSecret } from '#platform/server/records.ts'
import { demoReceiver } from '../company/demo.ts'
import { signed } from './sign.ts'
import { deliveryStates, endpointStates, webhookEndpoint } from './tables.ts'

const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000]
/** after each of the ten tries but the last: three days from the first to the last */
const pausesMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map(hours => hours * hourMs)]
export const triesMax = pausesMs.length + 1
const [answerMsMax, answerBytesMax] = [15_000, 64 * 1_024]
const leaseMs = minuteMs
/** sent side by side */
const together = 50
/** of one endpoint */
const ofOneMax = 8
const lookedAtMax = 1_000
/** how soon what has become due is seen while others are under way */
const lookMs = 500
const spreadMax = 1_000
const failingDaysMax = 5
const keptDays = 30
export const testEvent = 'test'

interface Due {
  readonly id: string
  readonly org_id: string
  readonly endpoint_id: string
  readonly event_id: string | null
  readonly event: string
  readonly tries: number
}
interface Endpoint {
  readonly id: string
  readonly org_id: string
  readonly state: number
  readonly address: string | null
  readonly signing: string | null
  readonly signing_before: string | null
  readonly account_id: string | null
}
const db = (house: House) => house.unscoped('webhooks: events and deliveries that are due, of every organisation')

/** What is under way in this process: at most `together`, of one endpoint one group at a time. */
class Underway {
  readonly #under = new Map<string, { readonly size: number; readonly ended: Promise<void> }>()
  fault: unknown = null
  get busy(): readonly string[] {
    return [...this.#under.keys()]
  }
  get room(): number {
    return together - [...this.#under.values()].reduce((n, one) => n + one.size, 0)
  }
  start(endpointId: string, size: number, work: Promise<void>): void {
    const ended = work
      .catch((error: unknown) => {
        this.fault ??= error
      })
      .finally(() => this.#under.delete(endpointId))
    this.#under.set(endpointId, { size, ended })
  }
  /** until one has ended, or others may have become due */
  async some(): Promise<void> {
    const stop = new AbortController()
    // ended by what ends first: the pause is then over, which is no fault
    const pause = sleep(lookMs, undefined, { signal: stop.signal }).catch(() => null)
    await Promise.race([pause, ...[...this.#under.values()].map(one => one.ended)])
    stop.abort()
  }
  async all(): Promise<void> {
    await Promise.all([...this.#under.values()].map(one => one.ended))
  }
}

/** Until nothing is due. An endpoint that does not answer holds up nobody but itself. */
export async function sendAll(house: House, signal?: AbortSignal): Promise<number> {
  let done = 0
  const pool = new Underway()
  try {
    while (signal?.aborted !== true) {
      const spreads = await spread(house)
      const wasBusy = pool.busy.length > 0
      const due = pool.room > 0 ? await takeDue(house, pool) : []
      if (due.length > 0) await start(house, pool, due)
      else if (pool.busy.length > 0) await pool.some()
      // an endpoint that was busy when it was asked for has more that is due, though it has ended meanwhile
      else if (!wasBusy && spreads === 0) break
      done += due.length
    }
  } finally {
    await pool.all()
  }
  if (pool.fault !== null) throw pool.fault
  return done
}

/** Deliveries of events that have none yet, for each endpoint that listens. */
async function spread(house: House): Promise<number> {
  const now = house.now().toISOString()
  const { rows } = await sql<{ id: string }>`
    with taken as (select id, org_id, event, record_id from webhook_event where not is_spread order by id limit ${spreadMax}
        for update skip locked),
      made as (insert into webhook_delivery (org_id, at, endpoint_id, event, record_id, next_at, event_id)
        select t.org_id, ${now}, e.id, t.event, t.record_id, ${now}, t.id from taken t join webhook_endpoint e
          on e.org_id = t.org_id and e.state = ${endpointStates.on[0]}
          and string_to_array(e.events, chr(10)) && array[t.event, split_part(t.event, '.', 1) || '.*']
        on conflict do nothing)
    update webhook_event set is_spread = true where id in (select id from taken) returning id`.execute(db(house))
  return rows.length
}

async function takeDue(house: House, { busy, room }: Underway): Promise<readonly Due[]> {
  const now = house.now().getTime()
  const at = new Date(now).toISOString()
  const isDue = sql`state in (1, 3) and next_at <= ${at}`
  const { rows } = await sql<Due>`
    with first as (select id, endpoint_id, next_at from webhook_delivery where ${isDue} and endpoint_id <> all(${busy}::bigint[])
        order by next_at, id limit ${lookedAtMax}),
      fair as (select id, next_at, row_number() over (partition by endpoint_id order by next_at, id) as n from first)
    update webhook_delivery set tries = tries + 1, next_at = ${new Date(now + leaseMs).toISOString()}
    where id in (select id from webhook_delivery where ${isDue}
        and id = any(array(select id from fair where n <= ${ofOneMax} order by next_at, id limit ${room}))
      for update skip locked)
    returning id, org_id, endpoint_id, event_id, event, tries`.execute(db(house))
  return rows
}

async function start(house: House, pool: Underway, due: readonly Due[]): Promise<void> {
  const byEndpoint = Map.groupBy(due, one => one.endpoint_id)
  const endpoints = await db(house)
    .selectFrom('webhook_endpoint')
    .select(['id', 'org_id', 'state', 'address', 'signing', 'signing_before', 'account_id'])
    .where('id', 'in', [...byEndpoint.keys()])
    .execute()
  for (const endpoint of endpoints) {
    const his = byEndpoint.get(endpoint.id) ?? []
    pool.start(endpoint.id, his.length, sendOrFail(house, endpoint, his))
  }
}

/** What goes wrong before anything was sent is a failed try of each, and of this endpoint alone. */
async function sendOrFail(house: House, endpoint: Endpoint, due: readonly Due[]): Promise<void> {
  try {
    if (await sendTo(house, endpoint, due)) await giveUp(house, endpoint)
  } catch (error) {
    house.log.warn({ endpoint: endpoint.id, error }, 'deliveries failed before they were sent')
    for (const one of due) await failed(house, endpoint, one, { said: sentence`发送前出错，会再试` })
    await giveUp(house, endpoint)
  }
}

/** Whether one failed. What the endpoint's account may not see is taken away: nobody is told that there was something. */
async function sendTo(house: House, endpoint: Endpoint, due: readonly Due[]): Promise<boolean> {
  const caller = endpoint.account_id === null ? null : await house.rights.callerOf(endpoint.account_id, endpoint.org_id)
  if (caller === null) {
    const said = sentence`新增它的账号已离职或停用`
    for (const one of due) await note(house, one, { isDead: true, said })
    await switchOff(house, endpoint, said)
    return false
  }
  if (endpoint.state !== endpointStates.on[0]) {
    for (const one of due) await note(house, one, { isDead: true, said: sentence`Webhook 已停用` })
    return false
  }
  const bodies = await bodiesOf(house, caller, due)
  const hidden = due.filter(one => !bodies.has(one.id)).map(one => one.id)
  if (hidden.length > 0) await db(house).deleteFrom('webhook_delivery').where('id', 'in', hidden).execute()
  const context = await house.asSystem(endpoint.org_id, 'a webhook is sent')
  const open = (field: 'address' | 'signing' | 'signingBefore', sealed: string | null): string | null =>
    sealed === null ? null : openSecret(context, webhookEndpoint, field, sealed).use()
  const address = open('address', endpoint.address)
  const secrets = [open('signing', endpoint.signing), open('signingBefore', endpoint.signing_before)].filter(text => text !== null)
  const sent = await Promise.all(
    due.filter(one => bodies.has(one.id)).map(one => sendOne(house, { endpoint, address, secrets }, one, bodies.get(one.id) ?? '')),
  )
  return sent.includes('failed')
}

async function bodiesOf(house: House, caller: Caller, due: readonly Due[]): Promise<ReadonlyMap<string, string>> {
  const ids = due.flatMap(one => one.event_id ?? [])
  const heard: ReadonlyMap<string, EventBody> =
    ids.length === 0 ? new Map() : await heardOf(house.asUser(caller, 'zh', 'webhook'), await eventsOf(house, ids))
  const now = house.now().toISOString()
  return new Map(
    due.flatMap(one => {
      const body = one.event_id === null ? { type: testEvent, timestamp: now, data: {} } : heard.get(one.event_id)
      return body === undefined ? [] : [[one.id, JSON.stringify(body)] as const]
    }),
  )
}

const columns = ['id', 'xact', 'event', 'list', 'record_id', 'record_version', 'shop_id', 'fields', 'created_at'] as const
export const eventsOf = (house: House, ids: readonly string[]): Promise<EventRow[]> =>
  db(house)
    .selectFrom('webhook_event')
    .select([...columns, sql<boolean>`image is not null`.as('is_removed')])
    .where('id', 'in', [...ids])
    .execute()

interface Target {
  readonly endpoint: Endpoint
  readonly address: string | null
  readonly secrets: readonly string[]
}
async function sendOne(house: House, { endpoint, address, secrets }: Target, one: Due, body: string): Promise<'failed' | void> {
  if (address === null) return note(house, one, { isDead: true, said: sentence`没有地址` })
  try {
    const { status } = await sendOut({
      method: 'POST',
      ...(await placeOf(house, new URL(address))),
      headers: { 'content-type': 'application/json', ...signed(`msg_${one.id}`, house.now().getTime(), body, secrets) },
      body,
      allMsMax: answerMsMax,
      bytesMax: answerBytesMax,
    })
    if (status >= 200 && status < 300) await delivered(house, endpoint, one, status)
    else if (status === 410) {
      await note(house, one, { isDead: true, status, said: sentence`对方已不再接收（410）` })
      await switchOff(house, endpoint, sentence`对方已不再接收（410）`)
    } else return await failed(house, endpoint, one, { status, said: sentence`对方回答 ${status}` })
  } catch (error) {
    if (!(error instanceof OutgoingError)) house.log.warn({ endpoint: endpoint.id, error }, 'a delivery failed')
    const said = error instanceof InsideAddress ? insideFault : faultOf(error)
    return failed(house, endpoint, one, { said })
  }
}
/** The demo company has a receiver of its own on this machine, by a name that leads nowhere else. */
async function placeOf({ settings: { companySide, localChats } }: House, url: URL): Promise<{ url: URL; isLocal: boolean }> {
  if (url.hostname !== demoReceiver || companySide === undefined) return { url, isLocal: localChats === true }
  return { url: new URL(`/webhook${url.pathname}`, await companySide()), isLocal: true }
}
const faultOf = (error: unknown): Wording =>
  error instanceof OutgoingError && error.fault === 'timeout' ? sentence`15 秒内没有回答` : sentence`没有连上，或回答不完整`

async function delivered(house: House, endpoint: Endpoint, one: Due, status: number): Promise<void> {
  const now = house.now().toISOString()
  await db(house)
    .updateTable('webhook_delivery')
    .set({ state: deliveryStates.sent[0], status, said: null, next_at: null, sent_at: now })
    .where('id', '=', one.id)
    .where('tries', '=', one.tries)
    .execute()
  await db(house)
    .updateTable('webhook_endpoint')
    .set({ last_ok_at: now, failing_since: null, said: null })
    .where('id', '=', endpoint.id)
    .where(
      sql<boolean>`last_ok_at is null or last_ok_at < ${new Date(instantMs(now) - minuteMs).toISOString()} or failing_since is not null`,
    )
    .execute()
}

interface Outcome {
  readonly said: Wording
  readonly status?: number
  readonly isDead?: boolean
}
async function failed(house: House, endpoint: Endpoint, one: Due, outcome: Outcome): Promise<'failed'> {
  await note(house, one, outcome)
  await db(house)
    .updateTable('webhook_endpoint')
    .set({ failing_since: house.now().toISOString() })
    .where('id', '=', endpoint.id)
    .where('failing_since', 'is', null)
    .execute()
  return 'failed'
}

/** Once all of a moment have ended: of one that arrived the days begin anew. */
async function giveUp(house: House, endpoint: Endpoint): Promise<void> {
  const row = await db(house).selectFrom('webhook_endpoint').select('failing_since').where('id', '=', endpoint.id).executeTakeFirst()
  if (row?.failing_since && house.now().getTime() - instantMs(row.failing_since) >= failingDaysMax * dayMs)
    await switchOff(house, endpoint, sentence`连续 ${failingDaysMax} 天没有送达，已停用`)
}

/** Only of the try that it was: another one may have been made since. */
async function note(house: House, { id, tries }: Due, { said, status, isDead = false }: Outcome): Promise<void> {
  const pause = isDead ? undefined : pausesMs[tries - 1]
  const jitter = 1 + Math.random() / 10
  await db(house)
    .updateTable('webhook_delivery')
    .set({
      state: pause === undefined ? deliveryStates.dead[0] : deliveryStates.failed[0],
      status: status ?? null,
      said: toStored(said),
      next_at: pause === undefined ? null : new Date(house.now().getTime() + pause * jitter).toISOString(),
    })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', 'in', [deliveryStates.waiting[0], deliveryStates.failed[0]])
    .execute()
}

export const switchedOff = notice('access.webhookOff', ['Webhook 自动停用', 'A webhook was switched off'], {
  kind: 'system',
  title: ['Webhook “{label}”已自动停用，请查看说明', 'The webhook “{label}” was switched off: see why'],
  to: [holdersOf('webhookEndpoint', operations.edit)],
})

/** By the server itself: in the trail, told to whoever may switch it on, and its events are noted no more (keepWishes follows). */
async function switchOff(house: House, { id, org_id: orgId }: Endpoint, said: Wording): Promise<void> {
  const system = await house.asSystem(orgId, 'a webhook is switched off')
  await system.write(async (tx, inside) => {
    const row = await tx.selectFrom('webhook_endpoint').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
    if (row?.state !== endpointStates.on[0]) return
    const after = await change(inside, webhookEndpoint, id, { state: endpointStates.off[0], said: toStored(said) })
    await notify(inside, tx, switchedOff, { of: { resource: webhookEndpoint, rows: [after] } })
  })
}

/** Daily: events and deliveries of a month ago. */
export async function forgetEvents(house: House): Promise<void> {
  const before = new Date(house.now().getTime() - keptDays * dayMs).toISOString()
  await db(house).deleteFrom('webhook_delivery').where('at', '<', before).execute()
  await db(house).deleteFrom('webhook_event').where('created_at', '<', before).execute()
}
