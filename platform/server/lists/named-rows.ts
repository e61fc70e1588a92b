/**
 * Rows that a field names: those that its reader was granted, or all of his organisation where the field says `ofOrganisation`. Whoever
 * asks has looked whether he may see the records that hold the field.
 */
import { sql } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import { mayView } from '../calls/view-demands.ts'

/** `orgId` null: the ids were looked up before, as rows of the organisation */
export function namedRows(db: AnyDb, table: string, orgId: string | null, isWide: boolean) {
  if (!isWide) return db.selectFrom(table)
  const all = db.withoutPlugins().selectFrom(table)
  return orgId === null ? all : all.where(sql<boolean>`${sql.ref(`${table}.org_id`)} = ${orgId}`)
}

export const isWide = ({ options }: Field): boolean => options.ofOrganisation !== undefined

/** Options of a field that the caller may see and that names the whole organisation; undefined: none does. */
export function wideField(context: Context, target: Resource): Field['options'] | undefined {
  for (const r of context.house.registry.resources.values())
    for (const { to, options } of Object.values(r.fields))
      if (to === target.table && options.ofOrganisation !== undefined && mayView(context, r)) return options
  return undefined
}
