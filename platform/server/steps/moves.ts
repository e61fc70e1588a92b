/**
 * The log of states: the moves of records as the trail keeps them, steps that lead back to where they begin too, set by set. Pages, SLA
 * clocks and refusals read it.
 */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Machine } from '#platform/declare/states.ts'
import type { Context } from '../contract/context.ts'

export interface Move {
  /** instant, as the database writes it */
  readonly at: string
  /** name of the step; add: how the record began */
  readonly step: string
  /** codes of the states; null: the record was made */
  readonly from: number | null
  readonly to: number
  /** the version that the record had then */
  readonly version: number | null
  readonly by: string
  readonly accountId: string | null
  /** for whom he acted */
  readonly actingFor: string | null
  readonly note: string | null
}

/** Moves of each of these records, by id, oldest first. `last`: of each its last one alone. A record without any is absent. */
export async function movesOf(
  { db }: Pick<Context, 'db'>,
  r: Resource,
  { field, steps }: Machine,
  recordIds: readonly string[],
  { last = false }: { readonly last?: boolean } = {},
): Promise<ReadonlyMap<string, readonly Move[]>> {
  const from = sql<string | null>`before ->> ${sql.lit(field)}`
  const to = sql<string>`after ->> ${sql.lit(field)}`
  const again = Object.entries(steps).flatMap(([name, step]) => (step.sameState ? [name] : []))
  let query = db
    .selectFrom('audit_entry')
    .select([
      'record_id as recordId',
      'at',
      'verb as step',
      'account_name as by',
      'account_id as accountId',
      'acting_for as actingFor',
      'note',
    ])
    .select([from.as('from'), to.as('to'), sql<string | null>`after ->> 'version'`.as('version')])
    .where('subject', '=', r.table)
    .where(sql<boolean>`record_id = any(${[...recordIds]})`)
    .where(sql<boolean>`(${to} is distinct from ${from} or verb = any(${again}))`)
    .where(sql<boolean>`${to} is not null`)
  query = last
    ? query.distinctOn('record_id').orderBy('record_id').orderBy('at', 'desc').orderBy('audit_entry.id', 'desc')
    : query.orderBy('record_id').orderBy('at').orderBy('audit_entry.id')
  const rows = await query.execute()
  const moves = rows.map(({ recordId, from: was, to: is, version, ...rest }) => ({
    recordId: recordId ?? '',
    ...rest,
    from: was === null ? null : Number(was),
    to: Number(is),
    version: version === null ? null : Number(version),
  }))
  return Map.groupBy(moves, one => one.recordId)
}
