/** Noting what happened to records, in the transaction of the change, where a program of the organisation listens. */
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { markTransaction } from '../db/one-connection.ts'
import { byKeys } from '../lists/keys.ts'

const happened = {
  created: ['新增', 'added'],
  changed: ['修改', 'changed'],
  removed: ['删除', 'removed'],
  step: ['状态', 'step'],
} as const
export type Happened = keyof typeof happened
/** An event as endpoints name it. */
const eventName = (r: Resource, what: Happened): string => `${r.type ?? r.table}.${what}`
/** Lists of records of one organisation, told apart by their id, whose authors are known. */
export const hasEvents = (r: Resource): boolean =>
  r.type !== undefined &&
  r.linesOf === undefined &&
  r.sealedAuthor === undefined &&
  r.primary === undefined &&
  r.standard === 'organisation'

/** The events of a list that an endpoint may name, with what they are called. */
export function eventsOfList(r: Resource): (readonly [name: string, zh: string, en: string])[] {
  const named = Object.entries(r.happens ?? {}).map(([name, [zh, en]]) => [name, zh, en] as const)
  if (!hasEvents(r)) return named
  const single = (Object.entries(happened) as [Happened, (typeof happened)[Happened]][]).map(
    ([what, [zh, en]]) => [eventName(r, what), `${r.title[0]} · ${zh}`, `${r.title[1]} · ${en}`] as const,
  )
  return [...named, ...single]
}

/** as rights are believed: what an endpoint listens to holds from half a second after it was saved */
const freshMs = 500
const wishes = new Map<string, { readonly readAt: number; readonly events: ReadonlySet<string> }>()
export const forgetWishes = (): void => wishes.clear()

interface Noter {
  readonly orgId: string
  readonly now: Date
}
async function wishesOf({ orgId }: Noter, tx: Tx): Promise<ReadonlySet<string>> {
  const known = wishes.get(orgId)
  if (known !== undefined && Date.now() - known.readAt < freshMs) return known.events
  const rows = await tx.withoutPlugins().selectFrom('webhook_wish').select('event').where('org_id', '=', orgId).execute()
  const events = new Set(rows.map(row => row.event))
  wishes.set(orgId, { readAt: Date.now(), events })
  return events
}

/** One statement however many records it were. Of those that are removed before they go. `fields`: what has changed. */
export async function noteEvents(
  context: Context,
  tx: Tx,
  r: Resource,
  what: Happened,
  keys: readonly (readonly string[])[],
  fields: readonly string[] | null = null,
): Promise<void> {
  if (keys.length === 0 || context.sealed !== undefined || !hasEvents(r)) return
  await note({ orgId: context.caller.orgId, now: context.now() }, tx, eventName(r, what), { r, keys, fields, isGone: what === 'removed' })
}

/** What happens beside single writes, as an area declares it (`happens`): an import is over, a month is closed. */
export const noteHappened = (by: Noter, tx: Tx, event: string, r: Resource, id: string): Promise<void> =>
  note(by, tx, event, { r, keys: [[id]], fields: null, isGone: false })

interface Noted {
  readonly r: Resource
  readonly keys: readonly (readonly string[])[]
  readonly fields: readonly string[] | null
  readonly isGone: boolean
}
async function note(by: Noter, tx: Tx, event: string, { r, keys, fields, isGone }: Noted): Promise<void> {
  if (!(await wishesOf(by, tx)).has(event)) return
  const table = sql.table(r.table)
  const shop = r.table === 'shop' ? 'id' : Object.hasOwn(r.fields, 'shopId') ? columnOf('shopId') : null
  const image = isGone ? sql`to_jsonb(${table})` : sql`null::jsonb`
  await sql`insert into webhook_event (org_id, created_at, event, list, record_id, record_version, shop_id, fields, image, xact)
    select org_id, ${by.now.toISOString()}, ${event}, ${r.type}, id::text, version,
      ${shop === null ? sql`null::bigint` : sql.ref(`${r.table}.${shop}`)}, ${fields === null ? null : [...fields]}::text[], ${image},
      pg_current_xact_id()::text::bigint
    from ${table} where ${byKeys(r, keys)}`.execute(tx.withoutPlugins())
  markTransaction('events')
}
