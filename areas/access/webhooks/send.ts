/**
 * Deliveries: made of events that somebody listens to, judged by the endpoint's account, sent at least once. A try is noted before it is
 * made, with the time of the next one: a process that dies in between makes the next one try again under the same id.
 */
import { sql } from 'kysely'
import { sentence, toStored, type Wording } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { type EventBody, type EventRow, heardOf } from '#platform/server/notices.ts'
import type { House } from '#platform/server/area.ts'
import { InsideAddress, insideFault, OutgoingError, sendOut } from '#platform/server/outgoing.ts'
import { openSecret } from '#platform/server/records.ts'
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
  readonly failing_since: string | null
}
const db = (house: House) => house.unscoped('webhooks: events and deliveries that are due, of every organisation')

/** Until nothing is due. */
export async function sendAll(house: House, signal?: AbortSignal): Promise<number> {
  let done = 0
  while (signal?.aborted !== true && (await spread(house)) > 0) done += 0
  while (signal?.aborted !== true) {
    const due = await takeDue(house)
    if (due.length === 0) return done
    await sendThese(house, due)
    done += due.length
  }
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

async function takeDue(house: House): Promise<readonly Due[]> {
  const now = house.now().getTime()
  const { rows } = await sql<Due>`
    update webhook_delivery set tries = tries + 1, next_at = ${new Date(now + leaseMs).toISOString()}
    where id in (select id from webhook_delivery where state in (1, 3) and next_at <= ${new Date(now).toISOString()}
      order by next_at, id limit ${together} for update skip locked)
    returning id, org_id, endpoint_id, event_id, event, tries`.execute(db(house))
  return rows
}

async function sendThese(house: House, due: readonly Due[]): Promise<void> {
  const endpoints = await db(house)
    .selectFrom('webhook_endpoint')
    .select(['id', 'org_id', 'state', 'address', 'signing', 'signing_before', 'account_id', 'failing_since'])
    .where('id', 'in', [...new Set(due.map(one => one.endpoint_id))])
    .execute()
  await Promise.all(
    endpoints.map(endpoint =>
      sendTo(
        house,
        endpoint,
        due.filter(one => one.endpoint_id === endpoint.id),
      ),
    ),
  )
}

/** What the endpoint's account may not see is taken away: nobody is told that there was something. */
async function sendTo(house: House, endpoint: Endpoint, due: readonly Due[]): Promise<void> {
  const bodies = await bodiesOf(house, endpoint, due)
  const hidden = due.filter(one => !bodies.has(one.id))
  if (hidden.length > 0)
    await db(house)
      .deleteFrom('webhook_delivery')
      .where(
        'id',
        'in',
        hidden.map(one => one.id),
      )
      .execute()
  await Promise.all(due.filter(one => bodies.has(one.id)).map(one => sendOne(house, endpoint, one, bodies.get(one.id) ?? '')))
}

async function bodiesOf(house: House, endpoint: Endpoint, due: readonly Due[]): Promise<ReadonlyMap<string, string>> {
  const caller = endpoint.account_id === null ? null : await house.rights.callerOf(endpoint.account_id, endpoint.org_id)
  if (caller === null) return new Map()
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

async function sendOne(house: House, endpoint: Endpoint, one: Due, body: string): Promise<void> {
  if (endpoint.state !== endpointStates.on[0]) return note(house, one, { isDead: true, said: sentence`Webhook 已停用` })
  const context = await house.asSystem(endpoint.org_id, 'a webhook is sent')
  const open = (field: 'address' | 'signing' | 'signingBefore', sealed: string | null): string | null =>
    sealed === null ? null : openSecret(context, webhookEndpoint, field, sealed).use()
  const address = open('address', endpoint.address)
  const secrets = [open('signing', endpoint.signing), open('signingBefore', endpoint.signing_before)].filter(text => text !== null)
  if (address === null) return note(house, one, { isDead: true, said: sentence`没有地址` })
  try {
    const { status } = await sendOut({
      method: 'POST',
      url: new URL(address),
      headers: { 'content-type': 'application/json', ...signed(`msg_${one.id}`, house.now().getTime(), body, secrets) },
      body,
      allMsMax: answerMsMax,
      bytesMax: answerBytesMax,
      isLocal: house.settings.localChats === true,
    })
    if (status >= 200 && status < 300) await delivered(house, endpoint, one, status)
    else if (status === 410) {
      await note(house, one, { isDead: true, status, said: sentence`对方已不再接收（410）` })
      await switchOff(house, endpoint, sentence`对方已不再接收（410）`)
    } else await failed(house, endpoint, one, { status, said: sentence`对方回答 ${status}` })
  } catch (error) {
    const said = error instanceof InsideAddress ? insideFault : faultOf(error)
    await failed(house, endpoint, one, { said })
  }
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
async function failed(house: House, endpoint: Endpoint, one: Due, outcome: Outcome): Promise<void> {
  await note(house, one, outcome)
  const now = house.now().getTime()
  if (endpoint.failing_since === null)
    await db(house)
      .updateTable('webhook_endpoint')
      .set({ failing_since: new Date(now).toISOString() })
      .where('id', '=', endpoint.id)
      .where('failing_since', 'is', null)
      .execute()
  else if (now - instantMs(endpoint.failing_since) >= failingDaysMax * dayMs)
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
    .execute()
}

const switchOff = async (house: House, { id }: Endpoint, said: Wording): Promise<void> => {
  const off = { state: endpointStates.off[0], said: toStored(said) }
  await db(house).updateTable('webhook_endpoint').set(off).where('id', '=', id).execute()
}

/** Daily: events and deliveries of a month ago. */
export async function forgetEvents(house: House): Promise<void> {
  const before = new Date(house.now().getTime() - keptDays * dayMs).toISOString()
  await db(house).deleteFrom('webhook_delivery').where('at', '<', before).execute()
  await db(house).deleteFrom('webhook_event').where('created_at', '<', before).execute()
}
