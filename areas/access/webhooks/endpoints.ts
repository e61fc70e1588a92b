/** What people do to webhooks: set them up, try them, change their secret, send again; and what programs ask for that were away. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { isMasked } from '#platform/format/masked.ts'
import { type Blob, type Context, type FieldError, refuse, type Tx } from '#platform/server/area.ts'
import { eventsOfList, forgetWishes, heardOf, seqOf, spreadJob } from '#platform/server/notices.ts'
import { addressFault, insideFault, leadsInside } from '#platform/server/outgoing.ts'
import { addRecord, change, changeEach, oneRecord, openSecret, removeRecords, updateRecord } from '#platform/server/records.ts'
import { eventsOf, testEvent } from './send.ts'
import { newSigningSecret } from './sign.ts'
import { deliveryStates, endpointStates, webhookDelivery, webhookEndpoint } from './tables.ts'

type Input = Readonly<Record<string, unknown>>
const endpointsMax = 100

/** Every event that an endpoint may name. */
const allEvents = ({ house }: Context): Set<string> =>
  new Set([...house.registry.types.values()].flatMap(eventsOfList).map(([name]) => name))
const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== ''),
  ),
]
const named = (all: ReadonlySet<string>, event: string): string[] =>
  event.endsWith('.*') ? [...all].filter(one => one.startsWith(event.slice(0, -1))) : all.has(event) ? [event] : []

/** Address and events held against what there is; the host alone is shown of an address. */
async function checkedInput(context: Context, { address, ...input }: Input, isNew: boolean): Promise<Input> {
  const faults: FieldError[] = []
  const url = typeof address === 'string' && address.trim() !== '' && !isMasked(address) ? address.trim() : null
  if (isNew && url === null) faults.push({ field: 'address', message: sentence`请填写地址` })
  const isLocal = context.house.settings.localChats === true
  const fault = url === null ? null : (addressFault(url, isLocal) ?? (!isLocal && (await leadsInside(url)) ? insideFault : null))
  if (fault !== null) faults.push({ field: 'address', message: fault })
  const lines = linesOf(asText(input['events'] ?? ''))
  const all = allEvents(context)
  const unknown = lines.find(line => named(all, line).length === 0)
  if (unknown !== undefined) faults.push({ field: 'events', message: sentence`没有事件 ${unknown}` })
  if (faults.length > 0) throw refuse.invalid(faults)
  return {
    ...input,
    ...(input['events'] === undefined ? {} : { events: lines.join('\n') }),
    ...(url === null ? {} : { address: url }),
  }
}
const hostOf = (input: Input): Readonly<Record<string, string>> =>
  input['address'] === undefined ? {} : { host: new URL(asText(input['address'])).host }

/** It hears what whoever makes it may see. */
export async function addEndpoint(context: Context, given: Input): Promise<unknown> {
  const input = await checkedInput(context, given, true)
  const { n } = await context.db
    .selectFrom('webhook_endpoint')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= endpointsMax) throw refuse.rule(sentence`最多 ${endpointsMax} 个 Webhook`)
  const { accountId, name } = context.caller
  return addRecord(context, webhookEndpoint, input, {
    besides: { ...hostOf(input), accountId, runsAs: name, signing: newSigningSecret() },
  })
}
export async function updateEndpoint(context: Context, given: Input): Promise<unknown> {
  const input = await checkedInput(context, given, false)
  const row = await context.db
    .selectFrom('webhook_endpoint')
    .select('state')
    .where('id', '=', asText(given['id'] ?? '0'))
    .executeTakeFirst()
  const isAnew = row?.state === endpointStates.off[0] && input['state'] === endpointStates.on[0]
  // the days that it failed are counted anew
  return updateRecord(context, webhookEndpoint, input, {
    besides: { ...hostOf(input), ...(isAnew ? { failingSince: null, said: null } : {}) },
  })
}

/** With its deliveries. */
export const removeEndpoints = (context: Context, ids: readonly string[]): Promise<unknown> =>
  context.write(async (tx, inside) => {
    const isNumber = /^\d{1,18}$/
    const known = ids.filter(id => isNumber.test(id))
    if (known.length > 0) await tx.deleteFrom('webhook_delivery').where('endpoint_id', 'in', known).execute()
    return removeRecords(inside, webhookEndpoint, ids)
  })

