/** `may` of rows: names of the steps that whoever asks may take now, worked out with the rows themselves. */
import type { RawBuilder } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import { askerOf, failingFunction, maySelection, steppingOf } from './who.ts'

/** To be selected as `may`; null: the records have no states. */
export const maySelected = async (context: Context, db: AnyDb, r: Resource): Promise<RawBuilder<string[]> | null> =>
  r.states === undefined ? null : maySelection(await askerOf(context, db, r), r, r.states)

/** Leaves out the steps that a function keeps back. The rows themselves. */
export function withGuards<Rows extends readonly Row[]>(context: Context, r: Resource, rows: Rows): Rows {
  const guarded = Object.entries(r.states?.steps ?? {}).filter(([, step]) => step.guards?.some(guard => 'test' in guard))
  if (guarded.length === 0) return rows
  const held = new Map(guarded)
  for (const row of rows as readonly Record<string, unknown>[])
    row['may'] = (row['may'] as string[]).filter(name => {
      const step = held.get(name)
      return step === undefined || failingFunction(step, steppingOf(context, row)) === null
    })
  return rows
}
