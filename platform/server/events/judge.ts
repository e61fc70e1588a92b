/** Who may hear of an event: whoever sees the record now, or, of one that is gone, would see it as it was. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { mayView } from '../calls/view-demands.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { grantedOf } from '../db/granted.ts'
import { predicateOf } from '../db/scope-predicate.ts'
import { visibleResource } from '../lists/column-rights.ts'

export interface EventRow {
  readonly id: string
  readonly xact: string
  readonly event: string
  readonly list: string
  readonly record_id: string
  readonly record_version: number | null
  readonly shop_id: string | null
  readonly fields: readonly string[] | null
  readonly created_at: string
  readonly is_removed: boolean
}
/** What a program is told: ids and names, no value. */
export interface EventBody {
  readonly seq: string
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly resource: string
    readonly id: string
    readonly version: number | null
    readonly shopId: string | null
    readonly fields: readonly string[]
  }
}

/** Where an event stands among those of its organisation. */
export const seqOf = ({ xact, id }: Pick<EventRow, 'xact' | 'id'>): string => `${xact}-${id}`

/** The events of these that the caller may hear of, with the fields that he may see. */
export async function heardOf(context: Context, events: readonly EventRow[]): Promise<ReadonlyMap<string, EventBody>> {
  const told = new Map<string, EventBody>()
  for (const [list, rows] of Map.groupBy(events, one => one.list)) {
    const r = context.house.registry.types.get(list)
    if (r === undefined || !mayView(context, r)) continue
    const seen = await seenOf(context, r, rows)
    const fields = visibleResource(context.caller, r).fields
    for (const row of rows)
      if (seen.has(row.id))
        told.set(row.id, {
          seq: seqOf(row),
          type: row.event,
          timestamp: row.created_at,
          data: {
            resource: list,
            id: row.record_id,
            version: row.record_version,
            shopId: row.shop_id,
            fields: (row.fields ?? []).filter(name => Object.hasOwn(fields, name) && fields[name]?.options.hidden !== true),
          },
        })
  }
  return told
}

async function seenOf(context: Context, r: Resource, rows: readonly EventRow[]): Promise<ReadonlySet<string>> {
  const [gone, there] = [rows.filter(row => row.is_removed), rows.filter(row => !row.is_removed)]
  const ids = [...new Set(there.map(row => row.record_id))]
  const found = ids.length === 0 ? [] : await anyTable(context.db).selectFrom(r.table).select('id').where('id', 'in', ids).execute()
  const seen = new Set(found.map(row => String(row['id'])))
  const seenGone = await goneOf(
    context,
    r,
    gone.map(row => row.id),
  )
  return new Set([...there.filter(row => seen.has(row.record_id)).map(row => row.id), ...seenGone])
}

/** Rows that are no more, held against the caller's scope as they were. */
async function goneOf({ caller, house }: Context, r: Resource, eventIds: readonly string[]): Promise<string[]> {
  if (eventIds.length === 0) return []
  const scope = predicateOf(r, grantedOf(caller, false), 't', house.registry.resources, 'rows') ?? sql<boolean>`true`
  const { rows } = await sql<{ id: string }>`select t.event_id::text as id from (
      select (jsonb_populate_record(null::${sql.table(r.table)}, e.image)).*, e.id as event_id
      from webhook_event e where e.id = any(${[...eventIds]}::bigint[])) t
    where ${scope}`.execute(house.unscoped('events of records that are gone, held against the scope of whoever listens'))
  return rows.map(row => row.id)
}