/** What of the organisation is listened to, after an endpoint was written: noted where writers look (platform/server/events). */
export async function keepWishes(context: Context, tx: Tx): Promise<void> {
  const { orgId } = context.caller
  const sealed = tx.withoutPlugins()
  // one after another: each counts all endpoints, and of two at once neither would see the other's
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook wishes ${orgId}`}, 0))`.execute(sealed)
  const all = allEvents(context)
  const rows = await tx.selectFrom('webhook_endpoint').select('events').where('state', '=', endpointStates.on[0]).execute()
  const events = [...new Set(rows.flatMap(row => linesOf(row.events).flatMap(line => named(all, line))))]
  await sealed.deleteFrom('webhook_wish').where('org_id', '=', orgId).execute()
  if (events.length > 0)
    await sealed
      .insertInto('webhook_wish')
      .values(events.map(event => ({ org_id: orgId, event })))
      .execute()
  forgetWishes()
}

/** A new secret; the one before holds as well until the next change. Told once, as a file. */
export async function rotate(context: Context, input: Input): Promise<Blob> {
  const { id } = await oneRecord(context, webhookEndpoint, input['id'] ?? (input['ids'] as unknown[] | undefined)?.[0])
  const text = newSigningSecret()
  await context.write(async (tx, inside) => {
    const row = await tx.selectFrom('webhook_endpoint').select('signing').where('id', '=', id).executeTakeFirstOrThrow()
    const before = row.signing === null ? null : openSecret(inside, webhookEndpoint, 'signing', row.signing).use()
    await change(inside, webhookEndpoint, id, { signing: text, signingBefore: before }, { verb: 'rotate' })
  })
  return { blob: Readable.from([`${text}\n`]), fileName: 'webhook-secret.txt', contentType: 'text/plain' }
}

const order = ({ house }: Context, tx: Tx): Promise<void> => house.jobs.add(tx, spreadJob, {}, { key: spreadJob })

/** An event of no content. */
export async function test(context: Context, input: Input): Promise<null> {
  const { id } = await oneRecord(context, webhookEndpoint, input['id'] ?? (input['ids'] as unknown[] | undefined)?.[0])
  await context.write(async tx => {
    const now = context.now().toISOString()
    await tx
      .insertInto('webhook_delivery')
      .values({ org_id: context.caller.orgId, at: now, endpoint_id: id, event: testEvent, next_at: now })
      .execute()
    await order(context, tx)
  })
  return null
}

/** Ten tries anew, from now on. */
export const again = (context: Context, ids: readonly string[]): Promise<unknown> =>
  context.write(async (tx, inside) => {
    const values = { state: deliveryStates.waiting[0], tries: 0, nextAt: inside.now().toISOString(), said: null }
    const done = await changeEach(inside, webhookDelivery, ids, values, { verb: 'retry' })
    await order(context, tx)
    return done
  })

/**
 * What the caller may hear of after a place, in order: only where nothing before it can still come. An id is given before its transaction
 * commits, so the order is that of transactions; all of those before the oldest open one have ended.
 */
export async function eventsAfter(context: Context, after: string, limit: number) {
  const { house, caller } = context
  const db = house.unscoped('events after a place: told as far as the asker sees their records')
  const [first = '0', second] = after.split('-')
  // a number alone is the id of an event, as it was told before; of one that is gone: from the beginning
  const [xact, id] =
    second === undefined
      ? [sql`coalesce((select w.xact from webhook_event w where w.org_id = ${caller.orgId} and w.id = ${first}::bigint), 0)`, first]
      : [sql`${first}::bigint`, second]
  const { rows } = await sql<{ id: string; xact: string }>`select e.id::text as id, e.xact::text as xact from webhook_event e
    where e.org_id = ${caller.orgId} and (e.xact, e.id) > (${xact}, ${id}::bigint)
      and e.xact < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    order by e.xact, e.id limit ${limit}`.execute(db)
  const ids = rows.map(row => row.id)
  const heard = ids.length === 0 ? new Map<string, unknown>() : await heardOf(context, await eventsOf(house, ids))
  const last = rows.at(-1)
  return { list: ids.flatMap(one => heard.get(one) ?? []), next: last === undefined ? after : seqOf(last), more: ids.length === limit }
}
