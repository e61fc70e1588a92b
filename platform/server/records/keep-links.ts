/** Links that stand as rows of a table of their own besides (`rowsIn` of a field): members, by whom a record is seen. */
import type { Field } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { sql } from 'kysely'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { anyTable } from '../db/any-table.ts'
import { inServersName } from '../db/within.ts'
import type { Follower } from '../contract/record-hooks.ts'

const idsOf = (row: Row | null, name: string): readonly string[] => (Array.isArray(row?.[name]) ? (row[name] as unknown[]).map(String) : [])

/** Follows the records of a table one of whose fields has `rowsIn`: two statements for a whole set. */
export const keepLinks =
  (r: Resource, name: string, { to }: Field, table: Resource): Follower =>
  async (context, tx, changes) => {
    const changed = changes.flatMap(({ before, after }) =>
      after !== null && idsOf(before, name).join() !== idsOf(after, name).join() ? [after] : [],
    )
    if (changed.length === 0) return
    const { db, caller } = await context.house.asSystem(context.caller.orgId, 'members that follow from a field of their record', tx)
    const [record, linked] = [r.table, to].map(target => columnOf(fieldTo(table, target) ?? '')) as [string, string]
    const rows = changed.flatMap(({ id, ...row }) =>
      idsOf({ id, ...row }, name).map(one => ({ org_id: caller.orgId, [record]: id, [linked]: one })),
    )
    await anyTable(db)
      .deleteFrom(table.table)
      .where(sql<boolean>`${sql.ref(record)} = any(${changed.map(({ id }) => id)}::bigint[])`)
      .execute()
    if (rows.length > 0) await anyTable(db).insertInto(table.table).values(rows).execute()
  }

/** Records that go take rows with them before others' use of them is looked for: those of their links, and those whose reference `goes`. */
export async function forgetLinks(context: Context, tx: Tx, r: Resource, ids: readonly string[]): Promise<void> {
  const { resources } = context.house.registry
  const ofLinks = Object.values(r.fields).flatMap(({ options }) => {
    const table = resources.get(options.rowsIn ?? '')
    return table === undefined ? [] : [{ table, names: fieldTo(table, r.table) ?? '', goes: true as const }]
  })
  const ofRows = [...resources.values()].flatMap(table =>
    Object.entries(table.fields).flatMap(([names, { to, options }]) =>
      to === r.table && options.goes !== undefined ? [{ table, names, goes: options.goes }] : [],
    ),
  )
  if (ofLinks.length + ofRows.length === 0) return
  const db = anyTable((await inServersName(context, tx, 'rows of a record that goes')).db)
  for (const { table, names, goes } of [...ofLinks, ...ofRows]) {
    const record = sql.ref(columnOf(names))
    const gone = db.deleteFrom(table.table).where(sql<boolean>`${record} = any(${ids}::bigint[])`)
    if (goes === true) await gone.execute()
    else {
      const known = fieldTo(table, ownValue(r.fields, goes)?.to) ?? ''
      const said = db
        .selectFrom(r.table)
        .select(['id', columnOf(goes)])
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
      await gone.where(sql<boolean>`(${record}, ${sql.ref(columnOf(known))}) in ${said}`).execute()
    }
  }
}

/** The one field of a table of rows that refers to this other table. */
export function fieldTo(table: Resource, target: string | undefined): string | undefined {
  const found = Object.entries(table.fields).filter(([, field]) => field.kind === 'reference' && field.to === target)
  return found.length === 1 ? found[0]?.[0] : undefined
}
